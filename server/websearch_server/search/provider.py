"""What the pipeline needs of a search provider, and nothing of how one works.

`pipeline.py` calls it, `app.py` builds one; SearXNG is the first implementation (`searxng.py`). No provider keeps
state of a call, logs a query in clear or fetches anything but its own search API.
"""

from typing import Protocol

from websearch_server.deadline import Deadline
from websearch_server.model import Query, SearchOutcome

__all__ = ["SearchProvider"]


class SearchProvider(Protocol):
    """A place where candidates come from."""

    name: str

    async def search(self, query: Query, *, pool: int, deadline: Deadline) -> SearchOutcome:
        """Find up to `pool` distinct candidates, best first.

        Raises SearchBackendError when nobody can say whether there are any, DeadlineExceededError when the call's
        time is up, InvalidArgumentError when the query can't be asked. No candidates is an answer, not an error.
        """
        ...

    async def health(self, deadline: Deadline) -> str:
        """Say `"ok"`, `"unavailable"` (no answer) or `"error"` (an answer that makes searching impossible)."""
        ...

    async def diagnose(self, deadline: Deadline) -> str:
        """Say in one sentence how things stand and, when they don't, what to do about it."""
        ...

    async def close(self) -> None:
        """Give back connections."""
        ...
