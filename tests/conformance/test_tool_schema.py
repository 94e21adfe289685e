"""Seed 000, "Tool schema": what a client sees when it lists the tools."""

import pytest
from mcp import Client
from mcp.types import Tool
from tests.conformance.product import Product

PARAMETERS = {
    "query": ("string", ("search query",)),
    "category": ("string", ("general", "news", "code", "science", "default")),
    "language": ("string", ("ISO 639-1", "en", "de", "fr", "ja")),
    "timeRange": ("string", ("day", "week", "month", "year")),
    "maxResults": ("integer", ("1", "20", "default", "5")),
}


async def listed(product: Product) -> list[Tool]:
    async with Client(f"{product.url}/mcp", mode="legacy") as client:
        return (await client.list_tools()).tools


@pytest.mark.requirement("000.tool.single")
@pytest.mark.requirement("000.schema.name")
@pytest.mark.requirement("001.limits.one_tool")
async def test_exactly_one_tool_is_listed(product: Product) -> None:
    assert [tool.name for tool in await listed(product)] == ["web_search"]


@pytest.mark.requirement("000.schema.description")
async def test_the_tool_is_described_in_the_seeds_words(product: Product) -> None:
    (tool,) = await listed(product)
    assert (tool.description or "").startswith(
        "Search the web and retrieve relevant content from result pages. Returns scraped and optionally reranked "
        "content with citations and source URLs. Content is checked for PII according to deployment policy."
    )


@pytest.mark.requirement("000.schema.query")
@pytest.mark.requirement("000.schema.category")
@pytest.mark.requirement("000.schema.language")
@pytest.mark.requirement("000.schema.timeRange")
@pytest.mark.requirement("000.schema.maxResults")
@pytest.mark.parametrize("name", PARAMETERS)
async def test_each_parameter_has_the_seeds_type_and_says_what_the_seed_says(product: Product, name: str) -> None:
    (tool,) = await listed(product)
    schema = tool.input_schema["properties"][name]
    kind, words = PARAMETERS[name]
    assert schema["type"] == kind
    assert [word for word in words if word not in schema["description"]] == []


@pytest.mark.requirement("000.schema.object")
@pytest.mark.requirement("000.schema.required")
async def test_only_the_query_is_required(product: Product) -> None:
    (tool,) = await listed(product)
    assert (tool.input_schema["type"], tool.input_schema["required"]) == ("object", ["query"])
