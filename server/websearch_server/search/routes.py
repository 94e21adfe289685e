"""Which engines a category asks: Palena's routes, as configured.

Engines are always named to SearXNG, never its categories: it answers both together with the union of the two.
Pure; called by `searxng.py`.
"""

from websearch_server.config.search import SearchSettings
from websearch_server.model import CATEGORIES

__all__ = ["engines_for"]

_GENERAL = "general"


def engines_for(category: str, settings: SearchSettings) -> tuple[str, ...]:
    """Return the engines of a category's route, each once; an unknown category is `general`.

    A category without a route is asked on the default engines; none at all leaves the choice to SearXNG.
    """
    routes: dict[str, list[str]] = {str(name): engines for name, engines in settings.engine_routes.items()}
    name = category.strip().lower()
    route = routes.get(name if name in CATEGORIES else _GENERAL) or settings.default_engines
    return tuple(dict.fromkeys(engine.strip() for engine in route))
