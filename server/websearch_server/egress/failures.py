"""Saying in one short sentence why a host could not be read.

Maps what aiohttp and the system raise to FetchError; the words name the host, never the URL (its path and query may
be secrets) and never an address. Called by `client.py` only.
"""

import errno
import socket

import aiohttp
from aiohttp.http_exceptions import LineTooLong

from websearch_server.errors import FetchError
from websearch_server.model import DropReason

__all__ = ["FAILURES", "explain"]

FAILURES = (aiohttp.ClientError, OSError)
"""What a request through aiohttp raises when the other side or the network fails; `TimeoutError` is an `OSError`."""


def explain(error: BaseException, *, host: str) -> FetchError:
    """Turn one failure of a request to `host` into what is shown and counted."""
    if _header_flood(error):
        return FetchError(f"{host} sent too large a header", reason=DropReason.TOO_LARGE)
    return FetchError(f"{host} {_what(error)}", reason=DropReason.UNREACHABLE)


def _what(error: BaseException) -> str:
    if isinstance(error, aiohttp.ClientConnectorError):
        return _no_connection(error)
    if isinstance(error, TimeoutError):
        return "does not complete a connection in time"
    if isinstance(error, aiohttp.ServerDisconnectedError):
        return "closed the connection without an answer"
    if isinstance(error, aiohttp.ClientPayloadError):
        return "broke off in the middle of the page"
    if isinstance(error, aiohttp.ClientResponseError):
        return "does not answer in valid HTTP"
    return "broke the connection"


def _no_connection(error: aiohttp.ClientConnectorError) -> str:
    if isinstance(error, aiohttp.ClientConnectorCertificateError):
        return "has no valid TLS certificate"
    if isinstance(error, aiohttp.ClientConnectorSSLError):
        return "does not complete a TLS handshake"
    if isinstance(error, aiohttp.ClientConnectorDNSError):
        again = error.errno == socket.EAI_AGAIN
        return "could not be looked up: the name servers do not answer" if again else "has no address in DNS"
    return "refuses connections" if error.errno == errno.ECONNREFUSED else "can't be connected to"


def _header_flood(error: BaseException | None) -> bool:
    """Whether the parser gave up on the size or number of header fields; aiohttp tells only by its cause."""
    while error is not None:
        if isinstance(error, LineTooLong) or "Too many headers" in str(error):
            return True
        error = error.__cause__
    return False
