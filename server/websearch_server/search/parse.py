"""SearXNG's JSON answer as hits and failures, whatever an engine or a version put into it.

Tolerant and pure: a row that can't be used is skipped, never an error; nothing is fetched, ordered or merged here
(`dedup.py`). `answers` are not read at all: SearXNG's own (the caller's IP address, a random number) are no
search results. Called by `searxng.py` with what `searxng_client.py` received.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import urlsplit

from websearch_server.model import EngineFailure, Hit
from websearch_server.search.text import plain

__all__ = ["Answer", "parse"]

_TITLE_CHARS = 300
_SNIPPET_CHARS = 2000
_URL_CHARS = 8192
# Engines return about ten results a page; SearXNG counts positions from 1 on every page.
_PAGE_SIZE = 10
_NOT_IN_URLS = re.compile(r"[\s\x00-\x1f\x7f\ud800-\udfff]")
_TIMING = re.compile(r"\btotal_\d+_([^;]+);dur=")
_SUSPENDED = "Suspended: "


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of SearXNG: hits in its order, engines that answered, engines that failed."""

    hits: tuple[Hit, ...] = ()
    answered: tuple[str, ...] = ()
    failures: tuple[EngineFailure, ...] = ()


def parse(payload: Mapping[str, object], *, timing: str, engines: Sequence[str], page: int = 1) -> Answer:
    """Read one answer to a query that was sent to `engines`.

    `timing` is the `Server-Timing` header, the only place that names engines which answered with nothing.
    """
    failures = _failures(payload.get("unresponsive_engines"))
    hits = tuple(_hits(payload, page))
    found = {engine for hit in hits for engine in hit.engines}
    if timed := _TIMING.findall(timing):
        found.update(timed)
    elif "total;" not in timing:  # a proxy took the header: all that didn't fail is taken to have answered
        found.update(set(engines) - {failure.engine for failure in failures})
    return Answer(hits=hits, answered=tuple(sorted(found)), failures=failures)


def _hits(payload: Mapping[str, object], page: int) -> Iterator[Hit]:
    rows = [*_rows(payload.get("results")), *_infoboxes(payload)]
    for position, row in enumerate(rows, start=1 + _PAGE_SIZE * (page - 1)):
        url = _url(row.get("url"))
        if url:
            yield Hit(
                url=url,
                title=plain(row.get("title"), limit=_TITLE_CHARS),
                snippet=plain(row.get("content"), limit=_SNIPPET_CHARS),
                engines=_engines(row),
                score=_score(row, page),
                position=position,
                published=_moment(row.get("publishedDate")),
                category=plain(row.get("category"), limit=100) or "general",
            )


def _infoboxes(payload: Mapping[str, object]) -> Iterator[Mapping[str, object]]:
    """Read infoboxes as results: it is all that Wikipedia's engine returns by default. `id` is the page's URL."""
    for box in _rows(payload.get("infoboxes")):
        yield {**box, "url": box.get("id"), "title": box.get("infobox"), "score": 1.0}


def _rows(value: object) -> Iterator[Mapping[str, object]]:
    if isinstance(value, list):
        yield from (row for row in value if isinstance(row, dict))


def _url(value: object) -> str:
    """Return an http(s) URL exactly as it came, or an empty string."""
    if not isinstance(value, str) or len(value) > _URL_CHARS:
        return ""
    url = value.strip()
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
    except ValueError:
        return ""
    return url if usable and not _NOT_IN_URLS.search(url) else ""


def _engines(row: Mapping[str, object]) -> tuple[str, ...]:
    """List the engines that found a row, sorted: SearXNG's order is random."""
    many, one = row.get("engines"), row.get("engine")
    names = many if isinstance(many, list) and many else [one]
    return tuple(sorted({name for name in names if isinstance(name, str) and name}))


def _score(row: Mapping[str, object], page: int) -> float:
    """Read SearXNG's consensus score, `weight x n x sum(1/position)`, with positions counted over all pages."""
    score = row.get("score")
    if isinstance(score, bool) or not isinstance(score, int | float) or not 0 <= score < float("inf"):
        return 0.0
    if page == 1:
        return float(score)
    listed = row.get("positions")
    positions = [p for p in listed if isinstance(p, int) and p > 0] if isinstance(listed, list) else []
    offset = _PAGE_SIZE * (page - 1)
    positions = positions or [1]
    return score * sum(1 / (p + offset) for p in positions) / sum(1 / p for p in positions)


def _moment(value: object) -> datetime | None:
    """Read an ISO date; SearXNG gives a zone only sometimes, without one it is taken as UTC."""
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value.strip())
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _failures(value: object) -> tuple[EngineFailure, ...]:
    """Read `[[engine, reason], …]`; the first reason of an engine counts, SearXNG may repeat it."""
    failures: dict[str, EngineFailure] = {}
    for row in value if isinstance(value, list) else ():
        if isinstance(row, list) and row and isinstance(row[0], str) and row[0]:
            reason = plain(row[1], limit=200) if len(row) > 1 else ""
            failures.setdefault(
                row[0],
                EngineFailure(
                    engine=row[0],
                    reason=reason or "no answer",
                    suspended=reason.startswith(_SUSPENDED),
                ),
            )
    return tuple(failures.values())
