"""What the tests of the search stage share: providers over the session's SearXNG, and a way to ask them.

Used by the `test_search*.py` beside it; the fixture `open_provider` in `conftest.py` hands out what is made here.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from websearch_server.config.search import SearchSettings
from websearch_server.deadline import Deadline
from websearch_server.model import Query, SearchOutcome
from websearch_server.search import SearxngProvider

__all__ = ["WAIT_SECONDS", "Open", "find", "providers"]

WAIT_SECONDS = 20  # bounds every wait; reached only by a test that fails

Open = Callable[..., SearxngProvider]


@asynccontextmanager
async def providers(searxng_url: str) -> AsyncIterator[Open]:
    """Make providers over one SearXNG; `general` names the engines asked, `settings` the rest."""
    async with AsyncExitStack() as stack:

        def make(*general: str, **settings: object) -> SearxngProvider:
            given = {"searxng_url": searxng_url, "engine_routes": {"general": [*general]}, **settings}
            provider = SearxngProvider(SearchSettings.model_validate(given))
            stack.push_async_callback(provider.close)
            return provider

        yield make


async def find(provider: SearxngProvider, text: str = "a query", *, pool: int = 10, **query: object) -> SearchOutcome:
    """Ask one query, in every language unless told otherwise."""
    asked = Query(**{"text": text, "language": "all", **query})
    return await provider.search(asked, pool=pool, deadline=Deadline.after(WAIT_SECONDS))
