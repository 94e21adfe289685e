"""What the tests of the scrape stage share: a ladder with real workers over a real egress, for one loopback address.

Used by `test_scrape.py`, `test_scrape_verdicts.py` and the tests of the extraction workers.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.integration.raw_web import RawWeb, response

from websearch_server.config.scraper import ScraperSettings
from websearch_server.deadline import Deadline
from websearch_server.egress import Egress, EgressLimits
from websearch_server.errors import FetchError
from websearch_server.model import Document, DropReason, Hit, Verdict
from websearch_server.scrape import Ladder

__all__ = [
    "ARTICLE",
    "PROSE",
    "SOON",
    "Opened",
    "allow",
    "failure",
    "open_ladder",
    "page",
    "read",
    "refuse",
    "serve",
]

Opened = tuple[Ladder, RawWeb]


SOON = 30.0  # bounds every wait; nothing here should come near it
HOST = "127.0.0.1"

PROSE = "A sentence about lighthouses, their keepers and the lamps they tended every night. " * 12
ARTICLE = (
    '<!doctype html><html lang="en"><head><title>Lighthouses</title></head><body><nav><a href="/">Home</a></nav>'
    f"<article><h1>Lighthouses</h1><p>{PROSE}</p><h2>Lamps</h2><p>{PROSE}</p></article>{{}}</body></html>"
)


@asynccontextmanager
async def open_ladder(
    *, max_body_bytes: int = 100 * 1024 * 1024, **extraction: float
) -> AsyncIterator[tuple[Ladder, RawWeb]]:
    """A started ladder and a web for it to read."""
    egress = Egress(
        limits=EgressLimits(max_body_bytes=max_body_bytes),
        user_agent="websearch-test/1.0",
        allowed_cidrs=[f"{HOST}/32"],
    )
    settings = ScraperSettings.model_validate({"extraction": {"workers": 1, **extraction}})
    ladder = Ladder(settings, egress=egress)
    try:
        async with RawWeb(host=HOST) as web:
            await ladder.start()
            yield ladder, web
    finally:
        await ladder.close()
        await egress.close()


async def allow(url: str) -> Verdict:
    """Policy that has nothing against any URL."""
    return Verdict()


async def read(ladder: Ladder, url: str, *, seconds: float = SOON) -> Document:
    """Read a page with time to spare."""
    return await ladder.read(Hit(url=url, title=""), check=allow, deadline=Deadline.after(seconds))


async def failure(ladder: Ladder, url: str, *, seconds: float = SOON) -> FetchError:
    """Read what can't be read; returns why."""
    with pytest.raises(FetchError) as caught:
        await read(ladder, url, seconds=seconds)
    return caught.value


def page(body: bytes | str, content_type: str = "text/html; charset=utf-8", status: int = 200, **headers: str) -> bytes:
    """A response after which the connection closes, so that none outlives its test."""
    data = body.encode() if isinstance(body, str) else body
    return response(data, status, content_type=content_type, connection="close", **headers)


async def serve(
    opened: Opened, body: bytes | str, content_type: str = "text/html; charset=utf-8", **more: int
) -> Document:
    """Read one page that the web has now."""
    ladder, web = opened
    web.routes = {"/page": page(body, content_type, **more)}
    return await read(ladder, web.url("/page"))


async def refuse(
    opened: Opened, body: bytes | str, content_type: str = "text/html; charset=utf-8", status: int = 200, **headers: str
) -> tuple[DropReason, str]:
    """Why one page can't be read."""
    ladder, web = opened
    web.routes = {"/page": page(body, content_type, status, **headers)}
    error = await failure(ladder, web.url("/page"))
    return error.reason, str(error)
