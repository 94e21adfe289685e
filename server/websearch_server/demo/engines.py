"""The demo's search engines: what real SearXNG modules ask, answered from `index.py` in the shapes they expect.

Four engines over the same web, as on the open one: a full-text engine (JSON), one that knows titles and
descriptions alone (HTML), a MediaWiki and a Discourse forum that each search their own site. `entries` is what
SearXNG is told of them, `routes` what the demo web serves. Nothing here is asked by anyone but SearXNG.
"""

import html
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime

from aiohttp import web

from websearch_server.demo.index import Index
from websearch_server.demo.site import SitePage

__all__ = ["ENGINE_ROUTES", "SEARCH_HOST", "Engines", "entries"]

SEARCH_HOST = "search"
_WIKI_HOST, _FORUM_HOST = "wiki", "forum"
_WEB, _TITLES, _WIKI, _FORUM = "demo web", "demo titles", "demo wiki", "demo forum"

ENGINE_ROUTES: Mapping[str, list[str]] = {
    "general": [_WEB, _TITLES, _WIKI, _FORUM],
    "news": [_WEB, _TITLES],
    "code": [_WEB, _FORUM],
    "science": [_WEB, _WIKI],
}
"""`search.engineRoutes` for the demo."""

_DISCOURSE_OPERATOR = re.compile(r"\b(?:order|after):\S+")  # SearXNG's module adds them to the query
_TOPIC = re.compile(r"/t/[^/]+/(\d+)")


def entries(address: Mapping[str, str]) -> list[dict[str, object]]:
    """SearXNG's `engines:` entries; `address` maps each host of the demo web to its base URL."""
    search = address[SEARCH_HOST]
    return [
        {
            "name": _WEB,
            "engine": "json_engine",
            "shortcut": "dweb",
            "categories": ["general", "web"],
            "search_url": f"{search}/api?q={{query}}&p={{pageno}}&lang={{lang}}",
            "lang_all": "all",
            "paging": True,
            "results_query": "results",
            "url_query": "url",
            "title_query": "title",
            "content_query": "description",
        },
        {
            "name": _TITLES,
            "engine": "xpath",
            "shortcut": "dtitles",
            "categories": ["general", "web"],
            "search_url": f"{search}/html?q={{query}}&p={{pageno}}&lang={{lang}}",
            "lang_all": "all",
            "paging": True,
            "results_xpath": '//li[@class="hit"]',
            "url_xpath": "./a/@href",
            "title_xpath": "./a",
            "content_xpath": "./p",
        },
        {
            "name": _WIKI,
            "engine": "mediawiki",
            "shortcut": "dwiki",
            "categories": ["general"],
            "base_url": f"{address[_WIKI_HOST]}/",
            "search_type": "text",
        },
        {
            "name": _FORUM,
            "engine": "discourse",
            "shortcut": "dforum",
            "categories": ["general"],
            "base_url": address[_FORUM_HOST],
        },
    ]


class Engines:
    """The engines' endpoints over one set of pages; `url` gives a page's address."""

    def __init__(self, pages: Sequence[SitePage], url: Callable[[SitePage], str]) -> None:
        self._url = url
        self._full = Index(pages, lambda page: f"{page.title} {page.title} {page.description} {page.text}")
        self._titles = Index(pages, lambda page: f"{page.title} {page.description}")

    def routes(self, host: str) -> list[web.RouteDef]:
        """The endpoints that this host of the demo web has beside its pages."""
        if host == SEARCH_HOST:
            return [web.get("/api", self._json), web.get("/html", self._html)]
        if host == _WIKI_HOST:
            return [web.get("/w/api.php", self._mediawiki)]
        if host == _FORUM_HOST:
            return [web.get("/search.json", self._discourse)]
        return []

    async def _json(self, request: web.Request) -> web.Response:
        hits = [
            {"url": self._url(page), "title": page.title, "description": page.description}
            for page in self._find(self._full, request)
        ]
        return web.json_response({"results": hits})

    async def _html(self, request: web.Request) -> web.Response:
        items = "".join(
            f'<li class="hit"><a href="{html.escape(self._url(page))}">{html.escape(page.title)}</a>'
            f"<p>{html.escape(page.description)}</p></li>"
            for page in self._find(self._titles, request)
        )
        return web.Response(
            text=f"<!doctype html><title>Results</title><ul>{items}</ul>", content_type="text/html", charset="utf-8"
        )

    async def _mediawiki(self, request: web.Request) -> web.Response:
        found = self._full.search(request.query.get("srsearch", ""), host=_WIKI_HOST)
        hits = [
            {
                # The module makes the address of the title, as MediaWiki does.
                "title": page.path.removeprefix("/wiki/").replace("_", " "),
                "snippet": html.escape(page.description),
                "timestamp": _utc(page).strftime("%Y-%m-%dT%H:%M:%SZ"),
            }
            for page in found
        ]
        return web.json_response({"query": {"search": hits}})

    async def _discourse(self, request: web.Request) -> web.Response:
        query = _DISCOURSE_OPERATOR.sub("", request.query.get("q", ""))
        found = [(page, topic_number(page)) for page in self._full.search(query, host=_FORUM_HOST)]
        posts = [
            {"id": number, "topic_id": number, "username": "mirela", "blurb": html.escape(page.description)}
            for page, number in found
        ]
        topics = [
            {"id": number, "title": html.escape(page.title), "posts_count": 4, "created_at": _utc(page).isoformat()}
            for page, number in found
        ]
        return web.json_response({"topics": topics, "posts": posts})

    def _find(self, index: Index, request: web.Request) -> list[SitePage]:
        number = request.query.get("p", "1")
        return index.search(
            request.query.get("q", ""),
            language=request.query.get("lang", "all"),
            number=int(number) if number.isdecimal() and int(number) else 1,
        )


def topic_number(page: SitePage) -> int:
    """The number of a forum page's topic, 0 for other pages; `/p/NUMBER` leads to it."""
    match = _TOPIC.fullmatch(page.path)
    return int(match[1]) if match else 0


def _utc(page: SitePage) -> datetime:
    return (page.published or datetime(2026, 1, 1, tzinfo=UTC)).astimezone(UTC)
