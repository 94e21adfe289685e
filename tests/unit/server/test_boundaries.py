import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.boundaries import best_cut, whole_character


@pytest.mark.parametrize(
    ("text", "limit", "piece"),
    [
        ("one line\nanother line", 14, "one line"),
        ("One ends. Two goes on and on", 16, "One ends."),
        ('He said "so." And went away', 18, 'He said "so."'),
        ("version 3.11 is out today", 14, "version 3.11 "),
        ("\u3042\u3044\u3002\u3046\u3048\u304a\u304b", 5, "\u3042\u3044\u3002"),
        ("some words without an end", 13, "some words "),
        ("abcdefghij", 4, "abcd"),
        ("short", 50, "short"),
        ("first\nsecond sentence. third goes on", 26, "first\nsecond sentence."),
    ],
)
def test_a_cut_comes_after_a_line_else_a_sentence_else_a_word_else_a_character(
    text: str, limit: int, piece: str
) -> None:
    assert text[: best_cut(text, 0, limit)] == piece


@pytest.mark.parametrize(
    "character",
    [
        "e\u0301",
        "\U0001f469\u200d\U0001f680",  # woman astronaut
        "\U0001f44d\U0001f3fd",  # thumb with a skin tone
        "\U0001f1e9\U0001f1ea",  # flag
        "\u0915\u093f",
        "\u1112\u1161\u11ab",  # Hangul letter by letter
        "1\u20e3",
    ],
)
def test_no_cut_goes_through_what_a_reader_sees_as_one_character(character: str) -> None:
    text = character * 20

    for position in range(1, len(text)):
        assert whole_character(text, 0, position) % len(character) == 0


def test_endless_marks_do_not_make_an_endless_character() -> None:
    text = "a" + "\u0301" * 1000

    assert best_cut(text, 0, 300) <= 400


@given(
    st.text(alphabet=st.sampled_from("ab .\n\u3002\u0301\u200d\U0001f1e9\u65e5"), min_size=1, max_size=60), st.data()
)
def test_a_cut_always_moves_on_and_never_before_a_mark(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    limit = data.draw(st.integers(start, len(text)))
    end = best_cut(text, start, limit)

    assert start < end <= len(text)
    assert end == len(text) or not unicodedata.combining(text[end])
