import pytest
from tests.bench.scoring import plain_text, shingle_f1, shingles, word_f1


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ('See [the *page*](https://a.example/x_(y) "title").', "See the *page*."),
        ("[![alt](a.png)](https://b.example/)", "alt"),
        ("```python\na = 1\n```", "\na = 1\n"),
        (r"snake\_case \[x\]", "snake_case [x]"),
        ("<https://a.example>", "<https://a.example>"),
    ],
)  # fmt: skip
def test_markdown_is_scored_as_what_a_reader_sees(markdown: str, text: str) -> None:
    assert plain_text(markdown) == text


@pytest.mark.parametrize(
    ("found", "gold", "score"),
    [
        ("a b c", "A B C", 1.0),
        ("a b", "a b c d", 2 / 3),
        ("a a a", "a", 0.5),
        ("", "", 1.0),
        ("", "a", 0.0),
        ("a", "", 0.0),
    ],
)
def test_word_f1_counts_words_with_their_number(found: str, gold: str, score: float) -> None:
    assert word_f1(found, gold) == pytest.approx(score)


def test_shingles_are_shares_of_runs_of_four_words() -> None:
    assert shingles("a b c d e", "a b c d f") == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert shingles("a b c d", "a b c d") == (1.0, 0.0, 0.0)
    assert shingles("", "") == (0.0, 0.0, 0.0)


def test_shingle_f1_is_of_mean_precision_and_mean_recall() -> None:
    pages = [(1.0, 0.0, 0.0), (0.5, 0.5, 0.0)]  # precision 1 and .5, recall 1 and 1

    assert shingle_f1(pages) == pytest.approx(2 * 0.75 / 1.75)
