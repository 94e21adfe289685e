import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
import pytest
from mcp.server.lowlevel import Server
from tests.serving.messages import BOTH, INITIALIZE, JSON_ONLY

from websearch_server.api.streamable import StreamableHttp
from websearch_server.config import Settings

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


@asynccontextmanager
async def serving() -> AsyncIterator[httpx.AsyncClient]:
    server: Server[dict[str, object]] = Server("bare")
    endpoint = StreamableHttp(server, Settings())
    transport = httpx.ASGITransport(endpoint)
    async with endpoint.run(), httpx.AsyncClient(transport=transport, base_url="http://x") as client:
        yield client


@pytest.mark.parametrize(
    ("accept", "answer"),
    [
        ("application/json", (200, "application/json")),
        ("APPLICATION/JSON", (200, "application/json")),
        ("application/*", (200, "application/json")),
        ("*/*", (200, "application/json")),
        ("text/html, */*;q=0.1", (200, "application/json")),
        ("text/event-stream", (200, "text/event-stream")),
        ("text/*, application/json", (200, "text/event-stream")),
        ("application/json, text/event-stream", (200, "text/event-stream")),
        ("text/html", (406, "application/json")),
        ("", (406, "application/json")),
    ],
)
async def test_who_asks_for_a_stream_gets_one_and_who_can_take_json_gets_json(
    accept: str, answer: tuple[int, str]
) -> None:
    async with serving() as http:
        got = await http.post("/", json=PING, headers={"Accept": accept})
    assert (got.status_code, got.headers["content-type"].partition(";")[0]) == answer


@pytest.mark.parametrize("content_type", ["application/json", "application/json; charset=utf-8", "Application/JSON"])
async def test_json_is_taken_however_it_is_called(content_type: str) -> None:
    async with serving() as http:
        got = await http.post("/", content=json.dumps(PING), headers={"Content-Type": content_type})
    assert got.status_code == 200


@pytest.mark.parametrize("headers", [JSON_ONLY, BOTH])
async def test_a_session_id_is_issued_in_both_forms(headers: dict[str, str]) -> None:
    async with serving() as http:
        got = await http.post("/", json=INITIALIZE, headers=headers)
        again = await http.post("/", json=PING, headers={**headers, "Mcp-Session-Id": got.headers["mcp-session-id"]})
    assert (got.status_code, again.status_code) == (200, 200)
    assert "mcp-session-id" not in again.headers


async def test_a_refusal_is_a_json_rpc_error_without_an_id() -> None:
    async with serving() as http:
        got = await http.get("/")
    error = {"code": -32600, "message": "Only POST is served here."}
    assert got.json() == {"jsonrpc": "2.0", "id": None, "error": error}
