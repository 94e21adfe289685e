"""What `/mcp` makes of HTTP: forms of an answer, methods, bodies, headers, hosts and origins.

The numbers are public reports of clients and servers that got it wrong.
"""

import asyncio
import json
from collections.abc import AsyncIterator
from urllib.parse import urlsplit

import httpx
import pytest
from tests.serving.messages import BOTH, JSON_ONLY, LIST, call, modern
from tests.serving.running import WAIT_SECONDS, serving, settings_with
from tests.serving.service import FakeService

JSON_BODY = {"Content-Type": "application/json"}


async def test_a_client_that_takes_json_only_gets_json(http: httpx.AsyncClient) -> None:  # composio #2152
    answer = await http.post("/mcp", json=call("x"), headers=JSON_ONLY)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/json")
    assert answer.json()["result"]["structuredContent"]["query"] == "x"


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("application/json, text/event-stream", "text/event-stream"),
        ("text/event-stream", "text/event-stream"),
        ("text/event-stream;q=0.9, application/json", "text/event-stream"),
        ("application/json", "application/json"),
        ("*/*", "application/json"),
        (None, "application/json"),
    ],
)
@pytest.mark.parametrize("version", [None, "2025-11-25"])
async def test_the_accept_header_chooses_the_form(
    http: httpx.AsyncClient, accept: str | None, kind: str, version: str | None
) -> None:
    headers = {"Accept": accept, "MCP-Protocol-Version": version}
    request = http.build_request("POST", "/mcp", json=call("x"))
    del request.headers["accept"]
    request.headers.update({name: value for name, value in headers.items() if value is not None})
    answer = await http.send(request)
    assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, kind)


async def test_an_accept_header_that_allows_neither_form_is_406(http: httpx.AsyncClient) -> None:
    assert (await http.post("/mcp", json=LIST, headers={"Accept": "text/html"})).status_code == 406


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE", "PUT", "OPTIONS"])
@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
async def test_anything_but_a_post_is_refused_at_once(  # python-sdk #3492, kagent #1955
    http: httpx.AsyncClient, method: str, path: str
) -> None:
    answer = await http.request(method, path, headers={"Accept": "text/event-stream"})
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
async def test_both_spellings_of_the_path_answer_without_a_redirect(  # litellm #34845
    http: httpx.AsyncClient, path: str
) -> None:
    answer = await http.post(path, json=LIST, headers=JSON_ONLY)
    assert (answer.status_code, len(answer.json()["result"]["tools"])) == (200, 1)


@pytest.mark.parametrize("headers", [JSON_ONLY, BOTH, {**BOTH, "MCP-Protocol-Version": "2026-07-28"}])
async def test_a_batch_is_refused(http: httpx.AsyncClient, headers: dict[str, str]) -> None:  # #934
    answer = await http.post("/mcp", json=[LIST, LIST], headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32600)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("{", -32700),
        ("", -32700),
        ("\xff", -32700),
        ("[" * 100_000, -32700),
        ("{}", -32600),
        ("5", -32600),
        ('{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600),
    ],
)
async def test_what_is_no_message_is_refused_in_our_own_words(http: httpx.AsyncClient, body: str, code: int) -> None:
    answer = await http.post("/mcp", content=body.encode("latin-1"), headers={**BOTH, **JSON_BODY})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, code)
    assert "validation" not in answer.text.lower()


async def test_a_lone_surrogate_is_answered_in_both_eras(http: httpx.AsyncClient) -> None:
    body, headers = modern("tools/call", name="web_search", arguments={"query": "a \ud800 b"})
    old = await http.post("/mcp", content=json.dumps(call("a \ud800 b")), headers={**JSON_ONLY, **JSON_BODY})
    new = await http.post("/mcp", content=json.dumps(body), headers={**JSON_ONLY, **JSON_BODY, **headers})
    assert (old.status_code, old.json()["result"]["structuredContent"]["query"]) == (200, "a   b")
    assert (new.status_code, new.json()["result"]["structuredContent"]["query"]) == (200, "a   b")


@pytest.mark.parametrize("headers", [BOTH, JSON_ONLY])
async def test_the_initialized_notification_is_accepted_with_an_empty_body(  # awslabs #3295
    http: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    answer = await http.post("/mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=headers)
    assert (answer.status_code, answer.content) == (202, b"")


async def test_another_content_type_is_refused(http: httpx.AsyncClient) -> None:
    answer = await http.post("/mcp", content=json.dumps(LIST), headers={**BOTH, "Content-Type": "text/plain"})
    assert answer.status_code == 415


@pytest.mark.parametrize("path", ["/mcp", "/messages?session_id=0", "/api/v1/search"])
@pytest.mark.parametrize("declared", [True, False])
async def test_a_body_beyond_the_cap_is_refused(service: FakeService, path: str, declared: bool) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(5):
            yield b" " * 1000

    async with (
        serving(service, settings_with(api={"maxRequestBytes": 2000})) as url,
        httpx.AsyncClient(base_url=url) as http,
    ):
        content = b" " * 5000 if declared else chunks()
        answer = await http.post(path, content=content, headers={**BOTH, **JSON_BODY})
    assert answer.status_code == 413


async def test_a_body_that_does_not_come_is_given_up(service: FakeService) -> None:
    async with serving(service, settings_with(server={"readTimeout": "50ms"})) as url:
        address = urlsplit(url)
        reader, writer = await asyncio.open_connection(address.hostname, address.port)
        head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
        writer.write(head.encode())
        async with asyncio.timeout(WAIT_SECONDS):
            assert await reader.readline() == b"HTTP/1.1 408 Request Timeout\r\n"
        writer.close()
        await writer.wait_closed()


async def test_headers_beyond_ascii_are_taken_as_they_come(http: httpx.AsyncClient) -> None:  # LibreChat #11432
    odd = [(b"X-User-Name", b"b64:SsO8cmdlbg=="), (b"X-User", "Jürgen".encode()), (b"X-Other", b"\xff")]
    answer = await http.post("/mcp", json=LIST, headers=[*odd, (b"Accept", b"application/json")])
    assert answer.status_code == 200


@pytest.mark.parametrize("path", ["/mcp", "/sse", "/messages", "/api/v1/search"])
@pytest.mark.parametrize(
    ("headers", "status"), [({"Host": "evil.example"}, 421), ({"Origin": "http://evil.example"}, 403)]
)
async def test_a_foreign_host_or_origin_is_refused_on_every_endpoint(
    http: httpx.AsyncClient, path: str, headers: dict[str, str], status: int
) -> None:
    assert (await http.post(path, json=LIST, headers=headers)).status_code == status


async def test_on_all_addresses_any_host_passes_unless_configured(service: FakeService) -> None:  # docling-mcp #89
    everywhere = settings_with(server={"host": "0.0.0.0"})  # noqa: S104 - that address is what this is about
    async with serving(service, everywhere) as url, httpx.AsyncClient(base_url=url) as http:
        headers = {**JSON_ONLY, "Host": "websearch.search.svc.cluster.local:8080"}
        assert (await http.post("/mcp", json=LIST, headers=headers)).status_code == 200


async def test_a_preflight_is_answered_before_any_check(service: FakeService) -> None:  # netdata #22258
    origin = {"Origin": "https://app.example"}
    preflight = {
        **origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "mcp-session-id, mcp-protocol-version",
    }
    async with (
        serving(service, settings_with(api={"allowedOrigins": ["https://app.example"]})) as url,
        httpx.AsyncClient(base_url=url) as http,
    ):
        answers = [
            await http.options("/mcp", headers=preflight),
            await http.post("/mcp", json=LIST, headers={**JSON_ONLY, **origin}),
        ]
    assert [(answer.status_code, answer.headers["access-control-allow-origin"]) for answer in answers] == [
        (200, "https://app.example"),
        (200, "https://app.example"),
    ]
