import httpx
import pytest
from starlette.applications import Starlette
from tests.serving.service import FakeService

from websearch_server.api.calls import Calls
from websearch_server.api.drain import Drain
from websearch_server.api.openapi import openapi
from websearch_server.api.rest import rest_routes
from websearch_server.config import Settings

SETTINGS = Settings()


def http(drain: Drain) -> httpx.AsyncClient:
    calls = Calls(service=FakeService(), settings=SETTINGS, drain=drain)
    app = Starlette(routes=rest_routes(calls, SETTINGS))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"query": "x"}, 200),
        ({}, 400),
        ("text", 400),
        ({"query": "no_results"}, 404),
        ({"query": "search_degraded"}, 503),
    ],
)
async def test_what_is_posted_is_a_call(body: object, status: int) -> None:
    async with http(Drain()) as client:
        answer = await client.post("/api/v1/search", json=body)
    assert (answer.status_code, set(answer.json())) == (status, {"markdown", "meta"} if status == 200 else {"error"})


async def test_a_draining_server_sends_callers_elsewhere() -> None:
    drain = Drain()
    drain.begin()
    async with http(drain) as client:
        answer = await client.post("/api/v1/search", json={"query": "x"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")


async def test_the_description_is_served() -> None:
    async with http(Drain()) as client:
        assert (await client.get("/api/v1/openapi.json")).json() == openapi(SETTINGS)
        assert (await client.get("/docs")).headers["content-type"] == "text/html; charset=utf-8"
