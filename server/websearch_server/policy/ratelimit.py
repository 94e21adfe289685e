"""Politeness: no more requests to one host than it is due, whoever asks.

A generic cell rate algorithm: per host one number, the time at which its allowance would be full again. Callers get
their turn in the order in which they asked; one whose turn comes after its deadline is told so at once, so that
another candidate can take its place. Nothing here knows what is requested. Asked by `gate.py` for every hop.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from websearch_server.config.policy import RateLimitSettings
from websearch_server.deadline import Deadline
from websearch_server.model import DropReason, Verdict

__all__ = ["RateLimiter"]

_MAX_HOSTS = 16384  # about 2 MB; the host that was asked longest ago is forgotten first


class RateLimiter:
    """Hands out turns per host. A burst of a whole minute's allowance is fine after a minute of silence."""

    def __init__(
        self,
        settings: RateLimitSettings,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._per_minute = settings.requests_per_domain_per_minute
        self._interval = 60.0 / self._per_minute
        self._clock = clock
        self._sleep = sleep
        self._full_at: OrderedDict[str, float] = OrderedDict()

    async def turn(self, host: str, deadline: Deadline) -> Verdict:
        """Wait for a turn at `host`, or say RATE_LIMIT when it would come after the deadline."""
        now = self._clock()
        before = max(self._full_at.get(host, now), now)
        wait = before + self._interval - 60.0 - now
        # 1 ns: the sum of a minute's intervals may exceed a minute by rounding.
        if wait > 1e-9 and now + wait > deadline.at:
            detail = f"{host} is asked at most {self._per_minute} times a minute (policy.rateLimit)"
            return Verdict(reason=DropReason.RATE_LIMIT, detail=detail)
        self._remember(host, before + self._interval)
        if wait > 1e-9:
            try:
                await self._sleep(wait)
            except asyncio.CancelledError:
                # Given back while nobody has queued behind it; otherwise the host is only spared one request.
                if self._full_at.get(host) == before + self._interval:
                    self._full_at[host] = before
                raise
        return Verdict()

    def _remember(self, host: str, full_at: float) -> None:
        self._full_at[host] = full_at
        self._full_at.move_to_end(host)
        if len(self._full_at) > _MAX_HOSTS:
            self._full_at.popitem(last=False)
