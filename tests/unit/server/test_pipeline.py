import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from tests.unit.server.pipeline_kit import Engines, Gate, Pages, document, hit, pipeline

from websearch_server.config import Settings
from websearch_server.deadline import Deadline
from websearch_server.errors import (
    ConfigError,
    DeadlineExceededError,
    FetchError,
    NoResultsError,
    PolicyExcludedError,
    ScrapeFailedError,
    SearchUnreachableError,
)
from websearch_server.model import Document, DropReason, EngineFailure, Hit, Query, Stage, UrlCheck
from websearch_server.pipeline import Pipeline

NAMES = ("alpha", "beta", "gamma", "delta")
HITS = tuple(hit(name, position) for position, name in enumerate(NAMES, 1))
GONE = FetchError("HTTP 404", reason=DropReason.HTTP_STATUS)
SLOW = FetchError("no answer within 10s", reason=DropReason.TIMEOUT)


async def ask(built: Pipeline, *, max_results: int = 2, seconds: float = 5):
    return await built.search(Query(text="a subject", max_results=max_results), deadline=Deadline.after(seconds))


async def test_answers_in_the_engines_order_and_reads_no_page_it_does_not_need() -> None:
    pages = Pages()
    response = await ask(pipeline(Engines(HITS), pages=pages))

    assert [(result.rank, result.document.url) for result in response.results] == [
        (1, "https://alpha.example/"),
        (2, "https://beta.example/"),
    ]
    assert pages.asked == ["https://alpha.example/", "https://beta.example/"]
    assert (response.reranker_used, response.partial, response.dropped) == ("none", False, ())


async def test_asks_for_a_pool_larger_than_max_results() -> None:
    engines = Engines(HITS)
    await ask(pipeline(engines), max_results=2)
    await ask(pipeline(engines), max_results=20)

    assert engines.pools == [10, 40]


async def test_failed_and_blocked_candidates_are_back_filled_and_counted() -> None:
    response = await ask(pipeline(Engines(HITS), gate=Gate(frozenset({"alpha"})), pages=Pages(failing={"beta": GONE})))

    assert [result.document.title for result in response.results] == ["Gamma", "Delta"]
    assert [(item.url, item.reason) for item in response.dropped] == [
        ("https://alpha.example/", DropReason.DOMAIN_BLOCK),
        ("https://beta.example/", DropReason.HTTP_STATUS),
    ]


async def test_a_page_that_two_candidates_lead_to_is_delivered_once_and_back_filled() -> None:
    @dataclass
    class Redirecting(Pages):
        async def read(self, of: Hit, *, check: UrlCheck, deadline: Deadline) -> Document:
            return document(HITS[0] if of.url == "https://beta.example/" else of)

    response = await ask(pipeline(Engines(HITS), pages=Redirecting()))

    assert [result.document.title for result in response.results] == ["Alpha", "Gamma"]
    assert [(item.url, item.reason) for item in response.dropped] == [("https://beta.example/", DropReason.DUPLICATE)]


async def test_an_unexamined_answer_says_so() -> None:
    response = await ask(pipeline(Engines(HITS)))

    assert (response.pii_mode, response.pii_checked) == ("audit", False)
    assert set(response.degraded) == {Stage.PII}


async def test_disabled_pii_is_reported_as_disabled_not_as_degraded() -> None:
    settings = Settings.model_validate({"pii": {"enabled": False}})
    response = await ask(pipeline(Engines(HITS), settings=settings))

    assert (response.pii_mode, dict(response.degraded)) == ("disabled", {})


async def test_a_hanging_page_makes_the_answer_partial_not_missing() -> None:
    response = await ask(pipeline(Engines(HITS), pages=Pages(hanging=frozenset({"alpha"}))), seconds=0.4)

    assert [result.document.title for result in response.results] == ["Beta"]
    assert response.partial
    assert [(item.url, item.reason) for item in response.dropped] == [("https://alpha.example/", DropReason.TIMEOUT)]


async def test_search_only_mode_delivers_snippets_and_fetches_nothing() -> None:
    pages = Pages()
    settings = Settings.model_validate({"scraper": {"enabled": False}})
    response = await ask(pipeline(Engines(HITS), pages=pages, settings=settings))

    assert pages.asked == []
    assert [(result.text, result.document.method) for result in response.results] == [
        ("About alpha.", "snippet"),
        ("About beta.", "snippet"),
    ]


async def test_progress_names_each_stage_in_order() -> None:
    told: list[Stage] = []

    async def progress(stage: Stage, done: int, total: int) -> None:
        if stage not in told:
            told.append(stage)

    await pipeline(Engines(HITS)).search(Query(text="x"), deadline=Deadline.after(5), progress=progress)

    assert told == [Stage.SEARCH, Stage.POLICY, Stage.SCRAPE, Stage.RERANK, Stage.FORMAT]


NO_ANSWER: list[tuple[str, Callable[[], Pipeline], type[Exception], str]] = [
    (
        "SearXNG down",
        lambda: pipeline(Engines(error=SearchUnreachableError("SearXNG is unreachable"))),
        SearchUnreachableError,
        "SearXNG is unreachable",
    ),
    (
        "nothing found",
        lambda: pipeline(Engines()),
        NoResultsError,
        "SearXNG returned no results for query 'a subject'. Try a different query.",
    ),
    (
        "nothing found by those that answered",
        lambda: pipeline(Engines(failures=(EngineFailure(engine="brave", reason="Suspended: too many requests"),))),
        NoResultsError,
        "SearXNG returned no results for query 'a subject'. Some engines did not answer "
        "(brave: Suspended: too many requests). Try a different query.",
    ),
    (
        "every candidate blocked",
        lambda: pipeline(Engines(HITS[:2]), gate=Gate(frozenset(NAMES))),
        PolicyExcludedError,
        "all 2 results for query 'a subject' were excluded (2 × domain_block (on the blocklist)). "
        "A domain policy may be excluding everything; try a different query or ask whoever runs this service.",
    ),
    (
        "every page disallowed by robots.txt",
        lambda: pipeline(
            Engines(HITS[:1]), pages=Pages(failing={"alpha": FetchError("robots.txt", reason=DropReason.ROBOTS)})
        ),
        PolicyExcludedError,
        "all 1 results for query 'a subject' were excluded (1 × robots (robots.txt)). "
        "A domain policy may be excluding everything; try a different query or ask whoever runs this service.",
    ),
    (
        "every page fails",
        lambda: pipeline(Engines(HITS[:3]), pages=Pages(failing={"alpha": GONE, "beta": SLOW, "gamma": GONE})),
        ScrapeFailedError,
        "none of the 3 pages for query 'a subject' could be read (2 × http_status (HTTP 404), "
        "1 × timeout (no answer within 10s)). Try a different query.",
    ),
    (
        "every page hangs",
        lambda: pipeline(Engines(HITS[:1]), pages=Pages(hanging=frozenset(NAMES))),
        DeadlineExceededError,
        "no page for query 'a subject' could be read in time (1 × timeout (the call's time was up)). "
        "Try again, or ask for fewer results.",
    ),
]


@pytest.mark.parametrize(
    ("build", "error", "message"), [row[1:] for row in NO_ANSWER], ids=[row[0] for row in NO_ANSWER]
)
async def test_a_call_with_nothing_to_deliver_says_what_to_do(
    build: Callable[[], Pipeline], error: type[Exception], message: str
) -> None:
    with pytest.raises(error) as caught:
        await ask(build(), max_results=3, seconds=0.4)

    assert str(caught.value) == message


async def test_cancelling_a_call_cancels_its_reads() -> None:
    pages = Pages(hanging=frozenset(NAMES))
    task = asyncio.ensure_future(ask(pipeline(Engines(HITS), pages=pages)))
    await pages.begun.wait()
    task.cancel()

    with pytest.raises(asyncio.CancelledError):
        await task


async def test_read_refuses_what_policy_refuses_before_fetching() -> None:
    pages = Pages()
    with pytest.raises(FetchError, match="on the blocklist"):
        await pipeline(Engines(), gate=Gate(frozenset({"alpha"})), pages=pages).read(
            "https://alpha.example/", deadline=Deadline.after(5)
        )
    assert pages.asked == []


async def test_a_page_is_refused_at_once_where_none_are_read() -> None:
    pages = Pages()
    built = pipeline(Engines(HITS), pages=pages, settings=Settings.model_validate({"scraper": {"enabled": False}}))

    with pytest.raises(ConfigError, match=r"scraper\.enabled is false"):
        await built.read("https://alpha.example/", deadline=Deadline.after(5))
    assert pages.asked == []
