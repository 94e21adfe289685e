"""The demo's stack: its web, a real SearXNG whose engines search that web, and the server over both.

The same parts as `websearch up`; what differs is said in `demo_settings` and in the engines' addresses. Egress may
reach the demo's own loopback addresses and no other private one. Used by `run.py` and tests.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from websearch_server.config import Settings
from websearch_server.demo.engines import ENGINE_ROUTES, entries
from websearch_server.demo.web import DemoWeb
from websearch_server.embedded import EmbeddedSearxng, ensure_searxng, pointed_settings
from websearch_server.embedded.serving import Serving, serving
from websearch_server.embedded.stack import searxng_secret

__all__ = ["Demo", "demo_settings", "open_demo"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """A running demo."""

    web: DemoWeb
    searxng: EmbeddedSearxng
    server: Serving


def demo_settings(searxng_url: str, networks: Sequence[str]) -> Settings:
    """The server's settings: its defaults, except for what the demo's web makes different."""
    return Settings.model_validate(
        {
            "server": {"host": "127.0.0.1", "port": 0},
            "search": {
                "searxngURL": searxng_url,
                "engineRoutes": {category: list(route) for category, route in ENGINE_ROUTES.items()},
                "defaultEngines": list(ENGINE_ROUTES["general"]),
            },
            "scraper": {
                "timeouts": {"httpGet": "2s"},  # one page of the web is slow on purpose, nobody should wait for it
                "playwright": {"endpoint": ""},
            },
            "policy": {
                "egress": {"allowedCIDRs": list(networks)},
                # Where all hosts share 127.0.0.1 (macOS), they share its rate too.
                "rateLimit": {"requestsPerDomainPerMinute": 600},
            },
            "pii": {"enabled": False},  # needs Presidio, which the demo doesn't bring
            "logging": {"level": "error", "format": "text"},
        }
    )


@asynccontextmanager
async def open_demo(report: Callable[[str], None] = lambda _: None) -> AsyncIterator[Demo]:
    """Start everything, and end it all with the block. Raises StackError when a part can't be started."""
    async with AsyncExitStack() as stack:
        python = await ensure_searxng(report)
        web = await stack.enter_async_context(DemoWeb())
        report("Starting SearXNG over the demo web …")
        rendered = pointed_settings(entries(web.address), secret=searxng_secret())
        searxng = await stack.enter_async_context(EmbeddedSearxng(python=python, settings=rendered, report=report))
        server = await stack.enter_async_context(serving(demo_settings(searxng.url, web.networks)))
        yield Demo(web=web, searxng=searxng, server=server)
