"""Comment lines on event streams that would otherwise be silent, so that proxies don't cut them.

One wrapper serves all three kinds of stream (HTTP+SSE, Streamable HTTP of both eras): the SDK's own pings come
every 15 seconds and can't be told otherwise, and proxies exist that cut sooner. It adds nothing to answers that
aren't event streams and never writes between a stream's last byte and its end. Used by `streamable.py` and
`legacy.py`.
"""

import asyncio

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["KeepAlive"]

_PING: Message = {"type": "http.response.body", "body": b": ping\r\n\r\n", "more_body": True}


class KeepAlive:
    """ASGI middleware: an event stream is never silent for longer than `seconds`."""

    def __init__(self, app: ASGIApp, *, seconds: float) -> None:
        self._app = app
        self._seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the app; ping beside it once it has turned out to be an event stream."""
        stream = _Stream(send, self._seconds)
        try:
            await self._app(scope, receive, stream.send)
        finally:
            await stream.stop()


class _Stream:
    def __init__(self, send: Send, seconds: float) -> None:
        self._send = send
        self._seconds = seconds
        self._writing = asyncio.Lock()
        self._spoke = asyncio.Event()
        self._pinger: asyncio.Task[None] | None = None

    async def send(self, message: Message) -> None:
        last = message["type"] == "http.response.body" and not message.get("more_body", False)
        if last:
            await self.stop()
        async with self._writing:
            await self._send(message)
        self._spoke.set()
        if message["type"] == "http.response.start" and _is_event_stream(message):
            self._pinger = asyncio.create_task(self._ping())

    async def stop(self) -> None:
        if self._pinger is not None:
            self._pinger.cancel()
            await asyncio.wait({self._pinger})
            self._pinger = None

    async def _ping(self) -> None:
        while True:
            self._spoke.clear()
            try:
                async with asyncio.timeout(self._seconds):
                    await self._spoke.wait()
            except TimeoutError:
                async with self._writing:
                    await self._send(_PING)


def _is_event_stream(start: Message) -> bool:
    return Headers(raw=start["headers"]).get("content-type", "").startswith("text/event-stream")
