"""`Mcp-Session-Id` without sessions: any replica takes an id of any other, a stale one is 404."""

import asyncio

import httpx
from tests.serving.messages import BOTH, INITIALIZE, LIST, modern
from tests.serving.running import WAIT_SECONDS, serving, settings_with
from tests.serving.service import FakeService


async def session(http: httpx.AsyncClient) -> str:
    answer = await http.post("/mcp", json=INITIALIZE, headers=BOTH)
    assert answer.status_code == 200
    return str(answer.headers["mcp-session-id"])


async def test_an_id_is_issued_at_initialize_and_accepted_later(http: httpx.AsyncClient) -> None:
    known = {"Mcp-Session-Id": await session(http)}
    assert (await http.post("/mcp", json=LIST, headers={**BOTH, **known})).status_code == 200


async def test_a_call_without_an_id_is_answered(http: httpx.AsyncClient) -> None:
    assert (await http.post("/mcp", json=LIST, headers=BOTH)).status_code == 200


async def test_an_unknown_id_is_404_and_initialize_starts_over(http: httpx.AsyncClient) -> None:
    stale = {"Mcp-Session-Id": "from-before-the-restart"}
    answer = await http.post("/mcp", json=LIST, headers={**BOTH, **stale})
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, -32001)
    again = await http.post("/mcp", json=INITIALIZE, headers={**BOTH, **stale})
    assert again.status_code == 200
    assert again.headers["mcp-session-id"] != stale["Mcp-Session-Id"]


async def test_replicas_that_share_a_key_take_each_others_ids(service: FakeService) -> None:
    shared = settings_with(api={"sessionKey": "the same on every replica"})
    async with (
        serving(service, shared) as first,
        serving(service, shared) as second,
        serving(service) as stranger,
        httpx.AsyncClient() as http,
    ):
        started = await http.post(f"{first}/mcp", json=INITIALIZE, headers=BOTH)
        headers = {**BOTH, "Mcp-Session-Id": started.headers["mcp-session-id"]}
        statuses = [
            (await http.post(f"{url}/mcp", json=LIST, headers=headers)).status_code for url in (first, second, stranger)
        ]
    assert statuses == [200, 200, 404]


async def test_an_id_expires(service: FakeService) -> None:
    brief = settings_with(api={"sessionTtl": "1ms"})
    async with serving(service, brief) as url, httpx.AsyncClient(base_url=url) as http:
        headers = {**BOTH, "Mcp-Session-Id": await session(http)}
        assert (await http.post("/mcp", json=LIST, headers=headers)).status_code == 404


async def test_2026_07_28_knows_no_ids(http: httpx.AsyncClient) -> None:
    body, headers = modern("server/discover")
    answer = await http.post("/mcp", json=body, headers={**BOTH, **headers, "Mcp-Session-Id": "whatever"})
    assert answer.status_code == 200
    assert "mcp-session-id" not in answer.headers


async def test_nothing_is_kept_of_a_session(http: httpx.AsyncClient) -> None:  # python-sdk #1283, #3300
    before = len(asyncio.all_tasks())
    for _ in range(20):
        await session(http)
    async with asyncio.timeout(WAIT_SECONDS):
        # One more, because sse-starlette keeps one task for all streams of a loop.
        while len(asyncio.all_tasks()) > before + 1:  # noqa: ASYNC110 - the SDK tells nobody when its tasks are done
            await asyncio.sleep(0)
