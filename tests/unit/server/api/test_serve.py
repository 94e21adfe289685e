import asyncio

import pytest
from starlette.applications import Starlette

from websearch_server.api.drain import Drain
from websearch_server.api.serve import base_url, run_until_drained
from websearch_server.config.serving import ServerSettings

LOOPBACK = ServerSettings(host="127.0.0.1", port=0)


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8080"),
        ("0.0.0.0", "http://127.0.0.1:8080"),  # noqa: S104 - the address of the seed's default
        ("", "http://127.0.0.1:8080"),
        ("::", "http://[::1]:8080"),
        ("::1", "http://[::1]:8080"),
        ("search.example", "http://search.example:8080"),
    ],
)
def test_the_url_is_one_that_can_be_opened_here(host: str, url: str) -> None:
    assert base_url(host, 8080) == url


async def test_cancelled_it_stops_at_once_and_leaves_nothing_behind() -> None:
    app = Starlette()
    app.state.drain = Drain()
    before = asyncio.all_tasks()
    listening: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(run_until_drained(app, LOOPBACK, ready=listening.set_result))
    await listening
    serving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await serving
    assert app.state.drain.draining
    assert asyncio.all_tasks() == before
