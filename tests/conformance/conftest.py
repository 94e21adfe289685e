"""The assembled product over a real SearXNG and a small web of the tests' own, as fixtures."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.conformance.product import Product, Tree, merge, running
from tests.conformance.web import HOSTS, Web, engine_settings
from tests.integration.conftest import searxng_python as searxng_python  # the same environment, made once

from websearch_server.embedded import EmbeddedSearxng, pointed_settings

OpenProduct = Callable[[Tree], Product]


@pytest.fixture(scope="session")
def _internet() -> Iterator[Web]:
    with Web() as web:
        yield web


@pytest.fixture
def web(_internet: Web) -> Iterator[Web]:
    """The tests' internet, empty; what is left waiting in it is let go afterwards."""
    _internet.clear()
    yield _internet
    _internet.clear()


@pytest.fixture(scope="session")
def searxng(searxng_python: Path, _internet: Web) -> Iterator[str]:
    """The address of a real SearXNG whose engines ask the tests' internet."""
    settings = pointed_settings(engine_settings(_internet.url("")), secret="only-for-the-tests", request_timeout=5.0)
    with asyncio.Runner() as runner:
        server = EmbeddedSearxng(python=searxng_python, settings=settings)
        runner.run(server.__aenter__())
        try:
            yield server.url
        finally:
            runner.run(server.__aexit__(None, None, None))


@pytest.fixture(scope="session")
def base_config(searxng: str) -> Tree:
    """The least that has to be said for loopback: SearXNG's address, and that loopback pages may be read."""
    return {
        "search": {"searxngURL": searxng},
        # The tests ask one host more often in a minute than any real one should be.
        "policy": {"egress": {"allowedCIDRs": ["127.0.0.0/8"]}, "rateLimit": {"requestsPerDomainPerMinute": 10_000}},
        "scraper": {"extraction": {"workers": 1}},
    }


@pytest.fixture(scope="session")
def product(base_config: Tree, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """The product with its defaults."""
    with running(base_config, tmp_path_factory.mktemp("product")) as served:
        yield served


@pytest.fixture
def open_product(base_config: Tree, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenProduct]:
    """Start the product with a configuration of the test's own; it ends with the test."""
    with ExitStack() as stack:

        def start(config: Tree) -> Product:
            home = tmp_path_factory.mktemp("product")
            return stack.enter_context(running(merge(base_config, config), home))

        yield start


@pytest.fixture
def articles(web: Web) -> Callable[[int], list[str]]:
    """Make so many ordinary articles, spread over the hosts, which the general engines find in this order."""

    def make(count: int) -> list[str]:
        urls = [
            web.article(f"/articles/{number}", f"Article number {number}", host=HOSTS[number % len(HOSTS)])
            for number in range(1, count + 1)
        ]
        web.found(urls, engines=("google", "duckduckgo", "brave"))
        return urls

    return make
