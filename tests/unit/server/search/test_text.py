import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.search.text import plain


@pytest.mark.parametrize(
    ("given_text", "expected"),
    [
        ("a <b>bold</b> <em>word</em>", "a bold word"),
        ('<span class="hl"><b>nested</b></span>', "nested"),
        ("one<br/>two <BR>three", "one two three"),
        ("How to &quot;quote&quot; &lt;T&gt; &amp;amp;", 'How to "quote" <T> &amp;'),
        ("How to centre a <div> in CSS", "How to centre a <div> in CSS"),
        ("what does the <b> tag do", "what does the <b> tag do"),
        ("List<String> and a < b > c", "List<String> and a < b > c"),
        ("  two\n lines\t", "two lines"),
        ("nul\x00 and \ud83d half", "nul and half"),
        ("long " * 10, "long long lo…"),
    ],
)
def test_engines_markup_goes_and_text_stays(given_text: str, expected: str) -> None:
    assert plain(given_text, limit=13 if "long" in given_text else 100) == expected


@pytest.mark.parametrize("value", [None, 3, ["a"], {"a": 1}, True])
def test_what_is_no_text_is_empty(value: object) -> None:
    assert plain(value, limit=10) == ""


@given(st.text(alphabet="<b>/&lt;p \x00\ud800a\n"), st.integers(1, 40))
def test_the_result_is_one_line_of_encodable_text_within_the_limit(value: str, limit: int) -> None:
    result = plain(value, limit=limit)
    assert len(result) <= limit
    assert "\n" not in result
    result.encode()
