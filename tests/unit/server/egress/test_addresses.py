"""Which addresses may be reached, and how an operator opens a network."""

from ipaddress import IPv4Address, IPv6Address, ip_address

import pytest
from hypothesis import given
from hypothesis import strategies as st

from websearch_server.egress.addresses import AddressRules
from websearch_server.errors import FetchError
from websearch_server.model import DropReason

PUBLIC = [
    "1.1.1.1",
    "8.8.8.8",
    "100.63.255.255",
    "100.128.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "192.31.196.1",
    "192.167.255.255",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
    "::ffff:8.8.8.8",
    "64:ff9b::8.8.8.8",
]
REFUSED = {
    "0.0.0.0": "an unspecified",  # noqa: S104 - judged, not bound
    "10.255.255.255": "a private",
    "100.64.0.0": "a carrier-grade NAT",
    "100.127.255.255": "a carrier-grade NAT",
    "100.100.100.200": "a cloud metadata",
    "127.0.0.1": "a loopback",
    "168.63.129.16": "a cloud metadata",
    "169.254.0.1": "a link-local",
    "169.254.169.254": "a cloud metadata",
    "172.16.0.0": "a private",
    "192.0.0.1": "a reserved",
    "192.0.2.1": "a documentation",
    "192.88.99.1": "a 6to4 relay",
    "192.168.255.255": "a private",
    "198.18.0.1": "a benchmarking",
    "198.51.100.1": "a documentation",
    "203.0.113.1": "a documentation",
    "224.0.0.1": "a multicast",
    "239.255.255.255": "a multicast",
    "240.0.0.1": "a reserved",
    "255.255.255.255": "a reserved",
    "::": "an unspecified",
    "::1": "a loopback",
    "::8.8.8.8": "an IPv4-compatible",
    "::ffff:0:8.8.8.8": "an IPv4-translated",
    "::ffff:127.0.0.1": "a loopback",
    "::ffff:169.254.169.254": "a cloud metadata",
    "64:ff9b::10.0.0.1": "a private",
    "64:ff9b::a9fe:a9fe": "a cloud metadata",
    "64:ff9b:1::8.8.8.8": "a local NAT64",
    "100::1": "a discard-only",
    "2001:0:4136:e378:8000:63bf:80ff:fffe": "a Teredo",
    "2001:2::1": "a benchmarking",
    "2001:1ff::1": "a reserved",
    "2001:db8::1": "a documentation",
    "2002:808:808::1": "a 6to4",
    "3fff::1": "a documentation",
    "2a00::5efe:8.8.8.8": "an ISATAP",
    "2a00::200:5efe:8.8.8.8": "an ISATAP",
    "4000::1": "a reserved",
    "5f00::1": "a reserved",
    "fc00::1": "a private",
    "fd00:ec2::254": "a cloud metadata",
    "fdff::1": "a private",
    "fe80::1": "a link-local",
    "fe80::1%eth0": "a scoped",
    "2a00::1%1": "a scoped",
    "fec0::1": "a site-local",
    "ff02::1": "a multicast",
    "127.1": "an unreadable",
    "0177.0.0.1": "an unreadable",
    "": "an unreadable",
    "localhost": "an unreadable",
}


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_may_be_reached(address: str) -> None:
    assert AddressRules().refusal(address) is None


@pytest.mark.parametrize(("address", "kind"), REFUSED.items())
def test_any_other_address_is_refused_and_named(address: str, kind: str) -> None:
    assert AddressRules().refusal(address) == kind


@pytest.mark.parametrize(
    ("cidr", "inside", "outside"),
    [
        ("10.1.0.0/16", "10.1.255.255", "10.2.0.0"),
        ("127.0.0.2/32", "127.0.0.2", "127.0.0.1"),
        ("127.0.0.2/32", "::ffff:127.0.0.2", "::ffff:127.0.0.1"),
        ("127.0.0.2/32", "64:ff9b::127.0.0.2", "64:ff9b::127.0.0.3"),
        ("fd12::/16", "fd12::1", "fd13::1"),
        ("100.100.0.0/16", "100.100.100.201", "100.100.100.200"),
        ("169.254.0.0/16", "169.254.0.1", "169.254.169.254"),
        ("168.63.128.0/17", "168.63.129.17", "168.63.129.16"),
        ("fd00::/8", "fd00:ec2::255", "fd00:ec2::254"),
        ("::ffff:0:0/96", "8.8.8.8", "::ffff:10.0.0.1"),  # a carried IPv4 address is opened as what it is, or not
        ("10.1.2.3/8", "10.9.9.9", "172.16.0.1"),
    ],
)
def test_a_network_is_opened_exactly(cidr: str, inside: str, outside: str) -> None:
    rules = AddressRules([cidr])
    assert rules.refusal(inside) is None
    assert rules.refusal(outside) is not None


@pytest.mark.parametrize("address", ["169.254.169.254", "100.100.100.200", "168.63.129.16", "fd00:ec2::254"])
def test_a_metadata_address_is_opened_only_by_itself(address: str) -> None:
    bits = ip_address(address).max_prefixlen
    assert AddressRules([f"{address}/{bits - 1}"]).refusal(address) == "a cloud metadata"
    assert AddressRules([f"{address}/{bits}"]).refusal(address) is None


def test_a_refusal_names_what_was_asked_for_and_the_setting() -> None:
    with pytest.raises(FetchError) as caught:
        AddressRules().require("10.0.0.1", host="intranet.test")
    assert caught.value.reason is DropReason.EGRESS
    assert (
        str(caught.value) == "intranet.test leads to a private address, which policy.egress.allowedCIDRs does not open"
    )


@given(st.ip_addresses(v=4))
def test_ipv4_is_refused_where_the_standard_library_knows_it_is_not_global(address: IPv4Address) -> None:
    known = address.is_private or address.is_multicast or address.is_reserved or address.is_loopback
    refused = AddressRules().refusal(str(address)) is not None
    assert refused or not (known or address.is_link_local)


@given(st.ip_addresses(v=6))
def test_ipv6_is_refused_where_the_standard_library_knows_it_is_not_global(address: IPv6Address) -> None:
    refused = AddressRules().refusal(str(address)) is not None
    assert refused or (address.is_global and not address.is_multicast)


@given(st.ip_addresses(v=4))
def test_an_ipv4_address_is_judged_the_same_when_mapped_or_translated(address: IPv4Address) -> None:
    rules = AddressRules(["10.0.0.0/9"])
    carried = {rules.refusal(f"{prefix}{address}") for prefix in ("::ffff:", "64:ff9b::")}
    assert carried == {rules.refusal(str(address))}
