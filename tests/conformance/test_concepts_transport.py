"""Seed 001, "MCP transport, at a glance": two transports, one port, one tool."""

from collections.abc import Callable
from urllib.parse import urlsplit

import httpx
import pytest
from mcp import Client
from mcp.client.sse import sse_client
from tests.conformance.product import Product, spoken

MakeArticles = Callable[[int], list[str]]

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
HEADERS = {"Accept": "application/json, text/event-stream"}


@pytest.mark.requirement("001.transport.same_port")
@pytest.mark.requirement("001.transport.streamable")
@pytest.mark.requirement("001.transport.same_tool")
async def test_both_transports_answer_on_one_port_with_the_same_tool(product: Product, articles: MakeArticles) -> None:
    urls = articles(1)
    seen = []
    for transport in (f"{product.url}/mcp", sse_client(f"{product.url}/sse")):
        async with Client(transport, mode="legacy") as client:
            tools = (await client.list_tools()).tools
            result = await client.call_tool("web_search", {"query": "transport"})
        rows = (result.structured_content or {})["results"]
        seen.append((tools, [row["url"] for row in rows], spoken(result.content).splitlines()[0]))
    assert seen[0] == seen[1]
    assert [tool.name for tool in seen[0][0]] == ["web_search"]
    assert seen[0][1:] == (urls, '# Search Results for: "transport"')


@pytest.mark.requirement("001.transport.session")
async def test_initialize_is_answered_with_a_session_id_that_later_calls_may_carry(product: Product) -> None:
    async with httpx.AsyncClient(base_url=product.url, headers=HEADERS, timeout=30) as http:
        started = await http.post("/mcp", json=INITIALIZE)
        session = started.headers["mcp-session-id"]
        ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
        known = await http.post("/mcp", json=ping, headers={"Mcp-Session-Id": session})
        unknown = await http.post("/mcp", json=ping, headers={"Mcp-Session-Id": "made-up"})
    assert (started.status_code, known.status_code, unknown.status_code) == (200, 200, 404)


@pytest.mark.requirement("001.transport.sse")
async def test_the_legacy_stream_names_the_endpoint_to_post_to(product: Product) -> None:
    async with (
        httpx.AsyncClient(base_url=product.url, timeout=30) as http,
        http.stream("GET", "/sse", headers={"Accept": "text/event-stream"}) as stream,
    ):
        lines = stream.aiter_lines()
        event = await anext(lines), await anext(lines)
        name, data = (line.partition(": ")[2] for line in event)
        accepted = await http.post(data, json=INITIALIZE)
    assert (name, urlsplit(data).path) == ("endpoint", "/messages")
    assert accepted.status_code == 202
