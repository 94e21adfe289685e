"""The demo web: every host of the site on an address of its own, served over real HTTP.

On Linux each host has its own loopback address (127.0.2.1, 127.0.2.2, …), as sites on the open web have; where
only 127.0.0.1 exists, its own port. It binds loopback alone and ends with its `with` block. Used by `stack.py` and
tests.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import TracebackType

from aiohttp import web

from websearch_server.demo.engines import SEARCH_HOST, Engines, topic_number
from websearch_server.demo.site import SitePage, load_site, robots

__all__ = ["DemoWeb"]

_NETWORK = "127.0.2."
# SearXNG opens one connection an engine at once; a backlog of five drops some, which looks like a 1 s time-out.
_BACKLOG = 256
_SHUTDOWN_SECONDS = 0.5

Handler = Callable[[web.Request], Awaitable[web.Response]]


class DemoWeb:
    """`async with DemoWeb() as web:` and `web.address["handbook"]` is the base URL of that host."""

    def __init__(self, pages: Sequence[SitePage] | None = None) -> None:
        self.pages = load_site() if pages is None else tuple(pages)
        self.address: Mapping[str, str] = {}
        self._runners: list[web.AppRunner] = []

    async def __aenter__(self) -> "DemoWeb":
        hosts = [*dict.fromkeys(page.host for page in self.pages), SEARCH_HOST]
        sockets = {host: _bind(number) for number, host in enumerate(hosts, start=1)}
        self.address = {host: "http://{}:{}".format(*bound.getsockname()) for host, bound in sockets.items()}
        engines = Engines(self.pages, self.url)
        try:
            for host, bound in sockets.items():
                runner = web.AppRunner(
                    self._app(host, engines),
                    access_log=None,
                    handler_cancellation=True,  # nobody waits for the slow page any more once the reader has left
                    shutdown_timeout=_SHUTDOWN_SECONDS,
                )
                self._runners.append(runner)
                await runner.setup()
                await web.SockSite(runner, bound, backlog=_BACKLOG).start()
        except BaseException:
            for bound in sockets.values():
                bound.close()
            await self._close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._close()

    async def _close(self) -> None:
        await asyncio.gather(*(runner.cleanup() for runner in self._runners))

    def url(self, page: SitePage) -> str:
        """The address of a page."""
        return f"{self.address[page.host]}{page.path}"

    @property
    def networks(self) -> list[str]:
        """The addresses of the pages' hosts in CIDR notation: all that the demo's egress may reach."""
        return sorted({f"{base.split('/')[2].split(':')[0]}/32" for base in self.address.values()})

    def _app(self, host: str, engines: Engines) -> web.Application:
        app = web.Application()
        app.add_routes(engines.routes(host))
        if (rules := robots(host)) is not None:
            app.router.add_get("/robots.txt", _text(rules))
        for page in self.pages:
            if page.host == host:
                app.router.add_get(page.path, _page(page, self._body(page)))
                if number := topic_number(page):
                    app.router.add_get(f"/p/{number}", _moved(page.path))
        return app

    def _body(self, page: SitePage) -> bytes:
        """The page's bytes with `{{host}}` replaced by addresses."""
        body = page.body
        for host, base in self.address.items():
            body = body.replace(f"{{{{{host}}}}}".encode(), base.encode())
        return body


def _page(page: SitePage, body: bytes) -> Handler:
    """Answer one page as it is described."""

    async def answer(_request: web.Request) -> web.Response:
        if page.delay:
            await asyncio.sleep(page.delay)
        if page.redirect:
            return web.Response(status=302, headers={"Location": page.redirect})
        return web.Response(status=page.status, body=body, headers={"Content-Type": page.content_type})

    return answer


def _text(body: bytes) -> Handler:
    async def answer(_request: web.Request) -> web.Response:
        return web.Response(body=body, content_type="text/plain", charset="utf-8")

    return answer


def _moved(path: str) -> Handler:
    async def answer(_request: web.Request) -> web.Response:
        return web.Response(status=302, headers={"Location": path})

    return answer


def _bind(number: int) -> socket.socket:
    """Bind a free port on the host's own loopback address, or on 127.0.0.1 where there is no other (macOS)."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        bound.bind((f"{_NETWORK}{number}", 0))
    except OSError:
        bound.bind(("127.0.0.1", 0))
    return bound
