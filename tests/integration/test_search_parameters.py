"""Language, time range, category and engines of a call, as a real SearXNG's engines get them."""

import asyncio

import pytest
from tests.integration.engines import Engines, row
from tests.integration.search_kit import WAIT_SECONDS, Open, find

from websearch_server.model import SearchOutcome
from websearch_server.search import detection


@pytest.mark.parametrize(
    ("asked", "sent", "told"),
    [
        ("de_DE", "de-DE", "de"),
        ("DE", "de", "de"),
        ("english", "en", "en"),
        ("", "all", "en"),
        ("zh-Hant-TW", "zh-TW", "zh"),
        ("us", "en-US", "en"),
        ("br", "br", "br"),
        ("jp", "ja", "ja"),
        ("de-XX", "de-XX", "de"),
        ("xx", "all", "en"),
        ("klingon", "all", "en"),
    ],
)
async def test_no_spelling_of_a_language_breaks_searxng(
    open_provider: Open, engines: Engines, asked: str, sent: str, told: str
) -> None:
    outcome = await find(open_provider("engine 1"), language=asked)
    assert (outcome.language, engines.asked[0].language) == (sent, told)


async def test_without_a_language_the_querys_own_is_asked_in(open_provider: Open, engines: Engines) -> None:
    await asyncio.wait_for(asyncio.wrap_future(detection.load()), WAIT_SECONDS)
    provider = open_provider("engine 1")
    german = await find(provider, "wie funktioniert eine wärmepumpe", language=None)
    unclear = await find(provider, "kubernetes", language=None)
    assert [german.language, unclear.language] == ["de", "all"]
    assert [asked.language for asked in engines.asked] == ["de", "en"]


@pytest.mark.parametrize("time_range", ["day", "week", "month", "year"])
async def test_a_time_range_reaches_the_engines(open_provider: Open, engines: Engines, time_range: str) -> None:
    await find(open_provider("engine 1", safe_search=2), time_range=time_range)
    assert [(asked.time_range, asked.safe) for asked in engines.asked] == [(time_range, "2")]


async def test_a_time_range_searxng_does_not_know_is_left_out(open_provider: Open, engines: Engines) -> None:
    await find(open_provider("engine 1", safe_search=0), time_range="hour")
    assert [(asked.time_range, asked.safe) for asked in engines.asked] == [("", "")]


async def test_an_engine_without_time_ranges_is_not_among_those_asked(open_provider: Open, engines: Engines) -> None:
    engines.found["engine 1"] = [row("https://example.org/")]
    both = await find(open_provider("engine 1", "undated 1"), time_range="week")
    none = await find(open_provider("undated 1"), time_range="week")
    assert (both.engines, both.failures) == (("engine 1",), ())
    assert none == SearchOutcome(hits=(), engines=(), language="all")


async def test_a_category_is_asked_on_its_own_engines_only(open_provider: Open, engines: Engines) -> None:
    provider = open_provider("engine 1", engine_routes={"general": ["engine 1"], "news": ["engine 2", "engine 3"]})
    await find(provider, category="news")
    assert sorted(asked.engine for asked in engines.asked) == ["engine 2", "engine 3"]
    await find(provider, category="no such")
    assert engines.asked[-1].engine == "engine 1"


async def test_unknown_engines_are_left_out_and_not_reported_as_asked(open_provider: Open, engines: Engines) -> None:
    outcome = await find(open_provider("engine 1", "no such engine"))
    assert (outcome.engines, outcome.failures) == (("engine 1",), ())


async def test_engines_that_stand_in_where_none_of_the_route_is_known_are_named(
    open_provider: Open, engines: Engines
) -> None:
    outcome = await find(open_provider("no such engine"))
    assert set(outcome.engines) - {"wikipedia"} == {asked.engine for asked in engines.asked}
    assert len(outcome.engines) > 1
