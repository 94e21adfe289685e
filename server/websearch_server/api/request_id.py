"""One id for a request, from the caller's `X-Request-Id` or made here, in logs, in `meta` and in the answer.

The id is set in `telemetry.request_id` before anything else runs, from where logs and the pipeline take it; a
caller's id is taken only if it can't disturb a log line or a header. ASGI middleware of `asgi.py`.
"""

import re

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from websearch_server.telemetry import new_request_id, request_id

__all__ = ["RequestId"]

_HEADER = "x-request-id"
_SAFE = re.compile(r"[A-Za-z0-9._:/+=-]{1,128}")


class RequestId:
    """ASGI middleware: gives each HTTP request its id."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the app with the id set, and put it on the answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get(_HEADER, "")
        current = given if _SAFE.fullmatch(given) else new_request_id()
        request_id.set(current)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[_HEADER] = current
            await send(message)

        await self._app(scope, receive, sending)
