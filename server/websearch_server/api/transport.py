"""Wires an SDK server to HTTP: `/mcp` (Streamable HTTP) and the legacy pair `/sse` and `/messages`.

`mount_mcp` is the one place that does so, shared by the product and by the conformance fixture
(`tests/conformance/protocol/fixture_server.py`): what the official suite passes is what is shipped. Nothing here knows
about searching. Called by `asgi.py`.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from mcp.server.lowlevel import Server
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from websearch_server.api.drain import Drain
from websearch_server.api.legacy import LegacySse
from websearch_server.api.security import HostOriginGuard
from websearch_server.api.streamable import StreamableHttp
from websearch_server.config import Settings

__all__ = ["McpMount", "mount_mcp"]


@dataclass(frozen=True, slots=True)
class McpMount:
    """What an app takes in to speak MCP: `routes`, and a `lifespan` to enter around serving them."""

    routes: tuple[BaseRoute, ...]
    lifespan: Callable[[], AbstractAsyncContextManager[None]]


def mount_mcp(server: Server[Any], settings: Settings, *, drain: Drain) -> McpMount:
    """Wire an SDK server, whatever its lifespan state (hence Any). The app must not redirect slashes."""
    streamable = StreamableHttp(server, settings)
    legacy = LegacySse(server, settings, drain=drain)
    # Both spellings of /mcp, because a redirect would lose the POST (litellm #34845).
    endpoints: dict[str, ASGIApp] = {
        "/mcp": streamable,
        "/mcp/": streamable,
        "/sse": legacy.stream,
        "/messages": legacy.messages,
    }
    return McpMount(
        routes=tuple(Route(path, HostOriginGuard(app, settings=settings)) for path, app in endpoints.items()),
        lifespan=streamable.run,
    )
