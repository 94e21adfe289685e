"""Domains, robots.txt and rate limit as one question per URL.

Cheapest first, and a turn at the host is taken only for what may be fetched. `domain` is the pre-filter over
candidates; `checker` is what a fetch asks before every hop, so a redirect can't lead where a result couldn't. Built
by `app.py`, called by `pipeline.py`.
"""

from websearch_server.config.policy import PolicySettings
from websearch_server.deadline import Deadline
from websearch_server.egress import Egress, Target, parse
from websearch_server.errors import FetchError
from websearch_server.model import UrlCheck, Verdict
from websearch_server.policy.domains import DomainPolicy
from websearch_server.policy.ratelimit import RateLimiter
from websearch_server.policy.robots import Robots

__all__ = ["PolicyGate"]


class PolicyGate:
    """The policy of one server, shared by all calls. Raises ConfigError for a domain list that can't be used."""

    def __init__(self, settings: PolicySettings, *, egress: Egress) -> None:
        self._domains = DomainPolicy(settings.domains)
        self._robots = (
            Robots(settings.robots, egress=egress, check=self._domain_only) if settings.robots.enabled else None
        )
        self._rates = RateLimiter(settings.rate_limit) if settings.rate_limit.enabled else None

    def domain(self, url: str) -> Verdict:
        """Judge a candidate by its URL alone: its spelling and the domain lists."""
        try:
            return self._domains.verdict(parse(url))
        except FetchError as error:
            return Verdict(reason=error.reason, detail=str(error))

    def checker(self, deadline: Deadline) -> UrlCheck:
        """Make the check of one call. A URL it has let through once costs no second turn (L0, then L1)."""
        passed: set[str] = set()

        async def check(url: str) -> Verdict:
            if url in passed:
                return Verdict()
            verdict = self.domain(url)
            if verdict.allowed:
                verdict = await self._ask_host(parse(url), deadline)
            if verdict.allowed:
                passed.add(url)
            return verdict

        return check

    async def _ask_host(self, target: Target, deadline: Deadline) -> Verdict:
        verdict = Verdict()
        if self._robots is not None:
            verdict = await self._robots.verdict(target, deadline)
        if verdict.allowed and self._rates is not None:
            verdict = await self._rates.turn(target.host, deadline)
        return verdict

    async def _domain_only(self, url: str) -> Verdict:
        """The check of a robots.txt fetch: it can't ask robots.txt, and is too rare to count."""
        return self.domain(url)
