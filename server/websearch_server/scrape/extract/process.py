"""One worker process as the server sees it: two pipes, a question at a time, and SIGKILL.

Says nothing about what is asked (`wire.py`) or who asks (`pool.py`). A worker that did not answer in time or in full
is of no more use, since nobody knows where in a frame it stands; its owner ends it.
"""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

from websearch_server.errors import FetchError
from websearch_server.model import DropReason
from websearch_server.scrape.extract.wire import LENGTHS, Findings, Head, Task, findings_from, task_to

__all__ = ["WorkerProcess"]

# -P: what lies in the current directory is not imported.
_COMMAND = (sys.executable, "-P", "-m", "websearch_server.scrape.extract.worker")
_START_SECONDS = 30.0  # imports take a third of a second on an idle machine
_MAX_REPLY = 64 * 1024 * 1024
_BUFFER = 1024 * 1024


class WorkerProcess:
    """One process and its two pipes."""

    def __init__(self, process: Process) -> None:
        if process.stdin is None or process.stdout is None:
            raise TypeError("a worker is spoken to through its pipes")
        self._process = process
        self._requests = process.stdin
        self._replies = process.stdout

    @classmethod
    async def start(cls, hello: bytes) -> "WorkerProcess":
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

    @property
    def alive(self) -> bool:
        """Whether the process still runs, as far as is known at this moment."""
        return self._process.returncode is None and not self._replies.at_eof()

    async def ask(self, task: Task, *, seconds: float) -> Findings:
        """Have the page read within `seconds`. Raises FetchError; the worker is of no more use then."""
        try:
            async with asyncio.timeout(seconds):
                return findings_from(*await self._exchange(task_to(task)))
        except TimeoutError as error:
            message = f"the page could not be read within {seconds:g} s"
            raise FetchError(message, reason=DropReason.EXTRACTION) from error
        except (EOFError, ConnectionError, ValueError, TypeError, KeyError) as error:
            raise FetchError("the page broke the extraction worker", reason=DropReason.EXTRACTION) from error

    async def end(self) -> None:
        """Kill the process and wait until it is gone."""
        if self._process.returncode is None:
            # Not `Process.kill`: before Python 3.13.2 it may reap the child under its watcher's hands (gh-127049).
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGKILL)
        self._requests.close()
        await self._process.wait()

    async def _exchange(self, request: bytes) -> tuple[Head, bytes]:
        self._requests.write(request)
        await self._requests.drain()
        head, body = LENGTHS.unpack(await self._replies.readexactly(LENGTHS.size))
        if head + body > _MAX_REPLY:
            raise EOFError
        return json.loads(await self._replies.readexactly(head)), await self._replies.readexactly(body)
