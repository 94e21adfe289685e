"""The `/mcp` endpoint: Streamable HTTP of both eras, answered as an event stream or as JSON.

The SDK does the protocol; this does what the SDK leaves to its host and what clients in the field trip over:
which form of answer suits the caller, session ids without sessions, errors free of validator text, and a caller
that leaves (docs/decisions/0004-mcp-transport.md). Every POST stands alone, so any replica can take it. Mounted
by `transport.py`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pydantic_core
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.types import (
    INVALID_REQUEST,
    PARSE_ERROR,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    jsonrpc_message_adapter,
)
from mcp.types.version import HANDSHAKE_PROTOCOL_VERSIONS
from pydantic import ValidationError
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import Message, Receive, Scope, Send

from websearch_server.api.exchange import BodyError, read_body, run_with_body
from websearch_server.api.keepalive import KeepAlive
from websearch_server.api.sessions import SessionTokens
from websearch_server.config import Settings

__all__ = ["SESSION_HEADER", "StreamableHttp"]

SESSION_HEADER = "mcp-session-id"
_VERSION_HEADER = "mcp-protocol-version"
_SESSION_NOT_FOUND = -32001  # what the TypeScript SDK answers; the specification names no code
_JSON = "application/json"
_STREAM = "application/json, text/event-stream"


class _RefusedError(Exception):
    """A request that never reaches the SDK: an HTTP status with a JSON-RPC error that has no id."""

    def __init__(self, message: str, *, status: int, code: int = INVALID_REQUEST) -> None:
        super().__init__(message)
        self.status = status
        self.code = code

    def response(self) -> JSONResponse:
        return JSONResponse(
            {"jsonrpc": "2.0", "id": None, "error": {"code": self.code, "message": str(self)}},
            status_code=self.status,
            headers={"Allow": "POST"} if self.status == 405 else None,
        )


class StreamableHttp:
    """ASGI app around an SDK server (whatever its lifespan state, hence Any)."""

    def __init__(self, server: Server[Any], settings: Settings) -> None:
        api = settings.api
        self._settings = settings
        self._tokens = SessionTokens(key=api.session_key.get_secret_value(), ttl=api.session_ttl)
        self._managers = {
            accept: StreamableHTTPSessionManager(
                server, json_response=accept == _JSON, stateless=True, max_request_body_size=api.max_request_bytes
            )
            for accept in (_JSON, _STREAM)
        }
        self._apps = {
            accept: KeepAlive(manager.handle_request, seconds=api.keepalive)
            for accept, manager in self._managers.items()
        }

    @asynccontextmanager
    async def run(self) -> AsyncIterator[None]:
        """Be able to answer; on leaving, what is still in flight is cancelled."""
        async with self._managers[_JSON].run(), self._managers[_STREAM].run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            await self._answer(scope, receive, send)
        except _RefusedError as refused:
            await refused.response()(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] != "POST":
            # At once: an idle GET stream hangs discovery (python-sdk #3492), and there is nothing to push on one.
            raise _RefusedError("Only POST is served here.", status=405)
        headers = Headers(scope=scope)
        accept = _negotiate(headers)
        try:
            body = await read_body(scope, receive, self._settings)
        except BodyError as error:
            raise _RefusedError(str(error), status=error.status) from error
        answered = True
        if not _is_modern(headers):
            message = _parse(body)
            send = self._in_session(message, headers, send)
            answered = isinstance(message, JSONRPCRequest)
        app, scope = self._apps[accept], _spelled_out(scope, accept)
        await run_with_body(app, scope, receive, send, body, stop_when_gone=answered)

    def _in_session(self, message: JSONRPCMessage, headers: Headers, send: Send) -> Send:
        """Check the session id of a message, or issue one: then the `send` to answer with gives it to the caller."""
        if isinstance(message, JSONRPCRequest) and message.method == "initialize":
            return _with_header(send, SESSION_HEADER, self._tokens.issue())
        if SESSION_HEADER in headers and not self._tokens.valid(headers[SESSION_HEADER]):
            raise _RefusedError("Session not found or expired: initialize again.", status=404, code=_SESSION_NOT_FOUND)
        return send


def _is_modern(headers: Headers) -> bool:
    """Whether the SDK will treat the request as 2026-07-28 or later: no handshake, no session ids, own errors."""
    return _VERSION_HEADER in headers and headers[_VERSION_HEADER] not in HANDSHAKE_PROTOCOL_VERSIONS


def _negotiate(headers: Headers) -> str:
    """Choose the form of the answer: a stream for those who ask for one, JSON for all who can take it.

    The SDK demands that clients accept both, and answers 406 to the many that don't (composio #2152).
    """
    if headers.get("content-type", "").partition(";")[0].strip().lower() != _JSON:
        raise _RefusedError("Content-Type must be application/json.", status=415)
    accepted = {part.partition(";")[0].strip().lower() for part in headers.get("accept", "*/*").split(",")}
    if accepted & {"text/event-stream", "text/*"}:
        return _STREAM
    if accepted & {_JSON, "application/*", "*/*"}:
        return _JSON
    raise _RefusedError("Accept must allow application/json or text/event-stream.", status=406)


def _spelled_out(scope: Scope, accept: str) -> Scope:
    """Say what was negotiated in the exact words that the SDK looks for."""
    others = (header for header in scope["headers"] if header[0] not in {b"accept", b"content-type"})
    return {**scope, "headers": [*others, (b"accept", accept.encode()), (b"content-type", _JSON.encode())]}


def _parse(body: bytes) -> JSONRPCMessage:
    """Read one JSON-RPC message; the SDK would answer with its validator's text."""
    try:
        raw: Any = pydantic_core.from_json(body)
    except ValueError:
        raise _RefusedError("Parse error: the body is not valid JSON.", status=400, code=PARSE_ERROR) from None
    if isinstance(raw, list):
        raise _RefusedError("Batches are not supported: send one message in a POST.", status=400)
    try:
        message = jsonrpc_message_adapter.validate_python(raw, by_name=False)
    except ValidationError:
        message = None
    # A request whose id is malformed passes for a notification, which would never be answered.
    if message is None or (isinstance(message, JSONRPCNotification) and "id" in raw):
        raise _RefusedError("The body is not a JSON-RPC 2.0 message.", status=400)
    return message


def _with_header(send: Send, name: str, value: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message)[name] = value
        await send(message)

    return sending
