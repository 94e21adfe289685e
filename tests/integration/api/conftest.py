"""The product's HTTP surface over a service that does as it is told."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import httpx
import pytest
from mcp import Client
from mcp.client.sse import sse_client
from tests.serving.running import WAIT_SECONDS, serving
from tests.serving.service import FakeService

Connect = Callable[[], AbstractAsyncContextManager[Client]]


@pytest.fixture
def service() -> FakeService:
    return FakeService()


@pytest.fixture
async def url(service: FakeService) -> AsyncIterator[str]:
    async with serving(service) as base:
        yield base


@pytest.fixture
async def http(url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=url, timeout=WAIT_SECONDS) as client:
        yield client


@pytest.fixture(params=["2025-11-25", "2026-07-28", "http+sse"])
def connect(request: pytest.FixtureRequest, url: str) -> Connect:
    """Connect the official Python client, in each of the ways it can."""

    @asynccontextmanager
    async def connected() -> AsyncIterator[Client]:
        transport = sse_client(f"{url}/sse") if request.param == "http+sse" else f"{url}/mcp"
        async with Client(transport, mode="auto" if request.param == "2026-07-28" else "legacy") as client:
            yield client

    return connected
