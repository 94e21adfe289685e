"""HTTP+SSE, which the specification has deprecated and seed 001 promises."""

import json
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import httpx
import pytest
from tests.serving.messages import INITIALIZE, LIST


async def answers(lines: AsyncIterator[str]) -> AsyncIterator[dict[str, object]]:
    async for line in lines:
        if line.startswith("data: {"):
            yield json.loads(line.removeprefix("data: "))


@pytest.mark.parametrize("path", ["/sse", "/messages"])
async def test_messages_are_taken_on_both_paths(http: httpx.AsyncClient, path: str) -> None:
    async with http.stream("GET", "/sse") as stream:
        lines = stream.aiter_lines()
        assert await anext(lines) == "event: endpoint"
        endpoint = urlsplit((await anext(lines)).removeprefix("data: "))
        assert endpoint.path == "/messages"
        accepted = await http.post(f"{path}?{endpoint.query}", json=INITIALIZE)
        assert accepted.status_code == 202
        answer = await anext(answers(lines))
    assert answer["id"] == 1
    assert "result" in answer


@pytest.mark.parametrize("method", ["HEAD", "PUT", "DELETE"])
async def test_only_a_get_opens_a_stream(http: httpx.AsyncClient, method: str) -> None:
    answer = await http.request(method, "/sse")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, POST")


async def test_messages_are_posted(http: httpx.AsyncClient) -> None:
    answer = await http.get("/messages")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize(("query", "status"), [("", 400), ("session_id=x", 400), ("session_id=" + "0" * 32, 404)])
async def test_a_message_for_no_stream_is_refused(http: httpx.AsyncClient, query: str, status: int) -> None:
    assert (await http.post(f"/messages?{query}", json=LIST)).status_code == status
