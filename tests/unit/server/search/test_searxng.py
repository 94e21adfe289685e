import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import parse_qsl

import httpx
import pytest

from websearch_server.config.search import SearchSettings
from websearch_server.deadline import Deadline
from websearch_server.errors import InvalidArgumentError, SearchDegradedError, SearchUnreachableError
from websearch_server.model import EngineFailure, Query, SearchOutcome
from websearch_server.search import SearxngProvider

Form = dict[str, str]
Script = Callable[[Form], Mapping[str, object] | httpx.Response | Awaitable[httpx.Response]]
NOTHING: Mapping[str, object] = {"results": []}


class Backend:
    """A SearXNG that answers by script and keeps what it was asked."""

    def __init__(self, script: Script, *, timing: str = "total;dur=1, total_0_google;dur=1") -> None:
        self.script = script
        self.timing = timing
        self.asked: list[Form] = []

    async def __call__(self, request: httpx.Request) -> httpx.Response:
        form = dict(parse_qsl(request.content.decode()))
        self.asked.append(form)
        answer = self.script(form)
        if isinstance(answer, httpx.Response):
            return answer
        if isinstance(answer, Mapping):
            return httpx.Response(200, json=answer, headers={"Server-Timing": self.timing})
        return await answer

    def provider(self, **settings: object) -> SearxngProvider:
        given = {"default_language": "all", "engine_routes": {"general": ["google", "brave"]}, **settings}
        return SearxngProvider(SearchSettings.model_validate(given), transport=httpx.MockTransport(self))


def rows(*names: str, engine: str = "google") -> Mapping[str, object]:
    hits = [
        {
            "url": f"https://{name}.example/",
            "title": name,
            "engines": [engine],
            "score": 1 / place,
            "positions": [place],
        }
        for place, name in enumerate(names, start=1)
    ]
    return {"results": hits}


def failing(**engines: str) -> Mapping[str, object]:
    return {"results": [], "unresponsive_engines": [[engine, reason] for engine, reason in engines.items()]}


async def find(provider: SearxngProvider, text: str = "a query", *, pool: int = 2, **query: object) -> SearchOutcome:
    asked = Query(**{"text": text, **query})
    return await provider.search(asked, pool=pool, deadline=Deadline.after(10))


def names(outcome: SearchOutcome) -> list[str]:
    return [hit.title for hit in outcome.hits]


async def test_one_request_asks_all_engines_of_the_route_at_once() -> None:
    backend = Backend(lambda _: rows("a", "b"))
    outcome = await find(backend.provider(safe_search=2), "!go :de x", language="de_DE", time_range="week")
    assert backend.asked == [
        {
            "q": "!go\u200b \u200b:de x",
            "engines": "google,brave",
            "language": "de-DE",
            "time_range": "week",
            "safesearch": "2",
            "pageno": "1",
            "format": "json",
            "locale": "en",
        }
    ]
    assert (names(outcome), outcome.engines, outcome.language) == (["a", "b"], ("google",), "de-DE")


async def test_with_no_engines_configured_searxng_chooses() -> None:
    backend = Backend(lambda _: rows("a", "b"))
    outcome = await find(backend.provider(engine_routes={"general": []}, default_engines=[]))
    assert "engines" not in backend.asked[0]
    assert outcome.engines == ("google",)


async def test_a_blank_query_is_not_asked() -> None:
    backend = Backend(lambda _: NOTHING)
    with pytest.raises(InvalidArgumentError, match="query is blank"):
        await find(backend.provider(), " \n\t")
    assert backend.asked == []


async def test_the_pool_is_never_exceeded() -> None:
    outcome = await find(Backend(lambda _: rows(*"abcdefgh")).provider(), pool=3)
    assert names(outcome) == ["a", "b", "c"]


# Further pages


async def test_a_further_page_that_fails_costs_nothing_of_what_is_there() -> None:
    backend = Backend(lambda form: rows("a") if form["pageno"] == "1" else httpx.Response(500))
    outcome = await find(backend.provider(), pool=9)
    assert (names(outcome), [form["pageno"] for form in backend.asked]) == (["a"], ["1", "2"])


async def test_a_further_page_that_does_not_answer_costs_half_of_the_time_left_at_most() -> None:
    async def never() -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError

    backend = Backend(lambda form: rows("a") if form["pageno"] == "1" else never())
    provider = backend.provider()
    deadline = Deadline.after(0.4)
    outcome = await provider.search(Query(text="q"), pool=9, deadline=deadline)
    assert names(outcome) == ["a"]
    assert deadline.remaining() > 0


async def test_nothing_on_the_first_page_asks_for_no_second() -> None:
    backend = Backend(lambda _: NOTHING)
    assert await find(backend.provider()) == SearchOutcome(hits=(), engines=("google",))
    assert len(backend.asked) == 1


async def test_a_page_that_repeats_the_one_before_is_the_last() -> None:
    backend = Backend(lambda _: rows("a"))
    outcome = await find(backend.provider(), pool=9)
    assert (names(outcome), len(backend.asked)) == (["a"], 2)


async def test_an_engine_that_answered_the_first_page_has_not_failed_by_a_later_one() -> None:
    later = {**rows("b"), "unresponsive_engines": [["google", "timeout"], ["brave", "timeout"]]}
    backend = Backend(lambda form: rows("a") if form["pageno"] == "1" else later)
    outcome = await find(backend.provider())
    assert outcome.failures == (EngineFailure(engine="brave", reason="timeout"),)
    assert outcome.engines == ("google", "brave")


# Variants


EXPANDED = {"query_expansion": {"enabled": True, "max_variants": 2}}
QUESTION = "how does leader election work"


async def test_variants_are_asked_and_fused() -> None:
    backend = Backend(lambda form: rows("a", "b") if form["q"] == QUESTION else rows("b", "c"))
    outcome = await find(backend.provider(**EXPANDED), QUESTION, pool=3)
    assert outcome.variants == ("leader election work", '"leader election work"')
    assert names(outcome) == ["b", "c", "a"]
    assert [form["pageno"] for form in backend.asked].count("1") == 3


async def test_a_variant_that_fails_is_left_out() -> None:
    backend = Backend(lambda form: rows("a", "b") if form["q"] == QUESTION else httpx.Response(500))
    assert names(await find(backend.provider(**EXPANDED), QUESTION)) == ["a", "b"]


async def test_a_query_that_fails_leaves_no_variant_behind() -> None:
    async def never() -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError

    backend = Backend(lambda form: httpx.Response(503) if form["q"] == QUESTION else never())
    with pytest.raises(SearchUnreachableError):
        await find(backend.provider(**EXPANDED), QUESTION)
    assert asyncio.all_tasks() == {asyncio.current_task()}


# Nobody answered


@pytest.mark.parametrize(
    ("reasons", "seconds", "when"),
    [
        ({"google": "Suspended: CAPTCHA"}, 3600, "in about 60 minutes."),
        ({"google": "Suspended: CAPTCHA", "brave": "Suspended: access denied"}, 180, "in about 3 minutes."),
        ({"google": "too many requests", "brave": "timeout"}, 5, "in 5 seconds."),
    ],
)
async def test_when_every_engine_failed_the_error_names_them_and_a_time(
    reasons: dict[str, str], seconds: int, when: str
) -> None:
    backend = Backend(lambda _: failing(**reasons), timing="total;dur=1")
    with pytest.raises(SearchDegradedError) as error:
        await find(backend.provider())
    assert error.value.retry_after == seconds
    assert str(error.value).endswith(when)
    assert all(f"{engine} ({reason})" in str(error.value) for engine, reason in reasons.items())


async def test_when_some_engines_found_nothing_and_others_failed_the_outcome_says_both() -> None:
    backend = Backend(lambda _: failing(brave="Suspended: CAPTCHA", bing="timeout"))
    assert await find(backend.provider()) == SearchOutcome(
        hits=(),
        engines=("google", "bing"),
        failures=(
            EngineFailure(engine="brave", reason="Suspended: CAPTCHA", suspended=True),
            EngineFailure(engine="bing", reason="timeout"),
        ),
    )


async def test_when_no_engine_was_asked_and_none_failed_the_outcome_is_empty() -> None:
    backend = Backend(lambda _: NOTHING, timing="total;dur=1")
    assert await find(backend.provider()) == SearchOutcome(hits=(), engines=())


# Time, privacy


@pytest.mark.parametrize(("configured", "limit"), [("10s", None), ("2s", "1.")])
async def test_engines_are_given_less_time_only_when_little_is_left(configured: str, limit: str | None) -> None:
    backend = Backend(lambda _: rows("a", "b"))
    await find(backend.provider(timeout=configured))
    sent = backend.asked[0].get("timeout_limit")
    assert (sent and sent[:2]) == limit


async def test_a_searxng_that_does_not_answer_within_the_search_timeout_is_unreachable() -> None:
    async def never() -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError

    with pytest.raises(SearchUnreachableError, match=r"did not answer within 0\.1 s"):
        await find(Backend(lambda _: never()).provider(timeout="100ms"))


async def test_no_log_line_holds_a_query(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    await find(Backend(lambda _: rows("a", "b")).provider(**EXPANDED), "my secretdisease treatment")
    with pytest.raises(SearchUnreachableError):
        await find(Backend(lambda _: httpx.Response(503)).provider(), "my secretdisease treatment")
    assert "secretdisease" not in caplog.text


async def test_closing_gives_the_connections_back() -> None:
    provider = Backend(lambda _: rows("a", "b")).provider()
    await provider.close()
    with pytest.raises(RuntimeError, match="closed"):
        await find(provider)
