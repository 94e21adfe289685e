"""The SearXNG provider: one call's query, asked so that its answer can be trusted, as ranked candidates.

Chooses engines and language, neutralises the query, fetches further pages while the pool is short, asks variants when
expansion is on, and tells "nothing found" from "nobody answered", for which suspended engines are easily taken. HTTP
is `searxng_client.py`'s, reading the JSON `parse.py`'s. Built by `app.py`, called by `pipeline.py`.
"""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import quote_plus

import httpx

from websearch_server.config.search import SearchSettings
from websearch_server.deadline import Deadline
from websearch_server.errors import InvalidArgumentError, SearchDegradedError, WebSearchError
from websearch_server.model import CATEGORIES, TIME_RANGES, EngineFailure, Hit, Query, SearchOutcome
from websearch_server.search import detection, searxng_probe
from websearch_server.search.dedup import dedupe
from websearch_server.search.expansion import fuse, variants
from websearch_server.search.language import resolve_language
from websearch_server.search.language_codes import AUTO
from websearch_server.search.neutralise import neutralise
from websearch_server.search.parse import Answer, parse
from websearch_server.search.routes import engines_for
from websearch_server.search.searxng_client import SearxngClient

__all__ = ["SearxngProvider"]

_MAX_PAGES = 3  # engines are asked once more for each page, and the best is on the first
# Beyond about 64,000 bytes of form SearXNG answers 200 and all its engines crash.
_MAX_QUERY_BYTES = 60_000
# SearXNG waits this long for its slowest engine unless told otherwise (`outgoing.request_timeout`).
_ENGINE_SECONDS = 3.0
_TRANSFER_SECONDS = 0.2  # what its answer needs beyond its engines' time
_RESTS = (("captcha", 3600), ("access denied", 180), ("too many requests", 180))
_SHORT_REST = 5  # any other failure: `search.ban_time_on_fail`


@dataclass(frozen=True, slots=True)
class _Ask:
    """What all requests of one call have in common."""

    engines: tuple[str, ...]
    language: str
    time_range: str | None
    deadline: Deadline


@dataclass(frozen=True, slots=True)
class _Found:
    """What the pages of the query itself brought: hits best first, and the answers they came from."""

    hits: tuple[Hit, ...]
    answers: Sequence[Answer]


class SearxngProvider:
    """Candidates from the SearXNG that `settings.searxng_url` names; one for the whole process."""

    name = "searxng"

    def __init__(self, settings: SearchSettings, *, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._settings = settings
        self._client = SearxngClient(settings.searxng_url, transport=transport)
        if settings.default_language == AUTO:
            detection.load()

    async def search(self, query: Query, *, pool: int, deadline: Deadline) -> SearchOutcome:
        """Find up to `pool` distinct candidates, best first (see `SearchProvider`)."""
        limit = deadline.sooner(self._settings.timeout)
        text = _sendable(query.text)
        ask = _Ask(
            engines=engines_for(query.category, self._settings),
            language=await resolve_language(query.language, default=self._settings.default_language, query=query.text),
            time_range=query.time_range if query.time_range in TIME_RANGES else None,
            deadline=limit,
        )
        others = self._variants(query.text)
        tasks = [asyncio.create_task(self._quietly(ask, neutralise(other))) for other in others]
        try:
            found = await self._pages(ask, text, pool)
            further = [answer for answer in await asyncio.gather(*tasks) if answer]
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return _outcome(ask, found, further, pool=pool, others=others)

    async def health(self, deadline: Deadline) -> str:
        """Say `"ok"`, `"unavailable"` or `"error"`; no engine is asked."""
        return await searxng_probe.health(self._client, deadline)

    async def diagnose(self, deadline: Deadline) -> str:
        """Say in one sentence how things stand and what to do; no engine is asked."""
        routed = [engine for category in CATEGORIES for engine in engines_for(category, self._settings)]
        return await searxng_probe.diagnose(self._client, routed, deadline)

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()

    def _variants(self, text: str) -> tuple[str, ...]:
        expansion = self._settings.query_expansion
        return variants(text, limit=expansion.max_variants) if expansion.enabled else ()

    async def _pages(self, ask: _Ask, text: str, pool: int) -> _Found:
        """Fetch pages until `pool` candidates are there, one brings nothing new, or the third."""
        answers = [await self._page(ask, text, page=1)]
        hits = dedupe(answers[0].hits)
        known = 0
        while known < len(hits) < pool and len(answers) < _MAX_PAGES:
            known = len(hits)
            # A slow further page may take half of what is left, so as not to cost the call what is there.
            seconds = ask.deadline.remaining() / 2
            further = await self._quietly(ask, text, page=len(answers) + 1, seconds=seconds)
            if further is None:
                break
            answers.append(further)
            hits = dedupe(hit for answer in answers for hit in answer.hits)
        return _Found(hits=hits, answers=answers)

    async def _quietly(self, ask: _Ask, text: str, *, page: int = 1, seconds: float = float("inf")) -> Answer | None:
        """Fetch what the call can do without: a failure is no answer."""
        try:
            return await self._page(ask, text, page=page, deadline=ask.deadline.sooner(seconds))
        except WebSearchError:
            return None

    async def _page(self, ask: _Ask, text: str, *, page: int, deadline: Deadline | None = None) -> Answer:
        limit = deadline or ask.deadline
        fields = {
            "q": text,
            "engines": ",".join(ask.engines),
            "language": ask.language,
            "time_range": ask.time_range or "",
            "safesearch": str(self._settings.safe_search),
            "pageno": str(page),
            "timeout_limit": _engine_timeout(limit),
        }
        reply = await self._client.search({name: value for name, value in fields.items() if value}, deadline=limit)
        return parse(reply.payload, timing=reply.timing, engines=ask.engines, page=page)


def _sendable(query: str) -> str:
    """Neutralise a query. Raises InvalidArgumentError when SearXNG can't be asked it."""
    text = neutralise(query)
    if not text:
        raise InvalidArgumentError("query is blank; say what to search for.", field="query")
    if len(quote_plus(text, errors="replace")) > _MAX_QUERY_BYTES:
        raise InvalidArgumentError("query is too long for any search engine; shorten it.", field="query")
    return text


def _engine_timeout(deadline: Deadline) -> str:
    """Limit the engines to what is left of a short deadline, so that the quick ones' results arrive within it.

    Only then: a limit also makes SearXNG wait longer than its engines' own timeouts where it allows more.
    """
    left = deadline.remaining() - _TRANSFER_SECONDS
    return f"{max(left, 0.1):.2f}" if left < _ENGINE_SECONDS else ""


def _outcome(
    ask: _Ask, found: _Found, further: Sequence[Answer], *, pool: int, others: tuple[str, ...]
) -> SearchOutcome:
    """Put together what the query and its variants brought. Raises SearchDegradedError when no engine answered."""
    answers = [*found.answers, *further]
    answered = {engine for answer in answers for engine in answer.answered}
    failures = _failures(answers, answered)
    if failures and not answered:
        raise _degraded(failures)
    ranked = fuse([found.hits, *(dedupe(answer.hits) for answer in further)]) if further else found.hits
    return SearchOutcome(
        hits=ranked[:pool],
        engines=_asked(ask.engines, answered, failures),
        failures=failures,
        language=ask.language,
        variants=others,
    )


def _asked(route: Sequence[str], answered: set[str], failures: Iterable[EngineFailure]) -> tuple[str, ...]:
    """List the engines that SearXNG really asked, in the order of the route; others stand in where it knows none."""
    asked = answered | {failure.engine for failure in failures if not failure.suspended}
    return (*(engine for engine in route if engine in asked), *sorted(asked.difference(route)))


def _failures(answers: Sequence[Answer], answered: set[str]) -> tuple[EngineFailure, ...]:
    """List the engines that failed the first page of the query, and those that never answered anything."""
    first, *others = answers
    failures = {failure.engine: failure for failure in first.failures}
    for failure in (failure for answer in others for failure in answer.failures):
        if failure.engine not in answered:
            failures.setdefault(failure.engine, failure)
    return tuple(failures.values())


def _degraded(failures: Sequence[EngineFailure]) -> SearchDegradedError:
    """Say that nobody knows whether there are results, and when to try again."""
    seconds = min(_rest(failure) for failure in failures)
    when = f"about {round(seconds / 60)} minutes" if seconds > 90 else f"{seconds} seconds"
    named = ", ".join(f"{failure.engine} ({failure.reason})" for failure in failures)
    return SearchDegradedError(
        f"SearXNG got no answer from any search engine: {named}. This does not mean that there are no results; "
        f"try again in {when}.",
        retry_after=seconds,
    )


def _rest(failure: EngineFailure) -> int:
    """Estimate how long SearXNG leaves the engine alone, by its default `search.suspended_times`, in seconds."""
    reason = failure.reason.lower()
    return next((seconds for sign, seconds in _RESTS if sign in reason), _SHORT_REST)
