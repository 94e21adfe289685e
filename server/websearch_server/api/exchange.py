"""One request as a whole: its body read under a cap and a deadline, its work stopped when the caller goes away.

Neither uvicorn nor Starlette bounds a body or tells a handler that is no longer reading that its caller has
left, and the MCP SDK does the second for event streams only. Every POST goes through here, so no handler has a
cap or a disconnect of its own to think of. Used by `streamable.py`, `legacy.py` and `rest.py`.
"""

import asyncio
from collections.abc import Callable

import anyio
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from websearch_server.api.surrogates import without_lone_surrogates
from websearch_server.config import Settings

__all__ = ["BodyError", "Bounded", "read_body", "run_with_body"]

_LENGTH_DIGITS = 15  # no body is a petabyte long, and int() refuses much longer numbers


class BodyError(Exception):
    """The body can't be had; `status` is the HTTP answer and the text says why."""

    def __init__(self, message: str, *, status: int) -> None:
        super().__init__(message)
        self.status = status


async def read_body(scope: Scope, receive: Receive, settings: Settings) -> bytes:
    """Read a request's body within `api.maxRequestBytes` and `server.readTimeout`. Raises BodyError."""
    limit = settings.api.max_request_bytes
    too_large = BodyError(f"Request body too large: the limit is {limit} bytes (api.maxRequestBytes).", status=413)
    # What the client declares only saves reading it: the count below decides.
    declared = Headers(scope=scope).get("content-length", "")
    if len(declared) > _LENGTH_DIGITS or (declared.isdecimal() and int(declared) > limit):
        raise too_large
    body = bytearray()
    try:
        async with asyncio.timeout(settings.server.read_timeout):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise BodyError("The client closed the connection before its request was complete.", status=400)
                body += message.get("body", b"")
                if len(body) > limit:
                    raise too_large
                if not message.get("more_body", False):
                    return without_lone_surrogates(bytes(body))
    except TimeoutError:
        raise BodyError("Request body not received in time (server.readTimeout).", status=408) from None


async def run_with_body(
    app: ASGIApp, scope: Scope, receive: Receive, send: Send, body: bytes, *, stop_when_gone: bool = True
) -> None:
    """Run `app` on a request whose body has been read; cancel it as soon as the caller is gone.

    A caller that has been answered is gone, too: for an app that works on after its answer, as the SDK does on
    notifications, `stop_when_gone` must be off.
    """
    replayed = False
    gone = asyncio.Event()

    async def replay() -> Message:
        nonlocal replayed
        if not replayed:
            replayed = True
            return {"type": "http.request", "body": body, "more_body": False}
        await gone.wait()
        return {"type": "http.disconnect"}

    async def watch(scope: anyio.CancelScope) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        gone.set()
        if stop_when_gone:
            scope.cancel()

    with anyio.CancelScope() as work:
        watcher = asyncio.create_task(watch(work))
        try:
            await app(scope, replay, send)
        finally:
            watcher.cancel()
            await asyncio.wait({watcher})


def _plain(error: BodyError) -> Response:
    return PlainTextResponse(str(error), status_code=error.status)


class Bounded:
    """ASGI middleware that puts a request through `read_body` and `run_with_body`; `refuse` words a BodyError."""

    def __init__(
        self,
        app: ASGIApp,
        *,
        settings: Settings,
        refuse: Callable[[BodyError], Response] = _plain,
        stop_when_gone: bool = True,
    ) -> None:
        self._app = app
        self._settings = settings
        self._refuse = refuse
        self._stop_when_gone = stop_when_gone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request, or say why its body can't be had."""
        try:
            body = await read_body(scope, receive, self._settings)
        except BodyError as error:
            await self._refuse(error)(scope, receive, send)
            return
        await run_with_body(self._app, scope, receive, send, body, stop_when_gone=self._stop_when_gone)
