"""A real SearXNG on loopback for as long as a `with` block lasts, started again when it ends by itself.

Served by granian, as the official image does, from its own environment, with a private scratch directory for its
settings, caches and log. Nothing of it is left behind, neither on leaving nor when this process is killed
(`process.py`). Used by `stack.py`, `demo/stack.py` and the integration tests.
"""

import asyncio
import contextlib
import os
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import httpx

from websearch_server.embedded.process import GuardedProcess, clean_environment
from websearch_server.errors import StackError

__all__ = ["EmbeddedSearxng"]

_HOST = "127.0.0.1"
_START_SECONDS = 60.0  # it takes 1-4 s; a loaded machine with a cold disk has been seen to take 20
_POLL_SECONDS = 0.05
_START_ATTEMPTS = 3  # only where the port can't be held for it (see `_reserve`)
_GRACE_SECONDS = 3.0
_BACKOFF_SECONDS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)
_STEADY_SECONDS = 60.0  # having run this long, the next end starts from the shortest back-off again
_LOG_TAIL_BYTES = 2000


class EmbeddedSearxng:
    """`async with EmbeddedSearxng(python=…, settings=…) as searxng:` and `searxng.url` answers."""

    def __init__(
        self,
        *,
        python: Path,
        settings: str,
        report: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._python = python
        self._settings = settings
        self._report = report
        self._held: socket.socket | None = None
        self._process: GuardedProcess | None = None
        self._keeper: asyncio.Task[None] | None = None
        self.scratch = Path()
        self.url = ""

    @property
    def pid(self) -> int:
        """The process id of the running server, 0 when there is none."""
        return self._process.pid if self._process and self._process.running else 0

    @property
    def log_file(self) -> Path:
        """Where the server writes what it has to say."""
        return self.scratch / "searxng.log"

    async def __aenter__(self) -> "EmbeddedSearxng":
        self.scratch = Path(tempfile.mkdtemp(prefix="websearch-searxng-"))
        try:
            (self.scratch / "settings.yml").write_text(self._settings, encoding="utf-8")
            (self.scratch / "tmp").mkdir()
            await self._first_start()
        except BaseException:
            await self._close()
            raise
        self._keeper = asyncio.create_task(self._keep_running(), name="searxng-keeper")
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._keeper:
                self._keeper.cancel()
                await asyncio.gather(self._keeper, return_exceptions=True)
        finally:
            await self._close()

    async def _close(self) -> None:
        try:
            if self._process:
                await self._process.stop()
        finally:
            if self._held:
                self._held.close()
            shutil.rmtree(self.scratch, ignore_errors=True)

    async def _first_start(self) -> None:
        for attempt in range(1, _START_ATTEMPTS + 1):
            port, self._held = _reserve()
            self.url = f"http://{_HOST}:{port}"
            try:
                await self._start()
            except StackError:
                if self._held or attempt == _START_ATTEMPTS:
                    raise
            else:
                return

    async def _start(self) -> None:
        """Start the process and return once it answers. Raises StackError with the end of its log."""
        port = self.url.rpartition(":")[2]
        command = (
            *(str(self._python), "-m", "granian", "searx.webapp:app", "--interface", "wsgi", "--no-ws"),
            *("--host", _HOST, "--port", port, "--workers", "1"),
            *("--blocking-threads", "8", "--backpressure", "64", "--workers-kill-timeout", "2"),
        )
        env = clean_environment(
            os.environ,
            {
                "SEARXNG_SETTINGS_PATH": str(self.scratch / "settings.yml"),
                "TMPDIR": str(self.scratch / "tmp"),  # it keeps sqlite caches there under fixed names
                "PYTHONUNBUFFERED": "1",
            },
        )
        process = await GuardedProcess.start(
            command, env=env, cwd=self.scratch, log=self.log_file, scratch=self.scratch, grace=_GRACE_SECONDS
        )
        self._process = process
        ready = asyncio.create_task(self._answers())
        ended = asyncio.create_task(process.wait())
        try:
            await asyncio.wait({ready, ended}, timeout=_START_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if ready.done():
                return
            problem = "ended at once" if ended.done() else f"did not answer within {_START_SECONDS:.0f} s"
        finally:
            ready.cancel()
            ended.cancel()
            await asyncio.gather(ready, ended, return_exceptions=True)
        tail = self._log_tail()
        await process.stop()
        raise StackError(f"SearXNG {problem}. Its log ends with:\n{tail}")

    async def _answers(self) -> None:
        """Return once the health endpoint says OK."""
        async with httpx.AsyncClient(trust_env=False, timeout=2.0) as client:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    if (await client.get(f"{self.url}/healthz")).text == "OK":
                        return
                await asyncio.sleep(_POLL_SECONDS)

    async def _keep_running(self) -> None:
        """Start the process again, ever more slowly, whenever it ends by itself; runs until cancelled."""
        failures = 0
        while True:
            started = time.monotonic()
            if self._process and self._process.running:
                await self._process.wait()
            failures = 0 if time.monotonic() - started > _STEADY_SECONDS else failures
            pause = _BACKOFF_SECONDS[min(failures, len(_BACKOFF_SECONDS) - 1)]
            self._report(f"SearXNG ended by itself; starting it again in {pause:g} s")
            await asyncio.sleep(pause)
            failures += 1
            try:
                await self._start()
            except StackError as error:
                self._report(str(error))

    def _log_tail(self) -> str:
        with contextlib.suppress(OSError):
            return self.log_file.read_bytes()[-_LOG_TAIL_BYTES:].decode(errors="replace").strip()
        return "(no log)"


def _reserve() -> tuple[int, socket.socket | None]:
    """Choose a free port; on Linux also hold it, so that nobody else gets it before granian binds it.

    A bound socket that doesn't listen takes no connections, and granian binds with SO_REUSEPORT, which Linux lets
    share the port with our own user's sockets alone.
    """
    held = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform == "linux":
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        held.bind((_HOST, 0))
        return held.getsockname()[1], held
    with held:
        held.bind((_HOST, 0))
        return held.getsockname()[1], None
