import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.tokens import Ruler, estimate

# True counts of o200k_base, made once with gpt-tokenizer 4.0.0. One sentence may be a little dearer than we say; over a
# passage that evens out (`docs/output.md`).
COUNTED = {
    "english": ("The tides are caused by the gravity of the moon, and to a lesser degree by that of the sun.", 22),
    "german": ("Die Gezeiten entstehen durch die Anziehungskraft des Mondes und, schw\u00e4cher, der Sonne.", 21),
    "chinese": ("\u6f6e\u6c50\u4e3b\u8981\u7531\u6708\u7403\u7684\u5f15\u529b\u9020\u6210\u3002", 12),
    "japanese": (
        "\u6f6e\u306e\u6e80\u3061\u5f15\u304d\u306f\u6708\u306e\u5f15\u529b\u306b\u3088\u3063\u3066\u8d77\u3053\u308b\u3002",
        17,
    ),
    "code": ("def tide(hour: int) -> float:\n    return 2.5 * math.cos(hour * math.pi / 6.2)\n", 28),
    "url": ("https://example.org/en/oceans/tides?station=8443970&from=2026-11-30&unit=m#chart", 30),
}


@pytest.mark.parametrize(("text", "true"), COUNTED.values(), ids=COUNTED)
def test_an_estimate_is_near_the_true_count(text: str, true: int) -> None:
    assert 0.85 * true <= estimate(text) <= 1.4 * true


@given(st.text(), st.text())
def test_estimates_of_parts_add_up(one: str, other: str) -> None:
    together = estimate(one + other)

    assert max(estimate(one), estimate(other)) <= together <= estimate(one) + estimate(other)
    assert estimate(one) + estimate(other) <= together + 1


def test_nothing_costs_nothing() -> None:
    assert (estimate(""), estimate("   \t")) == (0, 0)


def test_lone_surrogates_are_counted_like_any_character() -> None:
    assert estimate("a\ud800b") > 0


@given(st.text(max_size=80), st.data())
def test_a_ruler_measures_every_span_as_estimate_does(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))

    assert Ruler(text).span(start, end) == estimate(text[start:end])


@given(st.text(max_size=80), st.data(), st.integers(0, 40))
def test_a_ruler_reaches_exactly_as_far_as_the_tokens_go(text: str, data: st.DataObject, tokens: int) -> None:
    at = data.draw(st.integers(0, len(text)))
    ruler = Ruler(text)

    end = ruler.reach(at, tokens)
    assert estimate(text[at:end]) <= tokens
    assert end == len(text) or estimate(text[at : end + 1]) > tokens
    start = ruler.back(at, tokens)
    assert estimate(text[start:at]) <= tokens
    assert start == 0 or estimate(text[start - 1 : at]) > tokens
