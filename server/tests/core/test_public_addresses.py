"""No private address counts as public, in any notation."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.core.public_addresses import SPECIAL_IPV4, is_public

PRIVATE_IPV4 = [
    *SPECIAL_IPV4,
    *map(IPv4Network, ("169.254.169.254/32", "100.100.100.200/32", "192.0.0.192/32")),
]
PRIVATE_IPV6 = [
    IPv6Network(text)
    for text in (
        "::/128",
        "::1/128",
        "::/96",
        "64:ff9b:1::/48",
        "100::/64",
        "100:0:0:1::/64",
        "2001::/32",
        "2001:2::/48",
        "2001:10::/28",
        "2001:20::/28",
        "2001:db8::/32",
        "2002::/16",
        "3fff::/20",
        "5f00::/16",
        "fc00::/7",
        "fd00:ec2::254/128",
        "fe80::/10",
        "fec0::/10",
        "ff00::/8",
    )
]


def ipv4_in(network: IPv4Network) -> st.SearchStrategy[IPv4Address]:
    first, last = int(network.network_address), int(network.broadcast_address)
    return st.integers(first, last).map(IPv4Address)


def ipv6_in(network: IPv6Network) -> st.SearchStrategy[IPv6Address]:
    first, last = int(network.network_address), int(network.broadcast_address)
    return st.integers(first, last).map(IPv6Address)


private_ipv4 = st.sampled_from(PRIVATE_IPV4).flatmap(ipv4_in)
private_ipv6 = st.sampled_from(PRIVATE_IPV6).flatmap(ipv6_in)
any_ipv4 = st.integers(0, 2**32 - 1).map(IPv4Address)
any_ipv6 = st.integers(0, 2**128 - 1).map(IPv6Address)


@given(private_ipv4 | private_ipv6)
def test_special_ranges_are_not_public(address: IPv4Address | IPv6Address) -> None:
    assert not is_public(str(address))


@given(private_ipv4, st.sampled_from(["::ffff:0:0", "64:ff9b::", "::", "64:ff9b:1::"]))
def test_an_embedded_private_address_is_not_public(inner: IPv4Address, prefix: str) -> None:
    outer = IPv6Address(int(IPv6Address(prefix)) | int(inner))
    assert not is_public(str(outer))
    assert not is_public(outer.exploded)


@given(any_ipv4, st.integers(0, 2**80 - 1))
def test_tunnels_are_not_public(inner: IPv4Address, rest: int) -> None:
    sixtofour = IPv6Address((0x2002 << 112) | (int(inner) << 80) | rest)
    teredo = IPv6Address((0x20010000 << 96) | (rest >> 16 << 32) | (~int(inner) & 0xFFFF_FFFF))
    assert not is_public(str(sixtofour))
    assert not is_public(str(teredo))


@given(any_ipv6, st.sampled_from(["eth0", "1", "lo"]))
def test_an_address_with_a_zone_is_not_public(address: IPv6Address, zone: str) -> None:
    assert not is_public(f"{address}%{zone}")


@given(any_ipv4 | any_ipv6)
def test_what_python_calls_private_is_not_public(
    address: IPv4Address | IPv6Address,
) -> None:
    """Python's registries may be older, but private ranges do not become public."""
    inner = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    if is_public(str(address)) and inner is None:
        assert address.is_global
        assert not address.is_multicast


@pytest.mark.parametrize(
    "address",
    ["1.1.1.1", "93.184.216.34", "2606:4700::1111", "2a00:1450:4001::8a", "64:ff9b::101:101"],
)
def test_internet_servers_are_public(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "text", ["", "localhost", "0x7f.1", "127.1", "2130706433", "[::1]", "1.1.1"]
)
def test_an_invalid_address_raises(text: str) -> None:
    with pytest.raises(ValueError, match="does not appear to be"):
        is_public(text)
