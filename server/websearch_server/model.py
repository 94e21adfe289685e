"""What flows through the pipeline: `Query → list[Hit] → list[Page] → list[Document] → list[Passage] → SearchResponse`.

Each arrow is one frozen type; a stage takes the one before and makes the one after, and nothing is ever changed
in place. No I/O and no third-party import happens here, so that the operator and tests can import it bare. Made
by the stages, carried by `pipeline.py`, rendered by `output/` and `api/`.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Protocol

__all__ = [
    "CATEGORIES",
    "TIME_RANGES",
    "Document",
    "DropReason",
    "Dropped",
    "EngineFailure",
    "Hit",
    "Level",
    "Page",
    "Passage",
    "Progress",
    "Query",
    "RankedDocument",
    "Result",
    "SearchOutcome",
    "SearchResponse",
    "Stage",
    "UrlCheck",
    "Verdict",
]

CATEGORIES = ("general", "news", "code", "science")
TIME_RANGES = ("day", "week", "month", "year")


class Stage(StrEnum):
    """The stages of a call, in order; also what progress notifications and degraded notes are named after."""

    SEARCH = "search"
    POLICY = "policy"
    SCRAPE = "scrape"
    PII = "pii"
    INJECTION = "injection"
    RERANK = "rerank"
    FORMAT = "format"


class Level:
    """How a page was fetched (seed 000, `scraper_level`)."""

    HTTP = 0
    BROWSER = 1
    STEALTH = 2


class DropReason(StrEnum):
    """Why a candidate is not among the results; the keys of `meta.dropped`.

    The first three are the names of the seed's metric `policy_filtered_total{reason}`.
    """

    DOMAIN_BLOCK = "domain_block"
    ROBOTS = "robots"
    RATE_LIMIT = "rate_limit"
    EGRESS = "egress"  # refused address, scheme, port or redirect target
    TIMEOUT = "timeout"
    UNREACHABLE = "unreachable"  # DNS, connect, TLS or a broken connection
    HTTP_STATUS = "http_status"
    TOO_LARGE = "too_large"
    UNSUPPORTED_TYPE = "unsupported_type"
    CHALLENGE = "challenge"  # a bot wall, not the page
    NEEDS_BROWSER = "needs_browser"  # a script shell; no browser tier answered
    EMPTY = "empty"
    DUPLICATE = "duplicate"  # its redirects end at, or its text is that of, another result
    EXTRACTION = "extraction"  # the worker failed or ran out of its CPU or memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One validated call of `web_search`.

    `text` is what the agent typed, normalised (NFC, no control characters); `language` is an ISO 639-1 code,
    `"all"`, or None for "detect"; `max_results` is 1-20; `max_tokens` overrides `output.maxTokens` for this call.
    """

    text: str
    category: str = "general"
    language: str | None = None
    time_range: str | None = None
    max_results: int = 5
    max_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One candidate from the search engines, deduplicated; `url` is exactly as an engine gave it.

    `score` is SearXNG's consensus score (not relevance); `position` is the 1-based place in the merged list.
    """

    url: str
    title: str
    snippet: str = ""
    engines: tuple[str, ...] = ()
    score: float = 0.0
    position: int = 0
    published: datetime | None = None
    category: str = "general"


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineFailure:
    """One engine that did not answer, with SearXNG's own words (`"Suspended: too many requests"`)."""

    engine: str
    reason: str
    suspended: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchOutcome:
    """What a search provider returned: `hits` best first, the engines asked and those that failed."""

    hits: tuple[Hit, ...]
    engines: tuple[str, ...]
    failures: tuple[EngineFailure, ...] = ()
    language: str = "all"
    variants: tuple[str, ...] = ()  # the expanded queries that were asked, without the original


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One fetched body. `body` is decoded of its content-coding; `raw_hash` is SHA-256 of the bytes as received.

    `url` is what was asked for, `final_url` where redirects ended, `hops` every URL between, in order.
    `headers` are lower-cased names with their values, in order of arrival.
    """

    url: str
    final_url: str
    hops: tuple[str, ...] = ()
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    raw_hash: str
    level: int = Level.HTTP
    duration_ms: int = 0

    def header(self, name: str) -> str:
        """The first value of a header by its lower-case name, or an empty string."""
        return next((value for key, value in self.headers if key == name), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The readable content of one page as Markdown, before any selection.

    `extracted_hash` is SHA-256 of `markdown` in UTF-8; `method` names how it was made (`trafilatura`,
    `resiliparse`, `pdf`, `text`, `json`, `feed`, `snippet`); `words` counts the words of `markdown`.
    """

    hit: Hit
    url: str  # after redirects
    title: str
    markdown: str
    method: str
    raw_hash: str
    extracted_hash: str
    status: int = 200
    content_type: str = ""
    level: int = Level.HTTP
    language: str = ""
    published: datetime | None = None
    words: int = 0
    hops: tuple[str, ...] = ()
    duration_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A span of one document's Markdown: `document.markdown[start:end] == text`, in code points.

    `headings` are the titles of the sections it stands in, outermost first; `tokens` is the estimated cost.
    """

    document: Document
    index: int  # 0-based, in document order
    start: int
    end: int
    text: str
    headings: tuple[str, ...] = ()
    tokens: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedDocument:
    """A document with its score and its passages, best first; what a reranker hands to `output/`."""

    document: Document
    score: float
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One delivered result. `text` is exactly what was delivered for it; `content_hash` is its SHA-256.

    `passages` are the delivered ones in document order; `truncated` says that some of the document was left out.
    """

    rank: int  # 1-based
    document: Document
    score: float
    passages: tuple[Passage, ...]
    text: str
    content_hash: str
    truncated: bool = False
    pii_entities: int = 0
    pii_action: str = "pass"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """One candidate that is not among the results, and why, in words a person can act on."""

    url: str
    reason: DropReason
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResponse:
    """The whole answer of one call, before it is rendered as Markdown and `meta` (seed 000)."""

    query: Query
    results: tuple[Result, ...]
    search_engines: tuple[str, ...]
    engine_failures: tuple[EngineFailure, ...] = ()
    dropped: tuple[Dropped, ...] = ()
    degraded: Mapping[str, str] = field(default_factory=dict)  # stage → why it was skipped
    partial: bool = False  # the deadline cut the work
    truncated: bool = False  # the token budget cut text
    language: str = "all"
    request_id: str = ""
    pii_mode: str = "disabled"
    pii_checked: bool = False
    injection_mode: str = "disabled"
    injection_checked: bool = False
    injection_blocked: int = 0
    reranker_used: str = "none"
    total_duration_ms: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What policy says of one URL: `reason` is None when it may be fetched."""

    reason: DropReason | None = None
    detail: str = ""

    @property
    def allowed(self) -> bool:
        """Whether the URL may be fetched."""
        return self.reason is None


class UrlCheck(Protocol):
    """Asked before every hop of a fetch, the first URL included; policy implements it, scraping calls it."""

    async def __call__(self, url: str) -> Verdict:
        """Say whether `url` may be fetched now; may wait for a rate limit within the call's deadline."""
        ...


Progress = Callable[[Stage, int, int], Awaitable[None]]
"""Called with (stage, done, total) as work proceeds; must not raise."""
