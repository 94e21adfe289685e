"""The stages of one call in their order: search → policy → scrape → rerank → format, under one deadline.

Only this module knows the order; stages never import each other. It decides what is an error and what is a
smaller answer (seed 000, "Error handling"): candidates that fail are back-filled from the pool, and when time
runs out what is ready is delivered as `partial`. Rendering is left to `output/` and `api/`. Called by `api/` and
`cli.py` through `app.py`, which builds it.
"""

import hashlib
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urldefrag

from websearch_server.backfill import Harvest, harvest
from websearch_server.config import Settings
from websearch_server.deadline import Deadline
from websearch_server.errors import (
    ConfigError,
    DeadlineExceededError,
    FetchError,
    NoResultsError,
    PolicyExcludedError,
    ScrapeFailedError,
    WebSearchError,
)
from websearch_server.markdown_safety import neutralise, plain
from websearch_server.model import (
    Document,
    Dropped,
    DropReason,
    Hit,
    Progress,
    Query,
    SearchOutcome,
    SearchResponse,
    Stage,
)
from websearch_server.output import deliver
from websearch_server.policy import PolicyGate
from websearch_server.rerank import rank, split
from websearch_server.scrape import Ladder
from websearch_server.search import SearchProvider
from websearch_server.telemetry import request_id

__all__ = ["Pipeline"]

# Kept back from reading for ranking and formatting; both take a few milliseconds (`make bench`).
_FINISH_SECONDS = 0.25
_POLICY_REASONS = frozenset({DropReason.DOMAIN_BLOCK, DropReason.ROBOTS, DropReason.RATE_LIMIT})
_PII_MISSING = "no PII stage in this version: nothing was examined"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pipeline:
    """Answers calls; shared by all of them, holds no state of any."""

    settings: Settings
    provider: SearchProvider
    gate: PolicyGate
    ladder: Ladder

    async def search(self, query: Query, *, deadline: Deadline, progress: Progress | None = None) -> SearchResponse:
        """Answer one `web_search` call.

        Raises SearchBackendError, NoResultsError, PolicyExcludedError, ScrapeFailedError or
        DeadlineExceededError when there is nothing to deliver; anything less is an answer that says what is
        missing from it.
        """
        started = time.monotonic()
        tell = progress or _silent
        await tell(Stage.SEARCH, 0, 1)
        outcome = await self._search(query, deadline)
        await tell(Stage.POLICY, 0, len(outcome.hits))
        candidates, blocked = self._admit(query, outcome)
        read = await self._read(query, candidates, deadline, tell)
        dropped = (*blocked, *_dropped(read))
        if not read.good:
            raise _nothing_read(query, dropped, timed_out=bool(read.unread))
        await tell(Stage.RERANK, 0, 1)
        documents = [document for _, document in read.good]
        ranked = rank(query.text, [(item, split(item, output=self.settings.output)) for item in documents])
        await tell(Stage.FORMAT, 0, 1)
        pii = self.settings.pii
        response = SearchResponse(
            query=query,
            results=(),
            search_engines=outcome.engines,
            engine_failures=outcome.failures,
            dropped=dropped,
            degraded={Stage.PII: _PII_MISSING} if pii.enabled else {},
            partial=bool(read.unread),
            language=outcome.language,
            request_id=request_id.get(),
            pii_mode=pii.mode if pii.enabled else "disabled",
        )
        answer = deliver(response, ranked, max_tokens=query.max_tokens or self.settings.output.max_tokens)
        return replace(answer, total_duration_ms=round((time.monotonic() - started) * 1000))

    async def read(self, url: str, *, deadline: Deadline) -> Document:
        """Read one page as an agent would get it, under the same policy.

        Raises FetchError, and ConfigError where pages are not read at all.
        """
        if not self.settings.scraper.enabled:
            raise ConfigError("scraper.enabled is false: this deployment searches only and reads no pages")
        verdict = self.gate.domain(url)
        if verdict.reason is not None:
            raise FetchError(verdict.detail, reason=verdict.reason)
        return await self.ladder.read(Hit(url=url, title=""), check=self.gate.checker(deadline), deadline=deadline)

    async def _search(self, query: Query, deadline: Deadline) -> SearchOutcome:
        pool = max(self.settings.search.max_results, 2 * query.max_results)
        outcome = await self.provider.search(query, pool=pool, deadline=deadline)
        if outcome.hits:
            return outcome
        failed = "; ".join(f"{failure.engine}: {failure.reason}" for failure in outcome.failures)
        hint = f" Some engines did not answer ({failed})." if failed else ""
        raise NoResultsError(f"SearXNG returned no results for query '{query.text}'.{hint} Try a different query.")

    def _admit(self, query: Query, outcome: SearchOutcome) -> tuple[list[Hit], list[Dropped]]:
        """Apply the domain policy before anything is fetched."""
        admitted: list[Hit] = []
        blocked: list[Dropped] = []
        for hit in outcome.hits:
            verdict = self.gate.domain(hit.url)
            if verdict.reason is None:
                admitted.append(hit)
            else:
                blocked.append(Dropped(url=hit.url, reason=verdict.reason, detail=verdict.detail))
        if not admitted:
            raise _excluded(query, blocked)
        return admitted, blocked

    async def _read(
        self, query: Query, candidates: Sequence[Hit], deadline: Deadline, tell: Progress
    ) -> Harvest[Hit, Document]:
        want = min(query.max_results, len(candidates))
        if not self.settings.scraper.enabled:
            good = tuple((hit, _snippet(hit)) for hit in candidates[:want])
            return Harvest(good=good, failed=(), unread=())
        await tell(Stage.SCRAPE, 0, want)
        reading = Deadline(deadline.at - _FINISH_SECONDS)
        check = self.gate.checker(reading)
        known: set[str] = set()

        async def read(hit: Hit) -> Document:
            document = await self.ladder.read(hit, check=check, deadline=reading)
            same = {urldefrag(document.url).url, document.extracted_hash}
            if not known.isdisjoint(same):
                raise FetchError("the same page as another result", reason=DropReason.DUPLICATE)
            known.update(same)
            return document

        async def done(good: int, wanted: int) -> None:
            await tell(Stage.SCRAPE, good, wanted)

        return await harvest(
            candidates,
            read,
            want=want,
            concurrency=self.settings.scraper.max_concurrency,
            deadline=reading,
            failure=FetchError,
            done=done,
        )


async def _silent(stage: Stage, done: int, total: int) -> None:
    """Stand in for a caller who wants no progress."""


def _snippet(hit: Hit) -> Document:
    """Make the document of a search-only answer: the engines' own snippet, marked as such; no page was fetched."""
    markdown = neutralise(hit.snippet or hit.title)
    return Document(
        hit=hit,
        url=hit.url,
        title=plain(hit.title),
        markdown=markdown,
        method="snippet",
        raw_hash="",
        extracted_hash=hashlib.sha256(markdown.encode()).hexdigest(),
        published=hit.published,
        words=len(markdown.split()),
    )


def _dropped(read: Harvest[Hit, Document]) -> list[Dropped]:
    failed = [
        Dropped(url=hit.url, reason=error.reason, detail=str(error))
        for hit, error in read.failed
        if isinstance(error, FetchError)
    ]
    cut = [Dropped(url=hit.url, reason=DropReason.TIMEOUT, detail="the call's time was up") for hit in read.unread]
    return failed + cut


def _nothing_read(query: Query, dropped: Sequence[Dropped], *, timed_out: bool) -> WebSearchError:
    """Choose the error of a call that has nothing to deliver."""
    if all(item.reason in _POLICY_REASONS for item in dropped):
        return _excluded(query, dropped)
    summary = _summary(dropped)
    if timed_out and all(item.reason is DropReason.TIMEOUT for item in dropped):
        return DeadlineExceededError(
            f"no page for query '{query.text}' could be read in time ({summary}). Try again, or ask for fewer results."
        )
    return ScrapeFailedError(
        f"none of the {len(dropped)} pages for query '{query.text}' could be read ({summary}). Try a different query.",
        dropped=dropped,
    )


def _excluded(query: Query, dropped: Sequence[Dropped]) -> PolicyExcludedError:
    return PolicyExcludedError(
        f"all {len(dropped)} results for query '{query.text}' were excluded ({_summary(dropped)}). "
        "A domain policy may be excluding everything; try a different query or ask whoever runs this service."
    )


def _summary(dropped: Sequence[Dropped]) -> str:
    """Summarise failures per kind, the most frequent first: `2 × timeout, 1 × http_status (HTTP 404)`."""
    counts = Counter(item.reason for item in dropped)
    examples = {item.reason: item.detail for item in reversed(dropped)}
    return ", ".join(
        f"{count} × {reason}" + (f" ({examples[reason]})" if examples[reason] else "")
        for reason, count in counts.most_common()
    )
