import httpx
import pytest
from mcp.server.lowlevel import Server

from websearch_server.api.drain import Drain
from websearch_server.api.legacy import LegacySse
from websearch_server.config import Settings


@pytest.mark.parametrize(("method", "status"), [("GET", 503), ("HEAD", 405), ("POST", 400)])
async def test_a_drain_opens_no_more_streams(method: str, status: int) -> None:
    server: Server[dict[str, object]] = Server("bare")
    drain = Drain()
    drain.begin()
    legacy = LegacySse(server, Settings(), drain=drain)
    async with httpx.AsyncClient(transport=httpx.ASGITransport(legacy.stream), base_url="http://x") as http:
        headers = {"Content-Type": "application/json"}
        assert (await http.request(method, "/sse", headers=headers)).status_code == status
