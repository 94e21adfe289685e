import httpx
import pytest
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from websearch_server.api.request_id import RequestId
from websearch_server.telemetry import request_id


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    await PlainTextResponse(request_id.get())(scope, receive, send)


async def ids(headers: dict[str, str]) -> tuple[str, str]:
    """The id that the app saw, and the one that was answered."""
    transport = httpx.ASGITransport(RequestId(echo))
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as http:
        answer = await http.get("/", headers=headers)
    return answer.text, answer.headers["x-request-id"]


@pytest.mark.parametrize("given", ["abc-123", "a.b_c:d/e+f=", "x" * 128])
async def test_a_callers_id_is_used_and_answered(given: str) -> None:
    assert await ids({"X-Request-Id": given}) == (given, given)


@pytest.mark.parametrize("given", ["", "a b", "x" * 129, "a\tb", "<id>"])
async def test_an_id_that_could_disturb_a_log_is_replaced(given: str) -> None:
    seen, answered = await ids({"X-Request-Id": given})
    assert seen == answered != given
    assert len(seen) == 32


async def test_a_caller_without_an_id_is_given_one_of_its_own() -> None:
    first, second = await ids({}), await ids({})
    assert first[0] == first[1] != second[0]
