"""The MCP features this server has nothing of: resources and prompts, as empty lists.

Gateways and agents ask for them whether they are advertised or not, and some take "method not found" for a broken
server; an empty list costs nothing and says the truth. Registered by `mcp.py`.
"""

from typing import Any, NoReturn

import mcp.types as types
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

__all__ = ["LIST_CACHE", "add_empty_features"]

# Lists change with a deployment's configuration only, which restarts the server.
LIST_CACHE = CacheHint(ttl_ms=300_000, scope="public")

_Context = ServerRequestContext[Any, Any]


def add_empty_features(server: Server[Any]) -> None:
    """Answer for resources and prompts on any SDK server (whatever its lifespan state, hence Any)."""
    server.add_request_handler("resources/list", types.PaginatedRequestParams, _list_resources)
    server.add_request_handler("resources/templates/list", types.PaginatedRequestParams, _list_templates)
    server.add_request_handler("resources/read", types.ReadResourceRequestParams, _read_resource)
    server.add_request_handler("prompts/list", types.PaginatedRequestParams, _list_prompts)
    server.add_request_handler("prompts/get", types.GetPromptRequestParams, _get_prompt)
    for method in ("resources/list", "resources/templates/list", "prompts/list"):
        server.cache_hints[method] = LIST_CACHE


async def _list_resources(_context: _Context, _params: types.PaginatedRequestParams) -> types.ListResourcesResult:
    return types.ListResourcesResult(resources=[])


async def _list_templates(
    _context: _Context, _params: types.PaginatedRequestParams
) -> types.ListResourceTemplatesResult:
    return types.ListResourceTemplatesResult(resource_templates=[])


async def _list_prompts(_context: _Context, _params: types.PaginatedRequestParams) -> types.ListPromptsResult:
    return types.ListPromptsResult(prompts=[])


async def _read_resource(_context: _Context, params: types.ReadResourceRequestParams) -> NoReturn:
    raise MCPError(types.INVALID_PARAMS, "Resource not found: this server has none.", data={"uri": params.uri})


async def _get_prompt(_context: _Context, params: types.GetPromptRequestParams) -> NoReturn:
    raise MCPError(types.INVALID_PARAMS, "Prompt not found: this server has none.", data={"name": params.name})
