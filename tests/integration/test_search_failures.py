"""Nothing found, engines that fail, a SearXNG that can't be used: each told from the others, with real parts."""

import asyncio
from pathlib import Path

import pytest
from tests.integration.certificates import Certificate
from tests.integration.engines import Engines, row
from tests.integration.raw_web import RawWeb, response
from tests.integration.search_kit import WAIT_SECONDS, Open, find

from websearch_server.config.search import SearchSettings
from websearch_server.deadline import Deadline
from websearch_server.embedded import EmbeddedSearxng, pointed_settings
from websearch_server.errors import (
    SearchDegradedError,
    SearchMisconfiguredError,
    SearchUnreachableError,
)
from websearch_server.model import CATEGORIES, EngineFailure, SearchOutcome
from websearch_server.search import SearxngProvider


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
