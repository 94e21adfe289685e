"""Hits of the search provider over a real SearXNG, whose engines are the tests' own."""

from tests.integration.engines import Engines, row
from tests.integration.search_kit import Open, find


async def test_one_page_under_many_urls_is_one_hit_with_all_its_engines(open_provider: Open, engines: Engines) -> None:
    engines.found["engine 1"] = [
        row("https://only.example/1", "First of one"),
        row("http://www.example.org/guide/?utm_source=x", "A guide to …", "short"),
    ]
    engines.found["engine 2"] = [row("https://example.org/guide#part", "A guide to everything", "a longer text")]
    outcome = await find(open_provider("engine 1", "engine 2"))
    guide, first = outcome.hits
    assert (guide.url, guide.title, guide.snippet) == (
        "https://example.org/guide#part",
        "A guide to everything",
        "a longer text",
    )
    assert (sorted(guide.engines), guide.score, guide.position) == (["engine 1", "engine 2"], 1.5, 1)
    assert (first.url, first.score, first.position) == ("https://only.example/1", 1.0, 2)


async def test_hits_come_by_score_whatever_order_searxng_gives_them(open_provider: Open, engines: Engines) -> None:
    shared = [row(f"https://shared.example/{number}") for number in range(5)]
    engines.found["engine 1"] = [row(f"https://one.example/{number}") for number in range(5)] + shared
    engines.found["engine 2"] = shared
    outcome = await find(open_provider("engine 1", "engine 2", "stackoverflow", "a wiki"), pool=20)
    scores = [hit.score for hit in outcome.hits]
    assert scores == sorted(scores, reverse=True)
    assert [hit.position for hit in outcome.hits] == [*range(1, len(scores) + 1)]


async def test_dates_entities_and_infoboxes_of_real_engine_modules_are_read(
    open_provider: Open, engines: Engines
) -> None:
    outcome = await find(open_provider("stackoverflow", "a wiki", "wikipedia"), "go")
    by_engine = {hit.engines[0]: hit for hit in outcome.hits}
    assert by_engine["stackoverflow"].title == 'How to "quote" <T>?'
    assert (by_engine["a wiki"].snippet, str(by_engine["a wiki"].published)) == (
        "news of it",
        "2026-08-11 08:30:00+00:00",
    )
    assert (by_engine["wikipedia"].url, by_engine["wikipedia"].title, by_engine["wikipedia"].snippet) == (
        "https://en.wikipedia.org/wiki/Go",
        "Go",
        "Go is a thing.",
    )


async def test_pages_are_fetched_until_the_pool_is_full(open_provider: Open, engines: Engines) -> None:
    engines.found["engine 1"] = [row(f"https://one.example/{number}") for number in range(100)]
    outcome = await find(open_provider("engine 1"), pool=15)
    assert [hit.url for hit in outcome.hits] == [f"https://one.example/{number}" for number in range(15)]
    assert [asked.page for asked in engines.asked] == ["1", "2"]


async def test_no_more_than_three_pages_are_fetched(open_provider: Open, engines: Engines) -> None:
    engines.found["engine 1"] = [row(f"https://one.example/{number}") for number in range(100)]
    outcome = await find(open_provider("engine 1"), pool=50)
    assert (len(outcome.hits), [asked.page for asked in engines.asked]) == (30, ["1", "2", "3"])


async def test_a_further_page_that_no_engine_has_ends_the_search(open_provider: Open, engines: Engines) -> None:
    engines.found["one page 1"] = [row("https://one.example/")]
    outcome = await find(open_provider("one page 1"), pool=50)
    assert (len(outcome.hits), outcome.engines, [asked.page for asked in engines.asked]) == (1, ("one page 1",), ["1"])


async def test_variants_are_asked_too_and_fused_when_expansion_is_on(open_provider: Open, engines: Engines) -> None:
    engines.found["engine 1"] = [row("https://one.example/")]
    provider = open_provider("engine 1", query_expansion={"enabled": True, "max_variants": 2})
    outcome = await find(provider, "How does leader election work?", pool=1)
    assert outcome.variants == ("leader election work", '"leader election work"')
    assert sorted(engines.queries()) == sorted(["How does leader election work?", *outcome.variants])
    assert [hit.url for hit in outcome.hits] == ["https://one.example/"]
