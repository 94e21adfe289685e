import json

import pytest
from tests.serving.answers import response, result

from websearch_server.api.answer import MAX_ANSWER_BYTES, render
from websearch_server.errors import WebSearchError
from websearch_server.model import Query
from websearch_server.output import build_meta, render_markdown

QUERY = Query(text="x")


def test_an_ordinary_answer_is_what_output_renders() -> None:
    given = response(QUERY)
    answer = render(given)
    assert (answer.markdown, answer.meta) == (render_markdown(given), build_meta(given))


@pytest.mark.parametrize("filler", ["x", "語", "😀", '"'])
def test_an_answer_too_large_loses_results_from_its_end_and_says_so(filler: str) -> None:
    width = len(json.dumps(filler)) - 2
    given = response(QUERY, *(result(rank, filler * (400_000 // width)) for rank in range(1, 6)))
    answer = render(given)
    rows = answer.meta["results"]
    assert isinstance(rows, list)
    assert [row["url"] for row in rows] == ["https://example.com/1", "https://example.com/2"]
    assert [row["content_hash"] for row in rows] == [one.content_hash for one in given.results[:2]]
    assert answer.meta["truncated"] is True
    assert len(json.dumps({"markdown": answer.markdown, "meta": dict(answer.meta)})) < MAX_ANSWER_BYTES + 100


def test_one_result_too_large_to_send_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(WebSearchError, match="ask for less with maxTokens"):
        render(response(QUERY, result(1, "x" * 2_000_000)))
