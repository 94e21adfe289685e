"""A loopback web of corpus pages with one search engine over them, for the latency benchmark; a process of its own.

`GET /engine?q=…N…` answers ten result rows, rotating through the corpus by the number N in the query, so that
consecutive calls read different pages (cold). `GET /page/<i>` answers one page. Run as
`python -m tests.bench.corpus_web PORT DIRECTORY…`; it prints the port it listens on.
"""

import asyncio
import gzip
import json
import re
import sys
from pathlib import Path
from urllib.parse import parse_qs, unquote_plus, urlsplit

__all__ = ["load", "main"]

ROWS = 10
_KEEP_ALIVE = b"Connection: keep-alive\r\n"


def load(directories: list[Path]) -> list[bytes]:
    """Every HTML page under the directories, in name order; `.gz` files are opened."""
    pages = []
    for directory in directories:
        for path in sorted(directory.rglob("*.htm*")):
            raw = path.read_bytes()
            pages.append(gzip.decompress(raw) if path.suffix == ".gz" else raw)
    return pages


class Web:
    """Answers GET requests on keep-alive connections, one write a response."""

    def __init__(self, pages: list[bytes]) -> None:
        self.pages = pages
        self.port = 0

    def answer(self, target: str) -> tuple[str, bytes]:
        """Content type and body for a request target; KeyError when there is no such page."""
        url = urlsplit(target)
        if url.path == "/engine":
            query = unquote_plus(parse_qs(url.query).get("q", [""])[0])
            number = int(found[0]) if (found := re.findall(r"\d+", query)) else 0
            rows = [(number * ROWS + offset) % len(self.pages) for offset in range(ROWS)]
            results = [
                {
                    "url": f"http://127.0.0.1:{self.port}/page/{row}",
                    "title": f"Page {row} of the corpus",
                    "content": f"What page {row} says about {query}.",
                }
                for row in rows
            ]
            return "application/json", json.dumps({"results": results}).encode()
        if url.path.startswith("/page/"):
            return "text/html", self.pages[int(url.path.removeprefix("/page/"))]
        raise KeyError(target)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until the peer closes it."""
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                target = head.split(b" ", 2)[1].decode()
                try:
                    kind, body = self.answer(target)
                    status = b"200 OK"
                except (KeyError, IndexError):
                    kind, body, status = "text/plain", b"no such page", b"404 Not Found"
                header = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n".encode()
                writer.write(b"HTTP/1.1 " + status + b"\r\n" + header + _KEEP_ALIVE + b"\r\n" + body)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


async def main(port: int, directories: list[Path]) -> None:
    """Serve until killed."""
    web = Web(load(directories))
    server = await asyncio.start_server(web.serve, "127.0.0.1", port, backlog=256)
    web.port = server.sockets[0].getsockname()[1]
    print(web.port, flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), [Path(argument) for argument in sys.argv[2:]]))
