"""The OpenAPI 3.1 description of the REST API, built from the same schemas that the MCP tool advertises.

Nothing is described here that is described elsewhere: arguments come from `arguments.py`, `meta` from `output/`,
and the statuses of failures from the error classes themselves, so the description can't fall behind the code.
Pure. Served by `rest.py`, drawn by `docs_page.py`.
"""

from collections import defaultdict
from collections.abc import Iterator

from websearch_server import __version__
from websearch_server.api.arguments import input_schema
from websearch_server.api.problems import REQUEST_CODES
from websearch_server.config import Settings
from websearch_server.errors import ConfigError, FetchError, StackError, WebSearchError
from websearch_server.output import output_schema

__all__ = ["SEARCH_PATH", "openapi"]

SEARCH_PATH = "/api/v1/search"
_NEVER_ANSWERED = (ConfigError, FetchError, StackError)  # raised at start, or within the pipeline only
_NO_CALL = (400, 408, 413, 415)  # what a POST of this path may be instead (rest.py)
_ERROR_SCHEMA: dict[str, object] = {
    "type": "object",
    "properties": {
        "error": {
            "type": "object",
            "properties": {
                "code": {"type": "string", "description": "Stable, for programs."},
                "message": {"type": "string", "description": "One short sentence, fit for the end user."},
                "retryable": {"type": "boolean", "description": "Whether the same call may succeed later."},
                "field": {"type": "string", "description": "The argument that is wrong."},
                "retryAfter": {"type": "integer", "description": "Seconds to wait; also the Retry-After header."},
            },
            "required": ["code", "message", "retryable"],
        }
    },
    "required": ["error"],
}


def openapi(settings: Settings) -> dict[str, object]:
    """Build the description for this deployment's defaults."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "websearch-operator",
            "version": __version__,
            "summary": "Private, policy-checked, cited web search for agents.",
        },
        "paths": {SEARCH_PATH: {"post": _search_operation(settings)}},
        "components": {"schemas": {"Error": _ERROR_SCHEMA}},
    }


def _search_operation(settings: Settings) -> dict[str, object]:
    answer = {
        "type": "object",
        "properties": {
            "markdown": {"type": "string", "description": "The answer for a model: passages with their sources."},
            "meta": output_schema(),
        },
        "required": ["markdown", "meta"],
    }
    success = {"description": "The answer", "content": {"application/json": {"schema": answer}}}
    return {
        "operationId": "webSearch",
        "summary": "Search the web and get the relevant passages of the pages",
        "requestBody": {"required": True, "content": {"application/json": {"schema": input_schema(settings)}}},
        "responses": {"200": success, **_failures()},
    }


def _failures() -> dict[str, object]:
    codes: dict[int, list[str]] = defaultdict(list)
    for kind in _kinds(WebSearchError):
        codes[kind.status].append(kind.code)
    for status in _NO_CALL:
        codes[status].append(REQUEST_CODES[status])
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    return {
        str(status): {"description": ", ".join(sorted(names)), "content": content}
        for status, names in sorted(codes.items())
    }


def _kinds(root: type[WebSearchError]) -> Iterator[type[WebSearchError]]:
    if root not in _NEVER_ANSWERED:
        yield root
    for kind in root.__subclasses__():
        yield from _kinds(kind)
