"""A few worker processes, each reading one page at a time, any of which can be killed at any moment.

A page that takes too long, needs too much memory or crashes native code costs its own worker and nothing else: the
worker is killed and another started in the background. Small and our own because it is half as dear per page as a
general pool (docs/decisions/0007-extraction-workers.md). Parses nothing itself; used by `http.py`.
"""

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

from websearch_server.config.scraper import ScraperSettings
from websearch_server.deadline import Deadline
from websearch_server.errors import ConfigError, FetchError
from websearch_server.model import DropReason
from websearch_server.scrape.extract.wire import (
    LENGTHS,
    Findings,
    Head,
    Limits,
    Task,
    Thresholds,
    findings_from,
    limits_to,
    task_to,
)

__all__ = ["ExtractionPool"]

_COMMAND = (sys.executable, "-P", "-m", "websearch_server.scrape.extract.worker")
_START_SECONDS = 30.0  # imports take half a second on an idle machine
_MAX_REPLY = 64 * 1024 * 1024
_BUFFER = 1024 * 1024


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
        self._free: asyncio.Queue[asyncio.Task[_Worker]] = asyncio.Queue()
        self._slots: set[asyncio.Task[_Worker]] = set()
        self._ending: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Start every worker and wait for the first. Raises ConfigError when it can't start."""
        for _ in range(self._count):
            self._begin()
        ready, _ = await asyncio.wait(self._slots, return_when=asyncio.FIRST_COMPLETED)
        for slot in ready:
            if isinstance(error := slot.exception(), FetchError):
                raise ConfigError(f"{error}; its own words are above") from error

    async def close(self) -> None:
        """Kill every worker and wait until it is gone."""
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

    async def _take(self) -> "tuple[asyncio.Task[_Worker], _Worker]":
        """The next free worker. Raises FetchError when it could not be started; another start is under way then."""
        slot = await self._free.get()
        try:
            return slot, slot.result()
        except FetchError:
            self._give_back(slot, worn=True)
            raise

    def _give_back(self, slot: "asyncio.Task[_Worker]", *, worn: bool) -> None:
        if worn:
            self._end(slot)
            self._begin()
        else:
            self._free.put_nowait(slot)

    def _begin(self) -> None:
        """Start a worker in the background; it is free once it is warm."""
        slot = asyncio.create_task(_Worker.start(self._hello))
        self._slots.add(slot)
        slot.add_done_callback(self._started)

    def _started(self, slot: "asyncio.Task[_Worker]") -> None:
        if not slot.cancelled():
            self._free.put_nowait(slot)

    def _end(self, slot: "asyncio.Task[_Worker]") -> None:
        """Kill a slot's worker, started or starting, without waiting for it."""
        self._slots.discard(slot)
        ending = asyncio.create_task(_end(slot))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)


class _Worker:
    """One process and its two pipes."""

    def __init__(self, process: Process) -> None:
        if process.stdin is None or process.stdout is None:
            raise TypeError("a worker is spoken to through its pipes")
        self._process = process
        self._requests = process.stdin
        self._replies = process.stdout

    @classmethod
    async def start(cls, hello: bytes) -> "_Worker":
        """Start a process and wait until it is warm. Raises FetchError."""
        try:
            # Its own session, so that Ctrl-C in a terminal reaches the server alone, which then finishes its calls.
            process = await asyncio.create_subprocess_exec(
                *_COMMAND, stdin=PIPE, stdout=PIPE, limit=_BUFFER, start_new_session=True
            )
        except OSError as error:
            raise FetchError(f"no extraction worker can be started ({error})", reason=DropReason.EXTRACTION) from error
        worker = cls(process)
        try:
            async with asyncio.timeout(_START_SECONDS):
                await worker._exchange(hello)
        except BaseException as error:
            await worker.end()
            if isinstance(error, (TimeoutError, EOFError, ConnectionError)):
                raise FetchError("the extraction worker did not start", reason=DropReason.EXTRACTION) from error
            raise
        return worker

    async def ask(self, task: Task, *, seconds: float) -> Findings:
        """Have the page read within `seconds`. Raises FetchError; the worker is of no more use then."""
        try:
            async with asyncio.timeout(seconds):
                return findings_from(*await self._exchange(task_to(task)))
        except TimeoutError as error:
            message = f"the page could not be read within {seconds:g} s"
            raise FetchError(message, reason=DropReason.EXTRACTION) from error
        except (EOFError, ConnectionError) as error:
            raise FetchError("the page broke the extraction worker", reason=DropReason.EXTRACTION) from error

    async def end(self) -> None:
        """Kill the process and wait until it is gone."""
        with suppress(ProcessLookupError):
            self._process.kill()
        self._requests.close()
        await self._process.wait()

    async def _exchange(self, request: bytes) -> tuple[Head, bytes]:
        self._requests.write(request)
        await self._requests.drain()
        head, body = LENGTHS.unpack(await self._replies.readexactly(LENGTHS.size))
        if head + body > _MAX_REPLY:
            raise EOFError
        return json.loads(await self._replies.readexactly(head)), await self._replies.readexactly(body)


async def _end(slot: "asyncio.Task[_Worker]") -> None:
    slot.cancel()
    with suppress(asyncio.CancelledError, FetchError):
        worker = await slot
        await worker.end()


def _cpus() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
