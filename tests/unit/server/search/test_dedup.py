from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from websearch_server.model import Hit
from websearch_server.search.dedup import dedupe
from websearch_server.search.urlkey import url_key

DAY = datetime(2026, 11, 30, tzinfo=UTC)
URLS = [
    f"{scheme}{www}{path}{rest}"
    for scheme in ("http://", "https://")
    for www in ("", "www.")
    for path in ("example.org/a", "example.org/b", "example.net")
    for rest in ("", "/", "?utm_source=x", "#part")
]
HITS = st.lists(
    st.builds(
        Hit,
        url=st.sampled_from(URLS),
        title=st.sampled_from(["", "A", "A title", "A long ti…"]),
        snippet=st.text(alphabet="ab", max_size=3),
        engines=st.lists(st.sampled_from(["google", "brave", "ddg"]), unique=True, max_size=3).map(sorted).map(tuple),
        score=st.sampled_from([0.0, 0.25, 0.5, 1.0, 4.0]),
        position=st.integers(1, 30),
    ),
    max_size=12,
    unique_by=lambda hit: (hit.position, hit.url),
)


def hit(url: str, score: float = 1.0, *engines: str, **values: object) -> Hit:
    return replace(Hit(url=url, title="A title", engines=engines or ("google",), score=score), **values)


def test_one_page_is_one_hit_with_the_best_of_all() -> None:
    merged = dedupe(
        [
            hit("http://www.example.org/a/", 2.0, "google", title="A title that en…", snippet="short", position=1),
            hit(
                "https://example.org/a", 1.0, "brave", title="A title", snippet="much longer", position=2, published=DAY
            ),
        ]
    )
    assert merged == (
        Hit(
            url="https://example.org/a",
            title="A title",
            snippet="much longer",
            engines=("google", "brave"),
            score=3.0,
            position=1,
            published=DAY,
        ),
    )


def test_an_engine_that_lists_a_page_twice_counts_once() -> None:
    (merged,) = dedupe([hit("https://example.org/a", 1.0), hit("https://example.org/a#x", 0.5)])
    assert merged.score == 1.0


def test_hits_are_ordered_by_score_then_by_place_and_numbered() -> None:
    hits = [hit("https://c.example/", 1.0, position=1), hit("https://b.example/", 1.0, position=2)]
    hits.append(hit("https://a.example/", 4.0, position=3))
    assert [(item.url, item.position) for item in dedupe(hits)] == [
        ("https://a.example/", 1),
        ("https://c.example/", 2),
        ("https://b.example/", 3),
    ]


def test_a_hit_that_no_engine_gave_a_title_is_called_by_its_address() -> None:
    (only,) = dedupe([hit("https://example.org/a", title="")])
    assert only.title == "https://example.org/a"


@given(HITS)
def test_deduplicating_twice_changes_nothing_more(hits: list[Hit]) -> None:
    once = dedupe(hits)
    assert dedupe(once) == once


@given(HITS, st.randoms())
def test_the_result_does_not_depend_on_the_order_of_the_hits(hits: list[Hit], random: Random) -> None:
    assert dedupe(random.sample(hits, len(hits))) == dedupe(hits)


@given(HITS)
def test_every_page_is_there_once_and_delivered_as_an_engine_gave_it(hits: list[Hit]) -> None:
    merged = dedupe(hits)
    assert sorted(url_key(item.url) for item in merged) == sorted({url_key(item.url) for item in hits})
    assert {item.url for item in merged} <= {item.url for item in hits}
    assert {engine for item in merged for engine in item.engines} == {
        engine for item in hits for engine in item.engines
    }
