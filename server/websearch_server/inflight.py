"""Sharing work that is already under way, so that ten callers who want the same thing cause one lookup.

A caller that is cancelled only stops waiting; the work goes on for the others and is cancelled when nobody waits
any more. Nothing is remembered once the work has ended: caches belong to the callers, `egress/resolve.py` (name
lookups) and `policy/robots.py` (robots.txt).
"""

import asyncio
from collections.abc import Callable, Coroutine, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

__all__ = ["SingleFlight"]

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


@dataclass(slots=True)
class _Flight(Generic[V]):
    task: asyncio.Task[V]
    waiters: int = 0


class SingleFlight(Generic[K, V]):
    """At most one running piece of work a key; its outcome goes to everyone who asked meanwhile."""

    def __init__(self) -> None:
        self._flights: dict[K, _Flight[V]] = {}

    async def run(self, key: K, work: Callable[[], Coroutine[None, None, V]]) -> V:
        """Join the work under way for `key`, or start `work()`; raises what the work raises."""
        flight = self._flights.get(key)
        if flight is None:
            flight = self._flights[key] = _Flight(asyncio.get_running_loop().create_task(work()))
        flight.waiters += 1
        try:
            return await asyncio.shield(flight.task)
        finally:
            flight.waiters -= 1
            if flight.task.done() or not flight.waiters:
                # Forgotten before the cancelled work has wound down: the next caller must not join it.
                if self._flights.get(key) is flight:
                    del self._flights[key]
                flight.task.cancel()
