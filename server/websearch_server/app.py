"""The composition root: Settings → clients → pipeline → ASGI app, and the server's life from start to drain.

The only place that builds the parts and knows who needs which. It refuses settings that ask for protection this
version can't give, because a compliance setting that is quietly ignored is worse than a server that won't start.
Called by `cli.py`, `console.py`, `embedded/` and tests.
"""

import asyncio
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import structlog

from websearch_server.api import build_app, run_until_drained
from websearch_server.config import Settings
from websearch_server.deadline import Deadline
from websearch_server.egress import Egress, EgressLimits
from websearch_server.errors import ConfigError, SearchBackendError, SearchUnreachableError
from websearch_server.pipeline import Pipeline
from websearch_server.policy import PolicyGate
from websearch_server.scrape import Ladder
from websearch_server.search import SearxngProvider
from websearch_server.telemetry import configure_logging

__all__ = ["open_pipeline", "refuse_unavailable", "serve"]

log = structlog.get_logger(__name__)

_PROBE_SECONDS = 3.0
_WAIT_SECONDS = 2.0


def refuse_unavailable(settings: Settings) -> None:
    """Raise ConfigError for every setting that asks for a part this version doesn't have yet."""
    asked = {
        f"pii.mode: {settings.pii.mode}": settings.pii.enabled and settings.pii.mode != "audit",
        "pii.onUnavailable: block": settings.pii.enabled and settings.pii.on_unavailable == "block",
        "injection.enabled: true": settings.injection.enabled,
        f"reranker.provider: {settings.reranker.provider}": settings.reranker.provider != "none",
        "provenance.clickhouse.enabled: true": settings.provenance.clickhouse.enabled,
        "scraper.proxy.enabled: true": settings.scraper.proxy.enabled,
        "otel.enabled: true": settings.otel.enabled,
    }
    if refused := [key for key, wanted in asked.items() if wanted]:
        raise ConfigError(f"not available in this version: {', '.join(refused)}; remove it, nothing would honour it")


@asynccontextmanager
async def open_pipeline(settings: Settings) -> AsyncIterator[Pipeline]:
    """Build the pipeline and its clients; on leaving, every connection and worker process is closed.

    Raises ConfigError when a setting can't be honoured.
    """
    refuse_unavailable(settings)
    http = settings.scraper.http
    async with AsyncExitStack() as stack:
        egress = Egress(
            limits=EgressLimits(
                max_redirects=http.max_redirects,
                max_body_bytes=http.max_body_bytes,
                max_header_bytes=http.max_header_bytes,
            ),
            user_agent=http.user_agent,
            allowed_cidrs=settings.policy.egress.allowed_cidrs,
        )
        stack.push_async_callback(egress.close)
        provider = SearxngProvider(settings.search)
        stack.push_async_callback(provider.close)
        ladder = Ladder(settings.scraper, egress=egress)
        stack.push_async_callback(ladder.close)
        if settings.scraper.enabled:
            await ladder.start()
        gate = PolicyGate(settings.policy, egress=egress)
        yield Pipeline(settings=settings, provider=provider, gate=gate, ladder=ladder)


async def serve(settings: Settings, *, wait: bool = False, ready: Callable[[str], None] | None = None) -> int:
    """Serve until SIGTERM or SIGINT, then finish the calls in flight. Returns the exit code.

    SearXNG is the one hard dependency: when it is down at start this raises SearchBackendError, or waits for it
    with `wait`. `ready` is called with the base URL once the server listens.
    """
    configure_logging(settings.logging)
    async with open_pipeline(settings) as pipeline:
        if not await _require_search(pipeline, wait=wait):
            return 0
        app = build_app(service=pipeline, probes={"searxng": pipeline.provider.health}, settings=settings)
        return await run_until_drained(app, settings.server, ready=ready)


async def _require_search(pipeline: Pipeline, *, wait: bool) -> bool:
    """Say whether SearXNG answers: True, or False where SIGTERM ended the wait. Raises what is wrong, not told to wait.

    The signal is handled here, because a container's first process ignores those that nobody handles.
    """
    stop = asyncio.Event()
    if wait:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    try:
        while not stop.is_set():
            status = await pipeline.provider.health(Deadline.after(_PROBE_SECONDS))
            if status == "ok":
                return True
            message = await pipeline.provider.diagnose(Deadline.after(_PROBE_SECONDS))
            if not wait:
                raise (
                    SearchUnreachableError(f"fatal: {message}")
                    if status == "unavailable"
                    else SearchBackendError(f"fatal: {message}")
                )
            log.warning("waiting for SearXNG", status=status, problem=message)
            with suppress(TimeoutError):
                async with asyncio.timeout(_WAIT_SECONDS):
                    await stop.wait()
        return False
    finally:
        if wait:
            asyncio.get_running_loop().remove_signal_handler(signal.SIGTERM)
