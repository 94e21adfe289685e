from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.model import Hit
from websearch_server.search.expansion import fuse, variants

QUERIES = st.lists(
    st.sampled_from(
        ["how", "does", "kubernetes", "useEffect", "-not", '"a', 'b"', "site:x.y", "2026", "?", "die", "OR"]
    ),
    max_size=8,
).map(" ".join)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            "How does kubernetes leader election work?",
            ("kubernetes leader election work", '"kubernetes leader election" work'),
        ),
        ("wie funktioniert eine wärmepumpe", ("funktioniert wärmepumpe",)),
        ("react useEffect cleanup", ('"react useEffect cleanup"', "react use Effect cleanup")),
        ("best laptop 2026", ('"best laptop 2026"', "best laptop")),
        ('what is "the exact phrase" -not site:example.org', ()),
        ("the who", ()),
        ("weather", ()),
        ("?", ()),
    ],
)
def test_variants_keep_the_meaning_and_the_operators(query: str, expected: tuple[str, ...]) -> None:
    assert variants(query, limit=5) == expected


@given(QUERIES, st.integers(0, 5))
def test_variants_are_few_different_and_the_same_every_time(query: str, limit: int) -> None:
    first = variants(query, limit=limit)
    assert first == variants(query, limit=limit)
    assert len(first) <= limit
    folded = [variant.lower() for variant in (query, *first)]
    assert len(set(folded)) == len(folded)
    assert all(variant.strip() for variant in first)


@given(QUERIES)
def test_operators_survive_in_every_variant(query: str) -> None:
    operators = {token for token in query.split() if token in {"-not", "site:x.y", "OR"}}
    if '"' not in query:  # within a phrase a token is no operator
        assert all(operators <= set(variant.split()) for variant in variants(query, limit=5))


def hit(url: str, *engines: str, position: int = 1) -> Hit:
    return Hit(url=url, title="T", engines=engines, score=1.0, position=position)


def test_a_page_that_several_rankings_have_comes_before_one_that_leads_a_single_one() -> None:
    one = [hit("https://a.example/", "google", position=1), hit("https://b.example/", "google", position=2)]
    two = [hit("https://c.example/", "brave", position=1), hit("http://www.b.example/", "brave", position=2)]
    fused = fuse([one, two])
    assert [item.url for item in fused] == ["https://b.example/", "https://a.example/", "https://c.example/"]
    assert (sorted(fused[0].engines), fused[0].score) == (["brave", "google"], 2.0)
    assert [item.position for item in fused] == [1, 2, 3]


def test_one_ranking_alone_keeps_its_order() -> None:
    ranking = [hit(f"https://{name}.example/", "google", position=place) for place, name in enumerate("cab", start=1)]
    assert list(fuse([ranking, []])) == [replace(item, position=place) for place, item in enumerate(ranking, start=1)]
