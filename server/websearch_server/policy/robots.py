"""Fetching each origin's robots.txt once and answering from it while it is fresh (RFC 9309).

A file that isn't there (4xx) forbids nothing; one that can't be had (5xx, no connection) means what
`policy.robots.onUnavailable` says, and is asked for again soon. Callers who need the same file at the same time
share one fetch; it goes through egress and the domain list like any other. Asked by `gate.py`.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from websearch_server.config.policy import RobotsSettings
from websearch_server.deadline import Deadline
from websearch_server.egress import Egress, Target
from websearch_server.errors import FetchError
from websearch_server.inflight import SingleFlight
from websearch_server.model import DropReason, Page, UrlCheck, Verdict
from websearch_server.policy.robots_rules import EVERYTHING, RobotsRules, parse_robots

__all__ = ["Robots"]

_MAX_ORIGINS = 4096
_MAX_REDIRECTS = 5  # RFC 9309 §2.3.1.2
_RETRY_SECONDS = 60.0  # how long a robots.txt that could not be had is not asked for again
_OPEN = Verdict()


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of one origin until `expires`; `rules` None: it could not be had, and why."""

    expires: float
    rules: RobotsRules | None
    problem: str = ""


class Robots:
    """Answers for all origins; `check` is asked about each hop of a robots.txt fetch."""

    def __init__(
        self,
        settings: RobotsSettings,
        *,
        egress: Egress,
        check: UrlCheck,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings = settings
        self._egress = egress
        self._check = check
        self._clock = clock
        self._origins: OrderedDict[str, _Known] = OrderedDict()
        self._flights: SingleFlight[str, _Known] = SingleFlight()

    async def verdict(self, target: Target, deadline: Deadline) -> Verdict:
        """Say whether robots.txt of its origin lets us fetch `target`; waits for it until the deadline."""
        try:
            async with deadline.timeout():
                known = await self._known(target.origin)
        except TimeoutError:
            detail = f"robots.txt of {target.host} did not arrive in time"
            return Verdict(reason=DropReason.TIMEOUT, detail=detail)
        if known.rules is None:
            if self._settings.on_unavailable == "allow":
                return _OPEN
            detail = f"robots.txt of {target.host} could not be had: {known.problem}"
            return Verdict(reason=DropReason.ROBOTS, detail=detail)
        if known.rules.allows(target.path):
            return _OPEN
        detail = f"robots.txt of {target.host} disallows it for {self._settings.agent}"
        return Verdict(reason=DropReason.ROBOTS, detail=detail)

    async def _known(self, origin: str) -> _Known:
        known = self._origins.get(origin)
        if known is None or known.expires <= self._clock():
            known = await self._flights.run(origin, lambda: self._ask(origin))
        return known

    async def _ask(self, origin: str) -> _Known:
        """Fetch and remember one robots.txt."""
        try:
            page = await self._egress.fetch(
                f"{origin}/robots.txt",
                deadline=Deadline.after(self._settings.timeout),
                check=self._check,
                max_body_bytes=self._settings.max_bytes,
                max_redirects=_MAX_REDIRECTS,
                cut=True,
            )
        except FetchError as error:
            known = self._unavailable(str(error))
        else:
            known = self._read(page)
        self._origins[origin] = known
        self._origins.move_to_end(origin)
        if len(self._origins) > _MAX_ORIGINS:
            self._origins.popitem(last=False)
        return known

    def _read(self, page: Page) -> _Known:
        fresh_until = self._clock() + self._settings.cache_seconds
        if 200 <= page.status < 300:
            body = page.body
            if len(body) >= self._settings.max_bytes:
                # Half a line could forbid more than all of it.
                body = body[: max(body.rfind(b"\n"), body.rfind(b"\r")) + 1]
            return _Known(fresh_until, parse_robots(body, agent=self._settings.agent))
        if 400 <= page.status < 500:
            return _Known(fresh_until, EVERYTHING)
        return self._unavailable(f"HTTP {page.status}")

    def _unavailable(self, problem: str) -> _Known:
        return _Known(self._clock() + min(_RETRY_SECONDS, self._settings.cache_seconds), None, problem)
