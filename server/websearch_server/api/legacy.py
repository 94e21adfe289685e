"""The legacy HTTP+SSE transport: a GET of `/sse` opens a stream that names where to POST (seed 001).

Deprecated since 2025-03-26 and still what many agents speak. Its answers come on a stream that outlives every
call, so a drain closes a stream as soon as it owes its client nothing (`ledger.py`), and not before. A stream
lives in one process: behind a Service with several replicas it needs client-IP affinity (docs/api.md). Mounted
by `transport.py`.
"""

import asyncio
import contextlib
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.server.sse import SseServerTransport
from sse_starlette.sse import AppStatus
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from websearch_server.api.drain import Drain
from websearch_server.api.exchange import Bounded
from websearch_server.api.keepalive import KeepAlive
from websearch_server.api.ledger import Inbox, Ledger, Outbox
from websearch_server.config import Settings

__all__ = ["LegacySse"]

_MESSAGES = "/messages"


class LegacySse:
    """Two ASGI apps around an SDK server (whatever its lifespan state, hence Any): `stream` and `messages`."""

    def __init__(self, server: Server[Any], settings: Settings, *, drain: Drain) -> None:
        # sse-starlette would end every stream at SIGTERM, calls in flight or not (its #157); ours end by `drain`.
        AppStatus.disable_automatic_graceful_drain()  # type: ignore[no-untyped-call] # it has no annotations
        self._server = server
        self._drain = drain
        self._transport = SseServerTransport(_MESSAGES, max_request_body_size=settings.api.max_request_bytes)
        self._stream = KeepAlive(self._serve, seconds=settings.api.keepalive)
        self.messages: ASGIApp = Bounded(self._post, settings=settings, stop_when_gone=False)

    async def stream(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer `/sse`: GET opens a stream; POST is taken too, as the reference server does on this path."""
        if scope["method"] == "POST":
            await self.messages(scope, receive, send)
        elif scope["method"] == "GET" and not self._drain.draining:
            await self._stream(scope, receive, send)
        elif scope["method"] == "GET":
            await PlainTextResponse("Shutting down.", status_code=503)(scope, receive, send)
        else:
            # HEAD among them: it would open a stream that nobody reads.
            refusal = PlainTextResponse("Method not allowed.", status_code=405, headers={"Allow": "GET, POST"})
            await refusal(scope, receive, send)

    async def _post(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The SDK passes a message on after it has answered the POST; the stream may have ended in between.
        with contextlib.suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):
            await self._transport.handle_post_message(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        ledger = Ledger()
        async with self._transport.connect_sse(scope, receive, send) as (incoming, outgoing):
            with anyio.CancelScope() as session:
                closer = asyncio.create_task(self._close_when_settled(session, ledger))
                try:
                    await self._server.run(
                        Inbox(incoming, ledger), Outbox(outgoing, ledger), self._server.create_initialization_options()
                    )
                finally:
                    closer.cancel()
                    await asyncio.wait({closer})

    async def _close_when_settled(self, session: anyio.CancelScope, ledger: Ledger) -> None:
        await self._drain.wait()
        await ledger.settled()
        session.cancel()
