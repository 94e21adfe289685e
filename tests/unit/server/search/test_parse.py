from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.model import EngineFailure, Hit
from websearch_server.search.parse import Answer, parse

TIMING = "total;dur=9.1, render;dur=0, total_0_google;dur=3.2, total_1_google news;dur=4, load_0_google;dur=2"
ROUTE = ("google", "brave")


def read(page: int = 1, timing: str = TIMING, **payload: object) -> Answer:
    return parse(payload, timing=timing, engines=ROUTE, page=page)


def row(**values: object) -> dict[str, object]:
    whole = {"url": "https://example.org/", "title": "T", "content": "c", "engines": ["google"], "score": 1.0}
    return {**whole, "positions": [1], "category": "general", **values}


def test_a_row_becomes_a_hit() -> None:
    rows = [row(url="https://a.example/x?utm_source=y", title="<b>A</b> &amp; b", engines=["google", "brave"], score=4)]
    assert read(results=[*rows, row(publishedDate="2026-08-11T08:30:00", category="news")]).hits == (
        Hit(
            url="https://a.example/x?utm_source=y",
            title="A & b",
            snippet="c",
            engines=("brave", "google"),
            score=4.0,
            position=1,
        ),
        Hit(
            url="https://example.org/",
            title="T",
            snippet="c",
            engines=("google",),
            score=1.0,
            position=2,
            published=datetime(2026, 8, 11, 8, 30, tzinfo=UTC),
            category="news",
        ),
    )


@pytest.mark.parametrize(
    ("given_date", "moment"),
    [
        ("2026-08-11T08:30:00Z", datetime(2026, 8, 11, 8, 30, tzinfo=UTC)),
        ("2026-08-11T08:30:00+02:00", datetime(2026, 8, 11, 8, 30, tzinfo=timezone(timedelta(hours=2)))),
        ("2026-08-11", datetime(2026, 8, 11, tzinfo=UTC)),
        ("yesterday", None),
        ("", None),
        (None, None),
        (1786437000, None),
    ],
)
def test_a_date_is_read_and_never_invented(given_date: object, moment: datetime | None) -> None:
    assert [hit.published for hit in read(results=[row(publishedDate=given_date)]).hits] == [moment]


@pytest.mark.parametrize(
    "url",
    [
        *(
            None,
            7,
            "",
            "ftp://example.org/",
            "javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "mailto:a@b",
        ),
        *(
            "//example.org/",
            "/relative",
            "https://",
            "https:///x",
            "http://[::1",
            "https://h:99999/",
            "https://a b.example/",
        ),
        *(
            "https://example.org/a\nb",
            "https://example.org/\x00",
            "https://example.org/\ud800",
            "https://h/" + "x" * 9000,
        ),
    ],
)
def test_a_row_without_a_web_address_is_left_out(url: object) -> None:
    assert read(results=[row(url=url), row(url="HTTP://Example.org/Ä?a=[1]")]).hits == (
        Hit(url="HTTP://Example.org/Ä?a=[1]", title="T", snippet="c", engines=("google",), score=1.0, position=2),
    )


def test_missing_and_odd_fields_are_no_error() -> None:
    odd = {
        "url": "https://example.org/",
        "title": None,
        "content": 3,
        "engines": {},
        "engine": "brave",
        "score": "high",
    }
    assert read(results=[odd, "a string", None, []], infoboxes=None, unresponsive_engines="none").hits == (
        Hit(url="https://example.org/", title="", engines=("brave",), position=1),
    )


@pytest.mark.parametrize("score", [-1, float("nan"), float("inf"), True, None])
def test_a_score_that_is_none_is_zero(score: object) -> None:
    assert [hit.score for hit in read(results=[row(score=score)]).hits] == [0.0]


def test_an_infobox_is_a_hit_and_answers_are_not() -> None:
    box = {"infobox": "Go", "id": "https://en.wikipedia.org/wiki/Go", "content": "A game.", "engine": "wikipedia"}
    nowhere = {"infobox": "Nowhere", "id": "Q42", "content": "No page.", "engine": "wikidata"}
    answer = {"answer": "Your IP is: 10.0.0.1", "url": "https://leak.example/", "engine": "plugin: self_info"}
    assert read(results=[], infoboxes=[box, nowhere], answers=[answer]).hits == (
        Hit(
            url="https://en.wikipedia.org/wiki/Go",
            title="Go",
            snippet="A game.",
            engines=("wikipedia",),
            score=1.0,
            position=1,
        ),
    )


def test_places_and_scores_of_further_pages_are_counted_on() -> None:
    (hit,) = read(page=2, results=[row(score=6.0, positions=[1, 2])]).hits
    assert (hit.position, round(hit.score, 6)) == (11, round(4 * (1 / 11 + 1 / 12), 6))
    (unplaced,) = read(page=3, results=[row(score=1.0, positions="?")]).hits
    assert (unplaced.position, unplaced.score) == (21, 1 / 21)


def test_the_engines_that_answered_are_those_of_the_timing_and_of_the_hits() -> None:
    assert read(results=[row(engines=["brave"])]).answered == ("brave", "google", "google news")
    assert read(timing="total;dur=2, render;dur=0", results=[]).answered == ()


def test_without_a_timing_header_all_that_did_not_fail_have_answered() -> None:
    assert read(timing="", results=[], unresponsive_engines=[["brave", "timeout"]]).answered == ("google",)


def test_failures_are_read_once_each_and_suspensions_told() -> None:
    rows = [["brave", "timeout"], ["google", "Suspended: too many requests"], ["brave", "HTTP error"]]
    assert read(unresponsive_engines=[*rows, ["qwant"], [], ["", "x"], [None, "x"], "x", ["bing", None]]).failures == (
        EngineFailure(engine="brave", reason="timeout"),
        EngineFailure(engine="google", reason="Suspended: too many requests", suspended=True),
        EngineFailure(engine="qwant", reason="no answer"),
        EngineFailure(engine="bing", reason="no answer"),
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from([*row(), "id", "infobox"]), inner),
    max_leaves=8,
)


@given(st.fixed_dictionaries({}, optional={"results": JSON, "infoboxes": JSON, "unresponsive_engines": JSON}))
def test_no_shape_of_an_answer_is_an_error(payload: dict[str, object]) -> None:
    answer = parse(payload, timing="", engines=ROUTE, page=2)
    assert all(hit.url.startswith("http") for hit in answer.hits)
