"""Another implementation of SearXNG's contract: the two paths the product asks, and nothing else.

It proves that the product knows SearXNG only by its HTTP interface, and, unlike the real one, can be made to go
away or to refuse JSON. Used where a test needs exactly that.
"""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

__all__ = ["searxng_standin"]


@contextmanager
def searxng_standin(rows: Sequence[str], *, json_enabled: bool = True) -> Iterator[str]:
    """Answer every query with `rows` (URLs) until the block is left; yields the base URL."""

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Keep the test's output clean."""

        def do_GET(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            self.rfile.read(length)
            path = urlsplit(self.path).path
            if path == "/healthz":
                self._send(200, b"OK", "text/plain")
            elif path == "/search" and json_enabled:
                self._send(200, json.dumps(_answer(rows)).encode(), "application/json")
            elif path == "/search":
                self._send(403, b"<html>Forbidden</html>", "text/html")
            else:
                self._send(404, b"", "text/plain")

        do_POST = do_GET  # noqa: N815 - the name http.server calls

        def _send(self, status: int, body: bytes, kind: str) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


def _answer(rows: Sequence[str]) -> dict[str, object]:
    results = [
        {
            "url": url,
            "title": f"Title of {url}",
            "content": "",
            "engine": "stand-in",
            "engines": ["stand-in"],
            "positions": [position],
            "score": 1 / position,
            "category": "general",
            "template": "default.html",
        }
        for position, url in enumerate(rows, start=1)
    ]
    keys = ("answers", "corrections", "infoboxes", "suggestions", "unresponsive_engines")
    return {"query": "", "results": results, **{key: [] for key in keys}}
