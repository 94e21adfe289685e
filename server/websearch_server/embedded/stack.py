"""`websearch up`: SearXNG with live engines and the server over it, on this machine, until one signal ends both.

The user's configuration applies as it is; only SearXNG's address and the server's own are this stack's. SearXNG
is supervised by `searxng.py`, the server runs in this process and drains on SIGINT or SIGTERM. Called by `cli.py`.
"""

import secrets
import socket
import sys

from websearch_server.app import serve
from websearch_server.config import Settings
from websearch_server.embedded.clients import client_configurations
from websearch_server.embedded.searxng import EmbeddedSearxng
from websearch_server.embedded.searxng_env import ensure_searxng, say_on_stderr
from websearch_server.embedded.searxng_settings import live_settings, wanted_engines
from websearch_server.errors import StackError

__all__ = ["placed", "require_free_port", "run_up", "searxng_secret"]


async def run_up(settings: Settings, *, host: str, port: int) -> int:
    """Run the stack until a signal. Returns the exit code. Raises StackError when a part can't be started."""
    require_free_port(host, port)
    python = await ensure_searxng(say_on_stderr)
    say_on_stderr("Starting SearXNG …")
    rendered = live_settings(wanted_engines(settings.search), secret=searxng_secret())
    async with EmbeddedSearxng(python=python, settings=rendered, report=say_on_stderr) as searxng:
        say_on_stderr(f"SearXNG answers at {searxng.url} (live engines); log: {searxng.log_file}")
        return await serve(placed(settings, searxng_url=searxng.url, host=host, port=port), ready=_announce)


def placed(settings: Settings, *, searxng_url: str, host: str, port: int) -> Settings:
    """The same settings over our SearXNG, listening where told."""
    return settings.model_copy(
        update={
            "search": settings.search.model_copy(update={"searxng_url": searxng_url}),
            "server": settings.server.model_copy(update={"host": host, "port": port}),
        }
    )


def searxng_secret() -> str:
    """A key for one run of SearXNG; it signs nothing that outlives it."""
    return secrets.token_hex(32)


def require_free_port(host: str, port: int) -> None:
    """Raise StackError when the server won't be able to listen there; asked before SearXNG is started for nothing."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise StackError(
                f"can't listen on {host}:{port}: {error.strerror}; choose another port with --port (0: any free one)"
            ) from error


def _announce(url: str) -> None:
    sys.stdout.write(f"\nwebsearch is up: {url}  (MCP at {url}/mcp, health at {url}/health)\n")
    sys.stdout.write(f"Press Ctrl-C to stop.\n\n{client_configurations(url)}\n")
    sys.stdout.flush()
