"""Whether SearXNG can be used, found out without asking a search engine.

A form without `q` is answered 400 `{"error": "No query"}` where JSON is enabled and 403 where it is not, by the very
path that a search takes; `/healthz` would say OK either way. Called by `searxng.py` for `/health`, `serve`'s start
and `websearch doctor`.
"""

from collections.abc import Iterable

from websearch_server.deadline import Deadline
from websearch_server.errors import SearchBackendError, SearchUnreachableError, WebSearchError
from websearch_server.search.searxng_client import SearxngClient

__all__ = ["diagnose", "health"]


async def health(client: SearxngClient, deadline: Deadline) -> str:
    """Return `"ok"`, `"unavailable"` when nothing answers, `"error"` when the answer makes searching impossible."""
    try:
        await client.post({}, deadline=deadline)
    except SearchUnreachableError:
        return "unavailable"
    except SearchBackendError:
        return "error"
    except WebSearchError:  # the deadline had passed before it was asked
        return "unavailable"
    return "ok"


async def diagnose(client: SearxngClient, engines: Iterable[str], deadline: Deadline) -> str:
    """Say in one sentence whether SearXNG can be used, what is wrong with it and what to do about that.

    Of `engines`, those which it doesn't have are named: it ignores them without a word.
    """
    try:
        await client.post({}, deadline=deadline)
    except WebSearchError as error:
        return str(error)
    fine = f"SearXNG at {client.origin} answers with JSON"
    try:
        config = await client.config(deadline=deadline)
    except WebSearchError:
        return f"{fine}."
    listed = config.get("engines")
    known = {row.get("name") for row in listed if isinstance(row, dict)} if isinstance(listed, list) else set()
    missing = [engine for engine in dict.fromkeys(engines) if engine not in known]
    if not known or not missing:
        return f"{fine}."
    return (
        f"{fine}, but has no engine {', '.join(missing)}: enable these in its settings.yml or take them out of "
        "search.engineRoutes."
    )
