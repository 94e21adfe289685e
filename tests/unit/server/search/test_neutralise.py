"""What SearXNG would take for itself, by its documented rules restated here; the real one is asked elsewhere."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from websearch_server.search.neutralise import ZERO_WIDTH_SPACE, neutralise

Z = ZERO_WIDTH_SPACE

TYPED = st.lists(
    st.one_of(
        st.sampled_from(["!go", "!!g", "!!", ":de", ":has", "<3", "<³", "site:a.b", '"x', "-y", "avg", "1", "random"]),
        st.text(alphabet="!:<?\"'-_()aàß0123٣³\u200b中 \t\u3000", max_size=6),
        st.text(max_size=6),
    ),
    max_size=6,
).map(" ".join)


def is_taken(token: str) -> bool:
    """Whether SearXNG reads the token as a command: generous where its lists of names are its own."""
    rest = token[1:]
    if token[0] == "<":
        return rest.isdigit()
    if token[0] == ":":
        return re.fullmatch(r"[a-z]{2,3}(-[a-z]{2})?", rest.lower().replace("_", "-")) is not None or rest.isalpha()
    return token == "!!" or re.fullmatch(r"!!?[a-z0-9][a-z0-9 _.-]*", token, re.IGNORECASE) is not None


def is_answered(tokens: list[str]) -> bool:
    """Whether SearXNG answers by itself, without asking an engine."""
    match tokens:
        case ["random", "uuid" | "int" | "float" | "string" | "color" | "sha256"]:
            return True
        case ["avg" | "sum" | "min" | "max" | "prod" | "range", _, *_]:
            return all(re.fullmatch(r"[-+]?[\d.,]+", token) for token in tokens[1:])
    return False


@given(TYPED)
@example("!!! !!? !!./ :zh_Hant_TW")
@example("avg 1 2 3")
def test_nothing_that_searxng_would_take_is_left(query: str) -> None:
    sent = neutralise(query).split()
    assert [token for token in sent if is_taken(token)] == []
    assert not is_answered(sent)


@given(TYPED)
def test_all_that_is_ever_added_is_zero_width(query: str) -> None:
    assert neutralise(query).replace(Z, "").split() == query.replace(Z, "").split()


@given(TYPED)
def test_neutralising_twice_changes_nothing_more(query: str) -> None:
    once = neutralise(query)
    assert neutralise(once) == once


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("!go x", f"!go{Z} x"),
        ("x !!g", f"x !!g{Z}"),
        ("!!", f"!!{Z}"),
        (":de x", f"{Z}:de x"),
        ("css :HAS", f"css {Z}:HAS"),
        (":united_kingdom", f"{Z}:united_kingdom"),
        (":हिन्दी", f"{Z}:हिन्दी"),
        ("heart <3", f"heart {Z}<3"),
        ("x <³", f"x {Z}<³"),
        ('say "!go" or "x !go y"', f'say "!go" or "x !go{Z} y"'),
        ("avg 1 2 3", f"avg 1 2 3 {Z}"),
        ("max nan", f"max nan {Z}"),
        ("random uuid", f"random uuid {Z}"),
    ],
)
def test_a_command_gets_one_zero_width_space(typed: str, sent: str) -> None:
    assert neutralise(typed) == sent


@pytest.mark.parametrize(
    "typed",
    [
        'site:example.org "exact words" -not filetype:pdf',
        "a != b !== c --x ! <",
        "li:has(p) :root{} ::before :8080 :) :-)",
        "<b> <- <= <3a",
        "random forest",
        "max verstappen wins",
        "avg",
        "range 3 km",
    ],
)
def test_what_is_no_command_stays_as_typed(typed: str) -> None:
    assert neutralise(typed) == typed


def test_runs_of_whitespace_become_one_space() -> None:
    assert neutralise("  a \t b\n\u3000c ") == "a b c"
