"""What the egress tests share: an egress for 127.0.0.2 alone, two ways of using it, and a port that leads nowhere.

Used by `test_egress.py`, `test_egress_failures.py` and `test_egress_caps.py`.
"""

import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager

import pytest
from tests.integration.raw_web import names

from websearch_server.deadline import Deadline
from websearch_server.egress import Egress, EgressLimits
from websearch_server.errors import FetchError
from websearch_server.model import Page

__all__ = ["SOON", "failure", "fetch", "open_egress", "swallowing_port"]

SOON = 10.0  # bounds every wait; nothing here should come near it


@asynccontextmanager
async def open_egress(*, tls: ssl.SSLContext | None = None, **limits: float) -> AsyncIterator[Egress]:
    """An egress that knows 127.0.0.2 as itself, a.test and b.test."""
    egress = Egress(
        limits=EgressLimits(**limits),
        user_agent="websearch-test/1.0",
        allowed_cidrs=["127.0.0.2/32"],
        lookup=names({"a.test": ["127.0.0.2"], "b.test": ["127.0.0.2"]}),
        tls=tls,
    )
    try:
        yield egress
    finally:
        await egress.close()


async def fetch(egress: Egress, url: str, **options: object) -> Page:
    """Fetch with time to spare."""
    return await egress.fetch(url, deadline=Deadline.after(SOON), **options)


async def failure(egress: Egress, url: str, *, seconds: float = SOON, **options: object) -> FetchError:
    """Fetch what can't be had; returns why."""
    with pytest.raises(FetchError) as caught:
        await egress.fetch(url, deadline=Deadline.after(seconds), **options)
    return caught.value


@contextmanager
def swallowing_port() -> Iterator[int]:
    """A port of 127.0.0.2 where a connection is neither accepted nor refused: its backlog is full."""
    with ExitStack() as stack:
        full = stack.enter_context(socket.socket())
        full.bind(("127.0.0.2", 0))
        full.listen(0)
        for _ in range(2):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(full.getsockname())
        yield int(full.getsockname()[1])
