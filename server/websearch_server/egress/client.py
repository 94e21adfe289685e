"""The only door to the open web: one GET, hop by hop, each hop checked before anything is sent.

For each hop, the first included: the URL is checked (`urls.py`), policy is asked (`check`), the name is looked up
once and every address judged, and the connection goes to one of exactly those addresses. Redirects are followed
here and nowhere else; nothing outlives the deadline. Called by `scrape/` for pages and by `policy/` for robots.txt.
"""

import ssl
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import aiohttp
from yarl import URL

from websearch_server.deadline import Deadline
from websearch_server.egress.addresses import AddressRules
from websearch_server.egress.body import Body, take
from websearch_server.egress.failures import FAILURES, explain
from websearch_server.egress.limits import EgressLimits
from websearch_server.egress.resolve import CheckedResolver, Lookup, SystemLookup
from websearch_server.egress.transport import open_session
from websearch_server.egress.urls import Target, join, parse
from websearch_server.errors import FetchError
from websearch_server.model import DropReason, Page, UrlCheck

__all__ = ["Egress"]

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_OWN_HEADERS = frozenset({"host", "accept-encoding", "connection", "content-length", "transfer-encoding", "upgrade"})
_SECRET_HEADERS = frozenset({"authorization", "cookie", "proxy-authorization"})


class Egress:
    """Fetches URLs of the open web; one for the process, shared by all calls.

    `lookup` stands in for the system's resolver and `tls` for its trust store.
    """

    def __init__(
        self,
        *,
        limits: EgressLimits,
        user_agent: str,
        allowed_cidrs: Sequence[str] = (),
        lookup: Lookup | None = None,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._limits = limits
        self._user_agent = user_agent
        self._rules = AddressRules(allowed_cidrs)
        self._resolver = CheckedResolver(self._rules, lookup=lookup or SystemLookup(), seconds=limits.names_seconds)
        self._tls = tls
        self._session: aiohttp.ClientSession | None = None

    async def fetch(
        self,
        url: str,
        *,
        deadline: Deadline,
        check: UrlCheck | None = None,
        headers: Mapping[str, str] = {},
        max_body_bytes: int | None = None,
        max_redirects: int | None = None,
        cut: bool = False,
    ) -> Page:
        """GET one URL and whatever it redirects to; any HTTP status is an answer.

        `check` is awaited before every hop. `headers` go out beside our own; credentials among them stay with the
        first origin. `max_body_bytes` and `max_redirects` stand in for the limits. A larger body is an error, or
        with `cut` ends there, and `raw_hash` is of what was received by then. Raises FetchError.
        """
        wanted = _Wanted(
            url=url,
            headers={name: value for name, value in headers.items() if name.lower() not in _OWN_HEADERS},
            check=check,
            max_body_bytes=self._limits.max_body_bytes if max_body_bytes is None else max_body_bytes,
            max_redirects=self._limits.max_redirects if max_redirects is None else max_redirects,
            cut=cut,
            started=time.monotonic(),
        )
        try:
            async with deadline.timeout():
                return await self._walk(wanted)
        except TimeoutError:
            raise FetchError("the page did not arrive in the time left for it", reason=DropReason.TIMEOUT) from None

    async def close(self) -> None:
        """Close every connection; fetches still under way fail."""
        await self._resolver.close()
        if self._session is not None:
            await self._session.close()

    async def _walk(self, wanted: "_Wanted") -> Page:
        """Follow the redirects; each hop is admitted before it is asked."""
        target = parse(wanted.url)
        trail: list[Target] = []
        while True:
            await self._admit(target, wanted.check)
            headers = wanted.headers if not trail or target.origin == trail[0].origin else wanted.public_headers
            try:
                async with self._open().get(
                    URL(target.url, encoded=True), headers=headers, allow_redirects=False
                ) as response:
                    self._weigh(response, target)
                    location = response.headers.get("Location") if response.status in _REDIRECTS else None
                    if location is None:
                        body = await take(response, limit=wanted.max_body_bytes, cut=wanted.cut)
                        return wanted.page(response, body, trail=trail, target=target)
            except FAILURES as error:
                raise explain(error, host=target.host) from error
            trail.append(target)
            target = _next_hop(trail, location, limit=wanted.max_redirects)

    async def _admit(self, target: Target, check: UrlCheck | None) -> None:
        """Ask the address rules and policy about one hop; names are judged when they are looked up."""
        if target.literal:
            self._rules.require(target.host, host=target.host)
        if check is not None:
            verdict = await check(target.url)
            if verdict.reason is not None:
                raise FetchError(verdict.detail or f"{target.host} is excluded by policy", reason=verdict.reason)

    def _open(self) -> aiohttp.ClientSession:
        """The session, made on first use because it needs the running event loop."""
        if self._session is None:
            self._session = open_session(
                rules=self._rules,
                resolver=self._resolver,
                limits=self._limits,
                user_agent=self._user_agent,
                tls=self._tls,
            )
        return self._session

    def _weigh(self, response: aiohttp.ClientResponse, target: Target) -> None:
        """Refuse a header section that is larger than allowed as a whole."""
        if sum(len(name) + len(value) + 4 for name, value in response.raw_headers) > self._limits.max_header_bytes:
            raise FetchError(f"{target.host} sent too large a header", reason=DropReason.TOO_LARGE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wanted:
    """What one call of `fetch` asked for."""

    url: str
    headers: Mapping[str, str]
    check: UrlCheck | None
    max_body_bytes: int
    max_redirects: int
    cut: bool
    started: float

    @property
    def public_headers(self) -> Mapping[str, str]:
        """The headers that another origin than the first may see."""
        return {name: value for name, value in self.headers.items() if name.lower() not in _SECRET_HEADERS}

    def page(self, response: aiohttp.ClientResponse, body: Body, *, trail: Sequence[Target], target: Target) -> Page:
        """Put together what arrived; a URL that did not redirect is reported as it was asked for."""
        return Page(
            url=self.url,
            final_url=target.url + target.fragment if trail else self.url,
            hops=tuple(hop.url for hop in trail[1:]),
            status=response.status,
            headers=tuple(
                (name.decode("latin-1").lower(), value.decode("utf-8", "replace"))
                for name, value in response.raw_headers
            ),
            body=body.content,
            raw_hash=body.raw_hash,
            duration_ms=round((time.monotonic() - self.started) * 1000),
        )


def _next_hop(trail: Sequence[Target], location: str, *, limit: int) -> Target:
    """Where a redirect leads; refuses circles (we keep no cookies, so a circle never ends) and long chains."""
    target = join(trail[-1], location)
    if any(target.url == hop.url for hop in trail):
        raise FetchError(f"{target.host} redirects in a circle", reason=DropReason.EGRESS)
    if len(trail) > limit:
        raise FetchError(f"{trail[0].host} redirects more than {limit} times", reason=DropReason.EGRESS)
    return target
