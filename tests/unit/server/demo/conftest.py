"""The demo's web, and a client for it."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from websearch_server.demo.web import DemoWeb


@pytest.fixture
async def web() -> AsyncIterator[DemoWeb]:
    async with DemoWeb() as running:
        yield running


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session
