"""Watches over one process group and outlives us just long enough to end it, however we end.

Run as a script with nothing but the standard library (`python -I -S guard.py …`) so that it starts in
milliseconds; it is never imported by the server. Its stdin is a pipe from us that carries nothing: when it closes
or our process id is gone, even by SIGKILL, the group is ended and the scratch directory removed. `process.py`
starts it and holds the other end.

    guard.py GRACE_SECONDS LOG_FILE SCRATCH_DIR|"" COMMAND…

The command's process id is the first line on stdout; its exit status becomes ours (128 + signal when killed).
"""

import contextlib
import os
import select
import shutil
import signal
import sys
import time

__all__ = ["main"]

_PARENT_CHECK_SECONDS = 1.0  # backs up the pipe: a forked sibling of ours may hold its other end open
_SPAWN_FAILED = 127  # the shell's "command not found"


class Guard:
    """The watched process group and the reasons to end it."""

    def __init__(self, command: list[str], log: str, grace: float) -> None:
        self.grace = grace
        self.parent = os.getppid()
        self.asked = False
        self.wake, wake_write = os.pipe()
        os.set_blocking(wake_write, False)
        os.set_blocking(self.wake, False)
        signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(number, self._ask)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND
        self.child = os.posix_spawnp(
            command[0],
            command,
            os.environ,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, log, flags, 0o600),
                (os.POSIX_SPAWN_DUP2, 1, 2),
            ],
            setpgroup=0,
            setsigdef=[signal.SIGPIPE, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGCHLD],
        )

    def _ask(self, *_: object) -> None:
        self.asked = True

    def ended(self) -> int | None:
        """Reap the process and return its exit status, or None while it runs."""
        done, status = os.waitpid(self.child, os.WNOHANG)
        if not done:
            return None
        code = os.waitstatus_to_exitcode(status)
        return code if code >= 0 else 128 - code

    def pause(self, seconds: float) -> bool:
        """Sleep until a signal, the parent's end or `seconds`; return whether the parent is gone."""
        ready, _, _ = select.select([0, self.wake], [], [], seconds)
        with contextlib.suppress(BlockingIOError):
            os.read(self.wake, 4096)
        return 0 in ready or os.getppid() != self.parent

    def watch(self) -> tuple[int | None, bool]:
        """Wait for the end of the process, of the parent, or a request; return (exit status or None, orphaned)."""
        while True:
            status = self.ended()
            if status is not None or self.asked:
                return status, False
            if self.pause(_PARENT_CHECK_SECONDS):
                return None, True

    def end(self) -> int:
        """Ask the process to end, kill what has not after the grace time, and return its exit status."""
        os.kill(self.child, signal.SIGTERM)
        until = time.monotonic() + self.grace
        while (status := self.ended()) is None and (left := until - time.monotonic()) > 0:
            # Without the pipe: it stays readable once the parent is gone and would make this a busy loop.
            select.select([self.wake], [], [], min(left, _PARENT_CHECK_SECONDS))
            with contextlib.suppress(BlockingIOError):
                os.read(self.wake, 4096)
        self.kill_group()
        if status is None:
            os.waitpid(self.child, 0)
            return 128 + signal.SIGKILL
        return status

    def kill_group(self) -> None:
        """Kill what is left of the group, workers of a dead supervisor included."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.child, signal.SIGKILL)


def main(arguments: list[str]) -> int:
    """Start the command, watch it, clean up after it."""
    grace, log, scratch, *command = arguments
    try:
        guard = Guard(command, log, float(grace))
    except OSError as error:
        sys.stderr.write(f"can't start {command[0]}: {error}\n")
        return _SPAWN_FAILED
    sys.stdout.write(f"{guard.child}\n")
    sys.stdout.flush()
    status, orphaned = guard.watch()
    if status is None:
        status = guard.end()
    else:
        guard.kill_group()
    if orphaned and scratch:
        shutil.rmtree(scratch, ignore_errors=True)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
