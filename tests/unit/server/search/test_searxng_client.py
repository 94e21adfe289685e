import asyncio
import json
from collections.abc import Awaitable, Callable

import httpx
import pytest

from websearch_server.deadline import Deadline
from websearch_server.errors import (
    ConfigError,
    DeadlineExceededError,
    SearchBackendError,
    SearchMisconfiguredError,
    SearchUnreachableError,
    WebSearchError,
)
from websearch_server.search.searxng_client import Reply, SearxngClient

ADDRESS = "https://user:pass%20word@search.example:8443/searxng/"
ORIGIN = "https://search.example:8443"
Handler = Callable[[httpx.Request], httpx.Response | Awaitable[httpx.Response]]


def client(handler: Handler, url: str = ADDRESS) -> SearxngClient:
    return SearxngClient(url, transport=httpx.MockTransport(handler))


def soon() -> Deadline:
    return Deadline.after(10)


async def test_a_query_is_posted_as_a_form_with_what_a_bot_limiter_wants_to_see() -> None:
    seen: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request)
        return httpx.Response(200, json={"results": []}, headers={"Server-Timing": "total;dur=1"})

    asked = client(answer)
    assert await asked.search({"q": "grüße & co", "engines": "google news"}, deadline=soon()) == Reply(
        status=200, payload={"results": []}, timing="total;dur=1"
    )
    await asked.close()
    (request,) = seen
    assert (request.method, str(request.url)) == ("POST", f"{ORIGIN}/searxng/search")
    assert request.content == b"q=gr%C3%BC%C3%9Fe+%26+co&engines=google+news&format=json&locale=en"
    assert {name: request.headers[name] for name in ("accept-language", "user-agent", "content-type")} == {
        "accept-language": "en",
        "user-agent": "websearch-operator",
        "content-type": "application/x-www-form-urlencoded",
    }
    assert "text/html" in request.headers["accept"]
    assert "gzip" in request.headers["accept-encoding"]
    assert request.headers["authorization"] == httpx.BasicAuth("user", "pass word")._auth_header


async def test_without_credentials_none_are_sent() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"path": request.url.path, "authorized": "authorization" in request.headers})

    reply = await client(answer, "http://searxng:8080").search({}, deadline=soon())
    assert reply.payload == {"path": "/search", "authorized": False}


MISTAKES = [
    (
        httpx.Response(403, html="<h1>Forbidden</h1>"),
        SearchMisconfiguredError,
        "refuses JSON (HTTP 403): enable `json` under `search.formats` in its settings.yml.",
    ),
    (
        httpx.Response(401),
        SearchMisconfiguredError,
        "wants other credentials: put them into search.searxngURL as https://user:password@host.",
    ),
    (
        httpx.Response(404, html="no"),
        SearchMisconfiguredError,
        "has no search there (HTTP 404): check the path of search.searxngURL.",
    ),
    (
        httpx.Response(405),
        SearchMisconfiguredError,
        "takes no POST there (HTTP 405): check the path of search.searxngURL and any proxy before it.",
    ),
    (
        httpx.Response(429, html="Too Many Requests"),
        SearchMisconfiguredError,
        "refuses this server as a bot (HTTP 429): list its address under `pass_ip` in SearXNG's limiter.toml, or set "
        "`server.limiter: false`.",
    ),
    (
        httpx.Response(302, headers={"Location": "https://www.google.com/search?q=secret"}),
        SearchMisconfiguredError,
        "redirects to https://www.google.com, which is not followed: set search.searxngURL to the final address.",
    ),
    (
        httpx.Response(301, headers={"Location": "/elsewhere?q=secret"}),
        SearchMisconfiguredError,
        "redirects to https://search.example:8443, which is not followed: set search.searxngURL to the final address.",
    ),
    (
        httpx.Response(307),
        SearchMisconfiguredError,
        "redirects to an address it doesn't name, which is not followed: set search.searxngURL to the final address.",
    ),
    (httpx.Response(500, html="oops"), SearchBackendError, "failed (HTTP 500); its log says why."),
    (
        httpx.Response(503, html="no endpoints"),
        SearchUnreachableError,
        "is not up (HTTP 503 from a proxy before it); try again.",
    ),
    (
        httpx.Response(400, json={"error": 'Invalid value "x" for parameter language'}),
        SearchBackendError,
        'refuses the request: Invalid value "x" for parameter language.',
    ),
]


@pytest.mark.parametrize(("response", "kind", "message"), MISTAKES, ids=lambda value: getattr(value, "status_code", ""))
async def test_an_answer_that_is_no_result_says_what_to_do(
    response: httpx.Response, kind: type[WebSearchError], message: str
) -> None:
    with pytest.raises(SearchBackendError) as error:
        await client(lambda _: response).search({"q": "secret"}, deadline=soon())
    assert (type(error.value), str(error.value)) == (kind, f"SearXNG at {ORIGIN} {message}")


@pytest.mark.parametrize("body", [b"", b"<html>", b"[1]", b'"text"', b"{", b"\xff", b"[" * 100_000])
async def test_what_sends_no_json_object_is_no_searxng(body: bytes) -> None:
    with pytest.raises(SearchMisconfiguredError, match="is no SearXNG: check"):
        await client(lambda _: httpx.Response(200, content=body)).search({}, deadline=soon())


@pytest.mark.parametrize(
    "failure",
    [
        httpx.ConnectError("All connection attempts failed"),
        httpx.ConnectError("[Errno -2] Name or service not known"),
        httpx.ConnectError("certificate verify failed"),
        httpx.UnsupportedProtocol("odd"),
    ],
)
async def test_no_connection_is_reported_without_credentials(failure: httpx.HTTPError) -> None:
    def fail(_: httpx.Request) -> httpx.Response:
        raise failure

    with pytest.raises(SearchUnreachableError) as error:
        await client(fail).search({"q": "secret"}, deadline=soon())
    assert str(error.value) == (
        f"SearXNG at {ORIGIN} can't be reached ({failure}); check that it runs and that search.searxngURL is right."
    )


async def test_a_kept_connection_that_was_closed_is_no_failure() -> None:
    tries: list[int] = []

    def answer(_: httpx.Request) -> httpx.Response:
        tries.append(1)
        if len(tries) == 1:
            raise httpx.RemoteProtocolError("Server disconnected without sending a response.")
        return httpx.Response(200, json={})

    await client(answer).search({}, deadline=soon())
    assert len(tries) == 2


async def test_a_connection_that_is_always_closed_is_one() -> None:
    def answer(_: httpx.Request) -> httpx.Response:
        raise httpx.RemoteProtocolError("Server disconnected without sending a response.")

    with pytest.raises(SearchUnreachableError, match="Server disconnected"):
        await client(answer).search({}, deadline=soon())


async def test_a_body_without_end_is_not_read_to_its_end() -> None:
    sent: list[int] = []

    class Endless(httpx.AsyncByteStream):
        async def __aiter__(self):
            while True:
                sent.append(1)
                yield bytes(2**20)

    with pytest.raises(SearchBackendError, match="sent more than 10 MiB"):
        await client(lambda _: httpx.Response(200, stream=Endless())).search({}, deadline=soon())
    assert len(sent) == 11


async def test_an_answer_that_takes_too_long_says_how_long_it_was_waited_for() -> None:
    async def never(_: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError

    with pytest.raises(SearchUnreachableError, match=r"did not answer within 0\.0 s; check its load"):
        await client(never).search({}, deadline=Deadline.after(0.01))


async def test_when_the_calls_time_is_up_nothing_is_asked() -> None:
    def answer(_: httpx.Request) -> httpx.Response:
        raise AssertionError

    with pytest.raises(DeadlineExceededError):
        await client(answer).search({}, deadline=Deadline.after(0))


@pytest.mark.parametrize("url", ["http://[::1", "http:///search", "http://user:secret@:80"])
def test_an_address_that_cannot_be_used_is_a_configuration_error_without_its_password(url: str) -> None:
    with pytest.raises(ConfigError) as error:
        SearxngClient(url)
    assert "secret" not in str(error.value)


async def test_the_configuration_is_fetched_where_the_search_is() -> None:
    reply = client(lambda request: httpx.Response(200, content=json.dumps({"path": request.url.path})))
    assert await reply.config(deadline=soon()) == {"path": "/searxng/config"}
