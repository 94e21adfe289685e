"""Running everything on one machine: SearXNG in its own environment, supervised, beside the server.

SearXNG is AGPL software: it is installed from a hash lock into an environment of its own and only ever spoken to
over HTTP; nothing of it is imported here. `cli.py` and `demo/` start the stack, tests start its parts.
"""

from websearch_server.embedded.searxng import EmbeddedSearxng
from websearch_server.embedded.searxng_env import ensure_searxng
from websearch_server.embedded.searxng_settings import live_settings, pointed_settings

__all__ = ["EmbeddedSearxng", "ensure_searxng", "live_settings", "pointed_settings"]
