"""Seed 000, "`meta` object": every field, what it means and what it is computed from."""

import asyncio
import hashlib
import threading
from collections.abc import Callable

import pytest
from tests.conformance.conftest import OpenProduct
from tests.conformance.product import Product
from tests.conformance.web import Page, Web, article

MakeArticles = Callable[[int], list[str]]

TOP_LEVEL = {
    "query": str,
    "result_count": int,
    "search_engines": list,
    "pii_mode": str,
    "pii_checked": bool,
    "reranker_used": str,
    "total_duration_ms": int,
    "results": list,
}
PER_RESULT = {
    "url": str,
    "title": str,
    "score": float,
    "scraper_level": int,
    "content_hash": str,
    "pii_entities": int,
    "pii_action": str,
}


@pytest.mark.requirement("000.response.meta")
@pytest.mark.requirement("001.format.meta")
async def test_meta_has_every_field_of_the_seed_with_its_type(product: Product, articles: MakeArticles) -> None:
    articles(2)
    answer = await product.ask(maxResults=2)
    assert {key: type(answer.meta[key]) for key in TOP_LEVEL} == TOP_LEVEL
    # JSON has one number type: a score of 1 may arrive as an int.
    rows = [{**row, "score": float(row["score"])} for row in answer.results]
    assert [{key: type(row[key]) for key in PER_RESULT} for row in rows] == [PER_RESULT, PER_RESULT]


@pytest.mark.requirement("000.meta.query")
async def test_the_query_is_echoed_as_normalised(product: Product, articles: MakeArticles) -> None:
    articles(1)
    answer = await product.ask("  Cafe\u0301\u0007au lait ")
    assert answer.meta["query"] == "Café au lait"


@pytest.mark.requirement("000.meta.result_count")
async def test_meta_counts_the_results_it_lists(product: Product, articles: MakeArticles) -> None:
    articles(3)
    answer = await product.ask(maxResults=10)
    assert (answer.meta["result_count"], len(answer.results), len(answer.shown)) == (3, 3, 3)


@pytest.mark.requirement("000.meta.search_engines")
async def test_search_engines_are_those_that_were_asked(product: Product, web: Web, articles: MakeArticles) -> None:
    urls = articles(1)
    web.found(urls, engines=("github",))
    answer = await product.ask(category="code")
    assert answer.meta["search_engines"] == ["github", "stackoverflow", "duckduckgo"]
    assert {request.engine for request in web.asked()} == set(answer.meta["search_engines"])


@pytest.mark.requirement("000.meta.pii_mode")
async def test_pii_mode_is_the_configured_one(
    product: Product, open_product: OpenProduct, articles: MakeArticles
) -> None:
    articles(1)
    off = open_product({"pii": {"enabled": False}})
    assert [(await each.ask()).meta["pii_mode"] for each in (product, off)] == ["audit", "disabled"]


@pytest.mark.requirement("000.meta.pii_checked.false")
async def test_pii_checked_is_false_when_nothing_was_examined(product: Product, articles: MakeArticles) -> None:
    articles(1)
    assert (await product.ask()).meta["pii_checked"] is False


@pytest.mark.requirement("000.meta.reranker_used")
@pytest.mark.requirement("000.meta.result.score.synthetic")
@pytest.mark.requirement("001.rerank.none")
@pytest.mark.requirement("001.degradation.reranker")
async def test_without_a_reranker_scores_are_synthetic_and_descend(product: Product, articles: MakeArticles) -> None:
    urls = articles(4)
    answer = await product.ask()
    assert answer.meta["reranker_used"] == "none"
    assert answer.urls == urls
    assert [row["score"] for row in answer.results] == pytest.approx([1.0, 0.99, 0.98, 0.97])


@pytest.mark.requirement("000.meta.total_duration_ms")
async def test_the_duration_covers_the_slowest_page(product: Product, web: Web) -> None:
    gate = threading.Event()
    url = web.put("/slow", Page(body=article("Slow page").encode(), gate=gate))
    web.found([url])
    call = asyncio.create_task(product.ask())
    await web.until(lambda: len(web.fetched("/slow")) == 1)
    asyncio.get_running_loop().call_later(0.2, gate.set)
    answer = await call
    # The page was held for 200 ms of the call, whatever the machine; there is no upper bound to assert.
    assert answer.meta["total_duration_ms"] >= 200


@pytest.mark.requirement("000.meta.result.url")
async def test_a_results_url_is_where_redirects_ended(product: Product, web: Web) -> None:
    target = web.article("/end", "The end", host="127.0.0.2")
    middle = web.redirect("/middle", target)
    web.found([web.redirect("/start", middle)])
    answer = await product.ask()
    assert answer.urls == [target]
    assert [result.url for result in answer.shown] == [target]


@pytest.mark.requirement("000.meta.result.title")
async def test_a_results_title_is_the_pages_own(product: Product, web: Web) -> None:
    web.found([web.article("/titled", "The page's own title")])
    answer = await product.ask()
    assert [row["title"] for row in answer.results] == ["The page's own title"]


@pytest.mark.requirement("000.meta.result.scraper_level.http")
async def test_a_page_read_over_http_has_level_0(product: Product, articles: MakeArticles) -> None:
    articles(1)
    assert [row["scraper_level"] for row in (await product.ask()).results] == [0]


@pytest.mark.requirement("000.meta.result.content_hash")
@pytest.mark.requirement("001.format.content_hash")
async def test_the_content_hash_can_be_recomputed_from_the_markdown(product: Product, web: Web) -> None:
    short = web.article("/short", "Kurz", "Größe und Übermut kommen in diesem Text vor, der ganz geliefert wird.")
    long = web.article("/long", "Lang", *(f"Absatz {number} von vielen, mit etwas Text dazu." for number in range(900)))
    web.found([short, long])
    answer = await product.ask("Absatz", maxTokens=1500)
    delivered = [hashlib.sha256(result.text.encode()).hexdigest() for result in answer.shown]
    assert delivered == [row["content_hash"] for row in answer.results]
    assert len(delivered) == 2


@pytest.mark.requirement("000.meta.result.pii_entities")
@pytest.mark.requirement("000.meta.result.pii_action")
async def test_an_unchecked_result_claims_no_findings(product: Product, articles: MakeArticles) -> None:
    articles(1)
    assert [(row["pii_entities"], row["pii_action"]) for row in (await product.ask()).results] == [(0, "pass")]
