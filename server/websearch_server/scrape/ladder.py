"""From a hit to a document: one level after another until one of them gets the page.

The next level is tried only where it can do better (a bot wall, a page made by scripts), so a page that was read is
never read again and can't be lost to a browser's failure. Fetching and judging is the levels' business, policy and
addresses are `egress`'s. Made by `app.py`, called by `pipeline.py`.
"""

import time

from websearch_server.config.scraper import ScraperSettings
from websearch_server.deadline import Deadline
from websearch_server.egress import Egress
from websearch_server.errors import FetchError
from websearch_server.model import Document, Hit, UrlCheck
from websearch_server.scrape.extract.pool import ExtractionPool
from websearch_server.scrape.http import HttpLevel
from websearch_server.scrape.kinds import media_type
from websearch_server.scrape.levels import CLIMBABLE, Level, Reading

__all__ = ["Ladder"]


class Ladder:
    """Reads pages; one for the process, shared by all calls."""

    def __init__(self, settings: ScraperSettings, *, egress: Egress) -> None:
        self._pool = ExtractionPool(settings)
        self._levels: tuple[Level, ...] = (HttpLevel(settings, egress=egress, pool=self._pool),)

    async def start(self) -> None:
        """Start the worker processes. Raises ConfigError when they can't be."""
        await self._pool.start()

    async def close(self) -> None:
        """End the worker processes; pages still being read are lost."""
        await self._pool.close()

    async def read(self, hit: Hit, *, check: UrlCheck, deadline: Deadline) -> Document:
        """Read one page; `check` is asked before every hop. Raises FetchError, of the last level that was tried."""
        started = time.monotonic()
        *lower, highest = self._levels
        for level in lower:
            try:
                return _document(hit, await level.read(hit.url, check=check, deadline=deadline), started=started)
            except FetchError as error:
                if error.reason not in CLIMBABLE:
                    raise
        return _document(hit, await highest.read(hit.url, check=check, deadline=deadline), started=started)


def _document(hit: Hit, reading: Reading, *, started: float) -> Document:
    page, findings = reading.page, reading.findings
    return Document(
        hit=hit,
        url=page.final_url,
        title=findings.title,
        markdown=findings.markdown,
        method=findings.method,
        raw_hash=page.raw_hash,
        extracted_hash=findings.extracted_hash,
        status=page.status,
        content_type=media_type(page.header("content-type")),
        level=page.level,
        language=findings.language,
        published=findings.published,
        words=findings.words,
        hops=reading.hops,
        duration_ms=round((time.monotonic() - started) * 1000),
    )
