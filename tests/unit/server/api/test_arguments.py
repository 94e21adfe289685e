import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.conftest import Golden

from websearch_server.api.arguments import MAX_QUERY_CHARACTERS, input_schema, parse_arguments
from websearch_server.config import Settings
from websearch_server.errors import InvalidArgumentError
from websearch_server.model import Query

SETTINGS = Settings()
GOLDEN = Path(__file__).parents[3] / "golden" / "mcp"


def parse(**arguments: object) -> Query:
    return parse_arguments({"query": "kubernetes", **arguments}, SETTINGS)


def refused(**arguments: object) -> tuple[str, str]:
    with pytest.raises(InvalidArgumentError) as error:
        parse_arguments(arguments, SETTINGS)
    return error.value.field, str(error.value)


def test_only_a_query_means_the_defaults() -> None:
    assert parse() == Query(text="kubernetes", category="general", max_results=5)


def test_every_argument_reaches_the_query() -> None:
    given = parse(category="news", language="de", timeRange="week", maxResults=3, maxTokens=1200)
    assert given == Query(
        text="kubernetes", category="news", language="de", time_range="week", max_results=3, max_tokens=1200
    )


def test_the_deployment_sets_how_many_results_a_call_gets_that_names_no_number() -> None:
    settings = Settings.model_validate({"reranker": {"topK": 8}})
    assert parse_arguments({"query": "x"}, settings).max_results == 8


@pytest.mark.parametrize("name", ["category", "language", "timeRange", "maxResults", "maxTokens"])
def test_null_counts_as_not_given(name: str) -> None:
    assert parse(**{name: None}) == parse()


@pytest.mark.parametrize(
    ("sent", "text"),
    [
        ('  site:example.com "a b" -c  ', 'site:example.com "a b" -c'),
        ("cafe\u0301", "café"),
        ("one\ntwo\tthree\x00four\x9bfive", "one two three four five"),
        ("one\u2028two\u2029three", "one two three"),
        ("lone \ud800 surrogate", "lone   surrogate"),
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"),
        ("a" * MAX_QUERY_CHARACTERS, "a" * MAX_QUERY_CHARACTERS),
    ],
)
def test_queries_are_normalised_and_otherwise_left_alone(sent: str, text: str) -> None:
    assert parse(query=sent).text == text


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ({}, ("query", "query is required: say what to search for.")),
        ({"query": None}, ("query", "query is required: say what to search for.")),
        ({"query": ""}, ("query", "query is blank: say what to search for.")),
        ({"query": " \x00\ud800\n"}, ("query", "query is blank: say what to search for.")),
        ({"query": 5}, ("query", "query must be a string.")),
        ({"query": ["a"]}, ("query", "query must be a string.")),
        ({"query": "a" * 10_000}, ("query", "query has 10000 characters: shorten it to 2000 or fewer.")),
        ({"query": "x", "category": 1}, ("category", "category must be a string.")),
        ({"query": "x", "language": True}, ("language", "language must be a string.")),
        (
            {"query": "x", "language": "German"},
            ("language", 'language "german" is not an ISO 639-1 code: use one such as "en" or "de".'),
        ),
        (
            {"query": "x", "timeRange": "decade"},
            ("timeRange", 'timeRange "decade" is unknown: use day, week, month or year, or leave it out.'),
        ),
        (
            {"query": "x", "timeRange": "a\n" * 50},
            (
                "timeRange",
                f'timeRange "{"a " * 20}…" is unknown: use day, week, month or year, or leave it out.',
            ),
        ),
        ({"query": "x", "maxResults": True}, ("maxResults", "maxResults must be a whole number from 1 to 20.")),
        ({"query": "x", "maxResults": 5.5}, ("maxResults", "maxResults must be a whole number from 1 to 20.")),
        ({"query": "x", "maxResults": "five"}, ("maxResults", "maxResults must be a whole number from 1 to 20.")),
        ({"query": "x", "maxResults": "9" * 5000}, ("maxResults", "maxResults must be a whole number from 1 to 20.")),
        ({"query": "x", "maxResults": float("nan")}, ("maxResults", "maxResults must be a whole number from 1 to 20.")),
        ({"query": "x", "maxResults": float("inf")}, ("maxResults", "maxResults must be a whole number from 1 to 20.")),
        ({"query": "x", "maxResults": []}, ("maxResults", "maxResults must be a whole number from 1 to 20.")),
        ({"query": "x", "maxTokens": {}}, ("maxTokens", "maxTokens must be a whole number from 200 to 200000.")),
        ({"query": "x", "max_results": 3}, ("max_results", 'unknown argument "max_results": did you mean maxResults?')),
        ({"query": "x", "timerange": "day"}, ("timerange", 'unknown argument "timerange": did you mean timeRange?')),
        ({"query": "x", "lang": "de"}, ("lang", 'unknown argument "lang": did you mean language?')),
        (
            {"query": "x", "wxyz": 1},
            (
                "wxyz",
                'unknown argument "wxyz": the arguments are '
                "query, category, language, timeRange, maxResults, maxTokens.",
            ),
        ),
    ],
)
def test_what_cannot_be_understood_names_the_field_and_what_would_be_right(
    arguments: dict[str, object], answer: tuple[str, str]
) -> None:
    assert refused(**arguments) == answer


@pytest.mark.parametrize(
    ("sent", "results"),
    [
        (5, 5),
        ("5", 5),
        (" 5 ", 5),
        (5.0, 5),
        ("5.0", 5),
        (0, 1),
        (-3, 1),
        (21, 20),
        ("100", 20),
        (10**400, 20),
        (1e300, 20),
    ],
)
def test_a_number_of_results_is_read_as_models_write_it_and_clamped(sent: object, results: int) -> None:
    assert parse(maxResults=sent).max_results == results


@pytest.mark.parametrize(("sent", "tokens"), [(1, 200), (200, 200), ("4000", 4000), (10**9, 200_000)])
def test_a_number_of_tokens_is_clamped_to_what_the_configuration_allows(sent: object, tokens: int) -> None:
    assert parse(maxTokens=sent).max_tokens == tokens


@pytest.mark.parametrize(
    ("sent", "category"),
    [("news", "news"), (" Code ", "code"), ("science", "science"), ("images", "general"), ("", "general")],
)
def test_an_unknown_category_falls_back_to_general(sent: str, category: str) -> None:
    assert parse(category=sent).category == category


@pytest.mark.parametrize(
    ("sent", "language"),
    [
        ("de", "de"),
        ("DE", "de"),
        ("de-AT", "de"),
        ("zh_Hant_TW", "zh"),
        ("all", "all"),
        ("auto", None),
        ("", None),
    ],
)
def test_a_language_is_reduced_to_its_iso_639_1_code(sent: str, language: str | None) -> None:
    assert parse(language=sent).language == language


@pytest.mark.parametrize(("sent", "time_range"), [("Week", "week"), ("", None), (" year ", "year")])
def test_a_time_range_is_read_whatever_its_case(sent: str, time_range: str | None) -> None:
    assert parse(timeRange=sent).time_range == time_range


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)
NAMES = st.sampled_from(["query", "category", "language", "timeRange", "maxResults", "maxTokens"]) | st.text()


@given(st.dictionaries(NAMES, JSON, max_size=6))
@example({"query": "\ud800"})
@example({"\ud800": 1})
def test_any_json_is_either_a_query_the_pipeline_can_take_or_an_error_that_names_a_field(
    arguments: dict[str, object],
) -> None:
    query: Query | None = None
    problem: InvalidArgumentError | None = None
    try:
        query = parse_arguments(arguments, SETTINGS)
    except InvalidArgumentError as error:
        problem = error
    if query is not None:
        assert query.text == query.text.strip()
        assert 1 <= len(query.text.encode()) <= 4 * MAX_QUERY_CHARACTERS
        assert 1 <= query.max_results <= 20
    if problem is not None:
        assert len(problem.field.encode("utf-32-le")) <= 4 * 41
        assert "\n" not in str(problem)
        assert str(problem).encode()


def test_the_advertised_schema_is_the_seeds_with_our_additions(golden: Golden) -> None:
    written = json.dumps(input_schema(SETTINGS), indent=2, ensure_ascii=False) + "\n"
    golden.check(GOLDEN / "input_schema.json", written)


def test_the_schema_tells_this_deployments_defaults() -> None:
    settings = Settings.model_validate(
        {"reranker": {"topK": 8}, "search": {"defaultLanguage": "de"}, "output": {"maxTokens": 3000}}
    )
    properties = input_schema(settings)["properties"]
    assert isinstance(properties, dict)
    assert {name: properties[name]["description"].partition("(default: ")[2] for name in properties} == {
        "query": "",
        "category": "general)",
        "language": "de)",
        "timeRange": "",
        "maxResults": "8)",
        "maxTokens": "3000). Set it when your context is short, or raise it to read more of each page.",
    }
