import asyncio
from collections.abc import Awaitable, Callable

import pytest
from starlette.types import Message, Receive, Scope, Send

from websearch_server.api.keepalive import KeepAlive

SCOPE: Scope = {"type": "http"}
PING = b": ping\r\n\r\n"


def start(content_type: str) -> Message:
    return {"type": "http.response.start", "status": 200, "headers": [(b"content-type", content_type.encode())]}


def body(data: bytes, *, more: bool) -> Message:
    return {"type": "http.response.body", "body": data, "more_body": more}


class Wire:
    """What reached the client, and an event for every ping."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.pinged = asyncio.Event()

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.body":
            self.bodies.append(message["body"])
            if message["body"] == PING:
                self.pinged.set()


async def receive() -> Message:
    raise AssertionError


async def run(work: Callable[[Send, Wire], Awaitable[None]], *, seconds: float = 0.001) -> list[bytes]:
    wire = Wire()

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        await work(send, wire)

    before = asyncio.all_tasks()
    await KeepAlive(app, seconds=seconds)(SCOPE, receive, wire.send)
    assert asyncio.all_tasks() == before
    return wire.bodies


async def test_a_silent_event_stream_is_pinged_and_ends_in_order() -> None:
    async def work(send: Send, wire: Wire) -> None:
        await send(start("text/event-stream; charset=utf-8"))
        await wire.pinged.wait()
        await send(body(b"last", more=False))

    bodies = await run(work)
    assert bodies[0] == PING
    assert bodies[-1] == b"last"


async def test_other_answers_are_left_alone() -> None:
    async def work(send: Send, _wire: Wire) -> None:
        await send(start("application/json"))
        await asyncio.sleep(0.01)
        await send(body(b"{}", more=False))

    assert await run(work) == [b"{}"]


async def test_a_stream_that_speaks_is_not_pinged() -> None:
    async def work(send: Send, _wire: Wire) -> None:
        await send(start("text/event-stream"))
        for number in range(3):
            await send(body(str(number).encode(), more=True))
        await send(body(b"", more=False))

    assert await run(work, seconds=60) == [b"0", b"1", b"2", b""]


async def test_a_stream_that_fails_leaves_no_pinger_behind() -> None:
    async def work(send: Send, _wire: Wire) -> None:
        await send(start("text/event-stream"))
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        await run(work)
    assert len(asyncio.all_tasks()) == 1
