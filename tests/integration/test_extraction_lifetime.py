"""Worker processes from start to end: none is left behind, however the server ends."""

import asyncio
import os
import sys
from pathlib import Path

import pytest
from tests.integration.processes import gone, until
from tests.integration.scrape_kit import SOON, open_ladder, read
from tests.integration.worker_kit import OBEDIENT, command, obedient, only_worker, spinning, workers

from websearch_server.config.scraper import ScraperSettings
from websearch_server.egress import Egress, EgressLimits
from websearch_server.errors import ConfigError
from websearch_server.scrape import Ladder
from websearch_server.scrape.extract import process

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _obedient_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    command(monkeypatch, sys.executable, "-P", "-c", OBEDIENT)


@pytest.mark.parametrize("busy", [True, False])
async def test_close_leaves_no_process(busy: bool) -> None:
    async with obedient(workers=3) as (ladder, web):
        reads = [asyncio.create_task(read(ladder, web.url("/hang"))) for _ in range(3 if busy else 0)]
        await until(lambda: len(workers()) == 3)
        started = workers()
        if busy:
            await spinning(started)
        await ladder.close()
        assert gone(started)
        assert workers() == set()
        for task in reads:
            task.cancel()
        await asyncio.gather(*reads, return_exceptions=True)


async def test_close_while_starting_leaves_no_process() -> None:
    ladder = Ladder(ScraperSettings(), egress=Egress(limits=EgressLimits(), user_agent="test"))
    start = asyncio.create_task(ladder.start())
    await until(lambda: bool(workers()))
    start.cancel()
    await asyncio.gather(start, return_exceptions=True)
    await ladder.close()
    assert workers() == set()


async def test_a_worker_has_a_session_of_its_own() -> None:
    async with obedient():
        assert os.getsid(only_worker()) != os.getsid(0)  # Ctrl-C in a terminal does not reach it


@pytest.mark.parametrize("page", ["good", "hang"])
async def test_the_death_of_the_parent_leaves_no_worker(page: str) -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.integration.test_extraction_lifetime",
        page,
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert parent.stdout is not None
    try:
        async with asyncio.timeout(SOON):
            assert await parent.stdout.readline() == b"ready\n"
        left = workers(parent.pid)
        assert len(left) == 1
        if page == "hang":
            await spinning(left)
    finally:
        parent.kill()
        await parent.wait()
    await until(lambda: gone(left))


@pytest.mark.parametrize(
    "words",
    [("/no/such/python",), (sys.executable, "-c", "raise SystemExit('no such library')"), (sys.executable, "-c", "")],
)
async def test_a_worker_that_cannot_start_is_a_clear_error(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    command(monkeypatch, *words)
    with pytest.raises(ConfigError, match="extraction worker"):
        async with open_ladder():
            pass
    assert workers() == set()


async def _parent(page: str) -> None:
    """Read pages until killed; what the tests of a parent's death run as a process of its own."""
    process._COMMAND = (sys.executable, "-P", "-c", OBEDIENT)
    async with obedient() as (ladder, web):
        reading = asyncio.create_task(read(ladder, web.url(f"/{page}")))
        if page == "good":
            await reading
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        await asyncio.sleep(SOON)


if __name__ == "__main__":
    asyncio.run(_parent(sys.argv[1]))
