"""Who may call from a browser: `Host` and `Origin` checks against DNS rebinding, and CORS.

The SDK's own check knows no "any host" and would leave REST to itself, so it stays off and this one guard stands
before every endpoint that answers calls. A server bound to loopback takes loopback names only until it is told
otherwise, because that is where rebinding bites. Used by `asgi.py` and `transport.py`.
"""

import re
from collections.abc import Iterable

from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from websearch_server.config import Settings

__all__ = ["HostOriginGuard", "allowed_pattern", "cors", "with_local_defaults"]

_LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
_EXPOSED_HEADERS = ("Mcp-Session-Id", "Retry-After", "X-Request-Id")


def with_local_defaults(settings: Settings) -> Settings:
    """Narrow hosts and origins to loopback names for a loopback server, where neither has been configured."""
    host = settings.server.host
    if host not in {"localhost", "::1"} and not host.startswith("127."):
        return settings
    hosts = [form for name in _LOOPBACK for form in (name, f"{name}:*")]
    narrowed = {"allowed_hosts": hosts, "allowed_origins": [f"http://{form}" for form in hosts]}
    unset = {key: value for key, value in narrowed.items() if key not in settings.api.model_fields_set}
    return settings.model_copy(update={"api": settings.api.model_copy(update=unset)})


def allowed_pattern(entries: Iterable[str]) -> str:
    """Write a regular expression that matches, in full, what the entries allow and, with none, nothing.

    An entry allows itself; `name:*` any port of that name; `*` anything.
    """
    return "|".join(_entry_pattern(entry) for entry in entries) or r"(?!)"


def _entry_pattern(entry: str) -> str:
    if entry == "*":
        return r".+"
    if entry.endswith(":*"):
        return re.escape(entry.removesuffix(":*")) + r":[0-9]{1,5}"
    return re.escape(entry)


def cors(settings: Settings) -> Middleware:
    """CORS for the allowed origins; stands before every check, because preflights carry no credentials."""
    return Middleware(
        CORSMiddleware,
        allow_origin_regex=allowed_pattern(settings.api.allowed_origins),
        allow_methods=("GET", "POST"),
        allow_headers=("*",),  # Mcp-Param-* headers can't be listed; the origin is what is checked
        expose_headers=_EXPOSED_HEADERS,
    )


class HostOriginGuard:
    """ASGI middleware: answers 421 to a `Host` and 403 to an `Origin` that is not allowed."""

    def __init__(self, app: ASGIApp, *, settings: Settings) -> None:
        self._app = app
        self._hosts = re.compile(allowed_pattern(settings.api.allowed_hosts), re.IGNORECASE)
        self._origins = re.compile(allowed_pattern(settings.api.allowed_origins), re.IGNORECASE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        headers = Headers(scope=scope)
        app: ASGIApp = self._app
        if not self._hosts.fullmatch(headers.get("host", "")):
            app = PlainTextResponse("Host not allowed: name it in api.allowedHosts.", status_code=421)
        elif "origin" in headers and not self._origins.fullmatch(headers["origin"]):
            app = PlainTextResponse("Origin not allowed: name it in api.allowedOrigins.", status_code=403)
        await app(scope, receive, send)
