"""HTTP with one SearXNG: a POST in, its JSON out, and every other answer as an error that says what to do.

Redirects are never followed (an external bang leads to any site), nothing of the environment is trusted, bodies are
capped, and neither messages nor logs hold credentials or queries. What the JSON means is `parse.py`'s work; called
by `searxng.py` and `searxng_probe.py`.
"""

import json
import os
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

import httpx

from websearch_server.deadline import Deadline
from websearch_server.errors import (
    ConfigError,
    DeadlineExceededError,
    SearchBackendError,
    SearchMisconfiguredError,
    SearchUnreachableError,
)

__all__ = ["Reply", "SearxngClient"]

_MAX_BODY_BYTES = 10 * 1024 * 1024  # a hundred rows are about 100 KB
# SearXNG's bot limiter wants all four as a browser would send them; any `Python…` agent is refused.
_HEADERS = {
    "Accept": "application/json, text/html;q=0.5",
    "Accept-Encoding": "gzip, deflate",
    "Accept-Language": "en",
    "User-Agent": "websearch-operator",
}
_REFUSALS = {
    401: "wants other credentials: put them into search.searxngURL as https://user:password@host",
    403: "refuses JSON (HTTP 403): enable `json` under `search.formats` in its settings.yml",
    404: "has no search there (HTTP 404): check the path of search.searxngURL",
    405: "takes no POST there (HTTP 405): check the path of search.searxngURL and any proxy before it",
    429: (
        "refuses this server as a bot (HTTP 429): list its address under `pass_ip` in SearXNG's limiter.toml, "
        "or set `server.limiter: false`"
    ),
}


@dataclass(frozen=True, slots=True)
class Reply:
    """A JSON object that SearXNG sent; `timing` is its `Server-Timing` header."""

    status: int
    payload: Mapping[str, object]
    timing: str = ""


class SearxngClient:
    """One pool of connections to the SearXNG at `url`; `origin` names it in messages, without credentials.

    Raises ConfigError when `url` is no address.
    """

    def __init__(self, url: str, *, transport: httpx.AsyncBaseTransport | None = None) -> None:
        base = _base_url(url)
        self.origin = f"{base.scheme}://{base.netloc.decode('ascii')}"
        self._base = f"{self.origin}{base.path.rstrip('/')}"
        self._http = httpx.AsyncClient(
            auth=httpx.BasicAuth(base.username, base.password) if base.userinfo else None,
            headers=_HEADERS,
            timeout=None,  # noqa: S113 - the deadline of each request bounds it as a whole
            verify=_trust(base.scheme),
            follow_redirects=False,
            trust_env=False,
            transport=transport,
        )

    async def search(self, fields: Mapping[str, str], *, deadline: Deadline) -> Reply:
        """Ask one query and return SearXNG's answer. Raises SearchBackendError or DeadlineExceededError."""
        reply = await self.post(fields, deadline=deadline)
        if reply.status != httpx.codes.OK:
            raise SearchBackendError(f"SearXNG at {self.origin} refuses the request: {_said(reply)}.")
        return reply

    async def post(self, fields: Mapping[str, str], *, deadline: Deadline) -> Reply:
        """Send a form to `/search`; SearXNG's own `{"error": …}` with HTTP 400 is a reply too."""
        form = urlencode({**fields, "format": "json", "locale": "en"}, errors="replace")
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return await self._send("POST", "/search", deadline, content=form.encode(), headers=headers)

    async def config(self, *, deadline: Deadline) -> Mapping[str, object]:
        """Fetch what SearXNG says of itself; asks no engine."""
        return (await self._send("GET", "/config", deadline)).payload

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def _send(
        self,
        method: str,
        path: str,
        deadline: Deadline,
        *,
        content: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Reply:
        seconds = deadline.remaining()
        if not seconds:
            raise DeadlineExceededError("The call's time was up before the search engines were asked.")
        request = self._http.build_request(method, f"{self._base}{path}", content=content, headers=headers)
        try:
            async with deadline.timeout():
                response, body = await self._exchange(request)
        except TimeoutError as error:
            raise SearchUnreachableError(
                f"SearXNG at {self.origin} did not answer within {seconds:.1f} s; check its load and its engines' "
                "timeouts, or raise search.timeout."
            ) from error
        except httpx.HTTPError as error:
            raise SearchUnreachableError(
                f"SearXNG at {self.origin} can't be reached ({_reason(error)}); check that it runs and that "
                "search.searxngURL is right."
            ) from error
        return self._reply(response, body)

    async def _exchange(self, request: httpx.Request) -> tuple[httpx.Response, bytes]:
        try:
            return await self._once(request)
        except (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError):
            # A kept connection may have been closed by the time it is used; searching twice does no harm.
            return await self._once(request)

    async def _once(self, request: httpx.Request) -> tuple[httpx.Response, bytes]:
        response = await self._http.send(request, stream=True)
        try:
            return response, await self._read(response)
        finally:
            await response.aclose()

    async def _read(self, response: httpx.Response) -> bytes:
        chunks: list[bytes] = []
        size = 0
        async for chunk in response.aiter_bytes():
            size += len(chunk)
            if size > _MAX_BODY_BYTES:
                raise SearchBackendError(
                    f"SearXNG at {self.origin} sent more than {_MAX_BODY_BYTES // 2**20} MiB; check what "
                    "search.searxngURL points at."
                )
            chunks.append(chunk)
        return b"".join(chunks)

    def _reply(self, response: httpx.Response, body: bytes) -> Reply:
        status = response.status_code
        payload = _json_object(body) if status in (httpx.codes.OK, httpx.codes.BAD_REQUEST) else None
        if payload is None:
            raise self._refusal(response)
        return Reply(status=status, payload=payload, timing=response.headers.get("server-timing", ""))

    def _refusal(self, response: httpx.Response) -> SearchBackendError:
        """Say what an answer that holds no JSON object means and what to do about it."""
        status = response.status_code
        who = f"SearXNG at {self.origin}"
        if message := _REFUSALS.get(status):
            return SearchMisconfiguredError(f"{who} {message}.")
        if response.is_redirect:
            return SearchMisconfiguredError(
                f"{who} redirects to {_target(response)}, which is not followed: set search.searxngURL to the final "
                "address."
            )
        if status in (502, 503, 504):
            return SearchUnreachableError(f"{who} is not up (HTTP {status} from a proxy before it); try again.")
        if status >= httpx.codes.INTERNAL_SERVER_ERROR:
            return SearchBackendError(f"{who} failed (HTTP {status}); its log says why.")
        return SearchMisconfiguredError(
            f"What answers at {self.origin} (HTTP {status}, no JSON) is no SearXNG: check search.searxngURL."
        )


def _base_url(url: str) -> httpx.URL:
    """Read the configured address. Raises ConfigError, without the address: it may hold a password."""
    try:
        base = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise ConfigError(f"search.searxngURL can't be read ({error}); write it as http://host:port.") from error
    if not base.host:
        raise ConfigError("search.searxngURL names no host; write it as http://host:port.")
    return base


def _trust(scheme: str) -> ssl.SSLContext | bool:
    """Believe the usual authorities and the platform's own (the system's store, `SSL_CERT_FILE`)."""
    if scheme != "https":
        return False  # nothing to verify; reading the certificates takes tens of milliseconds
    context = httpx.create_ssl_context(trust_env=False)
    context.load_default_certs()
    return context


def _json_object(body: bytes) -> Mapping[str, object] | None:
    try:
        payload = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return payload if isinstance(payload, dict) else None


def _said(reply: Reply) -> str:
    return str(reply.payload.get("error", f"HTTP {reply.status}"))[:200].rstrip(".")


def _reason(error: httpx.HTTPError) -> str:
    """Say what lies at the bottom: a refused connection reaches us as "All connection attempts failed"."""
    cause: BaseException = error
    while deeper := cause.__cause__ or cause.__context__:
        cause = deeper
    if isinstance(cause, ConnectionError) and cause.errno:
        return os.strerror(cause.errno).lower()
    return str(error).rstrip(".") or type(error).__name__


def _target(response: httpx.Response) -> str:
    """Name where a redirect leads, without its path: an external bang carries the query there."""
    if response.next_request is None:
        return "an address it doesn't name"
    url = response.next_request.url
    return f"{url.scheme}://{url.netloc.decode('ascii')}"
