"""REST: `POST /api/v1/search` takes the tool's arguments as JSON and gives the tool's answer as JSON.

The body of a success is `{"markdown": …, "meta": …}`, the two parts of the tool's result (seed 000); of a failure
`{"error": {code, message, retryable, …}}` with the HTTP status of the error's class. It calls what MCP calls, so
that neither can answer differently. Routed by `asgi.py`.
"""

import json
from collections.abc import Mapping

from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from websearch_server.api.calls import Calls
from websearch_server.api.docs_page import docs_page
from websearch_server.api.exchange import BodyError, Bounded
from websearch_server.api.openapi import SEARCH_PATH, openapi
from websearch_server.api.problems import problem, respond
from websearch_server.api.security import HostOriginGuard
from websearch_server.config import Settings
from websearch_server.errors import WebSearchError

__all__ = ["rest_routes"]

# The page brings everything it shows; nothing may be loaded or run.
_DOCS_POLICY = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}


class _RefusedError(Exception):
    """The request is not a call: the answer says why."""

    def __init__(self, message: str, *, status: int) -> None:
        super().__init__(message)
        self.status = status


def rest_routes(calls: Calls, settings: Settings) -> list[BaseRoute]:
    """Make the routes of the REST API and of its description."""
    document = openapi(settings)
    page = docs_page(document)

    async def search(request: Request) -> Response:
        try:
            answer = await calls.answer(await _arguments(request))
        except _RefusedError as refused:
            return _refuse(refused)
        except WebSearchError as error:
            return respond(error)
        return JSONResponse({"markdown": answer.markdown, "meta": answer.meta})

    async def description(_request: Request) -> Response:
        return JSONResponse(document)

    async def docs(_request: Request) -> Response:
        return HTMLResponse(page, headers=_DOCS_POLICY)

    guards = [Middleware(HostOriginGuard, settings=settings), Middleware(Bounded, settings=settings, refuse=_refuse)]
    return [
        Route(SEARCH_PATH, search, methods=["POST"], middleware=guards),
        Route("/api/v1/openapi.json", description),
        Route("/docs", docs),
    ]


async def _arguments(request: Request) -> Mapping[str, object]:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise _RefusedError("Content-Type must be application/json.", status=415)
    try:
        body: object = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise _RefusedError("The body is not valid JSON.", status=400) from None
    if not isinstance(body, dict):
        raise _RefusedError('The body must be a JSON object such as {"query": "…"}.', status=400)
    return body


def _refuse(error: _RefusedError | BodyError) -> Response:
    return problem(str(error), status=error.status)
