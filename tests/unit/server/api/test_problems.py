import json
from collections.abc import Iterator

import pytest

from websearch_server.api.problems import describe, problem, respond
from websearch_server.errors import InvalidArgumentError, NoResultsError, SearchDegradedError, WebSearchError


def test_an_error_is_described_by_its_class() -> None:
    assert describe(NoResultsError("Nothing found.")) == {
        "code": "no_results",
        "message": "Nothing found.",
        "retryable": False,
    }


def test_a_bad_argument_names_its_field() -> None:
    assert describe(InvalidArgumentError("query is blank.", field="query"))["field"] == "query"


@pytest.mark.parametrize(("seconds", "described", "header"), [(180, 180, "180"), (None, None, None)])
def test_how_long_to_wait_is_told_where_it_is_known(
    seconds: int | None, described: int | None, header: str | None
) -> None:
    error = SearchDegradedError("All engines are suspended.", retry_after=seconds)
    assert describe(error).get("retryAfter") == described
    assert respond(error).headers.get("retry-after") == header


def kinds(root: type[WebSearchError]) -> Iterator[type[WebSearchError]]:
    yield root
    for kind in root.__subclasses__():
        yield from kinds(kind)


@pytest.mark.parametrize("kind", list(kinds(WebSearchError)))
def test_every_error_has_a_status_that_says_whose_fault_it_is(kind: type[WebSearchError]) -> None:
    assert kind.status // 100 in {4, 5}
    assert not (kind.retryable and kind.status // 100 == 4)


def test_a_request_that_is_no_call_has_the_same_form() -> None:
    answer = problem("Not Found.", status=404)
    assert (answer.status_code, json.loads(bytes(answer.body))) == (
        404,
        {"error": {"code": "not_found", "message": "Not Found.", "retryable": False}},
    )
