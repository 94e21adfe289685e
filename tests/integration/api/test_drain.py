"""SIGTERM and SIGINT: calls in flight finish, idle streams close, the exit code is 0 (sse-starlette #157)."""

import asyncio
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import httpx
import pytest
from mcp import Client
from mcp.client.sse import sse_client
from tests.serving.process import ServerProcess, server_process
from tests.serving.running import WAIT_SECONDS

Call = Callable[[str, str], Awaitable[str]]


async def rest_call(url: str, query: str) -> str:
    async with httpx.AsyncClient(base_url=url, timeout=WAIT_SECONDS) as http:
        answer = await http.post("/api/v1/search", json={"query": query})
        return str(answer.json()["meta"]["query"])


async def json_call(url: str, query: str) -> str:
    params = {"name": "web_search", "arguments": {"query": query}}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    async with httpx.AsyncClient(base_url=url, timeout=WAIT_SECONDS) as http:
        answer = await http.post("/mcp", json=call, headers={"Accept": "application/json"})
        return str(answer.json()["result"]["structuredContent"]["query"])


async def handshake_call(url: str, query: str) -> str:
    async with Client(f"{url}/mcp", mode="legacy") as client:
        return await ask(client, query)


async def modern_call(url: str, query: str) -> str:
    async with Client(f"{url}/mcp", mode="auto") as client:
        return await ask(client, query)


async def legacy_call(url: str, query: str) -> str:
    async with Client(sse_client(f"{url}/sse"), mode="legacy") as client:
        return await ask(client, query)


async def ask(client: Client, query: str) -> str:
    await client.list_tools()  # else the client lists them after the call, to check the answer against the schema
    result = await client.call_tool("web_search", {"query": query})
    return str((result.structured_content or {})["query"])


CALLS: dict[str, Call] = {
    "hold rest": rest_call,
    "hold json": json_call,
    "hold 2025-11-25": handshake_call,
    "hold 2026-07-28": modern_call,
    "hold http+sse": legacy_call,
}


@asynccontextmanager
async def calls_in_flight(server: ServerProcess) -> AsyncIterator[dict[str, "asyncio.Task[str]"]]:
    """One call of each kind, all of which have reached the service."""
    calling = {query: asyncio.create_task(call(server.url, query)) for query, call in CALLS.items()}
    for _ in CALLS:
        assert await server.line() in {f"started {query}" for query in CALLS}
    yield calling
    for call in calling.values():
        call.cancel()
    await asyncio.wait(calling.values())


async def until_refused(url: str) -> None:
    """Wait until no new connection is taken."""
    async with asyncio.timeout(WAIT_SECONDS):
        while True:
            try:
                async with httpx.AsyncClient() as http:
                    await http.get(f"{url}/livez")
            except httpx.TransportError:
                return


@pytest.mark.parametrize("kind", [signal.SIGTERM, signal.SIGINT])
async def test_calls_in_flight_are_answered_after_the_signal_and_the_exit_code_is_0(kind: signal.Signals) -> None:
    async with server_process() as server, calls_in_flight(server) as calling:
        server.process.send_signal(kind)
        await until_refused(server.url)
        assert [query for query, call in calling.items() if call.done()] == []
        server.release()
        assert await asyncio.gather(*calling.values()) == list(CALLS)
        assert await server.exit_code() == 0


async def test_calls_that_outlast_the_drain_are_cancelled_and_the_exit_code_is_0() -> None:
    async with server_process("--drain-timeout", "1s") as server, calls_in_flight(server):
        server.process.send_signal(signal.SIGTERM)
        assert {await server.line() for _ in CALLS} == {f"stopped {query}" for query in CALLS}
        assert await server.exit_code() == 0


async def test_a_second_signal_ends_at_once_and_cancels_the_calls() -> None:
    async with server_process() as server, calls_in_flight(server):
        server.process.send_signal(signal.SIGTERM)
        await until_refused(server.url)
        server.process.send_signal(signal.SIGTERM)
        assert {await server.line() for _ in CALLS} == {f"stopped {query}" for query in CALLS}
        assert await server.exit_code() == 128 + signal.SIGTERM


async def test_an_idle_event_stream_is_closed_in_order() -> None:
    async with (
        server_process() as server,
        httpx.AsyncClient(base_url=server.url, timeout=WAIT_SECONDS) as http,
        http.stream("GET", "/sse") as stream,
    ):
        lines = stream.aiter_lines()
        assert await anext(lines) == "event: endpoint"
        server.process.send_signal(signal.SIGTERM)
        async for _ in lines:  # ends without an error only if the server ended the stream
            pass
        assert await server.exit_code() == 0


async def test_a_taken_port_is_said_in_one_sentence() -> None:
    async with server_process() as first:
        port = first.url.rpartition(":")[2]
        async with server_process("--port", port) as second:
            assert second.url == f"can't listen on 127.0.0.1:{port}: is the address this machine's and the port free?"
            assert await second.exit_code() == 1
