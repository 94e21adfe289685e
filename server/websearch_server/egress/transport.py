"""The aiohttp session through which every page comes, and the socket factory that has the last word.

aiohttp skips the resolver when a URL holds an IP address, so whatever the resolver and `client.py` have checked, no
socket is made here for an address the rules refuse. Proxies of the environment, netrc, cookies, redirects and
automatic decompression are off: each would be a way around `client.py`, the only caller.
"""

import socket
import ssl

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.connector import AddrInfoType, SocketFactoryType

from websearch_server.egress.addresses import AddressRules
from websearch_server.egress.decode import ACCEPTED
from websearch_server.egress.limits import EgressLimits

__all__ = ["open_session"]

# One field; the whole section is checked against `max_header_bytes`. Policies of 10 KB are seen, 16 KB is rare.
_MAX_FIELD = 16 * 1024


def open_session(
    *,
    rules: AddressRules,
    resolver: AbstractResolver,
    limits: EgressLimits,
    user_agent: str,
    tls: ssl.SSLContext | None,
) -> aiohttp.ClientSession:
    """Make the one session; needs a running event loop. `tls` None means the system's trust store."""
    connector = aiohttp.TCPConnector(
        resolver=resolver,
        use_dns_cache=False,  # the resolver has its own, and judges what comes out of it
        socket_factory=_guarded(rules),
        ssl=tls or True,
        limit=limits.connections,
        limit_per_host=limits.connections_per_host,
        keepalive_timeout=limits.idle_seconds,
    )
    return aiohttp.ClientSession(
        connector=connector,
        headers={"User-Agent": user_agent, "Accept": "*/*", "Accept-Encoding": ACCEPTED},
        cookie_jar=aiohttp.DummyCookieJar(),
        timeout=aiohttp.ClientTimeout(total=None, sock_connect=limits.connect_seconds),
        trust_env=False,
        auto_decompress=False,
        max_line_size=min(_MAX_FIELD, limits.max_header_bytes),
        max_field_size=min(_MAX_FIELD, limits.max_header_bytes),
    )


def _guarded(rules: AddressRules) -> SocketFactoryType:
    """Make a socket factory that refuses what the rules refuse."""

    def make(address: AddrInfoType) -> socket.socket:
        family, kind, protocol, _, endpoint = address
        rules.require(str(endpoint[0]), host="the host")
        return socket.socket(family=family, type=kind, proto=protocol)

    return make
