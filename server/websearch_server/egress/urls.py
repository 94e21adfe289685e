"""Reading and checking a URL before anything is looked up: what is fetched is what was checked.

Pure. The WHATWG parser (Ada, the one in Node.js) turns every spelling of a host into one: decimal, octal and hex
IPv4, full-width digits, percent-encoding, IDNA. Its result alone is used from there on, so no second parser can
read the URL differently. Nothing here resolves names or judges addresses (`addresses.py`). Called by `client.py`
for each hop and by `policy/` for origins and hosts.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

import ada_url

from websearch_server.errors import FetchError
from websearch_server.model import DropReason

__all__ = ["Target", "join", "parse"]

_MAX_LENGTH = 8192  # RFC 9110 §4.1: recipients should handle at least 8000 octets
_DEFAULT_PORTS = {"http": 80, "https": 443}
# The "bad ports" of the Fetch standard: other protocols that an HTTP request could be smuggled into.
_OTHER_PROTOCOLS = (
    "0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 "
    "135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 "
    "995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
)
_BAD_PORTS = frozenset(map(int, _OTHER_PROTOCOLS.split()))
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")
_AUTHORITY = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://([^/?#]+)")
_DIGITS_OR_COLON = re.compile(r"[0-9.]+|.*:.*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One checked URL in canonical form.

    `host` is an A-label in lower case without trailing dot, or an IP address without brackets; `path` carries the
    query; `fragment` has its `#` or is empty; `literal` says that `host` is an IP address.
    """

    scheme: str
    host: str
    port: int
    path: str
    fragment: str = ""
    literal: bool = False

    @property
    def authority(self) -> str:
        """Host and port as they stand in a URL; a default port is left out."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme, host and port: what robots.txt rules belong to."""
        return f"{self.scheme}://{self.authority}"

    @property
    def url(self) -> str:
        """The canonical URL without its fragment."""
        return self.origin + self.path


@lru_cache(maxsize=4096)  # policy and egress both read each URL; 4096 are the candidates of some 200 calls
def parse(url: str) -> Target:
    """Read and check a URL. Raises FetchError with reason EGRESS and a message free of the URL's secrets."""
    _check_spelling(url)
    try:
        parts = ada_url.parse_url(url, attributes=("protocol", "username", "password", "hostname", "port", "href"))
    except ValueError:
        raise _refused("it is not a valid URL") from None
    if parts["username"] or parts["password"]:
        raise _refused("it carries a user name or password")
    scheme = parts["protocol"].removesuffix(":")
    host = parts["hostname"].removesuffix(".").strip("[]")
    literal = bool(_DIGITS_OR_COLON.fullmatch(host))
    if not literal:
        _check_labels(host)
    port = int(parts["port"] or _DEFAULT_PORTS[scheme])
    if port in _BAD_PORTS:
        raise _refused(f"port {port} is not for web pages")
    # The serialised URL is `scheme://host[:port]/path?query#fragment`; the path starts at the third slash.
    path, mark, fragment = parts["href"].split("/", 3)[3].partition("#")
    return Target(scheme=scheme, host=host, port=port, path=f"/{path}", fragment=mark + fragment, literal=literal)


def join(base: Target, location: str) -> Target:
    """Follow a redirect's `Location` from `base`; without a fragment of its own it keeps `base`'s (RFC 9110 §10.2.2).

    Raises FetchError like `parse`.
    """
    # aiohttp keeps bytes that aren't UTF-8 as lone surrogates; on the wire they are what browsers send back.
    location = "".join(f"%{ord(c) - 0xDC00:02X}" if "\udc80" <= c <= "\udcff" else c for c in location)
    if _CONTROL.search(location) or "\\" in location.partition("?")[0]:
        raise _refused("a redirect's address has control characters or backslashes in it")
    try:
        target = parse(ada_url.join_url(base.url, location))
    except ValueError:
        raise _refused("a redirect's address is not a valid URL") from None
    if target.fragment or not base.fragment:
        return target
    return parse(target.url + base.fragment)


def _check_spelling(url: str) -> None:
    """Refuse what parsers are known to disagree on, before one of them gets to see it."""
    if len(url) > _MAX_LENGTH:
        raise _refused(f"it is longer than {_MAX_LENGTH} characters")
    if _CONTROL.search(url) or url != url.strip():
        raise _refused("it has control characters or surrounding space in it")
    scheme = _SCHEME.match(url)
    if not scheme or scheme[1].lower() not in _DEFAULT_PORTS:
        raise _refused("only http and https URLs are fetched")
    authority = _AUTHORITY.match(url)
    if not authority or "\\" in url.partition("?")[0].partition("#")[0]:
        raise _refused("it is not of the form http://host/path")
    if "@" in authority[1]:
        raise _refused("it carries a user name or password")


def _check_labels(host: str) -> None:
    """Refuse names that DNS can't hold (RFC 1035 §2.3.4)."""
    if len(host) > 253 or not all(0 < len(label) <= 63 for label in host.split(".")):
        raise _refused("its host is not a valid name")


def _refused(why: str) -> FetchError:
    return FetchError(f"the URL was refused: {why}", reason=DropReason.EGRESS)
