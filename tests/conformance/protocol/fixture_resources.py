"""The resources of the fixture server."""

import json
import re
from typing import Any

import mcp.types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from tests.conformance.protocol.fixture_tools import PNG

__all__ = ["list_resources", "list_templates", "read_resource", "subscribe", "unsubscribe"]

Context = ServerRequestContext[dict[str, object], Any]  # the request is the transport's own
Contents = types.TextResourceContents | types.BlobResourceContents

TEMPLATE = "test://template/{id}/data"
RESOURCES: dict[str, Contents] = {
    "test://static-text": types.TextResourceContents(
        uri="test://static-text", mime_type="text/plain", text="This is the content of the static text resource."
    ),
    "test://static-binary": types.BlobResourceContents(uri="test://static-binary", mime_type="image/png", blob=PNG),
    "test://watched-resource": types.TextResourceContents(
        uri="test://watched-resource", mime_type="text/plain", text="Watched."
    ),
}


async def list_resources(_context: Context, _params: types.PaginatedRequestParams | None) -> types.ListResourcesResult:
    """List the direct resources."""
    return types.ListResourcesResult(
        resources=[
            types.Resource(uri=uri, name=uri, description="For the suite.", mime_type=contents.mime_type)
            for uri, contents in RESOURCES.items()
        ]
    )


async def list_templates(
    _context: Context, _params: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    """List the one template."""
    template = types.ResourceTemplate(
        uri_template=TEMPLATE, name="template", description="For the suite.", mime_type="application/json"
    )
    return types.ListResourceTemplatesResult(resource_templates=[template])


async def read_resource(_context: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    """Read a resource, or one made by the template."""
    if params.uri in RESOURCES:
        return types.ReadResourceResult(contents=[RESOURCES[params.uri]])
    if match := re.fullmatch(r"test://template/([^/]+)/data", params.uri):
        data = {"id": match[1], "templateTest": True, "data": f"Data for ID: {match[1]}"}
        contents = types.TextResourceContents(uri=params.uri, mime_type="application/json", text=json.dumps(data))
        return types.ReadResourceResult(contents=[contents])
    raise MCPError(types.INVALID_PARAMS, "Resource not found", data={"uri": params.uri})


async def subscribe(_context: Context, _params: types.SubscribeRequestParams) -> types.EmptyResult:
    """Accept a subscription of 2025-11-25; nothing here ever changes."""
    return types.EmptyResult()


async def unsubscribe(_context: Context, _params: types.UnsubscribeRequestParams) -> types.EmptyResult:
    """Accept its end."""
    return types.EmptyResult()
