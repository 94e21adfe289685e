import httpx
import pytest

from websearch_server.deadline import Deadline
from websearch_server.search.searxng_client import SearxngClient
from websearch_server.search.searxng_probe import diagnose, health

NO_QUERY = httpx.Response(400, json={"error": "No query"})


def searxng(search: httpx.Response | Exception, config: httpx.Response | None = None) -> SearxngClient:
    def answer(request: httpx.Request) -> httpx.Response:
        if request.url.path == "/config":
            return config or httpx.Response(404)
        if isinstance(search, Exception):
            raise search
        assert b"q=" not in request.content
        return search

    return SearxngClient("http://searxng:8080", transport=httpx.MockTransport(answer))


@pytest.mark.parametrize(
    ("search", "status"),
    [
        (NO_QUERY, "ok"),
        (httpx.Response(200, json={}), "ok"),
        (httpx.Response(403, html="Forbidden"), "error"),
        (httpx.Response(429), "error"),
        (httpx.Response(500), "error"),
        (httpx.Response(200, html="<h1>It works</h1>"), "error"),
        (httpx.Response(503), "unavailable"),
        (httpx.ConnectError("refused"), "unavailable"),
    ],
)
async def test_health_tells_absent_from_unusable(search: httpx.Response | Exception, status: str) -> None:
    assert await health(searxng(search), Deadline.after(10)) == status


async def test_a_probe_without_time_left_finds_nothing() -> None:
    assert await health(searxng(NO_QUERY), Deadline.after(0)) == "unavailable"


CONFIG = {"engines": [{"name": "brave"}, {"name": "google"}, "odd"]}


@pytest.mark.parametrize(
    ("search", "config", "sentence"),
    [
        (
            NO_QUERY,
            httpx.Response(200, json=CONFIG),
            "SearXNG at http://searxng:8080 answers with JSON, but has no engine bing news: enable these in its "
            "settings.yml or take them out of search.engineRoutes.",
        ),
        (NO_QUERY, httpx.Response(200, json={"engines": None}), "SearXNG at http://searxng:8080 answers with JSON."),
        (NO_QUERY, None, "SearXNG at http://searxng:8080 answers with JSON."),
        (
            httpx.Response(403),
            None,
            "SearXNG at http://searxng:8080 refuses JSON (HTTP 403): enable `json` under `search.formats` in its "
            "settings.yml.",
        ),
    ],
)
async def test_a_diagnosis_says_what_is_wrong_and_what_to_do(
    search: httpx.Response, config: httpx.Response | None, sentence: str
) -> None:
    engines = ["google", "bing news", "brave", "bing news"]
    assert await diagnose(searxng(search, config), engines, Deadline.after(10)) == sentence
