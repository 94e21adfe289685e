"""Settings of the search stage: SearXNG, engine routes, language, the candidate pool.

Names and defaults are the reference's where it has the setting, so that its configurations keep working. Only
declared here; `settings.py` puts the sections together.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from websearch_server.config.base import Section, misfit, over
from websearch_server.config.scalars import HttpUrl, Matching, Timeout

__all__ = ["QueryExpansionSettings", "SearchSettings"]

Engine = Annotated[str, Field(max_length=100), Matching(r"[^,]+", "must be an engine's name, without commas")]
_ROUTES: dict[Literal["general", "news", "code", "science"], list[Engine]] = {
    "general": ["google", "duckduckgo", "brave"],
    "news": ["google news", "duckduckgo", "bing news"],
    "code": ["github", "stackoverflow", "duckduckgo"],
    "science": ["google scholar", "duckduckgo", "wikipedia"],
}


class QueryExpansionSettings(Section):
    """Asking a few deterministic variants of the query and fusing the answers by reciprocal rank."""

    enabled: bool = False
    """Ask variants of the query too."""
    max_variants: int = Field(default=2, ge=1, le=5)
    """How many variants are asked beside the query itself."""


class SearchSettings(Section):
    """Where candidates come from."""

    searxng_url: HttpUrl = "http://searxng:8080"
    """Base URL of SearXNG; its `search.formats` must include `json`. The one hard dependency."""
    default_engines: list[Engine] = Field(default=["google", "duckduckgo", "brave"])
    """Engines asked when a category has no route of its own."""
    engine_routes: Annotated[dict[Literal["general", "news", "code", "science"], list[Engine]], over(_ROUTES)] = _ROUTES
    """Engines asked for each `category`; one that isn't named keeps its route, an empty list means `defaultEngines`."""
    default_language: Annotated[
        str, Matching(r"auto|all|[a-z]{2}(-[A-Z]{2})?", 'must be auto, all, or a language such as "de" or "de-AT"')
    ] = "auto"
    """Language when the call names none: `auto` (detect from the query, else all), `all`, or an ISO 639-1 code."""
    safe_search: Literal[0, 1, 2] = 1
    """Adult filter passed to the engines: 0 off, 1 moderate, 2 strict."""
    max_results: int = Field(default=10, ge=1, le=100)
    """Candidates kept for one call at least; calls for more results than half of it get twice what they ask for."""
    timeout: Timeout = 10.0
    """How long one query to SearXNG may take."""
    query_expansion: QueryExpansionSettings = QueryExpansionSettings()
    """Query expansion; off by default."""

    @model_validator(mode="after")
    def _has_searxng(self) -> Self:
        if not self.searxng_url:
            raise misfit("searxng_url", "is required")
        return self
