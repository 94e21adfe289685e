"""Clients we did not write, from another language: both TypeScript SDKs and the Inspector."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.conformance.protocol.node import Node
from tests.serving.service import ERRORS

INSPECTOR = "@modelcontextprotocol/inspector"
CLIENT = str(Path(__file__).parents[1] / "node" / "client.mjs")
NO_RESULTS = f"Search failed: {ERRORS['no_results']}"

TYPESCRIPT = {"v1": "/mcp", "v1-sse": "/sse", "v2": "/mcp", "v2-modern": "/mcp"}


@pytest.fixture(scope="module", params=TYPESCRIPT)
def got(
    request: pytest.FixtureRequest, node: Node, product_url: str, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """What a TypeScript client got for every kind of call."""
    kind: str = request.param
    done = node.run(CLIENT, kind, product_url + TYPESCRIPT[kind], home=tmp_path_factory.mktemp("home"))
    assert done.returncode == 0, done.stderr
    answers: dict[str, Any] = json.loads(done.stdout)
    return answers


def test_typescript_lists_the_tool(got: dict[str, Any]) -> None:
    assert [tool["name"] for tool in got["tools"]] == ["web_search"]


def test_typescript_gets_an_answer_that_fits_the_schema(got: dict[str, Any]) -> None:
    (tool,) = got["tools"]
    assert got["answer"]["content"][0]["text"].startswith('# Search Results for: "kubernetes"')
    jsonschema.validate(got["answer"]["structuredContent"], tool["outputSchema"])


def test_typescript_gets_failures_as_results(got: dict[str, Any]) -> None:
    spoken = [(got[kind]["isError"], got[kind]["content"][0]["text"]) for kind in ("error", "refused")]
    assert spoken == [(True, NO_RESULTS), (True, "Search failed: query is blank: say what to search for.")]


def test_typescript_gets_a_protocol_error_for_an_unknown_tool(got: dict[str, Any]) -> None:
    assert got["unknown"]["code"] == -32602


def test_typescript_hears_progress(got: dict[str, Any]) -> None:
    assert got["progress"] == [0, 1, 2.5, 3, 7]


WAYS = {
    "http": ("/mcp", "--transport", "http"),
    "http, 2026-07-28": ("/mcp", "--transport", "http", "--protocol-era", "modern"),
    "sse": ("/sse", "--transport", "sse"),
}


def inspect(node: Node, home: Path, url: str, way: str, *arguments: str) -> tuple[int, dict[str, Any]]:
    """Run the Inspector's command line; gives its exit code and what it printed."""
    path, *transport = WAYS[way]
    launcher = node.script(INSPECTOR, "clients/launcher/build/index.js")
    done = node.run(launcher, "--cli", url + path, *transport, *arguments, home=home)
    return done.returncode, json.loads(done.stdout or done.stderr)


@pytest.mark.parametrize("way", WAYS)
def test_the_inspector_finds_nothing_wrong_with_the_schemas(
    node: Node, product_url: str, tmp_path: Path, way: str
) -> None:
    code, answer = inspect(node, tmp_path, product_url, way, "--method", "tools/list", "--strict")
    assert (code, [tool["name"] for tool in answer["tools"]]) == (0, ["web_search"])


@pytest.mark.parametrize("way", WAYS)
def test_the_inspector_gets_an_answer_that_fits_the_schema(
    node: Node, product_url: str, tmp_path: Path, way: str
) -> None:
    _, listed = inspect(node, tmp_path, product_url, way, "--method", "tools/list")
    call = ("--method", "tools/call", "--tool-name", "web_search", "--tool-arg", "query=kubernetes", "maxResults=2")
    code, answer = inspect(node, tmp_path, product_url, way, *call)
    assert (code, answer["structuredContent"]["query"]) == (0, "kubernetes")
    jsonschema.validate(answer["structuredContent"], listed["tools"][0]["outputSchema"])


@pytest.mark.parametrize("way", WAYS)
def test_the_inspector_shows_a_failure_as_a_result(node: Node, product_url: str, tmp_path: Path, way: str) -> None:
    call = ("--method", "tools/call", "--tool-name", "web_search", "--tool-arg", "query=no_results")
    code, answer = inspect(node, tmp_path, product_url, way, *call)
    assert code != 0
    assert (answer["isError"], answer["content"][0]["text"]) == (True, NO_RESULTS)


def test_the_inspector_refuses_an_unknown_tool(node: Node, product_url: str, tmp_path: Path) -> None:
    call = ("--method", "tools/call", "--tool-name", "search_web")
    code, answer = inspect(node, tmp_path, product_url, "http", *call)
    assert (code != 0, answer["error"]["code"]) == (True, "tool_not_found")
