"""REST: the same arguments, the same answer, errors by status; and health."""

import json
from collections.abc import Mapping

import httpx
import pytest
from tests.serving.messages import JSON_ONLY, call
from tests.serving.running import healthy, serving
from tests.serving.service import ERRORS, SECRET, FakeService

from websearch_server import __version__
from websearch_server.deadline import Deadline
from websearch_server.errors import WebSearchError

JSON_BODY = {"Content-Type": "application/json"}


async def search(http: httpx.AsyncClient, body: object, **headers: str) -> httpx.Response:
    return await http.post("/api/v1/search", json=body, headers=headers)


async def test_rest_answers_what_mcp_answers(http: httpx.AsyncClient) -> None:
    rest = await search(http, {"query": "kubernetes"})
    mcp = (await http.post("/mcp", json=call("kubernetes"), headers=JSON_ONLY)).json()["result"]
    assert rest.status_code == 200
    assert rest.json() == {"markdown": mcp["content"][0]["text"], "meta": mcp["structuredContent"]}


@pytest.mark.parametrize(("code", "error"), ERRORS.items())
async def test_the_status_of_a_failure_is_that_of_its_class(
    http: httpx.AsyncClient, code: str, error: WebSearchError
) -> None:
    answer = await search(http, {"query": code})
    body = answer.json()["error"]
    assert answer.status_code == error.status
    assert (body["code"], body["message"], body["retryable"]) == (code, str(error), error.retryable)


async def test_how_long_to_wait_is_said_where_it_is_known(http: httpx.AsyncClient) -> None:
    answer = await search(http, {"query": "search_degraded"})
    assert (answer.headers["retry-after"], answer.json()["error"]["retryAfter"]) == ("180", 180)


async def test_a_bad_argument_names_its_field(http: httpx.AsyncClient) -> None:
    answer = await search(http, {"query": "x", "maxResults": "many"})
    assert answer.status_code == 400
    assert answer.json() == {
        "error": {
            "code": "invalid_argument",
            "message": "maxResults must be a whole number from 1 to 20.",
            "retryable": False,
            "field": "maxResults",
        }
    }


@pytest.mark.parametrize(
    ("content", "headers", "status", "code"),
    [
        ("{", JSON_BODY, 400, "bad_request"),
        ("[]", JSON_BODY, 400, "bad_request"),
        ("[" * 100_000, JSON_BODY, 400, "bad_request"),
        ('{"query":"x"}', {"Content-Type": "text/plain"}, 415, "unsupported_media_type"),
        ('{"query":"x"}', {}, 415, "unsupported_media_type"),
        ("9" * 5000, JSON_BODY, 400, "bad_request"),
        ('{"query":"\\ud800"}', JSON_BODY, 400, "invalid_argument"),
        ('{"query":"x","\\ud800":1}', JSON_BODY, 400, "invalid_argument"),
    ],
)
async def test_what_is_no_call_is_an_error_of_the_same_form(
    http: httpx.AsyncClient, content: str, headers: Mapping[str, str], status: int, code: str
) -> None:
    answer = await http.post("/api/v1/search", content=content, headers=dict(headers))
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


async def test_a_bug_reaches_nobody_as_itself(http: httpx.AsyncClient) -> None:
    answer = await search(http, {"query": "bug"}, **{"X-Request-Id": "req-1"})
    assert answer.status_code == 500
    assert answer.json()["error"]["message"] == "An internal error occurred; report request req-1."
    assert SECRET not in answer.text


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/api/v1/search", 405), ("GET", "/nowhere", 404)])
async def test_other_paths_and_methods_are_errors_of_the_same_form(
    http: httpx.AsyncClient, method: str, path: str, status: int
) -> None:
    answer = await http.request(method, path)
    assert answer.status_code == status
    assert answer.json()["error"]["retryable"] is False


@pytest.mark.parametrize("given", ["abc-123", "01HV:a/b+c=="])
async def test_a_callers_request_id_comes_back(http: httpx.AsyncClient, given: str) -> None:
    assert (await search(http, {"query": "x"}, **{"X-Request-Id": given})).headers["x-request-id"] == given


@pytest.mark.parametrize("given", ["", "a b", "x" * 129, 'a"b'])
async def test_a_request_id_that_could_disturb_a_log_is_replaced(http: httpx.AsyncClient, given: str) -> None:
    made = (await search(http, {"query": "x"}, **{"X-Request-Id": given})).headers["x-request-id"]
    assert made != given
    assert len(made) == 32


async def test_the_description_covers_the_endpoint_and_the_page_loads_nothing(http: httpx.AsyncClient) -> None:
    document = (await http.get("/api/v1/openapi.json")).json()
    page = await http.get("/docs")
    assert list(document["paths"]) == ["/api/v1/search"]
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert "<script" not in page.text
    assert "maxResults" in page.text


async def unavailable(_deadline: Deadline) -> str:
    return "unavailable"


@pytest.mark.parametrize(
    ("probes", "status", "body"),
    [
        ({"searxng": healthy}, 200, {"status": "ok", "sidecars": {"searxng": "ok"}}),
        (
            {"searxng": healthy, "playwright": unavailable},
            200,
            {"status": "degraded", "sidecars": {"searxng": "ok", "playwright": "unavailable"}},
        ),
        ({"searxng": unavailable}, 503, {"status": "degraded", "sidecars": {"searxng": "unavailable"}}),
    ],
)
async def test_health_tells_about_the_parts_in_the_seeds_form(
    service: FakeService, probes: dict[str, object], status: int, body: dict[str, object]
) -> None:
    async with serving(service, probes=probes) as url, httpx.AsyncClient(base_url=url) as http:
        health, live, ready = [await http.get(path) for path in ("/health", "/livez", "/readyz")]
    assert (health.status_code, health.json()) == (status, {"version": __version__, **body})
    assert (live.status_code, ready.status_code) == (200, 200)  # whatever SearXNG does


async def test_probes_may_come_from_any_host(http: httpx.AsyncClient) -> None:
    for path in ("/health", "/livez", "/readyz"):
        assert (await http.get(path, headers={"Host": "10.0.0.7:8080"})).status_code == 200


async def test_json_is_utf_8_and_not_escaped_twice(http: httpx.AsyncClient) -> None:
    answer = await search(http, {"query": "steuererklärung 日本"})
    assert json.loads(answer.content)["meta"]["query"] == "steuererklärung 日本"
