"""A child process that can't outlive us: started under `guard.py`, ended politely, then by force.

The child runs in a session of its own (a terminal's Ctrl-C reaches us alone, and we decide the order of ending)
and writes to a log file. It is ended with its whole group by `stop`, by cancellation, and by the guard when this
process dies without a word. Used by `searxng_env.py` for installers and by `searxng.py` for what must keep running.
"""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from websearch_server.embedded import guard
from websearch_server.errors import StackError

__all__ = ["GuardedProcess", "clean_environment", "run_guarded"]

_FORCE_SECONDS = 2.0  # beyond the guard's own grace time, before the guard itself is killed
# What would change another interpreter or SearXNG itself, and what is ours alone (our settings hold secrets).
_FOREIGN = ("GRANIAN_", "SEARXNG_", "PYTHON", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__", "WEBSEARCH_", "PALENA_")


def clean_environment(environ: Mapping[str, str], extra: Mapping[str, str]) -> dict[str, str]:
    """Copy the environment without what is not the child's business (`_FOREIGN`), plus `extra`."""
    return {key: value for key, value in environ.items() if not key.startswith(_FOREIGN)} | dict(extra)


class GuardedProcess:
    """One running command; `pid` is its process (and process group) id, not the guard's."""

    def __init__(self, guard_process: asyncio.subprocess.Process, pid: int, grace: float) -> None:
        self._guard = guard_process
        self._grace = grace
        self.pid = pid

    @classmethod
    async def start(
        cls,
        command: Sequence[str],
        *,
        env: Mapping[str, str],
        log: Path,
        cwd: Path | None = None,
        scratch: Path | None = None,
        grace: float = 5.0,
    ) -> "GuardedProcess":
        """Start `command` with its output appended to `log`. Raises StackError when it can't be started.

        `scratch` is removed by the guard if this process dies; `grace` is the time between SIGTERM and SIGKILL.
        """
        arguments = [str(grace), str(log), str(scratch or ""), *command]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-I", "-S", guard.__file__, *arguments),
            env=dict(env),
            cwd=cwd,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
        try:
            return cls(process, await _child_pid(process), grace)
        except BaseException:
            await _end(process, grace)
            raise

    @property
    def running(self) -> bool:
        """Whether the process has not ended yet."""
        return self._guard.returncode is None

    async def wait(self) -> int:
        """Wait for the end and return the exit status (128 + signal when killed)."""
        status = await self._guard.wait()
        self._mop_up()
        return status

    async def stop(self) -> None:
        """End the process and its group; returns once they are gone. May be called twice."""
        await _end(self._guard, self._grace)
        self._mop_up()

    def _mop_up(self) -> None:
        """Kill the group ourselves when the guard was killed before it could."""
        if (self._guard.returncode or 0) < 0:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)


async def run_guarded(command: Sequence[str], *, env: Mapping[str, str], log: Path) -> int:
    """Run `command` to its end and return its exit status; cancelled, it is ended first."""
    process = await GuardedProcess.start(command, env=env, log=log, grace=1.0)
    try:
        return await process.wait()
    finally:
        await process.stop()


async def _end(process: asyncio.subprocess.Process, grace: float) -> None:
    """End the guard, which ends its group; by force when it doesn't answer. Completes even when cancelled."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    ending = asyncio.ensure_future(_wait_or_kill(process, grace + _FORCE_SECONDS))
    try:
        await asyncio.shield(ending)
    except asyncio.CancelledError:
        await ending
        raise
    finally:
        if process.stdin is not None:
            process.stdin.close()


async def _wait_or_kill(process: asyncio.subprocess.Process, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await process.wait()
    except TimeoutError:
        process.kill()
        await process.wait()


async def _child_pid(process: asyncio.subprocess.Process) -> int:
    """Read the guard's first line. Raises StackError with its reason when there is none."""
    if process.stdout is None or process.stderr is None:
        raise StackError("the guard was started without pipes")
    first = (await process.stdout.readline()).strip()
    if first.isdigit():
        return int(first)
    reason = (await process.stderr.read()).decode(errors="replace").strip()
    raise StackError(reason.splitlines()[-1] if reason else "the guard did not start")
