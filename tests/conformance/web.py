"""A small internet for the conformance tests: the search engines that SearXNG asks and the pages they name.

Served from several loopback addresses on one port, so that hosts differ as on the real web; a test says what the
engines find and what the pages hold, and reads back every request that was made. Nothing here knows the product.
Used through the `web` fixture, which empties it before each test.
"""

import asyncio
import html
import json
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, unquote, urlsplit

__all__ = ["ENGINES", "HOSTS", "Page", "Request", "Web", "article", "engine_settings"]

ENGINES = (
    "google",
    "duckduckgo",
    "brave",
    "google news",
    "bing news",
    "github",
    "stackoverflow",
    "google scholar",
    "wikipedia",
)
HOSTS = ("127.0.0.1", "127.0.0.2", "127.0.0.3")
PATIENCE_SECONDS = 30


@dataclass(frozen=True, slots=True)
class Request:
    """One request that arrived, as it arrived; `engine` is empty for pages."""

    host: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    engine: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What is answered for one path. A page with a `gate` answers once the gate is set."""

    body: bytes = b""
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()
    gate: threading.Event | None = None


@dataclass
class Web:
    """The internet's state: `rows` by engine, `pages` by (host, path), `requests` in order of arrival."""

    port: int = 0
    rows: dict[str, list[dict[str, str]]] = field(default_factory=dict)
    pages: dict[tuple[str, str], Page] = field(default_factory=dict)
    requests: list[Request] = field(default_factory=list)
    _servers: list[ThreadingHTTPServer] = field(default_factory=list)

    def __enter__(self) -> "Web":
        for host in HOSTS:
            server = _Server((host, self.port), _handler(self))
            self.port = server.server_address[1]
            self._servers.append(server)
            threading.Thread(target=server.serve_forever, name=f"web {host}", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        for server in self._servers:
            server.shutdown()
            server.server_close()

    def clear(self) -> None:
        """Forget everything; pages still waiting at a gate are let go."""
        for page in self.pages.values():
            if page.gate is not None:
                page.gate.set()
        self.rows.clear()
        self.pages.clear()
        self.requests.clear()

    def url(self, path: str, *, host: str = HOSTS[0]) -> str:
        """The address of a path."""
        return f"http://{host}:{self.port}{path}"

    def put(self, path: str, page: Page, *, host: str = HOSTS[0]) -> str:
        """Serve `page` at `path`; returns its address."""
        self.pages[host, path] = page
        return self.url(path, host=host)

    def article(self, path: str, title: str, *paragraphs: str, host: str = HOSTS[0]) -> str:
        """Serve an ordinary article at `path`; returns its address."""
        return self.put(path, Page(body=article(title, *paragraphs).encode()), host=host)

    def redirect(self, path: str, target: str, *, host: str = HOSTS[0]) -> str:
        """Answer `path` with a redirect to `target`; returns the address of `path`."""
        return self.put(path, Page(status=302, headers=(("Location", target),)), host=host)

    def found(self, urls: Iterable[str], *, engines: Iterable[str] = ("google",)) -> None:
        """Let each of `engines` find `urls`, in this order."""
        for engine in engines:
            self.rows[engine] = [
                {"url": url, "title": f"Engine title of {url}", "content": f"Snippet of {url}"} for url in urls
            ]

    def asked(self, engine: str = "") -> list[Request]:
        """The requests that engines (or one of them) received."""
        return [request for request in self.requests if request.engine and engine in ("", request.engine)]

    def fetched(self, path: str = "") -> list[Request]:
        """The requests for pages, robots.txt aside, or for one path."""
        return [
            request
            for request in self.requests
            if not request.engine and request.path != "/robots.txt" and path in ("", request.path)
        ]

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait for the requests that make `condition` true; fails when they don't come."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not condition():  # noqa: ASYNC110 - requests arrive on other threads
                await asyncio.sleep(0.01)


def article(title: str, *paragraphs: str) -> str:
    """An ordinary HTML article, long enough that no reader takes it for a shell."""
    texts = paragraphs or (f"{title} is described here at some length, for readers who want to know about it.",) * 3
    body = "".join(f"<p>{html.escape(text)}</p>" for text in texts)
    return (
        f"<!doctype html><html lang=en><head><title>{html.escape(title)}</title></head>"
        f"<body><article><h1>{html.escape(title)}</h1>{body}</article></body></html>"
    )


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128  # the default of 5 drops connections of a burst: a stall that looks like a slow engine


def _handler(web: Web) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        wbufsize = -1  # headers and body in one write

        def log_message(self, *_: object) -> None:
            """Keep the test's output clean."""

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            path = unquote(parts.path)
            host = self.server.server_address[0]
            engine = path.removeprefix("/engine/") if path.startswith("/engine/") else ""
            arguments = {key: values[-1] for key, values in parse_qs(parts.query, keep_blank_values=True).items()}
            web.requests.append(
                Request(
                    host=str(host),
                    path=path,
                    query=arguments,
                    headers={key.lower(): value for key, value in self.headers.items()},
                    engine=engine,
                )
            )
            if engine:
                rows = web.rows.get(engine, []) if arguments.get("p", "1") == "1" else []
                body = json.dumps({"results": rows}).encode()
                self._send(Page(body=body, content_type="application/json"))
                return
            page = web.pages.get((str(host), path), Page(status=404, body=b"not found", content_type="text/plain"))
            if page.gate is not None:
                page.gate.wait(PATIENCE_SECONDS)
            self._send(page)

        def _send(self, page: Page) -> None:
            self.send_response(page.status)
            self.send_header("Content-Type", page.content_type)
            self.send_header("Content-Length", str(len(page.body)))
            for name, value in page.headers:
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(page.body)

    return Handler


def engine_settings(base: str) -> list[dict[str, object]]:
    """SearXNG's `engines:` entries that ask this web under the names the seed routes to."""
    return [
        {
            "name": name,
            "engine": "json_engine",
            "search_url": f"{base}/engine/{quote(name)}?q={{query}}&p={{pageno}}&lang={{lang}}{{time_range}}",
            "language_support": True,
            "time_range_support": name != "brave",  # one engine that can't, as on the real web
            "time_range_url": "&tr={time_range_val}",
            "time_range_map": {"day": "day", "week": "week", "month": "month", "year": "year"},
            "paging": True,
            "results_query": "results",
            "url_query": "url",
            "title_query": "title",
            "content_query": "content",
            "categories": ["general"],
        }
        for name in ENGINES
    ]
