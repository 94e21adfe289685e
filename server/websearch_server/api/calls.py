"""One call of `web_search`, the same for MCP and REST: arguments in, an answer or one of our errors out.

Everything a caller can do wrong and everything that can fail below leaves here as a `WebSearchError` with a
sentence fit for an end user; what is not ours is logged with the request id and hidden behind one. The call's
whole time is bounded here, whatever the service does with its deadline. Used by `mcp.py` and `rest.py`.
"""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import structlog

from websearch_server.api.answer import Answer, render
from websearch_server.api.arguments import parse_arguments
from websearch_server.api.drain import Drain
from websearch_server.config import Settings
from websearch_server.config.scalars import format_seconds
from websearch_server.deadline import Deadline
from websearch_server.errors import DeadlineExceededError, UnavailableError, WebSearchError
from websearch_server.model import Progress, Query, SearchResponse
from websearch_server.telemetry import query_field, request_id

__all__ = ["Calls", "SearchService"]

log = structlog.get_logger(__name__)

# What the service may take past its deadline to hand over a partial answer before it is cancelled.
_GRACE_SECONDS = 2.0


class SearchService(Protocol):
    """What answers: `pipeline.Pipeline`, or a test's double."""

    async def search(self, query: Query, *, deadline: Deadline, progress: Progress | None) -> SearchResponse:
        """Answer one query by the deadline; raises WebSearchError."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Calls:
    """Takes calls for one app."""

    service: SearchService
    settings: Settings
    drain: Drain

    async def answer(self, arguments: Mapping[str, object], progress: Progress | None = None) -> Answer:
        """Answer one call. Raises WebSearchError and nothing else."""
        if self.drain.draining:
            raise UnavailableError("This server is shutting down; try again.")
        query = parse_arguments(arguments, self.settings)
        started = time.monotonic()
        outcome: dict[str, object] = {"error": "cancelled"}
        try:
            answer = await self._search(query, progress)
            outcome = {"results": answer.meta["result_count"], "dropped": answer.meta["dropped"]}
        except WebSearchError as error:
            outcome = {"error": error.code}
            raise
        finally:
            log.info(
                "call ended",
                category=query.category,
                duration_ms=round((time.monotonic() - started) * 1000),
                **outcome,
                **query_field(query.text, self.settings.logging),
            )
        return answer

    async def _search(self, query: Query, progress: Progress | None) -> Answer:
        seconds = min(self.settings.api.call_timeout, self.settings.server.write_timeout)
        try:
            async with asyncio.timeout(seconds + _GRACE_SECONDS):
                response = await self.service.search(query, deadline=Deadline.after(seconds), progress=progress)
            return render(response)
        except WebSearchError:
            raise
        except TimeoutError:
            raise DeadlineExceededError(
                f"Nothing was ready within {format_seconds(seconds)}; try again or ask for fewer results."
            ) from None
        except Exception as error:  # the ASGI edge: what is not ours is logged and never shown
            log.exception("call failed", error=type(error).__name__, **query_field(query.text, self.settings.logging))
            raise WebSearchError(f"An internal error occurred; report request {request_id.get()}.") from error
