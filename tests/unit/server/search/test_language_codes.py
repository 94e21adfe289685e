import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.search.language_codes import language_code

# SearXNG's own check; what does not fit it is answered with HTTP 400.
VALID = re.compile(r"^[a-z]{2,3}(-[a-zA-Z]{2})?$")


@pytest.mark.parametrize(
    ("spelling", "code"),
    [
        *(("de", "de"), ("DE", "de"), ("de_DE", "de-DE"), ("de-de", "de-DE"), (" de ", "de"), ("de-DE-1996", "de-DE")),
        *(("en_US.UTF-8", "en-US"), ("en-us,en;q=0.5", "en-US"), ("sr-Latn-RS", "sr-RS"), ("es-419", "es")),
        *(("english", "en"), ("German", "de"), ("Deutsch", "de"), ("español", "es"), ("日本語", "ja")),
        *(("deu", "de"), ("ger", "de"), ("jpn", "ja"), ("no", "nb"), ("iw", "he"), ("fil", "fil"), ("fil-PH", "fil")),
        *(("zh", "zh"), ("zh-Hant-TW", "zh-TW"), ("zh_Hans", "zh-CN"), ("chinese (traditional)", "zh-TW")),
        *(("us", "en-US"), ("jp", "ja"), ("cn", "zh-CN"), ("br", "br"), ("uk", "uk")),
        *(("all", "all"), ("any", "all"), ("", "all"), ("*", "all"), ("und", "all"), ("auto", "auto")),
        *(("klingon", "all"), ("xx", "all"), ("x" * 1000, "all"), ("-", "all"), ("de\x00", "all")),
    ],
)
def test_a_spelling_becomes_what_was_meant(spelling: str, code: str) -> None:
    assert language_code(spelling) == code


@given(st.one_of(st.text(max_size=12), st.from_regex(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,4}){0,2}", fullmatch=True)))
def test_whatever_is_written_searxng_takes_what_is_sent(spelling: str) -> None:
    assert VALID.match(language_code(spelling)) or language_code(spelling) == "auto"
