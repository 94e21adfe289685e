"""Time: callers that leave or give up, calls that take too long, streams that would be silent."""

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx
import pytest
from mcp import Client
from tests.serving.messages import BOTH, INITIALIZE, JSON_ONLY, call, modern, streamed
from tests.serving.running import WAIT_SECONDS, serving, settings_with
from tests.serving.service import FakeService

Connect = Callable[[], AbstractAsyncContextManager[Client]]


@dataclass(frozen=True)
class Request:
    """A request whose connection the test closes."""

    path: str
    body: Mapping[str, object]
    headers: Mapping[str, str]


MODERN_CALL, MODERN_HEADERS = modern("tools/call", name="web_search", arguments={"query": "hold"})
LEFT = {
    "json": Request("/mcp", call("hold"), JSON_ONLY),
    "stream": Request("/mcp", call("hold"), BOTH),
    "2026 json": Request("/mcp", MODERN_CALL, {**JSON_ONLY, **MODERN_HEADERS}),
    "2026 stream": Request("/mcp", MODERN_CALL, {**BOTH, **MODERN_HEADERS}),
    "rest": Request("/api/v1/search", {"query": "hold"}, JSON_ONLY),
}


async def within_bounds(event: asyncio.Event) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        await event.wait()


@pytest.mark.parametrize("request_", LEFT.values(), ids=LEFT)
async def test_a_caller_that_disconnects_stops_the_work(  # fastmcp #4354
    service: FakeService, url: str, request_: Request
) -> None:
    address = urlsplit(url)
    _, writer = await asyncio.open_connection(address.hostname, address.port)
    body = json.dumps(request_.body).encode()
    headers = {"Host": address.netloc, "Content-Type": "application/json", "Content-Length": len(body)}
    lines = [f"POST {request_.path} HTTP/1.1", *(f"{k}: {v}" for k, v in {**headers, **request_.headers}.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode() + body)
    await within_bounds(service.started)
    writer.close()
    await writer.wait_closed()
    await within_bounds(service.stopped)


async def test_a_call_that_the_client_gives_up_is_stopped(service: FakeService, connect: Connect) -> None:
    async with connect() as client:
        calling = asyncio.create_task(client.call_tool("web_search", {"query": "hold"}))
        await within_bounds(service.started)
        calling.cancel()
        await within_bounds(service.stopped)


async def session(http: httpx.AsyncClient) -> dict[str, str]:
    answer = await http.post("/mcp", json=INITIALIZE, headers=BOTH)
    return {**BOTH, "Mcp-Session-Id": answer.headers["mcp-session-id"]}


CANCEL = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}


async def test_a_cancelled_call_is_answered_in_order_when_its_caller_still_waits(
    service: FakeService, http: httpx.AsyncClient
) -> None:
    headers = await session(http)
    waiting = asyncio.create_task(http.post("/mcp", json=call("hold", 7), headers=headers))
    await within_bounds(service.started)
    assert (await http.post("/mcp", json=CANCEL, headers=headers)).status_code == 202
    (message,) = streamed((await waiting).text)
    assert (message["id"], message["error"]["code"]) == (7, -32800)


async def test_a_stranger_cannot_cancel_a_call(service: FakeService, http: httpx.AsyncClient) -> None:
    mine, other = await session(http), await session(http)
    waiting = asyncio.create_task(http.post("/mcp", json=call("hold", 7), headers=mine))
    await within_bounds(service.started)
    for headers in (BOTH, other):
        assert (await http.post("/mcp", json=CANCEL, headers=headers)).status_code == 202
    service.release.set()
    (message,) = streamed((await waiting).text)
    assert message["result"]["structuredContent"]["query"] == "hold"


async def test_a_service_that_ignores_its_deadline_is_stopped(service: FakeService) -> None:
    impatient = settings_with(api={"callTimeout": "50ms"})
    async with serving(service, impatient) as url, httpx.AsyncClient(base_url=url) as http:
        answer = await http.post("/mcp", json=call("hold"), headers=JSON_ONLY)
    assert service.stopped.is_set()
    (block,) = answer.json()["result"]["content"]
    assert block["text"] == "Search failed: Nothing was ready within 50ms; try again or ask for fewer results."


@pytest.mark.parametrize(("method", "path"), [("POST", "/mcp"), ("GET", "/sse")])
async def test_a_silent_stream_is_kept_alive(service: FakeService, method: str, path: str) -> None:  # agentdeals #1098
    async with (
        serving(service, settings_with(api={"keepalive": "20ms"})) as url,
        httpx.AsyncClient(base_url=url, timeout=WAIT_SECONDS) as http,
        http.stream(method, path, json=call("hold"), headers=BOTH) as stream,
        asyncio.timeout(WAIT_SECONDS),
    ):
        pings = 0
        async for line in stream.aiter_lines():
            pings += line == ": ping"
            if pings == 2:
                break
