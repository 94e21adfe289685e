"""The server in the test's own event loop, on a port of its own."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from tests.serving.service import FakeService

from websearch_server.api import Probe, build_app, run_until_drained
from websearch_server.config import Settings
from websearch_server.deadline import Deadline

__all__ = ["WAIT_SECONDS", "healthy", "running", "serving", "settings_with"]

# Bounds every wait of these tests; reached only by one that fails.
WAIT_SECONDS = 20


def settings_with(**sections: Mapping[str, object]) -> Settings:
    """Settings for a loopback server on a free port, with what the test needs."""
    server = {"host": "127.0.0.1", "port": 0, **sections.pop("server", {})}
    return Settings.model_validate({"server": server, **sections})


async def healthy(_deadline: Deadline) -> str:
    """A probe that finds its part well."""
    return "ok"


@asynccontextmanager
async def serving(
    service: FakeService, settings: Settings | None = None, *, probes: Mapping[str, Probe] | None = None
) -> AsyncIterator[str]:
    """Serve the product's app over `service`; yields the base URL."""
    settings = settings or settings_with()
    app = build_app(service=service, probes=probes or {"searxng": healthy}, settings=settings)
    async with running(app, settings) as url:
        yield url


@asynccontextmanager
async def running(app: Starlette, settings: Settings) -> AsyncIterator[str]:
    """Serve any app; yields the base URL."""
    listening: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    server = asyncio.create_task(run_until_drained(app, settings.server, ready=listening.set_result))
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            await asyncio.wait({server, listening}, return_when=asyncio.FIRST_COMPLETED)
        if server.done():
            server.result()
        yield await listening
    finally:
        server.cancel()
        await asyncio.wait({server})
