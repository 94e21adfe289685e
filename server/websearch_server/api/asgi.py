"""The ASGI app: routes, middleware and lifespan, put together; no behaviour of its own.

Order of the middleware matters and is decided here: the request id first, so that every answer carries it, then
CORS, before any check that a preflight could fail. Called by `app.py` and tests.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response

from websearch_server.api.calls import Calls, SearchService
from websearch_server.api.drain import Drain
from websearch_server.api.health import Probe, Probes, health_routes
from websearch_server.api.mcp import build_server
from websearch_server.api.problems import problem
from websearch_server.api.request_id import RequestId
from websearch_server.api.rest import rest_routes
from websearch_server.api.security import cors, with_local_defaults
from websearch_server.api.transport import McpMount, mount_mcp
from websearch_server.config import Settings

__all__ = ["assemble", "build_app"]


def build_app(*, service: SearchService, probes: Mapping[str, Probe], settings: Settings) -> Starlette:
    """Build the app that answers through `service`; its `state.drain` is for whoever runs it."""
    settings = with_local_defaults(settings)
    drain = Drain()
    calls = Calls(service=service, settings=settings, drain=drain)
    mount = mount_mcp(build_server(calls, settings), settings, drain=drain)
    app = assemble(mount, settings, drain=drain)
    app.router.routes += [*rest_routes(calls, settings), *health_routes(Probes(probes), drain)]
    return app


def assemble(mount: McpMount, settings: Settings, *, drain: Drain) -> Starlette:
    """Put an MCP mount into an app of its own, with the middleware and lifespan of the product."""

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        async with mount.lifespan():
            drain.start()
            yield

    app = Starlette(
        routes=mount.routes,
        middleware=[Middleware(RequestId), cors(settings)],
        exception_handlers={HTTPException: _http_problem, Exception: _server_problem},
        lifespan=lifespan,
    )
    app.router.redirect_slashes = False  # a redirect loses the POST (litellm #34845)
    app.state.drain = drain
    return app


async def _http_problem(_request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    response = problem(f"{error.detail}.", status=error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _server_problem(_request: Request, _error: Exception) -> Response:
    return problem("An internal error occurred.", status=500)
