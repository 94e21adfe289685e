import asyncio
from collections.abc import Sequence

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Message, Receive, Scope, Send

from websearch_server.api.exchange import BodyError, Bounded, read_body, run_with_body
from websearch_server.config import Settings

SETTINGS = Settings.model_validate({"api": {"maxRequestBytes": 1024}, "server": {"readTimeout": "10ms"}})
DISCONNECT: Message = {"type": "http.disconnect"}


def scope(**headers: str) -> Scope:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "method": "POST", "path": "/", "headers": raw, "query_string": b""}


def chunk(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def receiving(messages: Sequence[Message]) -> Receive:
    """What a server gives: these messages, then nothing for as long as the client stays."""
    queue: asyncio.Queue[Message] = asyncio.Queue()
    for message in messages:
        queue.put_nowait(message)
    return queue.get


async def test_a_body_is_read_whole() -> None:
    receive = receiving([chunk(b"ab", more=True), chunk(b"", more=True), chunk(b"c")])
    assert await read_body(scope(), receive, SETTINGS) == b"abc"


@pytest.mark.parametrize(
    ("headers", "messages", "status"),
    [
        ({"content_length": "1025"}, [], 413),
        ({"content_length": "9" * 5000}, [], 413),
        ({}, [chunk(b"x" * 1000, more=True), chunk(b"x" * 25, more=True)], 413),
        ({"content_length": "5"}, [chunk(b"x" * 1025)], 413),
        ({}, [chunk(b"x", more=True), DISCONNECT], 400),
        ({}, [chunk(b"x", more=True)], 408),
    ],
)
async def test_a_body_that_can_not_be_had_is_an_error_with_its_status(
    headers: dict[str, str], messages: list[Message], status: int
) -> None:
    with pytest.raises(BodyError) as error:
        await read_body(scope(**headers), receiving(messages), SETTINGS)
    assert error.value.status == status


async def sent_by(app: Bounded, receive: Receive) -> list[Message]:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope(), receive, send)
    return sent


async def test_an_app_finds_the_body_and_then_waits_for_the_client() -> None:
    async def app(inner: Scope, receive: Receive, send: Send) -> None:
        body = await Request(inner, receive).body()
        await PlainTextResponse(body)(inner, receive, send)

    sent = await sent_by(Bounded(app, settings=SETTINGS), receiving([chunk(b"hello")]))
    assert sent[1]["body"] == b"hello"


async def test_a_refusal_is_worded_by_whoever_asked_for_it() -> None:
    async def app(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise AssertionError

    def refuse(error: BodyError) -> PlainTextResponse:
        return PlainTextResponse("no", status_code=error.status)

    sent = await sent_by(Bounded(app, settings=SETTINGS, refuse=refuse), receiving([chunk(b"x" * 2000)]))
    assert (sent[0]["status"], sent[1]["body"]) == (413, b"no")


@pytest.mark.parametrize("stops", [True, False])
async def test_the_work_is_cancelled_when_the_client_leaves_unless_it_must_not_be(stops: bool) -> None:
    heard: list[str] = []

    async def app(_scope: Scope, receive: Receive, _send: Send) -> None:
        await receive()
        message = await receive()
        heard.append(message["type"])
        await asyncio.sleep(0)
        heard.append("went on")

    async def send(_message: Message) -> None:
        raise AssertionError

    await run_with_body(app, scope(), receiving([DISCONNECT]), send, b"", stop_when_gone=stops)
    assert heard == (["http.disconnect"] if stops else ["http.disconnect", "went on"])


async def test_no_task_is_left_behind() -> None:
    async def app(inner: Scope, receive: Receive, send: Send) -> None:
        await PlainTextResponse("done")(inner, receive, send)

    before = asyncio.all_tasks()
    await sent_by(Bounded(app, settings=SETTINGS), receiving([chunk(b"")]))
    assert asyncio.all_tasks() == before
