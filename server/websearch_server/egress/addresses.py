"""Which IP addresses may be connected to: public ones, and the networks an operator has opened.

Pure: an address in, a word out. IPv6 is judged by what is *allowed* (global unicast) and IPv4 by what isn't, from
the IANA special-purpose registries rather than `ipaddress.is_global`, whose answer differs between Python releases.
An IPv4 address carried in IPv6 is judged as the IPv4 it reaches. Called before a hop (literals), after a lookup and
once more when the socket is made, all within this package.
"""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from websearch_server.errors import FetchError
from websearch_server.model import DropReason

__all__ = ["AddressRules"]

# IANA IPv4 Special-Purpose Address Registry, less the three AS112 and AMT blocks that are globally reachable.
_REFUSED_V4 = tuple(
    (IPv4Network(network), kind)
    for network, kind in (
        ("0.0.0.0/8", "an unspecified"),
        ("10.0.0.0/8", "a private"),
        ("100.64.0.0/10", "a carrier-grade NAT"),
        ("127.0.0.0/8", "a loopback"),
        ("169.254.0.0/16", "a link-local"),
        ("172.16.0.0/12", "a private"),
        ("192.0.0.0/24", "a reserved"),
        ("192.0.2.0/24", "a documentation"),
        ("192.88.99.0/24", "a 6to4 relay"),
        ("192.168.0.0/16", "a private"),
        ("198.18.0.0/15", "a benchmarking"),
        ("198.51.100.0/24", "a documentation"),
        ("203.0.113.0/24", "a documentation"),
        ("224.0.0.0/4", "a multicast"),
        ("240.0.0.0/4", "a reserved"),  # and 255.255.255.255
    )
)

# IANA IPv6 Special-Purpose Address Registry. First match wins; anything else must be in 2000::/3, the only global
# unicast space. Names are what a person reads in a log: the rule that refuses is the last line of `_refusal_v6`.
_REFUSED_V6 = tuple(
    (IPv6Network(network), kind)
    for network, kind in (
        ("::/128", "an unspecified"),
        ("::1/128", "a loopback"),
        ("::/96", "an IPv4-compatible"),  # RFC 4291 §2.5.5.1, deprecated
        ("::ffff:0:0:0/96", "an IPv4-translated"),  # RFC 2765
        ("64:ff9b:1::/48", "a local NAT64"),  # RFC 8215: where the IPv4 address sits is the network's own choice
        ("100::/64", "a discard-only"),
        ("2001::/32", "a Teredo"),
        ("2001:2::/48", "a benchmarking"),
        ("2001::/23", "a reserved"),  # IETF protocol assignments
        ("2001:db8::/32", "a documentation"),
        ("2002::/16", "a 6to4"),  # RFC 7526: no longer in use, and able to carry any IPv4 address
        ("3fff::/20", "a documentation"),
        ("fc00::/7", "a private"),
        ("fe80::/10", "a link-local"),
        ("fec0::/10", "a site-local"),
        ("ff00::/8", "a multicast"),
    )
)
_GLOBAL_V6 = IPv6Network("2000::/3")
_NAT64 = IPv6Network("64:ff9b::/96")  # RFC 6052: what every IPv4 host looks like on an IPv6-only network

# Where clouds hand out credentials. Opening a wider network doesn't open these; 168.63.129.16 is not even private.
_METADATA = frozenset(
    ip_address(address)
    for address in (
        "169.254.169.254",  # AWS, Azure, Google, Oracle, OpenStack, DigitalOcean, Hetzner
        "169.254.169.253",  # AWS resolver
        "169.254.170.2",  # AWS ECS task credentials
        "169.254.170.23",  # AWS EKS pod identity
        "169.254.42.42",  # Scaleway
        "100.100.100.200",  # Alibaba
        "168.63.129.16",  # Azure WireServer
        "192.0.0.192",  # Oracle
        "fd00:ec2::254",  # AWS
        "fd00:ec2::253",  # AWS resolver
        "fd00:ec2::23",  # AWS EKS pod identity
        "fd20:ce::254",  # Google
        "fd00:c1::a9fe:a9fe",  # Oracle
        "fd00:42::42",  # Scaleway
        "fe80::a9fe:a9fe",  # OpenStack
    )
)
_ISATAP = (0x00005EFE, 0x02005EFE)  # RFC 5214 §6.1: upper half of the interface identifier


class AddressRules:
    """Judges addresses; `allowed_cidrs` opens exactly those networks beside the public Internet.

    A metadata address stays refused unless named by itself (`/32` or `/128`). Raises ValueError for a network that
    isn't one.
    """

    def __init__(self, allowed_cidrs: Sequence[str] = ()) -> None:
        self._allowed = tuple(ip_network(cidr, strict=False) for cidr in allowed_cidrs)
        # Addresses repeat (a site's pages, both checks of one connection); 4096 of them are some 1 MB.
        self.refusal = lru_cache(maxsize=4096)(self._refusal)

    def require(self, address: str, *, host: str) -> None:
        """Raise FetchError unless `address` may be reached.

        The message names what was asked for, never the address: an agent must not be able to map an internal
        network by asking for names.
        """
        if kind := self.refusal(address):
            raise FetchError(
                f"{host} leads to {kind} address, which policy.egress.allowedCIDRs does not open",
                reason=DropReason.EGRESS,
            )

    def _refusal(self, address: str) -> str | None:
        """Say what kind of address it is ("a private"), with its article, or None if it may be reached."""
        try:
            parsed = ip_address(address)
        except ValueError:
            return "an unreadable"
        if isinstance(parsed, IPv6Address):
            if parsed.scope_id is not None:
                return "a scoped"
            parsed = _carried(parsed) or parsed
        opened = [network for network in self._allowed if parsed in network]
        if parsed in _METADATA:
            exact = any(network.num_addresses == 1 for network in opened)
            return None if exact else "a cloud metadata"
        if opened:
            return None
        return _refusal_v4(parsed) if isinstance(parsed, IPv4Address) else _refusal_v6(parsed)


def _carried(address: IPv6Address) -> IPv4Address | None:
    """Find the IPv4 address that the kernel (mapped) or the network's NAT64 would really talk to."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else None


def _refusal_v4(address: IPv4Address) -> str | None:
    return next((kind for network, kind in _REFUSED_V4 if address in network), None)


def _refusal_v6(address: IPv6Address) -> str | None:
    for network, kind in _REFUSED_V6:
        if address in network:
            return kind
    if (int(address) >> 32) & 0xFFFFFFFF in _ISATAP:
        return "an ISATAP"
    return None if address in _GLOBAL_V6 else "a reserved"
