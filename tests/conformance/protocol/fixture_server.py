"""An MCP server with the features the official conformance suite looks for, served by the product's own wiring.

The suite's scenarios call tools, resources and prompts by fixed names, which the product has no use for. So this
server has them, and everything below them (`mount_mcp`, `assemble`, `run_until_drained`) is the product's: what
passes here is what is shipped. Run as `python -m tests.conformance.protocol.fixture_server`; prints its URL.
"""

import asyncio
import sys
import warnings

import mcp.types as types
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from mcp.server.request_state import RequestStateBoundary, RequestStateSecurity
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler
from mcp.shared.exceptions import MCPDeprecationWarning
from tests.conformance.protocol.fixture_prompts import get_prompt, list_prompts
from tests.conformance.protocol.fixture_resources import (
    list_resources,
    list_templates,
    read_resource,
    subscribe,
    unsubscribe,
)
from tests.conformance.protocol.fixture_tools import Context, Tools

from websearch_server.api import run_until_drained
from websearch_server.api.asgi import assemble
from websearch_server.api.drain import Drain
from websearch_server.api.security import with_local_defaults
from websearch_server.api.transport import mount_mcp
from websearch_server.config import Settings
from websearch_server.telemetry import configure_logging

NAME = "conformance-fixture"


async def set_level(_context: Context, _params: types.SetLevelRequestParams) -> types.EmptyResult:
    """Take any level; whatever is logged is sent."""
    return types.EmptyResult()


async def complete(_context: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
    """Suggest words that begin with what has been typed."""
    words = ["paris", "park", "party"]
    values = [word for word in words if word.startswith(params.argument.value)]
    return types.CompleteResult(completion=types.Completion(values=values, total=len(values), has_more=False))


def build() -> Server[dict[str, object]]:
    """Build the server with every feature that a scenario asks for."""
    bus = InMemorySubscriptionBus()
    tools = Tools(bus)
    with warnings.catch_warnings():
        # Deprecated since 2026-07-28, demanded by the scenarios of 2025-11-25.
        warnings.simplefilter("ignore", MCPDeprecationWarning)
        server: Server[dict[str, object]] = Server(
            NAME,
            version="1.0.0",
            cache_hints=dict.fromkeys(
                ("tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read"),
                CacheHint(ttl_ms=1000, scope="public"),
            ),
            on_list_tools=tools.list,
            on_call_tool=tools.call,
            on_list_resources=list_resources,
            on_list_resource_templates=list_templates,
            on_read_resource=read_resource,
            on_subscribe_resource=subscribe,
            on_unsubscribe_resource=unsubscribe,
            on_subscriptions_listen=ListenHandler(bus),
            on_list_prompts=list_prompts,
            on_get_prompt=get_prompt,
            on_completion=complete,
            on_set_logging_level=set_level,
        )
    server.middleware.append(RequestStateBoundary(RequestStateSecurity.ephemeral(), default_audience=NAME))
    return server


async def main() -> int:
    """Serve on a free port of loopback until SIGTERM."""
    settings = with_local_defaults(Settings.model_validate({"server": {"host": "127.0.0.1", "port": 0}}))
    configure_logging(settings.logging)
    drain = Drain()
    app = assemble(mount_mcp(build(), settings, drain=drain), settings, drain=drain)
    return await run_until_drained(app, settings.server, ready=lambda url: print(url, flush=True))  # noqa: T201 - read by the test


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
