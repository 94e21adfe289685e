"""The language a query is asked in: what the call says, else what is configured, else what the query shows.

The result is always something SearXNG takes: a wrong spelling never costs an answer (it says 400 to `de_DE`, `DE`,
`english`). Called by `searxng.py` once per call.
"""

from websearch_server.search.detection import detect
from websearch_server.search.language_codes import ALL, AUTO, language_code

__all__ = ["resolve_language"]


async def resolve_language(asked: str | None, *, default: str, query: str) -> str:
    """Return SearXNG's `language` for `query`: a code such as `"de"` or `"pt-BR"`, or `"all"`."""
    code = language_code(default if asked is None else asked)
    return (await detect(query) or ALL) if code == AUTO else code
