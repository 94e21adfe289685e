"""Latency and CPU that a `web_search` adds over SearXNG alone: 0 pages (search only) and 5 corpus pages, cold.

A real SearXNG with one engine that answers at once, corpus pages on loopback, the product as a process of its own,
asked over MCP; SearXNG alone and the product in turn, so that the machine's drift hits both. Figures are medians of
one run; nothing is asserted. Called by `tests.bench`.
"""

import asyncio
import re
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import yaml
from tests.bench.processes import usage

from websearch_server.embedded import EmbeddedSearxng, ensure_searxng, pointed_settings

__all__ = ["CALLS", "Row", "run"]

CALLS = 40
WARM_UP_SECONDS = 4.0  # the language model is loaded in the background during the first one or two
ROOT = Path(__file__).parents[2]
CORPUS = ROOT.parent / "shared" / "data" / "aeb" / "html"
DEMO = ROOT / "server" / "websearch_server" / "demo" / "pages"
HEADERS = {"Accept": "application/json", "MCP-Protocol-Version": "2025-11-25"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One scenario; times in ms, `cpu` of the product's whole process tree per call, memory in MiB."""

    scenario: str
    searxng: float
    product: float
    p95: float
    cpu: float
    rss: float

    @property
    def added(self) -> float:
        """Median over SearXNG alone."""
        return self.product - self.searxng


async def run() -> tuple[str, list[Row]]:
    """Measure every scenario; returns what the pages were, and a row each."""
    corpus, what = (CORPUS, "AEB corpus pages") if CORPUS.is_dir() else (DEMO, "demo pages (no ../shared/data here)")
    python = await ensure_searxng(print)
    async with AsyncExitStack() as stack:
        web = await stack.enter_async_context(_child(sys.executable, "-m", "tests.bench.corpus_web", "0", str(corpus)))
        port = int(await web.line(r"^(\d+)$"))
        searxng = await stack.enter_async_context(EmbeddedSearxng(python=python, settings=_settings(port)))
        client = await stack.enter_async_context(httpx.AsyncClient(timeout=60, trust_env=False))
        rows = []
        for scenario, pages in (("0 pages", 0), ("5 pages, cold", 5)):
            async with _product(searxng.url, pages) as (url, pid):
                rows.append(await _measure(scenario, client, searxng.url, url, pid))
    return what, rows


def _settings(port: int) -> str:
    engine = {
        "name": "corpus",
        "engine": "json_engine",
        "search_url": f"http://127.0.0.1:{port}/engine?q={{query}}",
        "results_query": "results",
        "url_query": "url",
        "title_query": "title",
        "content_query": "content",
        "categories": ["general"],
    }
    return pointed_settings([engine], secret="only for this benchmark")


@asynccontextmanager
async def _product(searxng: str, pages: int) -> AsyncIterator[tuple[str, int]]:
    """Run `websearch serve` and yield its base URL and process id."""
    settings = {
        "server": {"host": "127.0.0.1", "port": 0},
        "search": {"searxngURL": searxng, "engineRoutes": {"general": ["corpus"]}},
        "scraper": {"enabled": pages > 0},
        "policy": {
            "egress": {"allowedCIDRs": ["127.0.0.1/32"]},
            "rateLimit": {"requestsPerDomainPerMinute": 100_000},
        },
        "pii": {"enabled": False},
        "logging": {"level": "info", "format": "text"},
    }
    command = "import sys; from websearch_server.cli import main; main()"
    with tempfile.TemporaryDirectory() as scratch:
        config = Path(scratch) / "websearch.yaml"
        config.write_text(yaml.safe_dump(settings))
        async with _child(sys.executable, "-c", command, "serve", "--config", str(config)) as child:
            yield await child.line(r"(http://127\.0\.0\.1:\d+)"), child.pid


async def _measure(scenario: str, client: httpx.AsyncClient, searxng: str, product: str, pid: int) -> Row:
    async def alone(number: int) -> None:
        answer = await client.post(f"{searxng}/search", data={"q": f"question {number}", "format": "json"})
        assert answer.json()["results"]

    async def ours(number: int) -> None:
        arguments = {"query": f"question {number}", "maxResults": 5, "language": "en"}
        call = {"name": "web_search", "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": call}
        answer = (await client.post(f"{product}/mcp", json=message, headers=HEADERS)).json()
        assert answer["result"]["structuredContent"]["result_count"] == 5, answer

    first = 0
    warm = time.monotonic() + WARM_UP_SECONDS
    while time.monotonic() < warm:
        await alone(first)
        await ours(first)
        first += 1
    before = usage(pid)
    times: dict[str, list[float]] = {"alone": [], "ours": []}
    for number in range(first, first + CALLS):
        times["alone"].append(await _timed(alone, number))
        times["ours"].append(await _timed(ours, number))
    after = usage(pid)
    return Row(
        scenario=scenario,
        searxng=statistics.median(times["alone"]),
        product=statistics.median(times["ours"]),
        p95=statistics.quantiles(times["ours"], n=20)[-1],
        cpu=(after.cpu - before.cpu) * 1000 / CALLS,
        rss=after.rss,
    )


async def _timed(call: Callable[[int], Awaitable[None]], number: int) -> float:
    started = time.perf_counter()
    await call(number)
    return (time.perf_counter() - started) * 1000


@dataclass
class _Child:
    """A child process whose output is read until a line says that it is ready."""

    process: asyncio.subprocess.Process

    @property
    def pid(self) -> int:
        return self.process.pid

    async def line(self, pattern: str) -> str:
        """Read output until `pattern` matches; returns its first group. Raises RuntimeError when output ends."""
        seen: list[str] = []
        assert self.process.stdout is not None
        async with asyncio.timeout(60):
            while raw := await self.process.stdout.readline():
                seen.append(raw.decode())
                if found := re.search(pattern, seen[-1]):
                    self.reader = asyncio.ensure_future(self._drain())
                    return found[1]
        raise RuntimeError("the process ended:\n" + "".join(seen))

    async def _drain(self) -> None:
        assert self.process.stdout is not None
        while await self.process.stdout.readline():
            pass


@asynccontextmanager
async def _child(*command: str) -> AsyncIterator[_Child]:
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, cwd=ROOT
    )
    try:
        yield _Child(process)
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
