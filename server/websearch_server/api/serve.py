"""Runs an app under uvicorn from its first request to the end of its drain.

A first SIGTERM or SIGINT stops the listening and lets the calls in flight finish within `server.drainTimeout`;
the exit code is 0, because nothing went wrong. A second one ends at once. uvicorn alone would exit with the
signal's code and keep event streams that owe nothing open until its timeout. Called by `app.py`.
"""

import asyncio
import math
from collections.abc import Callable
from types import FrameType
from typing import Any

import structlog
import uvicorn
from starlette.applications import Starlette

from websearch_server.api.drain import Drain
from websearch_server.config.serving import ServerSettings
from websearch_server.errors import ConfigError

__all__ = ["base_url", "run_until_drained"]

log = structlog.get_logger(__name__)

# Longer than proxies keep idle connections to us (60 s is the usual value), so that they close first and never
# send a request into a connection that is just being closed.
_KEEP_ALIVE_SECONDS = 75
# What requests whose caller was hung up on, and then the lifespan, may take to clean up.
_ABORT_SECONDS = 1.0
_SIGNAL_EXIT = 128  # the shell's convention: 128 + signal


async def run_until_drained(
    app: Starlette, settings: ServerSettings, *, ready: Callable[[str], None] | None = None
) -> int:
    """Serve until a signal and drain; cancelled, stop at once. Returns the exit code.

    `ready` is called with the base URL once the server listens. Raises ConfigError when it can't.
    """
    server = _Server(app, settings, ready=ready)
    try:
        await server.serve()
    except SystemExit as error:  # uvicorn's way to say so, after logging why
        raise ConfigError(
            f"can't listen on {settings.host}:{settings.port}: is the address this machine's and the port free?"
        ) from error
    except asyncio.CancelledError:
        await server.abort()
        if server.forced_by is None:
            raise
        server.absorb_cancellation()
        return _SIGNAL_EXIT + server.forced_by
    return 0


class _Server(uvicorn.Server):
    def __init__(self, app: Starlette, settings: ServerSettings, *, ready: Callable[[str], None] | None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                host=settings.host,
                port=settings.port,
                lifespan="on",
                ws="none",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_keep_alive=_KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=math.ceil(settings.drain_timeout),
            )
        )
        self.forced_by: int | None = None
        self._drain: Drain = app.state.drain
        self._ready = ready
        self._serving = asyncio.current_task()

    # `sockets` is always None here; Any, because the layers keep the socket module out of this package.
    async def startup(self, sockets: list[Any] | None = None) -> None:
        """Listen, and say where."""
        await super().startup(sockets=sockets)
        url = base_url(self.config.host, self.servers[0].sockets[0].getsockname()[1])
        log.info("listening", url=url)
        if self._ready is not None:
            self._ready(url)

    async def shutdown(self, sockets: list[Any] | None = None) -> None:
        """Stop listening and wait for the calls in flight."""
        log.info("draining", connections=len(self.server_state.connections))
        self._drain.begin()
        await super().shutdown(sockets=sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - uvicorn's signature
        """Take a signal: the first begins the drain, the second cancels it."""
        if self.should_exit and self._serving is not None:
            self.forced_by = sig
            self._serving.get_loop().call_soon_threadsafe(self._serving.cancel)
        self.should_exit = True

    def absorb_cancellation(self) -> None:
        """Take back the cancellation of a second signal, which was ours and goes no further."""
        if self._serving is not None:
            self._serving.uncancel()

    async def abort(self) -> None:
        """Stop without waiting for anybody's answer: hang up, which stops all work, and end the lifespan."""
        self._drain.begin()
        if not self.started:
            return
        for listener in self.servers:
            listener.close()
        for connection in list(self.server_state.connections):
            connection.transport.close()
        if requests := set(self.server_state.tasks):
            _, working = await asyncio.wait(requests, timeout=_ABORT_SECONDS)
            for request in working:
                request.cancel()
        async with asyncio.timeout(_ABORT_SECONDS):
            await self.lifespan.shutdown()


def base_url(host: str, port: int) -> str:
    """Write the URL under which a server bound to `host` is reached from this machine."""
    reached = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - read, not bound
    return f"http://[{reached}]:{port}" if ":" in reached else f"http://{reached}:{port}"
