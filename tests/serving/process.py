"""The server as a process that can be sent signals."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from tests.serving.running import WAIT_SECONDS

__all__ = ["ServerProcess", "server_process"]

_ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """A running `python -m tests.serving`."""

    url: str
    process: asyncio.subprocess.Process

    async def line(self) -> str:
        """The next line the server writes."""
        assert self.process.stdout is not None
        async with asyncio.timeout(WAIT_SECONDS):
            return (await self.process.stdout.readline()).decode().rstrip("\n")

    def release(self) -> None:
        """Let all calls that hold finish."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"\n")

    async def exit_code(self) -> int:
        """Wait until the server has ended."""
        async with asyncio.timeout(WAIT_SECONDS):
            return await self.process.wait()


@asynccontextmanager
async def server_process(*arguments: str) -> AsyncIterator[ServerProcess]:
    """Start a server; it is killed if the test leaves it running."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.serving",
        *arguments,
        cwd=_ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, ["server", os.environ.get("PYTHONPATH")]))},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        server = ServerProcess(url="", process=process)
        yield replace(server, url=await server.line())
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
