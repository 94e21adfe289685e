"""The doctor names what is missing and what to do, part by part."""

import json
from collections.abc import AsyncIterator, Sequence

import pytest
from aiohttp import web

from websearch_server.config import Settings
from websearch_server.doctor import Row, examine, render_json, render_text


class Peers:
    """Stand-ins for SearXNG and the sidecars on one port; `searxng` is how SearXNG answers."""

    def __init__(self) -> None:
        self.url = ""
        self.searxng = web.json_response
        self.health = 200

    async def search(self, request: web.Request) -> web.StreamResponse:
        if self.searxng is web.json_response:
            return web.json_response({"error": "No query"}, status=400)
        return web.Response(status=403, text="<h1>Forbidden</h1>", content_type="text/html")

    async def config(self, request: web.Request) -> web.StreamResponse:
        return web.json_response({"engines": [{"name": "here"}]})

    async def healthy(self, request: web.Request) -> web.StreamResponse:
        return web.Response(status=self.health)


@pytest.fixture
async def peers() -> AsyncIterator[Peers]:
    peers = Peers()
    app = web.Application()
    app.router.add_post("/search", peers.search)
    app.router.add_get("/config", peers.config)
    for path in ("/health", "/ping", "/v2/health/ready"):
        app.router.add_get(path, peers.healthy)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    peers.url = "http://{}:{}".format(*runner.addresses[0])
    yield peers
    await runner.cleanup()


def settings(url: str, **more: object) -> Settings:
    return Settings.model_validate(
        {
            "search": {
                "searxngURL": url,
                "engineRoutes": {category: ["here"] for category in ("general", "news", "code", "science")},
                "defaultEngines": ["here"],
            },
            "pii": {"enabled": False},
            "scraper": {"playwright": {"endpoint": ""}},
            **more,
        }
    )


async def known(name: str) -> Sequence[str]:
    return ["192.0.2.1"]


async def unknown(name: str) -> Sequence[str]:
    raise OSError("Name or service not known")


async def by_name(wanted: Settings, **options: object) -> dict[str, Row]:
    return {row.name: row for row in await examine(wanted, **{"lookup": known, **options})}  # type: ignore[arg-type]  # test data


async def test_everything_that_is_there_is_ok_and_what_is_not_wanted_is_off(peers: Peers) -> None:
    rows = await examine(settings(peers.url), lookup=known)
    assert {row.name: (row.status, row.required) for row in rows} == {
        "searxng": ("ok", True),
        "dns": ("ok", False),
        "egress": ("ok", True),
        "presidio-analyzer": ("off", False),
        "presidio-anonymizer": ("off", False),
        "injection-guard": ("off", False),
        "browser": ("off", False),
        "reranker": ("off", False),
        "clickhouse": ("off", False),
    }
    assert render_text(rows).endswith("\n\nReady: everything required is there.")


async def test_a_searxng_with_json_disabled_is_named_as_that(peers: Peers) -> None:
    peers.searxng = web.Response  # type: ignore[assignment]  # any marker but the JSON one
    row = (await by_name(settings(peers.url)))["searxng"]
    assert (row.status, row.required) == ("error", True)
    assert "enable `json` under `search.formats`" in row.message


async def test_a_searxng_that_is_not_there_is_unavailable() -> None:
    row = (await by_name(settings("http://127.0.0.1:1")))["searxng"]
    assert row.status == "unavailable"
    assert "search.searxngURL" in row.message
    assert render_text([row]).endswith("\n\nNot ready: searxng.")


async def test_every_configured_sidecar_is_asked_by_its_own_health_address(peers: Peers) -> None:
    port = peers.url.rpartition(":")[2]
    rows = await by_name(
        settings(
            peers.url,
            pii={"mode": "redact", "analyzerURL": peers.url, "anonymizerURL": peers.url},
            injection={"enabled": True, "predictURL": f"{peers.url}/"},
            scraper={"playwright": {"endpoint": f"ws://127.0.0.1:{port}"}},
            reranker={"provider": "kserve", "endpoint": peers.url},
            provenance={"clickhouse": {"enabled": True, "endpoint": peers.url}},
        )
    )
    assert [name for name, row in rows.items() if row.status != "ok"] == []
    peers.health = 503
    reranker = (await by_name(settings(peers.url, reranker={"provider": "flashrank", "endpoint": peers.url})))[
        "reranker"
    ]
    assert reranker == Row(
        name="reranker",
        status="error",
        message=f"{peers.url} answers its health check with HTTP 503: start it or correct reranker.endpoint; without "
        "it answers keep the engines' order and say reranker_used: none.",
    )


async def test_an_absent_sidecar_says_which_setting_names_it_and_what_happens_without_it(peers: Peers) -> None:
    rows = await by_name(settings(peers.url, scraper={"playwright": {"endpoint": "ws://127.0.0.1:1"}}))
    assert rows["browser"].status == "unavailable"
    assert "scraper.playwright.endpoint" in rows["browser"].message


async def test_names_that_cannot_be_resolved_are_reported_but_not_required(peers: Peers) -> None:
    row = (await by_name(settings(peers.url), lookup=unknown))["dns"]
    assert (row.status, row.required) == ("unavailable", False)


async def test_an_allow_list_that_opens_the_metadata_address_is_an_error(peers: Peers) -> None:
    policy = {"egress": {"allowedCIDRs": ["169.254.169.254/32"]}}
    row = (await by_name(settings(peers.url, policy=policy)))["egress"]
    assert (row.status, row.required) == ("error", True)
    assert "policy.egress.allowedCIDRs" in row.message


async def test_private_networks_that_are_open_are_named(peers: Peers) -> None:
    row = (await by_name(settings(peers.url, policy={"egress": {"allowedCIDRs": ["10.1.0.0/16"]}})))["egress"]
    assert row.message == ("private and metadata addresses are refused except 10.1.0.0/16 (policy.egress.allowedCIDRs)")


def test_programs_get_the_same_rows() -> None:
    row = Row(name="dns", status="ok", message="fine")
    assert json.loads(render_json([row])) == [{"name": "dns", "status": "ok", "message": "fine", "required": False}]
