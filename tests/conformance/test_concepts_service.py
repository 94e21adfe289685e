"""Seed 001, "The sidecar pattern" and "Graceful degradation": what the service needs and what it does without."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conformance.conftest import OpenProduct
from tests.conformance.product import Product, Tree, command, merge
from tests.conformance.standin import searxng_standin
from tests.conformance.web import Web

MakeArticles = Callable[[int], list[str]]


@pytest.mark.requirement("001.sidecars.searxng")
@pytest.mark.requirement("001.degradation.searxng")
def test_the_server_does_not_start_without_searxng(base_config: Tree, tmp_path: Path) -> None:
    with searxng_standin(rows=[]) as url:
        pass  # a port where nothing listens any more
    line, environment = command(merge(base_config, {"search": {"searxngURL": url}}), tmp_path, "--port", "0")
    ended = subprocess.run(line, env=environment, capture_output=True, timeout=60, check=False)  # noqa: S603 - ours
    assert ended.returncode == 1
    assert b"fatal:" in ended.stderr
    assert b"SearXNG" in ended.stderr
    assert b"Traceback" not in ended.stderr


@pytest.mark.requirement("001.sidecars.analyzer")
@pytest.mark.requirement("001.sidecars.anonymizer")
@pytest.mark.requirement("001.sidecars.playwright")
@pytest.mark.requirement("001.sidecars.flashrank")
@pytest.mark.requirement("001.sidecars.kserve")
async def test_the_server_starts_with_nothing_but_searxng(product: Product, articles: MakeArticles) -> None:
    """The `product` fixture has no other part: none of the default addresses resolves here."""
    urls = articles(1)
    assert (await product.ask()).urls == urls


@pytest.mark.requirement("001.sidecars.swappable")
@pytest.mark.requirement("001.sidecars.http")
async def test_any_searxng_of_the_same_contract_will_do(open_product: OpenProduct, web: Web) -> None:
    url = web.article("/page", "A page")
    with searxng_standin(rows=[url]) as standin:
        product = open_product({"search": {"searxngURL": standin}})
        assert (await product.ask()).urls == [url]
    assert web.asked() == []


@pytest.mark.requirement("001.pipeline.survivable")
@pytest.mark.requirement("001.degradation.recorded")
async def test_a_missing_optional_part_is_survived_and_recorded(product: Product, articles: MakeArticles) -> None:
    urls = articles(1)
    answer = await product.ask()
    assert answer.urls == urls
    assert answer.meta["degraded"]["pii"]


@pytest.mark.requirement("001.limits.nothing_persisted")
async def test_nothing_is_written_to_disk_by_a_call(product: Product, web: Web, articles: MakeArticles) -> None:
    urls = articles(2)
    await product.ask("warm up")
    before = sorted(product.home.rglob("*"))
    assert (await product.ask("something to remember", maxResults=2)).urls == urls
    assert sorted(product.home.rglob("*")) == before
    assert b"something to remember" not in b"".join(path.read_bytes() for path in before if path.is_file())
