import mcp.types as types
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from tests.serving.service import FakeService

from websearch_server import __version__
from websearch_server.api.arguments import input_schema
from websearch_server.api.calls import Calls
from websearch_server.api.drain import Drain
from websearch_server.api.mcp import build_server, failure, tool
from websearch_server.config import Settings
from websearch_server.errors import SearchDegradedError
from websearch_server.output import output_schema

SETTINGS = Settings()


def client(service: FakeService) -> Client:
    return Client(build_server(Calls(service=service, settings=SETTINGS, drain=Drain()), SETTINGS))


def test_the_tool_is_the_seeds_with_what_clients_ask_for_beside_it() -> None:
    assert tool(SETTINGS).model_dump(by_alias=True, exclude_none=True) == {
        "name": "web_search",
        "title": "Web search",
        "description": (
            "Search the web and retrieve relevant content from result pages. Returns scraped and optionally reranked "
            "content with citations and source URLs. Content is checked for PII according to deployment policy."
        ),
        "inputSchema": input_schema(SETTINGS),
        "outputSchema": output_schema(),
        "annotations": {
            "title": "Web search",
            "readOnlyHint": True,
            "destructiveHint": False,
            "idempotentHint": True,
            "openWorldHint": True,
        },
    }


def test_a_failure_has_a_sentence_for_people_and_its_data_for_programs() -> None:
    error = SearchDegradedError("All engines are suspended; try again in 3 minutes.", retry_after=180)
    assert failure(error).model_dump(by_alias=True, exclude_none=True, exclude={"result_type"}) == {
        "_meta": {
            "websearch.dev/error": {
                "code": "search_degraded",
                "message": "All engines are suspended; try again in 3 minutes.",
                "retryable": True,
                "retryAfter": 180,
            }
        },
        "content": [{"type": "text", "text": "Search failed: All engines are suspended; try again in 3 minutes."}],
        "isError": True,
    }


async def test_it_says_who_it_is() -> None:
    async with client(FakeService()) as connected:
        assert connected.server_info is not None
        assert (connected.server_info.name, connected.server_info.version) == ("websearch-operator", __version__)


async def test_an_answer_has_both_halves() -> None:
    async with client(FakeService()) as connected:
        result = await connected.call_tool("web_search", {"query": "x"})
    (block,) = result.content
    assert isinstance(block, types.TextContent)
    assert block.text.startswith('# Search Results for: "x"')
    assert result.structured_content["query"] == "x"


async def test_the_list_may_be_kept_by_anybody_for_a_while() -> None:
    async with client(FakeService()) as connected:
        listed = await connected.list_tools()
    assert (listed.ttl_ms, listed.cache_scope) == (300_000, "public")


async def test_another_tool_is_a_protocol_error() -> None:
    async with client(FakeService()) as connected:
        with pytest.raises(MCPError, match=r"^Unknown tool: the only tool is web_search\.$"):
            await connected.call_tool("other", {})
