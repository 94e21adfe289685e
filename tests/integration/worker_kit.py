"""Worker processes that do as a page tells them, and ways to watch them.

The workers are the real ones but for that. Used by `test_extraction_workers.py` and `test_extraction_lifetime.py`.
"""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from tests.integration.processes import descendants, until
from tests.integration.raw_web import RawWeb, response
from tests.integration.scrape_kit import SOON, open_ladder, read

from websearch_server.scrape import Ladder
from websearch_server.scrape.extract import process

__all__ = ["OBEDIENT", "command", "hanging", "obedient", "only_worker", "spinning", "workers"]

OBEDIENT = """
import os
from websearch_server.scrape.extract import worker

def work(task, limits, work=worker.work):
    if b"hang" in task.page.body:
        while True:
            pass
    if b"eat" in task.page.body:
        bytearray(10**10)
    if b"die" in task.page.body:
        os._exit(3)
    if b"print" in task.page.body:
        print("a stray line", flush=True)
    if b"fail" in task.page.body:
        raise RuntimeError("page text that must not be shown")
    return work(task, limits)

worker.work = work
worker.main()
"""
PAGES = ("good", "hang", "eat", "die", "print", "fail")


def command(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """Have workers started by this command."""
    monkeypatch.setattr(process, "_COMMAND", words)


@asynccontextmanager
async def obedient(**extraction: float) -> AsyncIterator[tuple[Ladder, RawWeb]]:
    """A ladder, with one worker and time to spare unless told otherwise, and a web with a page for each order."""
    async with open_ladder(**{"timeout": SOON, **extraction}) as (ladder, web):
        for name in PAGES:
            web.routes[f"/{name}"] = response(f"this is {name}".encode(), content_type="text/plain", connection="close")
        yield ladder, web


def workers(parent: int = 0) -> set[int]:
    """The worker processes of this process or another; a session's SearXNG may be among its children too."""
    found = set()
    for pid in descendants(parent or os.getpid()):
        with suppress(OSError):  # it has just ended
            if b"scrape.extract" in (Path("/proc") / str(pid) / "cmdline").read_bytes():
                found.add(pid)
    return found


def only_worker() -> int:
    (pid,) = workers()
    return pid


def cpu_ticks(pid: int) -> int:
    """What a process has computed so far, in hundredths of a second."""
    fields = (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


async def spinning(pids: set[int]) -> None:
    """Wait until each of these processes has computed for as long as no good page takes."""
    before = {pid: cpu_ticks(pid) for pid in pids}
    await until(lambda: all(cpu_ticks(pid) > before[pid] + 10 for pid in pids))


async def hanging(ladder: Ladder, web: RawWeb) -> tuple["asyncio.Task[object]", int]:
    """A read that will not end, and the worker that is at it."""
    task: asyncio.Task[object] = asyncio.create_task(read(ladder, web.url("/hang")))
    pid = only_worker()
    await spinning({pid})
    return task, pid
