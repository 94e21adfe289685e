"""Whether this process takes calls: not yet, now, or no more.

One `Drain` belongs to one app. `serve.py` begins it when a signal arrives; `/readyz` reports it, `calls.py`
refuses new calls by it and `legacy.py` closes idle event streams by it. It never ends anything itself: calls in
flight are waited for by the server (`serve.py`), bounded by `server.drainTimeout`.
"""

import asyncio

__all__ = ["Drain"]


class Drain:
    """The state of one app, from start to drain; only ever moves forward."""

    def __init__(self) -> None:
        self.started = False
        self._begun = asyncio.Event()

    @property
    def ready(self) -> bool:
        """Whether calls are taken."""
        return self.started and not self._begun.is_set()

    @property
    def draining(self) -> bool:
        """Whether the drain has begun."""
        return self._begun.is_set()

    def start(self) -> None:
        """Say that the app's lifespan has been entered."""
        self.started = True

    def begin(self) -> None:
        """Take no more calls."""
        self._begun.set()

    async def wait(self) -> None:
        """Return once the drain has begun; unbounded, so callers cancel it."""
        await self._begun.wait()
