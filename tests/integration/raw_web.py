"""A web server that says exactly the bytes a test wants, and counts who came.

Answers are whole responses or coroutines that write what they like, so that endless, broken and malicious servers
can be had. `connections` counts accepted connections whether or not anything was sent; a canary is a server whose
count must stay zero. Used by the egress, SSRF and policy tests.
"""

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

__all__ = ["Answer", "RawWeb", "names", "response"]

Answer = bytes | Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


def response(body: bytes = b"", status: int = 200, **headers: str) -> bytes:
    """One whole HTTP/1.1 response; `content_type="…"` becomes `Content-Type: …`."""
    fields = {"content_length": str(len(body)), **headers}
    lines = [f"HTTP/1.1 {status} Because", *(f"{name.replace('_', '-')}: {value}" for name, value in fields.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body


@dataclass(eq=False)
class RawWeb:
    """Serves `routes` (path with query → answer) on one address; anything else is a 404."""

    host: str = "127.0.0.2"
    port: int = 0
    tls: ssl.SSLContext | None = None
    routes: dict[str, Answer] = field(default_factory=dict)
    connections: int = 0
    requests: list[str] = field(default_factory=list)  # paths, in order of arrival
    heads: list[str] = field(default_factory=list)  # whole request heads
    idle: asyncio.Event = field(default_factory=asyncio.Event)  # set while nobody is connected
    busiest: int = 0  # most connections open at once
    _open: int = 0
    _server: asyncio.Server | None = None

    async def __aenter__(self) -> "RawWeb":
        self.idle.set()
        self._server = await asyncio.start_server(self._serve, self.host, self.port, ssl=self.tls)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        with suppress(TimeoutError):  # a client that keeps its connections open is the test's own business
            async with asyncio.timeout(1):
                await self.idle.wait()

    def url(self, path: str = "/", *, host: str = "", scheme: str = "http") -> str:
        """The address of a path, under the server's address or a name for it."""
        return f"{scheme}://{host or self.host}:{self.port}{path}"

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        self._open += 1
        self.busiest = max(self.busiest, self._open)
        self.idle.clear()
        try:
            while await self._answer(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()
            self._open -= 1
            if not self._open:
                self.idle.set()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        path = head.split(" ", 2)[1]
        self.heads.append(head)
        self.requests.append(path)
        answer = self.routes.get(path, response(b"not here", 404))
        if isinstance(answer, bytes):
            writer.write(answer)
            await writer.drain()
            return True
        await answer(reader, writer)
        return False


def names(table: Mapping[str, list[str]]) -> Callable[[str], Awaitable[list[str]]]:
    """A name server that knows `table` and nothing else."""

    async def look_up(host: str) -> list[str]:
        if host not in table:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return table[host]

    return look_up
