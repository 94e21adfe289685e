"""Fixtures of the tests that run real parts: SearXNG's own environment, made once and shared by every run."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import yaml
from tests.integration.egress_kit import open_egress
from tests.integration.engines import Engines
from tests.integration.raw_web import RawWeb
from tests.integration.search_kit import Open, providers

from websearch_server.egress import Egress
from websearch_server.embedded import EmbeddedSearxng, ensure_searxng, pointed_settings
from websearch_server.errors import StackError


@pytest.fixture(scope="session")
def searxng_python() -> Path:
    """The Python of a complete SearXNG environment; made on first use, found in milliseconds afterwards."""
    try:
        return asyncio.run(ensure_searxng(print))
    except StackError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(f"SearXNG's environment can't be made here: {error}")


@pytest.fixture(scope="session")
def _engines() -> Iterator[Engines]:
    with Engines() as engines:
        yield engines


@pytest.fixture
def engines(_engines: Engines) -> Iterator[Engines]:
    """The search engines of `searxng_over_engines`, having found and been asked nothing yet."""
    _engines.clear()
    yield _engines
    _engines.clear()


@pytest.fixture(scope="session")
def searxng_over_engines(searxng_python: Path, _engines: Engines) -> Iterator[str]:
    """The address of a real SearXNG that asks `engines`, with all the plugins on that answer queries themselves."""
    settings = yaml.safe_load(
        pointed_settings(_engines.settings(), secret="only-for-tests", request_timeout=1.0, suspend_seconds=600.0)
    )
    plugins = ("calculator", "hash_plugin", "self_info", "unit_converter")
    settings["plugins"] = {f"searx.plugins.{name}.SXNGPlugin": {"active": True} for name in plugins}
    with asyncio.Runner() as runner:
        server = EmbeddedSearxng(python=searxng_python, settings=yaml.safe_dump(settings))
        runner.run(server.__aenter__())
        try:
            yield server.url
        finally:
            runner.run(server.__aexit__(None, None, None))


@pytest.fixture
async def open_provider(searxng_over_engines: str) -> AsyncIterator[Open]:
    """Makes search providers over the session's SearXNG; they are closed with the test."""
    async with providers(searxng_over_engines) as make:
        yield make


@pytest.fixture
async def web() -> AsyncIterator[RawWeb]:
    """A web server that answers byte for byte what a test says, on an address that `egress` may reach."""
    async with RawWeb() as web:
        yield web


@pytest.fixture
async def egress() -> AsyncIterator[Egress]:
    """The door to the web, opened for `web`'s address alone."""
    async with open_egress() as egress:
        yield egress
