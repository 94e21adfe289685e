"""A few worker processes, each reading one page at a time, any of which can be killed at any moment.

A page that takes too long, needs too much memory or crashes native code costs its own worker and nothing else:
another is started in the background. Why the pool is our own, and what it costs a page, is in
docs/decisions/0007-extraction-workers.md. Parses nothing itself; made by `ladder.py`, used by `http.py`.
"""

import asyncio
import math
import os
from contextlib import suppress
from pathlib import Path

from websearch_server.config.scraper import ScraperSettings
from websearch_server.deadline import Deadline
from websearch_server.errors import ConfigError, FetchError
from websearch_server.model import DropReason
from websearch_server.scrape.extract.process import WorkerProcess
from websearch_server.scrape.extract.wire import Findings, Limits, Task, Thresholds, limits_to

__all__ = ["ExtractionPool"]

_QUOTA = Path("/sys/fs/cgroup/cpu.max")


class ExtractionPool:
    """The workers; one for the process. A slot is a task that ends with a warm worker, or with why there is none."""

    def __init__(self, settings: ScraperSettings) -> None:
        self._count = settings.extraction.workers or _cpus()
        self._seconds = settings.extraction.timeout
        self._hello = limits_to(
            Limits(
                seconds=settings.extraction.timeout,
                memory_mib=settings.extraction.max_memory_mib,
                pdf_pages=settings.extraction.max_pdf_pages,
                thresholds=Thresholds(**settings.content_detection.model_dump()),
            )
        )
        self._free: asyncio.Queue[asyncio.Task[WorkerProcess]] = asyncio.Queue()
        self._slots: set[asyncio.Task[WorkerProcess]] = set()
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    async def start(self) -> None:
        """Start every worker and wait for the first. Raises ConfigError when it can't start."""
        for _ in range(self._count):
            self._begin()
        ready, _ = await asyncio.wait(self._slots, return_when=asyncio.FIRST_COMPLETED)
        for slot in ready:
            if isinstance(error := slot.exception(), FetchError):
                raise ConfigError(f"{error}; its own words are above") from error

    async def close(self) -> None:
        """Kill every worker and wait until it is gone; pages still being read fail."""
        self._closed = True
        for slot in list(self._slots):
            self._end(slot)
        while self._ending:
            await asyncio.wait(self._ending)

    async def extract(self, task: Task, *, deadline: Deadline) -> Findings:
        """Have one page read. Raises FetchError (timeout, extraction)."""
        try:
            async with deadline.timeout():
                slot, worker = await self._take()
                try:
                    findings = await worker.ask(task, seconds=self._seconds)
                except BaseException:  # whatever it was, cancellation included: this worker is in the middle of a page
                    self._give_back(slot, worn=True)
                    raise
                self._give_back(slot, worn=findings.spent)
                return findings
        except TimeoutError:
            raise FetchError("there was no time left to read the page", reason=DropReason.TIMEOUT) from None

    async def _take(self) -> tuple[asyncio.Task[WorkerProcess], WorkerProcess]:
        """The next free worker. Raises FetchError when it could not be started; another start is under way then."""
        while True:
            slot = await self._free.get()
            try:
                worker = slot.result()
            except FetchError:
                self._give_back(slot, worn=True)
                raise
            if worker.alive:
                return slot, worker
            self._give_back(slot, worn=True)  # killed while idle, by the kernel short of memory perhaps

    def _give_back(self, slot: asyncio.Task[WorkerProcess], *, worn: bool) -> None:
        if worn:
            self._end(slot)
            if not self._closed:
                self._begin()
        else:
            self._free.put_nowait(slot)

    def _begin(self) -> None:
        """Start a worker in the background; it is free once it is warm."""
        slot = asyncio.create_task(WorkerProcess.start(self._hello))
        self._slots.add(slot)
        slot.add_done_callback(self._started)

    def _started(self, slot: asyncio.Task[WorkerProcess]) -> None:
        if not slot.cancelled():
            self._free.put_nowait(slot)

    def _end(self, slot: asyncio.Task[WorkerProcess]) -> None:
        """Kill a slot's worker, started or starting, without waiting for it."""
        self._slots.discard(slot)
        ending = asyncio.create_task(_end(slot))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)


async def _end(slot: asyncio.Task[WorkerProcess]) -> None:
    slot.cancel()
    with suppress(asyncio.CancelledError, FetchError):
        worker = await slot
        await worker.end()


def _cpus() -> int:
    """CPUs this process may use: by affinity, and in a container by its quota (cgroup v2)."""
    count = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    with suppress(OSError, ValueError):  # no such file outside Linux; "max" is no number
        quota, period = _QUOTA.read_text().split()
        count = min(count, math.ceil(int(quota) / int(period)))
    return count
