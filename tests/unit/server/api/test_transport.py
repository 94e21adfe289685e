import httpx
import pytest
from mcp.server.lowlevel import Server
from starlette.routing import Route
from starlette.types import ASGIApp

from websearch_server.api.drain import Drain
from websearch_server.api.transport import mount_mcp
from websearch_server.config import Settings

SETTINGS = Settings.model_validate({"api": {"allowedHosts": ["search.example"]}})


def routes() -> dict[str, ASGIApp]:
    server: Server[dict[str, object]] = Server("bare")
    mounted = mount_mcp(server, SETTINGS, drain=Drain()).routes
    return {route.path: route.app for route in mounted if isinstance(route, Route)}


def test_both_transports_are_mounted() -> None:
    assert list(routes()) == ["/mcp", "/mcp/", "/sse", "/messages"]


@pytest.mark.parametrize("path", ["/mcp", "/mcp/", "/sse", "/messages"])
async def test_every_path_is_guarded(path: str) -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(routes()[path]), base_url="http://evil.example") as http:
        assert (await http.post(path, json={})).status_code == 421
