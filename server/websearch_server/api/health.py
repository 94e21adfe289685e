"""Health for people and machines: `/health` (seed, Palena §7), `/livez` and `/readyz`.

`/health` tells about the parts: 503 when SearXNG, the one hard dependency, is down, "degraded" when any other is.
The other two are for kubelets and load balancers and ask nobody: a restart would not bring SearXNG back, and
taking every replica out of service would only hide the error that says so. Routed by `asgi.py`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import structlog
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from websearch_server import __version__
from websearch_server.api.drain import Drain
from websearch_server.deadline import Deadline

__all__ = ["Probe", "Probes", "health_routes"]

log = structlog.get_logger(__name__)

Probe = Callable[[Deadline], Awaitable[str]]
"""Asks one part how it is, by the deadline: "ok", "unavailable" or "error"."""

_REQUIRED = "searxng"
_PROBE_SECONDS = 2.0  # below the second-long timeouts times retries that probes of /health itself run with
_FRESH_SECONDS = 2.0  # many callers poll; the parts are asked once for all of them


class Probes:
    """Asks all parts at once and remembers what they said for two seconds."""

    def __init__(self, probes: Mapping[str, Probe]) -> None:
        self._probes = dict(probes)
        self._asking: asyncio.Task[dict[str, str]] | None = None
        self._known: dict[str, str] = {}
        self._fresh_until = float("-inf")

    async def report(self) -> dict[str, str]:
        """Say how every part is."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._fresh_until:
            return self._known
        if self._asking is None or self._asking.done():
            self._asking = loop.create_task(self._ask())
        # Shielded, because others may wait for the same answer when this caller leaves.
        return await asyncio.shield(self._asking)

    async def _ask(self) -> dict[str, str]:
        states = await asyncio.gather(*(_state(name, probe) for name, probe in self._probes.items()))
        self._known = dict(zip(self._probes, states, strict=True))
        self._fresh_until = asyncio.get_running_loop().time() + _FRESH_SECONDS
        return self._known


async def _state(name: str, probe: Probe) -> str:
    deadline = Deadline.after(_PROBE_SECONDS)
    try:
        async with deadline.timeout():
            return await probe(deadline)
    except TimeoutError:
        return "unavailable"
    except Exception:  # the ASGI edge: a probe that breaks is a finding, not a failed request
        log.exception("health probe failed", part=name)
        return "error"


def health_routes(probes: Probes, drain: Drain) -> list[BaseRoute]:
    """Make the three routes."""

    async def health(_request: Request) -> Response:
        parts = await probes.report()
        body = {
            "status": "ok" if all(state == "ok" for state in parts.values()) else "degraded",
            "version": __version__,
            "sidecars": parts,
        }
        return JSONResponse(body, status_code=200 if parts.get(_REQUIRED, "ok") == "ok" else 503)

    async def livez(_request: Request) -> Response:
        return JSONResponse({"status": "ok"})

    async def readyz(_request: Request) -> Response:
        if drain.ready:
            return JSONResponse({"status": "ok"})
        return JSONResponse({"status": "draining" if drain.draining else "starting"}, status_code=503)

    return [Route("/health", health), Route("/livez", livez), Route("/readyz", readyz)]
