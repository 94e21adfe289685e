"""The search stage: from a query to deduplicated candidates, best first, by way of SearXNG.

Everything the stage knows of the outside is one SearXNG address; pages are never fetched here. `pipeline.py` speaks
to the `SearchProvider` protocol, `app.py` builds the `SearxngProvider`.
"""

from websearch_server.search.provider import SearchProvider
from websearch_server.search.searxng import SearxngProvider

__all__ = ["SearchProvider", "SearxngProvider"]
