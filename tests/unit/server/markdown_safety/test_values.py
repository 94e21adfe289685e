import pytest
from hypothesis import given
from tests.unit.server.markdown_safety.hostile import forgeries, hostile

from websearch_server.markdown_safety import inline, plain, quoted, safe_url


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A title\nof two   lines\u200b", "A title of two lines"),
        ("## 3. Forged", "3. Forged"),
        ("**Source:** https://e.example", "Source: https://e.example"),
        ("How to use <div>", "How to use &lt;div>"),
        ("[a](javascript:x) ![b](c)", "[a]\\(javascript:x) !\\[b](c)".replace("](c", "]\\(c")),
        ("```", "\\```"),
        ("---", "* * *"),
        ("[1] https://e.example", "\\[1] https://e.example"),
        ("C# in 10 minutes | #tag", "C# in 10 minutes | #tag"),
        ("1. First steps", "1. First steps"),
        ("", ""),
    ],
)
def test_a_title_is_one_line_without_structure(text: str, expected: str) -> None:
    assert inline(text) == expected


def test_data_keeps_its_signs_but_not_its_lines() -> None:
    assert plain("How to\nuse <div>\x00") == "How to use <div>"


def test_a_long_value_is_cut_and_says_so() -> None:
    assert inline("x" * 400, limit=10) == plain("x" * 400, limit=10) == "xxxxxxxxx…"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("latest AI", '"latest AI"'),
        ('say "hi"\nnow', '"say \\"hi\\" now"'),
        ("C:\\new", '"C:\\\\new"'),
        ("<b> [x](y)", '"&lt;b> [x]\\(y)"'),
        ("# what", '"# what"'),
    ],
)
def test_nothing_in_a_quotation_can_end_it(text: str, expected: str) -> None:
    assert quoted(text) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://de.example/Stra\u00dfe_(Ort)?q=a|b&c={d}#e", "https://de.example/Stra\u00dfe_(Ort)?q=a|b&c={d}#e"),
        ("https://e.example/a b\n**Note:**", "https://e.example/a%20b%0A**Note:**"),
        ("https://e.example/[x](javascript:y)", "https://e.example/%5Bx%5D(javascript:y)"),
        ("https://e.example/<b>`c`\u3000", "https://e.example/%3Cb%3E%60c%60%E3%80%80"),
        ("https://[2001:db8::1]:8080/a[0]", "https://[2001:db8::1]:8080/a%5B0%5D"),
        ("https://e.example/\u202ea\ud800", "https://e.example/a"),
    ],
)
def test_a_url_keeps_everything_but_what_would_break_its_line(url: str, expected: str) -> None:
    assert safe_url(url) == expected


@given(hostile())
def test_one_line_values_are_stable_and_harmless_wherever_they_stand(text: str) -> None:
    line = inline(text)

    assert inline(line) == line
    assert "\n" not in line
    assert forgeries(f"## 1. {line}".replace("## 1.", "### 1.")) == []
    assert forgeries(line) == []
    assert not quoted(text)[1:-1].replace("\\\\", "").replace('\\"', "").count('"')
    assert safe_url(safe_url(text)) == safe_url(text)
