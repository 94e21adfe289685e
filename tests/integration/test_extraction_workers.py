"""Worker processes that hang, die, are killed or forgotten: what it costs the page, the next one, and the machine.

The workers are the real ones, except that a page can tell them to misbehave.
"""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.integration.processes import descendants, gone, until
from tests.integration.raw_web import RawWeb, response
from tests.integration.scrape_kit import SOON, failure, open_ladder, read

from websearch_server.config.scraper import ScraperSettings
from websearch_server.egress import Egress, EgressLimits
from websearch_server.errors import ConfigError, FetchError
from websearch_server.model import DropReason, Page
from websearch_server.scrape import Ladder
from websearch_server.scrape.extract import process
from websearch_server.scrape.extract.wire import Limits, Task, Thresholds, limits_to
from websearch_server.scrape.kinds import Kind

Opened = tuple[Ladder, RawWeb]

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
# Says that it is ready, and answers everything with a frame that is no findings.
BABBLING = r"import sys; sys.stdout.buffer.write(b'\0\0\0\2\0\0\0\0{}' * 2); sys.stdout.flush(); sys.stdin.read()"
ROOT = Path(__file__).parents[2]
PAGES = ("good", "hang", "eat", "die", "print", "fail")


@pytest.fixture(autouse=True)
def _obedient_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    command(monkeypatch, sys.executable, "-P", "-c", OBEDIENT)


def command(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(process, "_COMMAND", words)


@pytest.fixture
async def opened() -> AsyncIterator[Opened]:
    """A ladder with one worker and time to spare."""
    async with open_ladder(timeout=SOON) as (ladder, web):
        serve(web)
        yield ladder, web


def serve(web: RawWeb) -> None:
    for name in PAGES:
        web.routes[f"/{name}"] = response(f"this is {name}".encode(), content_type="text/plain", connection="close")


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


async def test_a_page_that_hangs_is_given_up_and_its_worker_replaced() -> None:
    async with open_ladder(timeout=0.2) as (ladder, web):
        serve(web)
        first = only_worker()
        error = await failure(ladder, web.url("/hang"))
        assert (error.reason, str(error)) == (DropReason.EXTRACTION, "the page could not be read within 0.2 s")
        assert (await read(ladder, web.url("/good"))).markdown == "this is good"
        assert gone({first})


async def test_a_page_that_eats_memory_is_told_and_its_worker_replaced(opened: Opened) -> None:
    ladder, web = opened
    first = only_worker()
    error = await failure(ladder, web.url("/eat"))
    assert (error.reason, str(error)) == (DropReason.EXTRACTION, "it needs more than 512 MiB of memory")
    assert (await read(ladder, web.url("/good"))).markdown == "this is good"
    assert gone({first})


async def test_a_page_that_ends_its_worker_costs_that_worker_only(opened: Opened) -> None:
    ladder, web = opened
    error = await failure(ladder, web.url("/die"))
    assert (error.reason, str(error)) == (DropReason.EXTRACTION, "the page broke the extraction worker")
    assert (await read(ladder, web.url("/good"))).markdown == "this is good"


async def test_an_extractor_that_fails_says_nothing_of_the_page_and_keeps_its_worker(opened: Opened) -> None:
    ladder, web = opened
    first = only_worker()
    error = await failure(ladder, web.url("/fail"))
    assert (error.reason, str(error)) == (DropReason.EXTRACTION, "the extractor failed (RuntimeError)")
    assert only_worker() == first


async def test_a_stray_print_does_not_reach_the_pipe(opened: Opened) -> None:
    ladder, web = opened
    assert (await read(ladder, web.url("/print"))).markdown == "this is print"
    assert (await read(ladder, web.url("/good"))).markdown == "this is good"


async def test_a_busy_worker_killed_from_outside_costs_its_page_only(opened: Opened) -> None:
    ladder, web = opened
    task, pid = await hanging(ladder, web)
    os.kill(pid, signal.SIGKILL)
    (error,) = await asyncio.gather(task, return_exceptions=True)
    assert str(error) == "the page broke the extraction worker"
    assert (await read(ladder, web.url("/good"))).markdown == "this is good"


async def test_an_idle_worker_killed_from_outside_costs_no_page(opened: Opened) -> None:
    ladder, web = opened
    pid = only_worker()
    os.kill(pid, signal.SIGKILL)
    await until(lambda: gone({pid}))
    assert (await read(ladder, web.url("/good"))).markdown == "this is good"


async def test_a_caller_that_goes_away_takes_its_worker_with_it(opened: Opened) -> None:
    ladder, web = opened
    task, pid = await hanging(ladder, web)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await until(lambda: gone({pid}))
    assert (await read(ladder, web.url("/good"))).markdown == "this is good"


async def test_the_callers_deadline_comes_before_the_workers(opened: Opened) -> None:
    ladder, web = opened
    pid = only_worker()
    assert (await failure(ladder, web.url("/hang"), seconds=0.3)).reason is DropReason.TIMEOUT
    await until(lambda: gone({pid}))


async def test_who_waits_for_a_worker_and_goes_away_costs_nothing(opened: Opened) -> None:
    ladder, web = opened
    task, pid = await hanging(ladder, web)
    assert (await failure(ladder, web.url("/good"), seconds=0.2)).reason is DropReason.TIMEOUT
    assert only_worker() == pid
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_another_worker_reads_meanwhile() -> None:
    async with open_ladder(timeout=SOON, workers=2) as (ladder, web):
        serve(web)
        task = asyncio.create_task(read(ladder, web.url("/hang")))
        for _ in range(3):
            assert (await read(ladder, web.url("/good"))).markdown == "this is good"
        assert not task.done()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_worn_worker_is_replaced_without_losing_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    code = OBEDIENT.replace("worker.work = work", "worker._PAGES = 2; worker.work = work")
    command(monkeypatch, sys.executable, "-P", "-c", code)
    async with open_ladder() as (ladder, web):
        serve(web)
        seen = set()
        for _ in range(5):
            assert (await read(ladder, web.url("/good"))).markdown == "this is good"
            seen |= workers()
        assert len(seen) >= 3


@pytest.mark.parametrize("busy", [True, False])
async def test_close_leaves_no_process(busy: bool) -> None:
    async with open_ladder(timeout=SOON, workers=3) as (ladder, web):
        serve(web)
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


async def test_a_worker_has_a_session_of_its_own(opened: Opened) -> None:
    assert os.getsid(only_worker()) != os.getsid(0)  # Ctrl-C in a terminal does not reach it


@pytest.mark.parametrize("page", ["good", "hang"])
async def test_the_death_of_the_parent_leaves_no_worker(page: str) -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.integration.test_extraction_workers",
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


async def test_a_worker_that_nobody_ends_is_ended_by_its_cpu_limit() -> None:
    thresholds = Thresholds(min_text_length=0, min_text_ratio=0, max_script_tags=0)
    hello = limits_to(Limits(seconds=0.1, memory_mib=512, pdf_pages=1, thresholds=thresholds))
    page = Page(url="", final_url="", status=200, headers=(), body=b"hang", raw_hash="")
    alone = await process.WorkerProcess.start(hello)
    try:
        with pytest.raises(FetchError, match="the page broke the extraction worker"):
            await alone.ask(Task(page=page, kind=Kind.TEXT), seconds=SOON)
    finally:
        await alone.end()


@pytest.mark.parametrize(
    "words", [("/no/such/python",), (sys.executable, "-c", "raise SystemExit('no such library')"), ("/bin/true",)]
)
async def test_a_worker_that_cannot_start_is_a_clear_error(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    command(monkeypatch, *words)
    with pytest.raises(ConfigError, match="extraction worker"):
        async with open_ladder():
            pass
    assert workers() == set()


async def test_a_worker_that_babbles_is_no_danger(monkeypatch: pytest.MonkeyPatch) -> None:
    command(monkeypatch, sys.executable, "-P", "-c", BABBLING)
    async with open_ladder() as (ladder, web):
        serve(web)
        for _ in range(2):
            assert (await failure(ladder, web.url("/good"))).reason is DropReason.EXTRACTION


async def _parent(page: str) -> None:
    """Read pages until killed; what the tests of a parent's death run as a process of its own."""
    process._COMMAND = (sys.executable, "-P", "-c", OBEDIENT)
    async with open_ladder(timeout=SOON) as (ladder, web):
        serve(web)
        reading = asyncio.create_task(read(ladder, web.url(f"/{page}")))
        if page == "good":
            await reading
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        await asyncio.sleep(SOON)


if __name__ == "__main__":
    asyncio.run(_parent(sys.argv[1]))
