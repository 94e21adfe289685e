"""What the tests of the scrape stage share: a ladder with real workers over a real egress, for one loopback address.

Used by `test_scrape.py` and `test_extraction_limits.py`.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from tests.integration.raw_web import RawWeb

from websearch_server.config.scraper import ScraperSettings
from websearch_server.deadline import Deadline
from websearch_server.egress import Egress, EgressLimits
from websearch_server.errors import FetchError
from websearch_server.model import Document, Hit, Verdict
from websearch_server.scrape import Ladder

__all__ = ["SOON", "allow", "failure", "open_ladder", "read"]

SOON = 30.0  # bounds every wait; nothing here should come near it
HOST = "127.0.0.1"


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
