import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.api.surrogates import without_lone_surrogates


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (rb'{"query": "a\ud800b"}', "a b"),
        (rb'{"query": "\uDFFF"}', " "),
        (rb'{"query": "\ud83d\ude00 fine"}', "\U0001f600 fine"),
        (rb'{"query": "\ud83d\ud83d\ude00"}', " \U0001f600"),
        (rb'{"query": "a path C:\\udata"}', "a path C:\\udata"),
        (rb'{"query": "\\\ud800"}', "\\ "),
    ],
)
def test_a_half_becomes_a_space_and_nothing_else_changes(body: bytes, expected: str) -> None:
    assert json.loads(without_lone_surrogates(body))["query"] == expected


@given(st.text())
def test_text_that_is_whole_stays_byte_for_byte(text: str) -> None:
    body = json.dumps(text).encode()
    assert without_lone_surrogates(body) == body


@given(st.text(st.characters(categories=["Cs", "Ll"])))
def test_what_is_left_can_always_be_sent(text: str) -> None:
    json.loads(without_lone_surrogates(json.dumps(text).encode())).encode()
