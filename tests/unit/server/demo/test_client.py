"""An answer counts as cited only when each of its sources can be followed."""

from collections.abc import Mapping

import pytest

from websearch_server.demo.client import Answer, uncited

OWN = {"wiki": "http://127.0.2.2:1"}
URL = "http://127.0.2.2:1/wiki/Tea"
CITED = f"## 1. Tea\n**Source:** {URL}\n\ntext\n\n**Sources:**\n[1] {URL}\n"


def answer(markdown: str = CITED, *, failed: bool = False, **result: object) -> Answer:
    rows: list[Mapping[str, object]] = [{"url": URL, "content_hash": "0" * 64, **result}]
    return Answer(markdown=markdown, meta={"results": rows}, failed=failed)


def test_an_answer_with_source_lines_and_hashes_is_cited() -> None:
    assert uncited(answer(), OWN) == ""


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (answer("SearXNG is down", failed=True), "the call failed: SearXNG is down"),
        (Answer(markdown="x", meta={"results": []}), "it has no results"),
        (Answer(markdown="x"), "it has no results"),
        (answer(url="http://127.0.2.2:10/wiki/Tea"), "result 1 is not from the demo web: http://127.0.2.2:10/wiki/Tea"),
        (answer(CITED.replace("[1]", "[2]")), f"result 1 ({URL}) is not cited in the text"),
        (answer(CITED.replace("**Source:**", "Source:")), f"result 1 ({URL}) is not cited in the text"),
        (answer(content_hash=""), f"result 1 ({URL}) has no content hash"),
    ],
)
def test_anything_less_is_named(given: Answer, reason: str) -> None:
    assert uncited(given, OWN) == reason
