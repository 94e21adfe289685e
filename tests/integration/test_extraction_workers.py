"""Worker processes that hang, die, are killed or babble: what it costs their page, and the next one."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.integration.processes import gone, until
from tests.integration.scrape_kit import SOON, Opened, failure, read
from tests.integration.worker_kit import OBEDIENT, command, hanging, obedient, only_worker, workers

from websearch_server.errors import FetchError
from websearch_server.model import DropReason, Page
from websearch_server.scrape.extract import process
from websearch_server.scrape.extract.wire import Limits, Task, Thresholds, limits_to
from websearch_server.scrape.kinds import Kind

# Says that it is ready, and answers everything with a frame that is no findings.
BABBLING = r"import sys; sys.stdout.buffer.write(b'\0\0\0\2\0\0\0\0{}' * 2); sys.stdout.flush(); sys.stdin.read()"


@pytest.fixture(autouse=True)
def _obedient_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    command(monkeypatch, sys.executable, "-P", "-c", OBEDIENT)


@pytest.fixture
async def opened() -> AsyncIterator[Opened]:
    async with obedient() as both:
        yield both


async def test_a_page_that_hangs_is_given_up_and_its_worker_replaced() -> None:
    async with obedient(timeout=0.2) as (ladder, web):
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
    await until(lambda: not Path(f"/proc/{pid}").exists())  # reaped, so that its owner knows
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
    async with obedient(workers=2) as (ladder, web):
        task = asyncio.create_task(read(ladder, web.url("/hang")))
        for _ in range(3):
            assert (await read(ladder, web.url("/good"))).markdown == "this is good"
        assert not task.done()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def test_a_worn_worker_is_replaced_without_losing_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    code = OBEDIENT.replace("worker.work = work", "worker._PAGES = 2; worker.work = work")
    command(monkeypatch, sys.executable, "-P", "-c", code)
    async with obedient() as (ladder, web):
        seen = set()
        for _ in range(5):
            assert (await read(ladder, web.url("/good"))).markdown == "this is good"
            seen |= workers()
        assert len(seen) >= 3


async def test_a_worker_that_babbles_is_no_danger(monkeypatch: pytest.MonkeyPatch) -> None:
    command(monkeypatch, sys.executable, "-P", "-c", BABBLING)
    async with obedient() as (ladder, web):
        for _ in range(2):
            assert (await failure(ladder, web.url("/good"))).reason is DropReason.EXTRACTION


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
