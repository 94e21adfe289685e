"""Search engines for a real SearXNG to ask: what each does is said by its name, and all they are asked is kept.

An engine named `too many requests 1` answers 429, one named `engine 1` finds what a test tells it to. The failing
kinds come in numbered copies, since a failing engine stays suspended for the rest of the session. Used through the
`engines` fixture with the SearXNG of `searxng_over_engines`.
"""

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, unquote, urlsplit

__all__ = ["COPIES", "Asked", "Engines", "row"]

COPIES = 4
_PAGE = 10
_RECAPTCHA = '<html><script src="https://www.google.com/recaptcha/api.js"></script></html>'
# kind: what is answered, as (status, body); None closes the socket without an answer.
_FAILING: Mapping[str, tuple[int, str] | None] = {
    "captcha": (503, _RECAPTCHA),
    "access denied": (403, "no"),
    "too many requests": (429, "slow down"),
    "server error": (500, "oops"),
    "not json": (200, "<html>hello</html>"),
    "broken": None,
}
_HEALTHY = ("engine", "one page", "undated")


@dataclass(frozen=True, slots=True)
class Asked:
    """One request that an engine received; `page`, `language`, `time_range` and `safe` as SearXNG passed them on."""

    engine: str
    query: str
    page: str
    language: str
    time_range: str
    safe: str


def row(url: str, title: str = "A page", content: str = "") -> dict[str, str]:
    """One search result of an engine."""
    return {"url": url, "title": title, "content": content}


@dataclass
class Engines:
    """The engines' state: `found` by engine name, `asked` in order of arrival, `gate` holds the slow ones back."""

    found: dict[str, Sequence[Mapping[str, str]]] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    gate: threading.Event = field(default_factory=threading.Event)
    arrived: threading.Event = field(default_factory=threading.Event)  # set once an engine has been asked
    url: str = ""
    _server: ThreadingHTTPServer | None = None

    def __enter__(self) -> "Engines":
        self._server = _Server(("127.0.0.1", 0), _handler(self))
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        threading.Thread(target=self._server.serve_forever, name="engines", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.gate.set()
        assert self._server is not None
        self._server.shutdown()
        self._server.server_close()

    def clear(self) -> None:
        """Forget what was found and asked, and let go who waits."""
        self.gate.set()
        self.gate = threading.Event()
        self.arrived.clear()
        self.found.clear()
        self.asked.clear()

    def queries(self) -> list[str]:
        """What the engines were asked, in order."""
        return [asked.query for asked in self.asked]

    def settings(self) -> list[dict[str, object]]:
        """SearXNG's `engines:` entries that ask these."""
        kinds = (*_HEALTHY, *_FAILING, "slow")
        names = [f"{kind} {copy}" for kind in kinds for copy in range(1, COPIES + 1)]
        return [*(self._entry(name) for name in names), *self._real_modules()]

    def _entry(self, name: str) -> dict[str, object]:
        arguments = "q={query}&p={pageno}&lang={lang}{time_range}{safe_search}"
        return {
            "name": name,
            "engine": "json_engine",
            "shortcut": name.replace(" ", ""),
            "search_url": f"{self.url}/engine/{quote(name)}?{arguments}",
            "paging": not name.startswith("one page"),
            "time_range_support": not name.startswith("undated"),
            "time_range_url": "&tr={time_range_val}",
            "time_range_map": {"day": "day", "week": "week", "month": "month", "year": "year"},
            "safesearch": True,
            "safe_search_map": {0: "&ss=0", 1: "&ss=1", 2: "&ss=2"},
            "results_query": "results",
            "url_query": "url",
            "title_query": "title",
            "content_query": "content",
            # A query that SearXNG takes for `!web` asks a whole category, and what fails then stays suspended.
            "categories": ["general", "web"] if name.startswith(_HEALTHY) else ["failing"],
        }

    def _real_modules(self) -> list[dict[str, object]]:
        """SearXNG's own modules, with only their address changed: for dates, infoboxes and entities."""
        return [
            {"name": "wikipedia", "rest_v1_summary_url": f"{self.url}/wikipedia/{{title}}"},
            {"name": "stackoverflow", "search_api": f"{self.url}/stackexchange?"},
            {
                "name": "a wiki",
                "engine": "mediawiki",
                "shortcut": "awiki",
                "base_url": f"{self.url}/",
                "categories": ["news"],
            },
        ]

    def answer(self, path: str, arguments: Mapping[str, str]) -> tuple[int, str] | None:
        """Answer one request of SearXNG, as the engine's name says."""
        kind, _, rest = path.lstrip("/").partition("/")
        if kind == "engine":
            return self._engine(rest, arguments)
        return 200, json.dumps(_real_answer(kind, rest))

    def _engine(self, name: str, arguments: Mapping[str, str]) -> tuple[int, str] | None:
        page = arguments.get("p", "")
        self.asked.append(
            Asked(
                engine=name,
                query=arguments.get("q", ""),
                page=page,
                language=arguments.get("lang", ""),
                time_range=arguments.get("tr", ""),
                safe=arguments.get("ss", ""),
            )
        )
        self.arrived.set()
        behaviour = name.rpartition(" ")[0]
        if behaviour == "slow":
            self.gate.wait(30)
        elif behaviour in _FAILING:
            return _FAILING[behaviour]
        start = _PAGE * (int(page or 1) - 1)
        return 200, json.dumps({"results": [*self.found.get(name, ())][start : start + _PAGE]})


def _real_answer(kind: str, rest: str) -> dict[str, object]:
    if kind == "wikipedia":
        page = f"https://en.wikipedia.org/wiki/{rest}"
        return {
            "type": "standard",
            "title": rest,
            "titles": {"display": f"<i>{rest}</i>"},
            "extract": f"{rest} is a thing.",
            "content_urls": {"desktop": {"page": page}},
        }
    if kind == "stackexchange":
        question = {"question_id": 1, "title": "How to &quot;quote&quot; &lt;T&gt;?", "tags": ["go"], "score": 1}
        return {"items": [{**question, "is_answered": True, "owner": {"display_name": "someone"}}]}
    hit = {"title": "News", "snippet": "<span>news</span> of it", "timestamp": "2026-08-11T08:30:00Z"}
    return {"query": {"search": [hit]}}


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128  # the default 5 drops connections of a burst: a stall that looks like a slow engine


def _handler(engines: Engines) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # headers and body in one write, else 40 ms pass between them
        disable_nagle_algorithm = True

        def log_message(self, *_: object) -> None:
            """Keep the test's output clean."""

        def do_GET(self) -> None:
            parts = urlsplit(self.path)
            arguments = {name: values[-1] for name, values in parse_qs(parts.query, keep_blank_values=True).items()}
            answer = engines.answer(unquote(parts.path), arguments)
            if answer is None:
                self.close_connection = True
                return
            status, text = answer
            body = text.encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler
