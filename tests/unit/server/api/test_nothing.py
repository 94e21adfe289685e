import pytest
from mcp import Client
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from websearch_server.api.nothing import add_empty_features


def connect() -> Client:
    server: Server[dict[str, object]] = Server("empty")
    add_empty_features(server)
    return Client(server)


async def test_lists_are_empty_and_may_be_kept() -> None:
    async with connect() as client:
        resources = await client.list_resources()
        templates = await client.list_resource_templates()
        prompts = await client.list_prompts()
    assert (resources.resources, templates.resource_templates, prompts.prompts) == ([], [], [])
    assert [answer.ttl_ms for answer in (resources, templates, prompts)] == [300_000] * 3


async def test_a_resource_is_not_found_and_named() -> None:
    async with connect() as client:
        with pytest.raises(MCPError) as error:
            await client.read_resource("test://anything")
    assert (error.value.error.code, error.value.error.data) == (-32602, {"uri": "test://anything"})


async def test_a_prompt_is_not_found_and_named() -> None:
    async with connect() as client:
        with pytest.raises(MCPError) as error:
            await client.get_prompt("anything")
    assert (error.value.error.code, error.value.error.data) == (-32602, {"name": "anything"})
