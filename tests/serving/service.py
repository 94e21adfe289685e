"""A search service that answers by the first word of the query, and tells what has happened to its calls."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.serving.answers import response, result

from websearch_server import errors
from websearch_server.deadline import Deadline
from websearch_server.model import Dropped, DropReason, Progress, Query, SearchResponse, Stage

__all__ = ["ERRORS", "SECRET", "FakeService"]

SECRET = "psql://admin:hunter2@db"

ERRORS: dict[str, errors.WebSearchError] = {
    "no_results": errors.NoResultsError("SearXNG returned no results for query 'xyzzy123'. Try a different query."),
    "policy_excluded": errors.PolicyExcludedError(
        "Policy excluded all 3 results; a domain policy may be excluding everything."
    ),
    "scrape_failed": errors.ScrapeFailedError(
        "None of 2 pages could be read: 1 timed out, 1 answered 404.",
        dropped=[Dropped(url="https://example.com/1", reason=DropReason.TIMEOUT)],
    ),
    "deadline_exceeded": errors.DeadlineExceededError("Nothing was ready in time; try again."),
    "search_unreachable": errors.SearchUnreachableError("SearXNG can't be reached; try again later."),
    "search_misconfigured": errors.SearchMisconfiguredError("SearXNG refuses JSON: enable json under search.formats."),
    "search_degraded": errors.SearchDegradedError(
        "All engines are suspended; try again in 3 minutes.", retry_after=180
    ),
    "unavailable": errors.UnavailableError("This server is full; try again."),
}


@dataclass
class FakeService:
    """Answers at once, unless the query's first word is one of those below."""

    tell: Callable[[str], None] = lambda _line: None
    release: asyncio.Event = field(default_factory=asyncio.Event)
    started: asyncio.Event = field(default_factory=asyncio.Event)
    stopped: asyncio.Event = field(default_factory=asyncio.Event)
    queries: list[Query] = field(default_factory=list)
    deadlines: list[Deadline] = field(default_factory=list)

    async def search(self, query: Query, *, deadline: Deadline, progress: Progress | None) -> SearchResponse:
        """Do what the query says."""
        self.queries.append(query)
        self.deadlines.append(deadline)
        word = query.text.partition(" ")[0]
        if word in ERRORS:
            raise ERRORS[word]
        if word == "bug":
            raise RuntimeError(SECRET)
        if word == "hold":
            await self._hold(query)
        if word == "progress" and progress is not None:
            await _report(progress)
        if word == "huge":
            return response(query, *(result(rank, "x" * 400_000) for rank in range(1, 6)))
        if word == "enormous":
            return response(query, result(1, "x" * 2_000_000))
        return response(query)

    async def _hold(self, query: Query) -> None:
        """Wait to be released, and tell when the wait is over for another reason."""
        self.started.set()
        self.tell(f"started {query.text}")
        try:
            await self.release.wait()
        except asyncio.CancelledError:
            self.stopped.set()
            self.tell(f"stopped {query.text}")
            raise


async def _report(progress: Progress) -> None:
    for stage, done, total in (
        (Stage.SEARCH, 0, 1),
        (Stage.SEARCH, 1, 1),
        (Stage.SCRAPE, 1, 2),
        (Stage.SCRAPE, 1, 2),
        (Stage.SCRAPE, 2, 2),
        (Stage.SEARCH, 1, 1),
        (Stage.FORMAT, 1, 1),
    ):
        await progress(stage, done, total)
