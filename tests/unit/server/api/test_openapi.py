from websearch_server.api.arguments import input_schema
from websearch_server.api.openapi import SEARCH_PATH, openapi
from websearch_server.config import Settings
from websearch_server.output import output_schema

SETTINGS = Settings()


def operation() -> dict[str, object]:
    paths = openapi(SETTINGS)["paths"]
    assert isinstance(paths, dict)
    post: dict[str, object] = paths[SEARCH_PATH]["post"]
    return post


def test_the_request_and_answer_are_those_of_the_tool() -> None:
    post = operation()
    assert post["requestBody"] == {
        "required": True,
        "content": {"application/json": {"schema": input_schema(SETTINGS)}},
    }
    responses = post["responses"]
    assert isinstance(responses, dict)
    assert responses["200"]["content"]["application/json"]["schema"]["properties"]["meta"] == output_schema()


def test_every_status_that_can_come_is_described_with_its_codes() -> None:
    responses = operation()["responses"]
    assert isinstance(responses, dict)
    assert {status: response["description"] for status, response in responses.items() if status != "200"} == {
        "400": "bad_request, invalid_argument",
        "403": "policy_excluded",
        "404": "no_results",
        "408": "request_timeout",
        "413": "body_too_large",
        "415": "unsupported_media_type",
        "500": "internal_error",
        "502": "scrape_failed, search_backend_error, search_misconfigured, search_unreachable",
        "503": "search_degraded, unavailable",
        "504": "deadline_exceeded",
    }
