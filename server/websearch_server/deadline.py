"""One moment by which a call must answer, handed from stage to stage.

Every await of the pipeline is bounded by the call's `Deadline`, so that no stage invents a timeout of its own
that outlives the call. Nothing here sleeps or schedules; `pipeline.py` makes the deadline, stages and clients
narrow it with `sooner`.
"""

import asyncio
import time
from dataclasses import dataclass

__all__ = ["Deadline"]


@dataclass(frozen=True, slots=True)
class Deadline:
    """A point on the monotonic clock (seconds, `time.monotonic`)."""

    at: float

    @classmethod
    def after(cls, seconds: float) -> "Deadline":
        """The deadline that lies `seconds` from now."""
        return cls(time.monotonic() + seconds)

    def remaining(self) -> float:
        """Seconds left, never below zero."""
        return max(0.0, self.at - time.monotonic())

    def sooner(self, seconds: float) -> "Deadline":
        """Narrow it to `seconds` from now if that comes first."""
        return Deadline(min(self.at, time.monotonic() + seconds))

    def timeout(self) -> asyncio.Timeout:
        """A context manager that raises `TimeoutError` once the deadline has passed."""
        return asyncio.timeout(self.remaining())
