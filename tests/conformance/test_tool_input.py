"""Seed 000, "Input parameters": what each parameter does, seen from the engines that are asked."""

import re
from collections.abc import Callable

import pytest
from tests.conformance.conftest import OpenProduct
from tests.conformance.product import Product
from tests.conformance.web import Web

ROUTES = {
    "general": ["google", "duckduckgo", "brave"],
    "news": ["google news", "duckduckgo", "bing news"],
    "code": ["github", "stackoverflow", "duckduckgo"],
    "science": ["google scholar", "duckduckgo", "wikipedia"],
}
ZERO_WIDTH_SPACE = "\u200b"
MakeArticles = Callable[[int], list[str]]


def asked(web: Web) -> set[str]:
    return {request.engine for request in web.asked()}


def typed(web: Web) -> set[str]:
    return {request.query["q"] for request in web.asked()}


@pytest.mark.requirement("000.input.query.required")
async def test_a_call_without_a_query_is_an_error_naming_it(product: Product) -> None:
    answer = await product.call({"category": "news"})
    assert answer.is_error
    assert "query" in answer.text


@pytest.mark.requirement("000.input.query.verbatim")
@pytest.mark.parametrize(
    "query",
    [
        "what is a metasearch engine?",
        "C++ templates & <vector> 100%",
        "Straßenbahn ΑΘΗΝΑ 東京 🚋",
        "!!g test",
        "x !ddg",
        ":de haus",
        "i <3 python",
        "avg 1 2 3",
        "a" * 400,
    ],
)
async def test_what_was_typed_reaches_the_engines(product: Product, web: Web, query: str) -> None:
    """Every word arrives as it is; only where SearXNG would obey one is there an invisible character more."""
    await product.ask(query)
    arrived = typed(web)
    assert {text.replace(ZERO_WIDTH_SPACE, "").strip() for text in arrived} == {query}
    assert arrived == {query} or re.search(r"[!:<]\w|^avg", query)


@pytest.mark.requirement("000.input.query.operators")
@pytest.mark.parametrize(
    "query", ["site:example.org rust", "filetype:pdf annual report", '"exact phrase" here', "jaguar -car"]
)
async def test_search_operators_reach_the_engines(product: Product, web: Web, query: str) -> None:
    await product.ask(query)
    assert typed(web) == {query}


@pytest.mark.requirement("000.input.category.drives")
@pytest.mark.requirement("000.input.category.general")
@pytest.mark.requirement("000.input.category.news")
@pytest.mark.requirement("000.input.category.code")
@pytest.mark.requirement("000.input.category.science")
@pytest.mark.requirement("001.search.searxng")
@pytest.mark.requirement("001.search.routing")
@pytest.mark.requirement("001.search.category")
@pytest.mark.parametrize("category", ROUTES)
async def test_the_category_drives_which_engines_are_asked(product: Product, web: Web, category: str) -> None:
    await product.ask(category=category)
    assert asked(web) == set(ROUTES[category])


@pytest.mark.requirement("000.input.category.default")
async def test_without_a_category_the_general_engines_are_asked(product: Product, web: Web) -> None:
    await product.ask()
    assert asked(web) == set(ROUTES["general"])


@pytest.mark.requirement("000.input.category.invalid")
@pytest.mark.parametrize("category", ["sports", "General ", "images", ""])
async def test_an_unknown_category_falls_back_to_general(
    product: Product, web: Web, articles: MakeArticles, category: str
) -> None:
    articles(1)
    answer = await product.ask(category=category)
    assert not answer.is_error
    assert asked(web) == set(ROUTES["general"])


@pytest.mark.requirement("000.input.category.configurable")
async def test_engine_routes_are_configurable(open_product: OpenProduct, web: Web) -> None:
    product = open_product({"search": {"engineRoutes": {"news": ["wikipedia"]}}})
    await product.ask(category="news")
    assert asked(web) == {"wikipedia"}


@pytest.mark.requirement("000.input.language.propagated")
@pytest.mark.parametrize("language", ["en", "de", "fr", "ja"])
async def test_the_language_reaches_the_engines(product: Product, web: Web, language: str) -> None:
    await product.ask(language=language)
    assert {request.query["lang"] for request in web.asked()} == {language}


@pytest.mark.requirement("000.input.language.soft")
async def test_a_page_in_another_language_is_still_delivered(product: Product, articles: MakeArticles) -> None:
    urls = articles(1)
    answer = await product.ask(language="ja")
    assert answer.urls == urls


@pytest.mark.requirement("000.input.language.default")
async def test_without_a_language_the_querys_own_is_asked(product: Product, web: Web) -> None:
    await product.ask("Wie beantrage ich als Freiberufler eine Fristverlängerung für die Steuererklärung?")
    assert {request.query["lang"] for request in web.asked()} == {"de"}


@pytest.mark.requirement("000.input.language.override")
async def test_the_default_language_is_configurable(open_product: OpenProduct, web: Web) -> None:
    product = open_product({"search": {"defaultLanguage": "fr"}})
    await product.ask("kubernetes RBAC best practices")
    assert {request.query["lang"] for request in web.asked()} == {"fr"}


@pytest.mark.requirement("000.input.timeRange.window")
@pytest.mark.requirement("000.input.timeRange.honored")
@pytest.mark.parametrize("time_range", ["day", "week", "month", "year"])
async def test_the_time_range_reaches_the_engines(product: Product, web: Web, time_range: str) -> None:
    await product.ask(timeRange=time_range)
    assert {request.query["tr"] for request in web.asked("google")} == {time_range}


@pytest.mark.requirement("000.input.timeRange.unset")
async def test_without_a_time_range_no_engine_is_given_one(product: Product, web: Web) -> None:
    await product.ask()
    assert [request for request in web.asked() if "tr" in request.query] == []


@pytest.mark.requirement("000.input.maxResults.meaning")
@pytest.mark.parametrize("wanted", [1, 3])
async def test_max_results_says_how_many_are_returned(product: Product, articles: MakeArticles, wanted: int) -> None:
    urls = articles(6)
    answer = await product.ask(maxResults=wanted)
    assert answer.urls == urls[:wanted]


@pytest.mark.requirement("000.input.maxResults.range")
async def test_five_results_are_returned_when_the_call_does_not_say(product: Product, articles: MakeArticles) -> None:
    urls = articles(9)
    answer = await product.ask()
    assert answer.urls == urls[:5]


@pytest.mark.requirement("000.input.maxResults.clamped")
@pytest.mark.parametrize(("asked_for", "returned"), [(-3, 1), (0, 1), (20, 20), (21, 20), (10_000, 20)])
async def test_max_results_outside_the_range_is_clamped(
    product: Product, articles: MakeArticles, asked_for: int, returned: int
) -> None:
    urls = articles(24)
    answer = await product.ask(maxResults=asked_for)
    assert answer.urls == urls[:returned]


@pytest.mark.requirement("000.input.maxResults.pool")
async def test_more_candidates_are_there_than_results_asked_for(
    product: Product, web: Web, articles: MakeArticles
) -> None:
    gone = [web.url(f"/gone/{number}") for number in range(3)]
    urls = articles(2)
    web.found([*gone, *urls], engines=("google", "duckduckgo", "brave"))
    answer = await product.ask(maxResults=2)
    assert answer.urls == urls
