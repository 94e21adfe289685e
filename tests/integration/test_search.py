"""The search provider over a real SearXNG, whose engines are the tests' own."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import httpx
import pytest
from tests.integration.certificates import Certificate
from tests.integration.engines import Engines, row
from tests.integration.raw_web import RawWeb, response

from websearch_server.config.search import SearchSettings
from websearch_server.deadline import Deadline
from websearch_server.embedded import EmbeddedSearxng, pointed_settings
from websearch_server.errors import (
    InvalidArgumentError,
    SearchDegradedError,
    SearchMisconfiguredError,
    SearchUnreachableError,
)
from websearch_server.model import CATEGORIES, EngineFailure, Query, SearchOutcome
from websearch_server.search import SearxngProvider, detection

WAIT_SECONDS = 20  # bounds every wait; reached only by a test that fails
ZERO_WIDTH = "\u200b"

Open = Callable[..., SearxngProvider]


@pytest.fixture
async def open_provider(searxng_over_engines: str) -> AsyncIterator[Open]:
    """Make a provider over the session's SearXNG; `general` names the engines asked, `settings` the rest."""
    async with AsyncExitStack() as stack:

        def make(*general: str, **settings: object) -> SearxngProvider:
            given = {"searxng_url": searxng_over_engines, "engine_routes": {"general": [*general]}, **settings}
            provider = SearxngProvider(SearchSettings.model_validate(given))
            stack.push_async_callback(provider.close)
            return provider

        yield make


async def find(provider: SearxngProvider, text: str = "a query", *, pool: int = 10, **query: object) -> SearchOutcome:
    asked = Query(text=text, language="all")
    return await provider.search(
        Query(**{"text": asked.text, "language": asked.language, **query}),
        pool=pool,
        deadline=Deadline.after(WAIT_SECONDS),
    )


# What is typed


TAKEN_BY_SEARXNG = [
    "!engine1 x",
    "x !engine1",
    "x !web y",
    "!!g x",
    "x !!wp",
    "x !!",
    ":de x",
    ":has css",
    "ruby :sym",
    ":deutsch x",
    "x :United_Kingdom",
    "heart <3",
    "x <10 y",
    "x <850",
]
LEFT_BY_SEARXNG = [
    "site:example.org x",
    '"exact words" -not this',
    "filetype:pdf report",
    "a != b !== c",
    "li:has(p) :root{} ::before :8080",
    "<b> <- <= < 3",
    "C++ & C# 100% a+b=c ?x=1#y",
    "grüße 東京 🙂",
    "!",
]


async def raw_search(url: str, text: str) -> httpx.Response:
    form = {"q": text, "format": "json", "engines": "engine 2"}
    async with httpx.AsyncClient(trust_env=False, timeout=WAIT_SECONDS) as client:
        return await client.post(f"{url}/search", data=form)


@pytest.mark.parametrize("text", TAKEN_BY_SEARXNG)
async def test_searxng_takes_these_tokens_for_itself_when_they_are_sent_as_typed(
    searxng_over_engines: str, engines: Engines, text: str
) -> None:
    answer = await raw_search(searxng_over_engines, text)
    assert answer.status_code == 302 or engines.queries() != [text]


@pytest.mark.parametrize("text", TAKEN_BY_SEARXNG)
async def test_a_token_that_searxng_would_take_reaches_the_engines_as_typed(
    open_provider: Open, engines: Engines, text: str
) -> None:
    outcome = await find(open_provider("engine 2"), text)
    assert [asked.replace(ZERO_WIDTH, "") for asked in engines.queries()] == [text]
    assert [len(asked) - len(text) for asked in engines.queries()] == [1]
    assert outcome.engines == ("engine 2",)
    assert engines.asked[0].language == "en"  # what this kind of engine is told for "all"


@pytest.mark.parametrize("text", LEFT_BY_SEARXNG)
async def test_what_searxng_leaves_alone_reaches_the_engines_unchanged(
    open_provider: Open, engines: Engines, text: str
) -> None:
    await find(open_provider("engine 2"), text)
    assert engines.queries() == [text]


async def commands(url: str, python: Path) -> list[str]:
    """Every bang, category, language and external site that this SearXNG knows, as tokens."""
    async with httpx.AsyncClient(trust_env=False, timeout=WAIT_SECONDS) as client:
        config = (await client.get(f"{url}/config")).json()
    (bangs,) = python.parents[1].glob("lib/*/site-packages/searx/data/external_bangs.json")
    names = {name for engine in config["engines"] for name in (engine["name"], engine["shortcut"])}
    names.update(config["categories"])
    languages = {code for engine in config["engines"] for code in (*engine["languages"], *engine["regions"])}
    languages.update(config["locales"], config["locales"].values(), ("English", "Österreich", "हिन्दी", "中文"))
    return [
        *(f"!{name.replace(' ', '_')}" for name in sorted(names)),
        *(f":{name.replace(' ', '_')}" for name in sorted(languages)),
        *(f"!!{site}" for site in sites(json.loads(bangs.read_text())["trie"])),
        *("!!", "!!!", "<1", "<99", "<850", "<٣", "<²", ":auto", ":all", ":a_b"),
    ]


def sites(trie: object, prefix: str = "") -> Iterator[str]:
    """The names in SearXNG's tree of external sites; a branch that is a name itself has one under the character 16."""
    if not isinstance(trie, dict):
        yield prefix
        return
    for key, branch in trie.items():
        yield from [prefix] if key == "\x10" else sites(branch, prefix + key)


def random_tokens(count: int) -> list[str]:
    """Tokens made of what SearXNG's syntax is made of, the same on every run."""
    choose = random.Random(20261130)  # noqa: S311 - no secret
    return ["".join(choose.choices("!!!::<?\"'-_aàdeg123³٣#(.\u200b中", k=choose.randint(1, 5))) for _ in range(count)]


async def test_no_command_of_this_searxng_and_no_random_token_is_taken(
    open_provider: Open, engines: Engines, searxng_over_engines: str, searxng_python: Path
) -> None:
    provider = open_provider("engine 3")
    tokens = [*await commands(searxng_over_engines, searxng_python), *random_tokens(3000)]
    assert len(tokens) > 15_000
    typed = [" ".join(batch) for batch in batched(tokens, 300)]
    for text in typed:
        await find(provider, text)
    assert [plain(asked) for asked in engines.queries()] == [plain(text) for text in typed]


def plain(text: str) -> str:
    return text.replace(ZERO_WIDTH, "")


def batched(items: list[str], size: int) -> Iterator[list[str]]:
    """`itertools.batched`, which Python 3.11 has not."""
    return (items[start : start + size] for start in range(0, len(items), size))


@pytest.mark.parametrize(
    "text", ["avg 1 2 3", "random uuid", "max 1,000 2.5 -3", "min nan snan", "sum 1e3 inf", "md5 x", "1 km in m"]
)
async def test_what_searxng_could_answer_by_itself_is_asked_of_the_engines(
    open_provider: Open, engines: Engines, text: str
) -> None:
    engines.found["engine 1"] = [row("https://example.org/")]
    outcome = await find(open_provider("engine 1"), text, pool=1)
    assert [asked.replace(ZERO_WIDTH, "").strip() for asked in engines.queries()] == [text]
    assert [hit.url for hit in outcome.hits] == ["https://example.org/"]


@pytest.mark.parametrize("text", ["ip", "user-agent"])
async def test_searxngs_answers_about_its_caller_are_not_used(
    open_provider: Open, searxng_over_engines: str, engines: Engines, text: str
) -> None:
    assert "127.0.0.1" in (await raw_search(searxng_over_engines, "ip")).text
    engines.found["engine 1"] = [row("https://example.org/", content="found")]
    outcome = await find(open_provider("engine 1"), text)
    assert [(hit.url, hit.snippet) for hit in outcome.hits] == [("https://example.org/", "found")]


async def test_a_long_query_arrives_whole_and_one_too_long_is_refused(open_provider: Open, engines: Engines) -> None:
    provider = open_provider("engine 1")
    text = ("lang " * 2000).strip()
    await find(provider, text)
    assert engines.queries() == [text]
    with pytest.raises(InvalidArgumentError, match="too long"):
        await find(provider, "長" * 10_000)
    with pytest.raises(InvalidArgumentError, match="blank"):
        await find(provider, " \n ")


async def test_lone_surrogates_and_control_characters_are_asked_without_an_error(
    open_provider: Open, engines: Engines
) -> None:
    await find(open_provider("engine 1"), "a\ud800b \x00c")
    assert engines.queries() == ["a?b \x00c"]


# Language, time and other parameters


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


# Results


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


# Nothing found, and nobody answered


async def test_nothing_found_is_an_outcome_without_hits(open_provider: Open, engines: Engines) -> None:
    assert await find(open_provider("engine 1", "engine 2")) == SearchOutcome(
        hits=(), engines=("engine 1", "engine 2"), language="all"
    )


@pytest.mark.parametrize(
    ("engine", "reason"),
    [
        ("captcha 1", "CAPTCHA"),
        ("access denied 1", "access denied"),
        ("too many requests 1", "too many requests"),
        ("server error 1", "HTTP error"),
        ("not json 1", "parsing error"),
        ("broken 1", "HTTP protocol error"),
        ("slow 1", "timeout"),
    ],
)
async def test_an_engine_that_fails_is_named_with_the_reason(
    open_provider: Open, engines: Engines, engine: str, reason: str
) -> None:
    engines.found["engine 1"] = [row("https://example.org/")]
    outcome = await find(open_provider("engine 1", engine), pool=1)
    assert [hit.url for hit in outcome.hits] == ["https://example.org/"]
    assert outcome.engines == ("engine 1", engine)
    assert outcome.failures == (EngineFailure(engine=engine, reason=reason),)


async def test_no_hits_from_some_engines_and_failures_of_others_is_an_outcome_with_both(
    open_provider: Open, engines: Engines
) -> None:
    outcome = await find(open_provider("engine 1", "server error 2"))
    assert (outcome.hits, outcome.engines) == ((), ("engine 1", "server error 2"))
    assert [failure.engine for failure in outcome.failures] == ["server error 2"]


async def test_when_every_engine_fails_nobody_knows_whether_there_are_results(
    open_provider: Open, engines: Engines
) -> None:
    provider = open_provider("too many requests 2", "captcha 2")
    with pytest.raises(SearchDegradedError) as first:
        await find(provider)
    with pytest.raises(SearchDegradedError) as second:
        await find(provider)
    assert str(second.value) == (
        "SearXNG got no answer from any search engine: captcha 2 (Suspended: CAPTCHA), too many requests 2 "
        "(Suspended: too many requests). This does not mean that there are no results; try again in about 3 minutes."
    )
    assert (first.value.retry_after, second.value.retry_after) == (180, 180)
    assert len(engines.asked) == 2  # a suspended engine is not asked again


async def test_a_suspended_engine_is_told_from_one_that_was_asked(open_provider: Open, engines: Engines) -> None:
    provider = open_provider("engine 1", "access denied 2")
    await find(provider)
    outcome = await find(provider)
    assert outcome.engines == ("engine 1",)
    assert outcome.failures == (
        EngineFailure(engine="access denied 2", reason="Suspended: access denied", suspended=True),
    )


async def test_within_a_short_deadline_the_quick_engines_results_arrive(open_provider: Open, engines: Engines) -> None:
    engines.found["engine 1"] = [row("https://example.org/")]
    outcome = await find(open_provider("engine 1", "slow 2", timeout="900ms"), pool=1)
    assert [hit.url for hit in outcome.hits] == ["https://example.org/"]
    assert [failure.reason for failure in outcome.failures] == ["timeout"]


async def test_a_call_that_is_given_up_ends_at_once(open_provider: Open, engines: Engines) -> None:
    task = asyncio.create_task(find(open_provider("slow 3")))
    await asyncio.to_thread(engines.arrived.wait, WAIT_SECONDS)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(task, 1)


async def test_many_calls_at_once_get_each_their_own_answer(open_provider: Open, engines: Engines) -> None:
    engines.found["engine 1"] = [row("https://example.org/")]
    provider = open_provider("engine 1")
    await asyncio.gather(*(find(provider, f"query {number}", pool=1) for number in range(20)))
    assert sorted(engines.queries()) == sorted(f"query {number}" for number in range(20))


# Health


async def test_a_searxng_that_can_be_used_is_healthy_and_no_engine_is_asked(
    open_provider: Open, searxng_over_engines: str, engines: Engines
) -> None:
    routes = {category: ["engine 1"] for category in CATEGORIES}
    complete = open_provider(engine_routes=routes)
    provider = open_provider(engine_routes={**routes, "science": ["no such", "engine 1"]})
    deadline = Deadline.after(WAIT_SECONDS)
    assert await provider.health(deadline) == "ok"
    assert await provider.diagnose(deadline) == (
        f"SearXNG at {searxng_over_engines} answers with JSON, but has no engine no such: enable these in its "
        "settings.yml or take them out of search.engineRoutes."
    )
    assert await complete.diagnose(deadline) == f"SearXNG at {searxng_over_engines} answers with JSON."
    assert engines.asked == []


async def test_a_searxng_with_json_disabled_is_named_as_that(searxng_python: Path, engines: Engines) -> None:
    settings = pointed_settings(engines.settings(), secret="only-for-tests", formats=["html"])
    async with EmbeddedSearxng(python=searxng_python, settings=settings) as searxng:
        provider = SearxngProvider(SearchSettings(searxng_url=searxng.url, default_language="all"))
        message = (
            f"SearXNG at {searxng.url} refuses JSON (HTTP 403): enable `json` under `search.formats` in its "
            "settings.yml."
        )
        with pytest.raises(SearchMisconfiguredError) as error:
            await find(provider)
        assert str(error.value) == message
        assert await provider.health(Deadline.after(WAIT_SECONDS)) == "error"
        assert await provider.diagnose(Deadline.after(WAIT_SECONDS)) == message
        await provider.close()


async def test_a_searxng_that_is_not_there_is_unavailable(open_provider: Open) -> None:
    provider = open_provider(searxng_url="http://user:secret@127.0.0.1:9/searxng", default_engines=["engine 1"])
    with pytest.raises(SearchUnreachableError) as error:
        await find(provider)
    assert str(error.value) == (
        "SearXNG at http://127.0.0.1:9 can't be reached (connection refused); check that it runs and that "
        "search.searxngURL is right."
    )
    assert await provider.health(Deadline.after(WAIT_SECONDS)) == "unavailable"


async def test_an_authority_of_the_platforms_own_is_believed_where_the_system_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = Certificate.make(tmp_path, "localhost")
    async with RawWeb(host="127.0.0.1", tls=certificate.server()) as web:
        web.routes["/search"] = response(b'{"results": []}')
        settings = SearchSettings(searxng_url=web.url("", host="localhost", scheme="https"), default_language="all")
        stranger = SearxngProvider(settings)
        assert "certificate verify failed" in await stranger.diagnose(Deadline.after(WAIT_SECONDS))
        await stranger.close()
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate.file))
        insider = SearxngProvider(settings)
        assert await insider.health(Deadline.after(WAIT_SECONDS)) == "ok"
        await insider.close()
