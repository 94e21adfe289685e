"""The `meta` half of an answer: what happened, for programs, audits and user interfaces (seed 000, "`meta` object").

The seed's fields come first, in its order, then those of the reference's code, then ours. The types below are the
one source of both the object and its JSON Schema (`schema.py`), so that every answer fits what was advertised.
Pure. Called by `api/`.
"""

from collections import Counter
from typing import NotRequired

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from websearch_server.markdown_safety import plain, safe_url
from websearch_server.model import Result, SearchResponse

__all__ = ["Meta", "build_meta"]

_described = with_config(ConfigDict(use_attribute_docstrings=True, extra="forbid"))


@_described
class EngineMeta(TypedDict):
    """One search engine that did not answer."""

    engine: str
    """Its name."""
    reason: str
    """What went wrong, in SearXNG's words."""
    suspended: bool
    """Whether SearXNG leaves it alone for a while."""


@_described
class SpanMeta(TypedDict):
    """One delivered passage."""

    start: int
    """Offset into the extracted Markdown, in code points."""
    end: int
    """Offset behind its last character."""


@_described
class ResultMeta(TypedDict):
    """One result, in the order of the Markdown."""

    url: str
    """Final URL after any redirects."""
    title: str
    """Page title."""
    score: float
    """Reranker score, higher is more relevant; synthetic and descending when `reranker_used` is `none`."""
    scraper_level: int
    """0 HTTP, 1 headless browser, 2 stealth browser."""
    content_hash: str
    """SHA-256 of the content as delivered."""
    pii_entities: int
    """Number of PII entities detected."""
    pii_action: str
    """`pass`, `redacted` or `blocked`."""
    rank: int
    """1-based place."""
    truncated: bool
    """Whether some of the page was left out."""
    raw_hash: str
    """SHA-256 of the body as received; empty when no page was fetched."""
    extracted_hash: str
    """SHA-256 of the whole Markdown after extraction; equals `content_hash` when all of it was delivered."""
    method: str
    """How the text was extracted."""
    passages: list[SpanMeta]
    """Which spans of the extracted Markdown were delivered."""
    language: NotRequired[str]
    """Language of the page, where it is known."""
    published: NotRequired[str]
    """When the page says it was published (ISO 8601); never guessed."""


@_described
class Meta(TypedDict):
    """Structured metadata of one answer."""

    query: str
    """The query as received, normalised."""
    result_count: int
    """Number of results returned."""
    search_engines: list[str]
    """Engines actually queried."""
    pii_mode: str
    """`audit`, `redact`, `block` or `disabled`."""
    pii_checked: bool
    """True only if everything delivered was examined."""
    reranker_used: str
    """`kserve`, `flashrank`, `rankllm` or `none`."""
    total_duration_ms: int
    """Wall-clock time of the whole call."""
    results: list[ResultMeta]
    """The results."""
    injection_mode: str
    """`audit`, `annotate`, `block` or `disabled`."""
    injection_checked: bool
    """True only if everything delivered was screened."""
    injection_blocked: int
    """Documents withheld by the screen."""
    request_id: str
    """Ties this answer to logs and records."""
    language: str
    """Language asked of the engines."""
    partial: bool
    """Whether the deadline cut the work."""
    truncated: bool
    """Whether the token budget cut text."""
    dropped: dict[str, int]
    """Candidates that are not among the results, counted by reason."""
    degraded: dict[str, str]
    """Stages that were skipped, and why."""
    unresponsive_engines: list[EngineMeta]
    """Engines that did not answer."""


def build_meta(response: SearchResponse) -> dict[str, object]:
    """Build the object; it always fits `output_schema()`."""
    meta: Meta = {
        "query": response.query.text,
        "result_count": len(response.results),
        "search_engines": list(response.search_engines),
        "pii_mode": response.pii_mode,
        "pii_checked": response.pii_checked,
        "reranker_used": response.reranker_used,
        "total_duration_ms": response.total_duration_ms,
        "results": [_result(result) for result in response.results],
        "injection_mode": response.injection_mode,
        "injection_checked": response.injection_checked,
        "injection_blocked": response.injection_blocked,
        "request_id": response.request_id,
        "language": response.language,
        "partial": response.partial,
        "truncated": response.truncated,
        "dropped": dict(Counter(item.reason.value for item in response.dropped)),
        "degraded": {str(stage): reason for stage, reason in response.degraded.items()},
        "unresponsive_engines": [
            {"engine": item.engine, "reason": item.reason, "suspended": item.suspended}
            for item in response.engine_failures
        ],
    }
    return {**meta}


def _result(result: Result) -> ResultMeta:
    document = result.document
    meta: ResultMeta = {
        "url": safe_url(document.url),
        "title": plain(document.title) or plain(document.hit.title) or safe_url(document.url),
        "score": round(result.score, 6),
        "scraper_level": document.level,
        "content_hash": result.content_hash,
        "pii_entities": result.pii_entities,
        "pii_action": result.pii_action,
        "rank": result.rank,
        "truncated": result.truncated,
        "raw_hash": document.raw_hash,
        "extracted_hash": document.extracted_hash,
        "method": document.method,
        "passages": [{"start": passage.start, "end": passage.end} for passage in result.passages],
    }
    if document.language:
        meta["language"] = document.language
    if published := document.published or document.hit.published:
        meta["published"] = published.isoformat()
    return meta
