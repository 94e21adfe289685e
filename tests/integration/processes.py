"""Which processes a command has started, so that a test can see that none of them is left."""

import asyncio
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

__all__ = ["descendants", "gone", "until"]

_SECONDS = 30.0


def descendants(pid: int) -> set[int]:
    """Every process below `pid` at this moment."""
    if sys.platform != "linux":
        pytest.skip("the process tree is read from /proc, which only Linux has")
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:  # it has just ended
                continue
            parents[int(entry.name)] = int(fields[1])
    found: set[int] = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def gone(pids: set[int]) -> bool:
    """Whether none of these processes runs any more."""
    return not any(_runs(pid) for pid in pids)


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[0] != "Z"


async def until(condition: Callable[[], bool]) -> None:
    """Wait until `condition` holds; fails the test when it never does."""
    deadline = time.monotonic() + _SECONDS
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        await asyncio.sleep(0.05)
