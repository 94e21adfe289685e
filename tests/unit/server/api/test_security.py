import re

import httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse

from websearch_server.api.security import HostOriginGuard, allowed_pattern, cors, with_local_defaults
from websearch_server.config import Settings


def settings(**api: object) -> Settings:
    return Settings.model_validate({"api": api})


async def status(configured: Settings, headers: dict[str, str]) -> int:
    guarded = HostOriginGuard(PlainTextResponse("in"), settings=configured)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(guarded), base_url="http://search.example") as client:
        return (await client.post("/mcp", headers=headers)).status_code


@pytest.mark.parametrize(
    ("entries", "value", "allowed"),
    [
        (["*"], "anything.example:80", True),
        (["search.example"], "search.example", True),
        (["search.example"], "search.example:8080", False),
        (["search.example:*"], "search.example:8080", True),
        (["search.example:*"], "search.example", False),
        (["search.example:*"], "search.example:8080.evil.example", False),
        (["search.example"], "searchXexample", False),
        (["[::1]:*"], "[::1]:8080", True),
        (["http://app.example:*"], "http://app.example:3000", True),
        (["http://app.example"], "https://app.example", False),
        ([], "", False),
        ([], "x", False),
    ],
)
def test_entries_allow_themselves_a_name_at_any_port_or_anything(entries: list[str], value: str, allowed: bool) -> None:
    assert bool(re.fullmatch(allowed_pattern(entries), value)) is allowed


@pytest.mark.parametrize(
    ("headers", "answer"),
    [
        ({}, 200),
        ({"Host": "SEARCH.example"}, 200),
        ({"Host": "evil.example"}, 421),
        ({"Origin": "http://app.example"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
async def test_only_allowed_hosts_and_origins_pass(headers: dict[str, str], answer: int) -> None:
    configured = settings(allowedHosts=["search.example"], allowedOrigins=["http://app.example"])
    assert await status(configured, headers) == answer


async def test_by_default_any_host_passes_and_no_browser() -> None:
    assert await status(Settings(), {"Host": "anything"}) == 200
    assert await status(Settings(), {"Origin": "http://search.example"}) == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_a_loopback_server_takes_loopback_names_only(host: str) -> None:
    api = with_local_defaults(Settings.model_validate({"server": {"host": host}})).api
    hosts = re.compile(allowed_pattern(api.allowed_hosts))
    origins = re.compile(allowed_pattern(api.allowed_origins))
    accepted = ("localhost", "localhost:8080", "127.0.0.1:1", "[::1]:8080")
    assert all(hosts.fullmatch(name) and origins.fullmatch(f"http://{name}") for name in accepted)
    assert not hosts.fullmatch("evil.example:8080")
    assert not origins.fullmatch("http://evil.example")


def test_what_is_configured_wins_over_the_loopback_rule() -> None:
    configured = Settings.model_validate(
        {"server": {"host": "127.0.0.1"}, "api": {"allowedHosts": ["*"], "allowedOrigins": ["http://app.example"]}}
    )
    assert with_local_defaults(configured) == configured


def test_a_server_on_all_addresses_keeps_what_is_configured() -> None:
    assert with_local_defaults(Settings()) == Settings()


async def test_a_preflight_from_an_allowed_origin_may_send_any_header_and_read_the_session_id() -> None:
    configured = settings(allowedOrigins=["http://app.example:*"])
    app = Starlette(middleware=[cors(configured)])
    preflight = {
        "Origin": "http://app.example:3000",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "mcp-session-id,mcp-param-query,authorization",
    }
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
        allowed = await client.options("/mcp", headers=preflight)
        refused = await client.options("/mcp", headers={**preflight, "Origin": "http://evil.example"})
        plain = await client.get("/mcp", headers={"Origin": "http://app.example:3000"})
    assert allowed.status_code == 200
    assert allowed.headers["access-control-allow-origin"] == "http://app.example:3000"
    assert allowed.headers["access-control-allow-headers"] == "mcp-session-id,mcp-param-query,authorization"
    assert refused.status_code == 400
    assert "access-control-allow-origin" not in refused.headers
    assert plain.headers["access-control-expose-headers"] == "Mcp-Session-Id, Retry-After, X-Request-Id"
