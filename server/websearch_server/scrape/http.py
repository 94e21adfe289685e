"""L0: one GET without a browser, and the judgement whether what came back is the page.

Follows `<meta http-equiv=refresh>` as a browser would, each target through the same checks as a redirect. Never opens
a socket itself and never parses a body: `egress` fetches, a worker reads. Used by `ladder.py` as its first level.
"""

from websearch_server.config.scraper import ScraperSettings
from websearch_server.deadline import Deadline
from websearch_server.egress import Egress
from websearch_server.errors import FetchError
from websearch_server.model import DropReason, Page, UrlCheck
from websearch_server.scrape.detect import challenge
from websearch_server.scrape.extract.pool import ExtractionPool
from websearch_server.scrape.extract.wire import Findings, Task
from websearch_server.scrape.kinds import Kind, kind_of, media_type
from websearch_server.scrape.levels import Reading

__all__ = ["HttpLevel"]

_ACCEPT = "text/html,application/xhtml+xml;q=0.9,application/pdf;q=0.8,text/*;q=0.8,application/json;q=0.7,*/*;q=0.5"
_REFRESHES = 2
_MARKUP = (Kind.HTML, Kind.XHTML)
_MIB = 1024 * 1024


class HttpLevel:
    """Reads pages over plain HTTP."""

    def __init__(self, settings: ScraperSettings, *, egress: Egress, pool: ExtractionPool) -> None:
        self._egress = egress
        self._pool = pool
        self._seconds = settings.timeouts.http_get
        self._max_html_bytes = settings.extraction.max_html_bytes

    async def read(self, url: str, *, check: UrlCheck, deadline: Deadline) -> Reading:
        """Fetch a page and whatever it refreshes to, and read it. Raises FetchError."""
        fetching = deadline.sooner(self._seconds)
        trail = [url]
        for refreshes_left in reversed(range(_REFRESHES + 1)):
            page = await self._egress.fetch(trail[-1], deadline=fetching, check=check, headers={"Accept": _ACCEPT})
            trail += page.hops if page.final_url == trail[-1] else (*page.hops, page.final_url)
            findings = await self._findings(page, deadline)
            if not refreshes_left or findings.refresh is None or findings.refresh in trail:
                break
            trail.append(findings.refresh)
        _require_page(page, findings)
        return Reading(page=page, findings=findings, hops=tuple(trail[1:-1]))

    async def _findings(self, page: Page, deadline: Deadline) -> Findings:
        """What a worker says about the body, or the headers alone where no worker is asked. Raises FetchError."""
        kind = kind_of(page.header("content-type"), page.body, url=page.final_url)
        unread = self._unreadable(page, kind)
        if kind is not None and unread is None and (_succeeded(page) or kind in _MARKUP):
            return await self._pool.extract(Task(page=page, kind=kind), deadline=deadline)
        findings = Findings(challenge=challenge(page, ""))
        if unread is not None and findings.challenge is None and _succeeded(page):
            raise unread
        return findings

    def _unreadable(self, page: Page, kind: Kind | None) -> FetchError | None:
        """Why no worker is asked about this body, or None."""
        if not page.body.strip():
            return FetchError("the page is empty", reason=DropReason.EMPTY)
        if kind is None:
            what = media_type(page.header("content-type")) or "its content"
            return FetchError(f"{what} can't be read as text", reason=DropReason.UNSUPPORTED_TYPE)
        if kind in _MARKUP and len(page.body) > self._max_html_bytes:
            sizes = f"{len(page.body) / _MIB:.1f} MiB of HTML; {self._max_html_bytes / _MIB:.1f} MiB are parsed at most"
            return FetchError(sizes, reason=DropReason.TOO_LARGE)
        return None


def _require_page(page: Page, findings: Findings) -> None:
    """Raise FetchError unless this is a page with something to read."""
    if findings.challenge:
        raise FetchError(f"a bot check ({findings.challenge}) instead of the page", reason=DropReason.CHALLENGE)
    if not _succeeded(page):
        raise FetchError(f"HTTP {page.status}", reason=DropReason.HTTP_STATUS)
    if findings.failed:
        raise FetchError(findings.failed, reason=DropReason.EXTRACTION)
    if findings.needs_browser:
        raise FetchError("the page is made by scripts and needs a browser", reason=DropReason.NEEDS_BROWSER)
    if not findings.markdown.strip():
        raise FetchError("there is no text on the page", reason=DropReason.EMPTY)


def _succeeded(page: Page) -> bool:
    return 200 <= page.status < 300
