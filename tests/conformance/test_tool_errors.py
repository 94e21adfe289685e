"""Seed 000, "Error handling": its table row by row."""

from collections.abc import Callable

import pytest
from tests.conformance.conftest import OpenProduct
from tests.conformance.product import Product
from tests.conformance.standin import searxng_standin
from tests.conformance.web import Page, Web

MakeArticles = Callable[[int], list[str]]

SHELL = (
    "<!doctype html><html><head><title>App</title>"
    + "<script src=/app.js></script>" * 8
    + "</head><body><div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript>"
)


@pytest.mark.requirement("000.error.shape")
@pytest.mark.requirement("000.error.no_results")
async def test_nothing_found_is_a_tool_error_in_the_seeds_words(product: Product, web: Web) -> None:
    answer = await product.ask("xyzzy123")
    assert (answer.is_error, answer.text) == (
        True,
        "Search failed: SearXNG returned no results for query 'xyzzy123'. Try a different query.",
    )


@pytest.mark.requirement("000.error.searxng_unreachable")
async def test_a_searxng_that_went_away_is_a_hard_error(open_product: OpenProduct) -> None:
    with searxng_standin(rows=[]) as url:
        product = open_product({"search": {"searxngURL": url}})
    answer = await product.ask("anything")
    assert answer.is_error
    assert answer.text.startswith("Search failed: SearXNG")


@pytest.mark.requirement("000.error.policy_excludes_all")
async def test_when_policy_excludes_everything_the_error_says_so(open_product: OpenProduct, web: Web) -> None:
    product = open_product({"policy": {"domains": {"mode": "allowlist", "allowlist": ["example.org"]}}})
    web.found([web.article("/a", "A"), web.article("/b", "B")])
    answer = await product.ask("excluded")
    assert answer.is_error
    assert "domain policy may be excluding everything" in answer.text


@pytest.mark.requirement("000.error.all_fail_to_scrape")
async def test_when_no_page_can_be_read_the_error_sums_up_why(product: Product, web: Web) -> None:
    gone = [web.put(f"/gone/{number}", Page(status=410)) for number in range(2)]
    broken = web.put("/broken", Page(status=500))
    picture = web.put("/picture", Page(body=b"\x89PNG\r\n\x1a\n" + bytes(2000), content_type="image/png"))
    web.found([*gone, broken, picture])
    answer = await product.ask("failing")
    assert answer.is_error
    assert "4 pages" in answer.text
    assert "3 × http_status" in answer.text
    assert "1 × unsupported_type" in answer.text


@pytest.mark.requirement("000.error.some_fail")
async def test_pages_that_fail_are_left_out_of_a_successful_answer(
    product: Product, web: Web, articles: MakeArticles
) -> None:
    urls = articles(2)
    web.found([urls[0], web.url("/missing"), urls[1]], engines=("google", "duckduckgo", "brave"))
    answer = await product.ask(maxResults=5)
    assert not answer.is_error
    assert (answer.urls, answer.meta["result_count"]) == (urls, 2)
    assert "/missing" not in answer.text


@pytest.mark.requirement("000.error.presidio_unavailable")
@pytest.mark.requirement("001.degradation.presidio")
async def test_without_presidio_the_answer_says_that_nothing_was_checked(
    product: Product, articles: MakeArticles
) -> None:
    articles(1)
    answer = await product.ask()
    assert not answer.is_error
    assert (answer.meta["pii_checked"], answer.meta["pii_mode"]) == (False, "audit")


@pytest.mark.requirement("000.error.playwright_unavailable")
@pytest.mark.requirement("001.scrape.no_browser")
@pytest.mark.requirement("001.degradation.playwright")
async def test_without_a_browser_ordinary_pages_are_answered_and_script_shells_dropped(
    product: Product, web: Web, articles: MakeArticles
) -> None:
    urls = articles(1)
    shell = web.put("/shell", Page(body=SHELL.encode()))
    web.found([shell, *urls], engines=("google", "duckduckgo", "brave"))
    answer = await product.ask()
    assert answer.urls == urls
    assert answer.meta["dropped"]["needs_browser"] == 1


@pytest.mark.requirement("000.error.readable")
@pytest.mark.parametrize("case", ["nothing found", "unreadable", "no query", "too long", "blank"])
async def test_an_error_is_one_short_text_for_a_person(product: Product, web: Web, case: str) -> None:
    calls: dict[str, dict[str, object]] = {
        "no query": {"maxResults": 3},
        "too long": {"query": "long " * 2000},
        "blank": {"query": "  \n "},
    }
    if case == "unreadable":
        web.found([web.put(f"/{number}", Page(status=500, body=b"Traceback: secret")) for number in range(9)])
    answer = await product.call(calls.get(case, {"query": "anything"}))
    assert answer.is_error
    assert len(answer.text) < 500
    assert answer.text.endswith(".")
    assert [word for word in ("Traceback", "Error:", "http.client", "pydantic", "\n") if word in answer.text] == []
