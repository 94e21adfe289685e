"""Raw MCP messages, for what no client sends on purpose."""

import json
from typing import Any

from mcp.types import CallToolResult, TextContent

__all__ = ["BOTH", "INITIALIZE", "JSON_ONLY", "LIST", "call", "modern", "spoken", "streamed"]

BOTH = {"Accept": "application/json, text/event-stream"}
JSON_ONLY = {"Accept": "application/json"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list"}
_ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}


def call(query: str, request_id: int = 3) -> dict[str, object]:
    """A call of the tool."""
    params = {"name": "web_search", "arguments": {"query": query}}
    return {"jsonrpc": "2.0", "id": request_id, "method": "tools/call", "params": params}


def modern(method: str, **params: object) -> tuple[dict[str, object], dict[str, str]]:
    """A request of 2026-07-28 and the headers it must carry."""
    headers = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method}
    if "name" in params:
        headers["Mcp-Name"] = str(params["name"])
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": _ENVELOPE}}, headers


def spoken(result: CallToolResult) -> str:
    """The text of a result that has one text block."""
    (block,) = result.content
    assert isinstance(block, TextContent)
    return block.text


def streamed(body: str) -> list[dict[str, Any]]:
    """The messages of an event stream."""
    return [json.loads(line.removeprefix("data: ")) for line in body.splitlines() if line.startswith("data: {")]
