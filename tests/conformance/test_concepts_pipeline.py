"""Seed 001, the stages from search to format, but for policy: what a call does, seen from the web it reads."""

import asyncio
import itertools
import re
import threading
from collections.abc import Callable

import pytest
from mcp import Client
from tests.conformance.conftest import OpenProduct
from tests.conformance.product import Product
from tests.conformance.web import Page, Web, article

MakeArticles = Callable[[int], list[str]]
THREE = ("google", "duckduckgo", "brave")


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


@pytest.mark.requirement("001.overview.cited")
@pytest.mark.requirement("001.limits.no_llm")
async def test_every_delivered_text_is_cited_and_comes_from_its_page(product: Product, web: Web) -> None:
    texts = {
        web.article(f"/{name}", name, *(f"{name} sentence {number} says nothing new." for number in range(8))): name
        for name in ("Alpha", "Beta", "Gamma")
    }
    web.found(texts)
    answer = await product.ask("sentence", maxResults=3)
    assert [(result.url, row["url"]) for result, row in zip(answer.shown, answer.results, strict=True)] == [
        (url, url) for url in texts
    ]
    for result in answer.shown:
        name = texts[result.url]
        on_page = set(words(f"{name} sentence says nothing new")) | {str(number) for number in range(8)}
        assert set(words(result.text)) <= on_page
        assert f"{name} sentence 3 says nothing new." in result.text
    assert [line for line in answer.text.splitlines() if re.match(r"\[\d+\] ", line)] == [
        f"[{rank}] {url}" for rank, url in enumerate(texts, start=1)
    ]


@pytest.mark.requirement("001.overview.cheap")
async def test_the_answer_fits_the_token_budget(product: Product, web: Web) -> None:
    urls = [
        web.article(f"/long/{number}", f"Long {number}", *(f"Sentence {line} of a long page." for line in range(2000)))
        for number in range(3)
    ]
    web.found(urls)
    answer = await product.ask("sentence", maxTokens=1000)
    assert answer.meta["truncated"] is True
    # English prose has about four characters a token; no estimate gives a token less than that on this text.
    assert 1000 < len(answer.text) < 1000 * 6


@pytest.mark.requirement("001.pipeline.order")
async def test_progress_names_the_stages_in_their_order(product: Product, articles: MakeArticles) -> None:
    articles(2)
    messages: list[str] = []

    async def heard(progress: float, total: float | None, message: str | None) -> None:
        messages.append(message or "")

    async with Client(f"{product.url}/mcp", mode="legacy") as client:
        await client.call_tool("web_search", {"query": "progress", "maxResults": 2}, progress_callback=heard)
    stages = [re.sub(r" \(\d+/\d+\)$", "", message) for message in messages]
    assert [stage for stage, _ in itertools.groupby(stages)] == [
        "Searching",
        "Checking policy",
        "Reading pages",
        "Ranking",
        "Writing the answer",
    ]


@pytest.mark.requirement("001.search.expansion")
async def test_query_expansion_asks_variants_beside_the_query(
    open_product: OpenProduct, web: Web, articles: MakeArticles
) -> None:
    product = open_product({"search": {"queryExpansion": {"enabled": True, "maxVariants": 2}}})
    articles(3)
    query = "how to configure the kubernetes ingress controller timeouts"
    answer = await product.ask(query)
    asked = {request.query["q"] for request in web.asked("google")}
    assert query in asked
    assert 2 <= len(asked) <= 3
    assert (answer.meta["query"], len(set(answer.urls))) == (query, 3)


@pytest.mark.requirement("001.search.dedup")
@pytest.mark.requirement("001.search.merged")
async def test_one_page_found_under_several_spellings_is_one_result(product: Product, web: Web) -> None:
    url = web.article("/page", "One page")
    other = web.article("/other", "Another page")
    web.found([url, other], engines=("google",))
    web.found([f"{url}?utm_source=ddg&utm_medium=x", other], engines=("duckduckgo",))
    web.found([f"{url}#part", f"{url}?fbclid=abc"], engines=("brave",))
    answer = await product.ask()
    assert len(answer.results) == 2
    assert answer.urls[0].startswith(url)
    assert answer.urls[1] == other
    assert len(web.fetched("/page")) == 1


@pytest.mark.requirement("001.search.consensus")
async def test_what_more_engines_found_comes_first(product: Product, web: Web) -> None:
    one, two, three = (web.article(f"/{name}", name) for name in ("found-by-one", "found-by-two", "found-by-three"))
    web.found([one, three], engines=("google",))
    web.found([two, three], engines=("duckduckgo",))
    web.found([three, two], engines=("brave",))
    assert (await product.ask()).urls == [three, two, one]


@pytest.mark.requirement("001.scrape.cheapest")
@pytest.mark.requirement("001.scrape.l0")
async def test_an_ordinary_page_costs_one_request(product: Product, web: Web) -> None:
    url = web.article("/plain", "Plain page")
    web.found([url])
    answer = await product.ask()
    assert [(row["url"], row["scraper_level"]) for row in answer.results] == [(url, 0)]
    assert len(web.fetched()) == 1


@pytest.mark.requirement("000.performance.l0.parallel")
async def test_pages_are_fetched_at_once_up_to_the_configured_number(open_product: OpenProduct, web: Web) -> None:
    product = open_product({"scraper": {"maxConcurrency": 3}})
    gates = [threading.Event() for _ in range(5)]
    urls = [
        web.put(f"/gated/{number}", Page(body=article(f"Gated {number}").encode(), gate=gate))
        for number, gate in enumerate(gates)
    ]
    web.found(urls)
    call = asyncio.create_task(product.ask(maxResults=5))
    await web.until(lambda: len(web.fetched()) == 3)
    gates[0].set()
    await web.until(lambda: len(web.fetched()) == 4)
    for gate in gates:
        gate.set()
    assert (await call).urls == urls


@pytest.mark.requirement("001.rerank.top_k")
async def test_only_the_top_k_results_survive(open_product: OpenProduct, articles: MakeArticles) -> None:
    product = open_product({"reranker": {"topK": 2}})
    urls = articles(6)
    assert (await product.ask()).urls == urls[:2]


@pytest.mark.requirement("001.format.chunking")
async def test_documents_can_be_cut_by_token_count(open_product: OpenProduct, web: Web) -> None:
    """One paragraph of 3,000 words is one block by structure, and still fits the budget when cut by tokens."""
    product = open_product({"output": {"chunking": {"enabled": True, "tokens": 64, "overlap": 0}}})
    text = " ".join(f"word{number}" for number in range(3000))
    web.found([web.article("/flat", "Flat page", text)])
    answer = await product.ask("word1500", maxTokens=400)
    (result,) = answer.shown
    assert "word1500" in result.text
    assert len(result.text) < 400 * 6


@pytest.mark.requirement("001.compliance.boundary")
async def test_nothing_is_contacted_but_searxng_and_the_pages_found(product: Product, web: Web) -> None:
    picture = web.put("/picture.png", Page(body=b"\x89PNG", content_type="image/png"))
    style = web.put("/style.css", Page(body=b"p{}", content_type="text/css"))
    body = article("Page with parts").replace(
        "<head>", f"<head><link rel=stylesheet href={style}><script src={web.url('/app.js')}></script>"
    )
    body = body.replace("<article>", f"<article><img src={picture}><a href={web.url('/linked')}>a link</a>")
    url = web.put("/page", Page(body=body.encode()))
    web.found([url])
    assert (await product.ask()).urls == [url]
    assert {request.path for request in web.requests if not request.engine} - {"/robots.txt"} == {"/page"}


@pytest.mark.requirement("001.limits.no_credentials")
async def test_no_cookie_or_credential_is_ever_sent_to_a_page(product: Product, web: Web) -> None:
    body = article("Page that sets a cookie").encode()
    cookie = (("Set-Cookie", "session=1; Path=/"), ("WWW-Authenticate", 'Basic realm="x"'))
    first = web.put("/first", Page(body=body, headers=cookie))
    second = web.redirect("/second", first)
    private = web.put("/private", Page(status=401, headers=cookie))
    web.found([first, second, private])
    for _ in range(2):
        await product.ask()
    sent = {name for request in web.fetched() for name in request.headers}
    assert len(web.fetched()) >= 4
    assert sent & {"cookie", "authorization", "proxy-authorization"} == set()
