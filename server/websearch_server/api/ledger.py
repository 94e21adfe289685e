"""What one legacy event stream still owes its client, counted on the streams between transport and server.

The SDK hands a host two message streams and no word of what is in flight. `Inbox` and `Outbox` wrap them, so
that `legacy.py` knows when a stream owes nothing more and a drain may close it. They change no message, and an
answer counts as given once the transport has taken it, from where it leaves in order.
"""

import asyncio
import contextvars
from types import TracebackType
from typing import Protocol, Self

import anyio
from mcp.shared.message import SessionMessage
from mcp.types import JSONRPCError, JSONRPCNotification, JSONRPCRequest, JSONRPCResponse

__all__ = ["Inbox", "Ledger", "Outbox"]


class Ledger:
    """The ids of requests that have not been answered."""

    def __init__(self) -> None:
        self._owed: set[str] = set()
        self._settled = asyncio.Event()
        self._settled.set()

    def received(self, item: SessionMessage | Exception) -> None:
        """Note a message from the client; a request it cancels will never be answered."""
        if not isinstance(item, SessionMessage):
            return
        message = item.message
        if isinstance(message, JSONRPCRequest):
            self._owed.add(str(message.id))
            self._settled.clear()
        elif isinstance(message, JSONRPCNotification) and message.method == "notifications/cancelled":
            self._settle(str((message.params or {}).get("requestId")))

    def sent(self, item: SessionMessage) -> None:
        """Note a message to the client."""
        if isinstance(item.message, JSONRPCResponse | JSONRPCError):
            self._settle(str(item.message.id))

    async def settled(self) -> None:
        """Return once nothing is owed; unbounded, so callers cancel it."""
        await self._settled.wait()

    def _settle(self, request_id: str) -> None:
        self._owed.discard(request_id)
        if not self._owed:
            self._settled.set()


class _Receiving(Protocol):
    last_context: contextvars.Context | None

    async def receive(self) -> SessionMessage | Exception: ...
    async def aclose(self) -> None: ...


class _Sending(Protocol):
    async def send(self, item: SessionMessage, /) -> None: ...
    async def aclose(self) -> None: ...


class Inbox:
    """The SDK's read stream, with a ledger."""

    def __init__(self, inner: _Receiving, ledger: Ledger) -> None:
        self._inner = inner
        self._ledger = ledger

    @property
    def last_context(self) -> contextvars.Context | None:
        """The context of the POST that brought the last message; the SDK runs its handler in it."""
        return self._inner.last_context

    async def receive(self) -> SessionMessage | Exception:
        """Wait for the client's next message."""
        item = await self._inner.receive()
        self._ledger.received(item)
        return item

    async def aclose(self) -> None:
        """Close the stream."""
        await self._inner.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionMessage | Exception:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


class Outbox:
    """The SDK's write stream, with a ledger."""

    def __init__(self, inner: _Sending, ledger: Ledger) -> None:
        self._inner = inner
        self._ledger = ledger

    async def send(self, item: SessionMessage, /) -> None:
        """Hand one message to the transport."""
        await self._inner.send(item)
        self._ledger.sent(item)

    async def aclose(self) -> None:
        """Close the stream."""
        await self._inner.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()
