"""Settings of the scrape stage: concurrency, timeouts, HTTP caps, extraction workers, browser tiers.

Names and defaults are the reference's where it has the setting, so that its configurations keep working. Only
declared here; `settings.py` puts the sections together.
"""

from typing import Annotated, Self

from pydantic import Field, model_validator

from websearch_server.config.base import Section, misfit
from websearch_server.config.scalars import Matching, Timeout, WsUrl

__all__ = [
    "ContentDetectionSettings",
    "ExtractionSettings",
    "HttpSettings",
    "PlaywrightSettings",
    "ProxyEntry",
    "ProxySettings",
    "ScraperSettings",
    "ScraperTimeouts",
    "StealthSettings",
]


class ScraperTimeouts(Section):
    """How long one page may take on each level."""

    http_get: Timeout = 10.0
    """L0: from connecting to the last byte, redirects included."""
    browser_page: Timeout = 15.0
    """L1 and L2: evaluation and extraction of one page."""
    browser_nav: Timeout = 30.0
    """L1 and L2: navigation of one page."""


class HttpSettings(Section):
    """Caps on one HTTP fetch from the open web."""

    user_agent: Annotated[
        str, Field(max_length=400), Matching(r"[\x20-\x7e]+", "must be printable ASCII and not empty")
    ] = "Mozilla/5.0 (compatible; websearch-operator/0.1)"
    """User-Agent of page and robots.txt requests; honest by default, robots rules are checked under the same name."""
    max_redirects: int = Field(default=5, ge=0, le=20)
    """Redirects followed; each hop passes policy and egress again."""
    max_body_bytes: int = Field(default=10 * 1024 * 1024, ge=1024, le=100 * 1024 * 1024)
    """Bytes of one body, as received and again after decompression; a larger page is dropped, never cut silently."""
    max_header_bytes: int = Field(default=64 * 1024, ge=1024, le=1024 * 1024)
    """Bytes of a response's header section."""


class ExtractionSettings(Section):
    """The killable worker processes that turn bytes into Markdown."""

    workers: int = Field(default=0, ge=0, le=64)
    """Worker processes; 0 means one per CPU."""
    timeout: Timeout = 5.0
    """CPU and wall time for one page; a worker that needs more is killed and the page dropped."""
    max_memory_mib: int = Field(default=512, ge=128, le=8192)
    """Address space a worker may add beyond what it starts with, in MiB."""
    max_html_bytes: int = Field(default=4 * 1024 * 1024, ge=1024, le=50 * 1024 * 1024)
    """A page of more HTML than this is dropped as too large, never read in part (time grows faster than size)."""
    max_pdf_pages: int = Field(default=100, ge=1, le=5000)
    """Pages of a PDF that are read."""


class PlaywrightSettings(Section):
    """The browser sidecar of L1 and L2."""

    endpoint: WsUrl = "ws://playwright:3000"
    """WebSocket address of a Playwright server; empty means no browser tiers."""
    max_tabs: int = Field(default=3, ge=1, le=64)
    """Pages open at once."""


class StealthSettings(Section):
    """L2."""

    enabled: bool = True
    """Try L2 when L1 meets a bot wall."""
    randomize_viewport: bool = True
    """Vary the window size."""
    randomize_user_agent: bool = True
    """Vary the User-Agent."""


class ProxyEntry(Section):
    """One outgoing proxy of L2."""

    url: Annotated[
        str, Matching(r"(https?|socks5)://\S+", 'must be an http, https or socks5 URL such as "http://proxy:8080"')
    ]
    """`http`, `https` or `socks5` URL; credentials in it are used and masked when shown."""
    region: str = ""
    """Region label, free text."""
    priority: int = 0
    """Lower is tried first."""


class ProxySettings(Section):
    """Outgoing proxies of L2."""

    enabled: bool = False
    """Use the pool for L2."""
    pool: list[ProxyEntry] = Field(default=[])
    """The proxies."""
    cooldown_seconds: int = Field(default=300, ge=0)
    """How long a failed proxy rests, in seconds."""

    @model_validator(mode="after")
    def _has_proxies(self) -> Self:
        if self.enabled and not self.pool:
            raise misfit("pool", "needs at least one proxy when scraper.proxy.enabled is true")
        return self


class ContentDetectionSettings(Section):
    """When an L0 page counts as a script shell that needs a browser."""

    min_text_length: int = Field(default=500, ge=0)
    """Visible characters under which a page with a low text ratio is thin."""
    min_text_ratio: float = Field(default=0.05, ge=0, le=1)
    """Visible text ÷ markup under which a short page is thin."""
    max_script_tags: int = Field(default=5, ge=0)
    """Executable scripts above which a short page is thin."""


class ScraperSettings(Section):
    """How pages are fetched and read."""

    enabled: bool = True
    """Fetch pages; off means a search-only service that delivers titles and snippets."""
    max_concurrency: int = Field(default=5, ge=1, le=64)
    """Pages fetched at once for one call."""
    timeouts: ScraperTimeouts = ScraperTimeouts()
    """Per-page time limits."""
    http: HttpSettings = HttpSettings()
    """L0 caps."""
    extraction: ExtractionSettings = ExtractionSettings()
    """Worker processes."""
    playwright: PlaywrightSettings = PlaywrightSettings()
    """Browser sidecar."""
    stealth: StealthSettings = StealthSettings()
    """L2."""
    proxy: ProxySettings = ProxySettings()
    """L2's proxies."""
    content_detection: ContentDetectionSettings = ContentDetectionSettings()
    """Thin-page rule."""
