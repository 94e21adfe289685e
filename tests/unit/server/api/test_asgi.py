import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.routing import Route
from tests.serving.running import healthy
from tests.serving.service import FakeService

from websearch_server.api.asgi import assemble, build_app
from websearch_server.api.drain import Drain
from websearch_server.api.transport import McpMount
from websearch_server.config import Settings


def product() -> Starlette:
    return build_app(service=FakeService(), probes={"searxng": healthy}, settings=Settings())


async def get(app: Starlette, path: str, **headers: str) -> httpx.Response:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://x") as http:
        return await http.get(path, headers=headers)


async def test_it_is_ready_while_its_lifespan_lasts_and_until_the_drain() -> None:
    app = product()
    statuses = [(await get(app, "/readyz")).status_code]
    async with app.router.lifespan_context(app):
        statuses.append((await get(app, "/readyz")).status_code)
        app.state.drain.begin()
        statuses.append((await get(app, "/readyz")).status_code)
        statuses.append((await get(app, "/livez")).status_code)
    assert statuses == [503, 200, 503, 200]


async def test_readiness_says_which_way_it_is_not_ready() -> None:
    app = product()
    assert (await get(app, "/readyz")).json() == {"status": "starting"}
    app.state.drain.begin()
    assert (await get(app, "/readyz")).json() == {"status": "draining"}


async def test_a_bug_in_a_route_is_an_error_of_the_usual_form() -> None:
    async def broken(_request: Request) -> None:
        raise RuntimeError("secret")

    mount = McpMount(routes=(Route("/broken", broken),), lifespan=product().router.lifespan_context)
    answer = await get(assemble(mount, Settings(), drain=Drain()), "/broken")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "internal_error")
    assert "secret" not in answer.text


@pytest.mark.parametrize("path", ["/mcp", "/api/v1/openapi.json", "/nowhere"])
async def test_every_answer_carries_the_request_id(path: str) -> None:
    assert (await get(product(), path, **{"X-Request-Id": "abc"})).headers["x-request-id"] == "abc"


async def test_no_path_redirects() -> None:
    assert (await get(product(), "/health/")).status_code == 404
