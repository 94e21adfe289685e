"""A real SearXNG started by us: it answers, comes back when it dies, and leaves nothing behind."""

import asyncio
import json
import os
import signal
import sys
import tempfile
from pathlib import Path

import httpx
import pytest
from tests.integration.processes import gone, until

from websearch_server.config import Settings
from websearch_server.demo.engines import ENGINE_ROUTES, entries
from websearch_server.demo.web import DemoWeb
from websearch_server.embedded import EmbeddedSearxng, ensure_searxng, live_settings, pointed_settings, searxng_env
from websearch_server.embedded.searxng_settings import wanted_engines
from websearch_server.errors import StackError

SOON = 30.0


async def engines(url: str) -> set[str]:
    async with httpx.AsyncClient(trust_env=False) as http:
        return {engine["name"] for engine in (await http.get(f"{url}/config")).json()["engines"]}


async def test_a_complete_environment_is_reused_without_the_installer(
    searxng_python: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(python: Path) -> list[str]:
        raise AssertionError("installed again")

    monkeypatch.setattr(searxng_env, "_installer", refuse)
    assert await ensure_searxng() == searxng_python


async def test_every_engine_asked_by_default_is_one_that_this_searxng_has(searxng_python: Path) -> None:
    wanted = wanted_engines(Settings().search)
    async with EmbeddedSearxng(python=searxng_python, settings=live_settings(wanted, secret="s")) as searxng:
        assert await engines(searxng.url) == wanted


async def test_it_searches_the_demo_web_through_all_of_its_engines_and_is_gone_afterwards(searxng_python: Path) -> None:
    async with DemoWeb() as web:
        settings = pointed_settings(entries(web.address), secret="s")
        async with EmbeddedSearxng(python=searxng_python, settings=settings) as searxng:
            pid, scratch = searxng.pid, searxng.scratch
            form = {"q": "token bucket clients 429", "format": "json", "engines": ",".join(ENGINE_ROUTES["general"])}
            async with httpx.AsyncClient(trust_env=False, timeout=SOON) as http:
                answer = (await http.post(f"{searxng.url}/search", data=form)).json()
    assert answer["unresponsive_engines"] == []
    assert {engine for result in answer["results"] for engine in result["engines"]} == set(ENGINE_ROUTES["general"])
    assert gone({pid})
    assert not scratch.exists()


async def test_killed_by_something_else_it_comes_back_at_the_same_address(searxng_python: Path) -> None:
    reports: list[str] = []
    settings = live_settings(["wikipedia"], secret="s")
    async with EmbeddedSearxng(python=searxng_python, settings=settings, report=reports.append) as searxng:
        first = searxng.pid
        os.kill(first, signal.SIGKILL)
        await until(lambda: searxng.pid not in (0, first))
        async with httpx.AsyncClient(trust_env=False, transport=httpx.AsyncHTTPTransport(retries=5)) as http:
            assert (await http.get(f"{searxng.url}/healthz", timeout=SOON)).text == "OK"
    assert reports == ["SearXNG ended by itself; starting it again in 0.5 s"]


async def test_settings_it_cannot_use_are_an_error_with_the_end_of_its_log(searxng_python: Path) -> None:
    before = {path.name for path in Path(tempfile.gettempdir()).glob("websearch-searxng-*")}
    with pytest.raises(StackError, match="SearXNG ended at once") as caught:
        async with EmbeddedSearxng(python=searxng_python, settings="server: {secret_key: 1}\n"):
            pytest.fail("it started")
    assert "Invalid settings" in str(caught.value)
    assert {path.name for path in Path(tempfile.gettempdir()).glob("websearch-searxng-*")} <= before


async def test_when_its_starter_is_killed_hard_nothing_of_it_is_left(searxng_python: Path) -> None:
    script = (
        "import asyncio, json, pathlib\n"
        "from websearch_server.embedded import EmbeddedSearxng, live_settings\n"
        "async def main():\n"
        f"    python = pathlib.Path({str(searxng_python)!r})\n"
        "    async with EmbeddedSearxng(python=python, settings=live_settings(['wikipedia'], secret='s')) as searxng:\n"
        "        print(json.dumps([searxng.pid, str(searxng.scratch)]), flush=True)\n"
        "        await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    starter = await asyncio.create_subprocess_exec(sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE)
    assert starter.stdout
    pid, scratch = json.loads(await asyncio.wait_for(starter.stdout.readline(), SOON))
    starter.kill()
    await starter.wait()
    await until(lambda: gone({pid}) and not Path(scratch).exists())
