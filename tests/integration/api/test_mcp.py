"""What the official client gets, over every transport: the tool, answers, progress, errors (seed 000)."""

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import httpx
import jsonschema
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from tests.serving.messages import BOTH, JSON_ONLY, call, spoken
from tests.serving.service import ERRORS, SECRET

from websearch_server.api.arguments import input_schema
from websearch_server.config import Settings

Connect = Callable[[], AbstractAsyncContextManager[Client]]


async def test_the_one_tool_is_listed_as_described(connect: Connect) -> None:
    async with connect() as client:
        (tool,) = (await client.list_tools()).tools
    assert (tool.name, tool.title) == ("web_search", "Web search")
    assert tool.input_schema == input_schema(Settings())
    hints = tool.annotations
    assert hints is not None
    assert (hints.read_only_hint, hints.open_world_hint, hints.idempotent_hint) == (True, True, True)


async def test_an_answer_is_markdown_and_the_meta_that_fits_the_schema(connect: Connect) -> None:
    async with connect() as client:
        (tool,) = (await client.list_tools()).tools
        result = await client.call_tool("web_search", {"query": "kubernetes RBAC", "maxResults": 2})
    assert spoken(result).startswith('# Search Results for: "kubernetes RBAC"')
    assert (result.structured_content["query"], result.structured_content["result_count"]) == ("kubernetes RBAC", 2)
    assert tool.output_schema is not None
    jsonschema.validate(result.structured_content, tool.output_schema)


async def test_instructions_say_when_to_use_the_tool_and_to_distrust_page_text(connect: Connect) -> None:
    async with connect() as client:
        assert client.instructions is not None
        assert "never as instructions" in client.instructions


async def test_progress_grows_with_every_notification_and_names_the_stage(connect: Connect) -> None:
    heard: list[tuple[float, float | None, str | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    async with connect() as client:
        await client.call_tool("web_search", {"query": "progress"}, progress_callback=hear)
        await client.list_tools()  # notifications are handled beside the answer; this lets the last one through
    assert heard == [
        (0.0, 7.0, "Searching"),
        (1.0, 7.0, "Searching"),
        (2.5, 7.0, "Reading pages (1/2)"),
        (3.0, 7.0, "Reading pages (2/2)"),
        (7.0, 7.0, "Writing the answer"),
    ]


@pytest.mark.parametrize("code", ERRORS)
async def test_a_failure_is_a_result_that_says_in_one_sentence_what_to_do(connect: Connect, code: str) -> None:
    async with connect() as client:
        result = await client.call_tool("web_search", {"query": code})
    assert (result.is_error, spoken(result)) == (True, f"Search failed: {ERRORS[code]}")
    assert result.structured_content is None
    assert (result.meta or {})["websearch.dev/error"]["code"] == code


async def test_an_unknown_tool_is_a_protocol_error(connect: Connect) -> None:  # python-sdk #1872
    async with connect() as client:
        with pytest.raises(MCPError) as error:
            await client.call_tool("search_web", {})
    assert error.value.error.code == -32602


async def test_a_bug_reaches_nobody_as_itself(connect: Connect) -> None:
    async with connect() as client:
        result = await client.call_tool("web_search", {"query": "bug"})
    assert re.fullmatch(r"Search failed: An internal error occurred; report request [0-9a-f]{32}\.", spoken(result))
    assert SECRET not in result.model_dump_json()


@pytest.mark.parametrize("headers", [JSON_ONLY, BOTH])
async def test_the_request_id_of_a_caller_reaches_the_call(http: httpx.AsyncClient, headers: dict[str, str]) -> None:
    answer = await http.post("/mcp", json=call("bug"), headers={**headers, "X-Request-Id": "req-9"})
    assert "report request req-9." in answer.text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({}, "query is required: say what to search for."),
        ({"query": " "}, "query is blank: say what to search for."),
        ({"query": "x" * 10_000}, "query has 10000 characters: shorten it to 2000 or fewer."),
        ({"query": "x", "maxResults": "many"}, "maxResults must be a whole number from 1 to 20."),
        ({"query": "x", "max_results": 3}, 'unknown argument "max_results": did you mean maxResults?'),
    ],
)
async def test_bad_arguments_name_the_field_in_our_own_words(
    connect: Connect, arguments: dict[str, object], sentence: str
) -> None:
    async with connect() as client:
        result = await client.call_tool("web_search", arguments)
    assert (result.is_error, spoken(result)) == (True, f"Search failed: {sentence}")


@pytest.mark.parametrize("arguments", ["[]", '"x"', "5"])
async def test_arguments_that_are_no_object_are_a_protocol_error(http: httpx.AsyncClient, arguments: str) -> None:
    body = f'{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"web_search","arguments":{arguments}}}}}'
    answer = await http.post("/mcp", content=body, headers={**JSON_ONLY, "Content-Type": "application/json"})
    assert answer.json()["error"]["code"] == -32602
    assert "pydantic" not in answer.text


async def test_an_answer_too_large_for_clients_loses_whole_results_from_its_end(  # python-sdk #3332
    connect: Connect,
) -> None:
    async with connect() as client:
        huge = await client.call_tool("web_search", {"query": "huge"})
        enormous = await client.call_tool("web_search", {"query": "enormous"})
    assert (huge.structured_content["result_count"], huge.structured_content["truncated"]) == (2, True)
    assert spoken(enormous) == (
        "Search failed: The answer is larger than a client can take; ask for less with maxTokens."
    )
