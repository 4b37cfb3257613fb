"""The client of a request: its address, and the network that rate limits count.

Forwarding headers are trusted from configured proxies only. Everything to the left of the rightmost
address that is not a trusted proxy was written by the client.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias
from urllib.parse import urlsplit

from fastapi import Request

from stallage.core.runtime import runtime_of
from stallage.settings import Settings

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

PRIVATE = tuple(
    ipaddress.ip_network(network)
    for network in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10"),
        *("::1/128", "fc00::/7", "fe80::/10"),
    )
)
"""Networks of the shop's own proxies rather than of shoppers (RFC 1918, 4193, 4291 and 6598)."""
FORWARDED_FOR = b"x-forwarded-for"
CLIENT = "stallage.client"
"""Key of a request's scope: its client, once somebody needed it."""

FORWARDING_HEADERS = frozenset({FORWARDED_FOR, b"forwarded", b"x-real-ip"})
"""Names of headers in which proxies write the client's address."""


@dataclass(frozen=True, slots=True)
class Client:
    """The client that sent a request."""

    address: str
    network: str
    """What one subscriber has: an IPv4 address, or the /64 of an IPv6 address."""
    is_shared: bool = False
    """Whether this is an untrusted proxy, so that all shoppers share one address and network."""
    untrusted_proxy: str = ""
    """The peer that sent a forwarding header without being trusted; empty if none did."""


def parse_address(text: str) -> Address | None:
    """Parse an address from a header, with or without port, brackets or an IPv4-mapped prefix.

    Returns None if it is not an address.
    """
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    text = text.partition("%")[0]
    try:
        # Takes a quarter of the time of the library's own parser, and accepts the same texts.
        return ipaddress.IPv4Address(socket.inet_pton(socket.AF_INET, text))
    except (OSError, ValueError):
        pass
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return mapped or address


@lru_cache(maxsize=16)
def parse_networks(trusted: tuple[str, ...]) -> tuple[Network, ...]:
    """Parse trusted proxies, each an address or a network. Raises ValueError."""
    return tuple(ipaddress.ip_network(network, strict=False) for network in trusted)


def is_within(address: Address | None, networks: Iterable[Network]) -> bool:
    """Whether an address is in one of the networks."""
    return address is not None and any(
        address in network for network in networks if network.version == address.version
    )


@lru_cache(maxsize=1024)
def is_trusted_proxy(address: str, trusted: tuple[str, ...]) -> bool:
    """Whether an address belongs to a trusted proxy."""
    return is_within(parse_address(address), parse_networks(trusted))


def network_of(address: str) -> str:
    """Return the network that rate limits count: an IPv4 address, or the /64 of an IPv6 address."""
    parsed = parse_address(address)
    return address if parsed is None else _network_text(parsed)


def _network_text(address: Address) -> str:
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False))


@lru_cache(maxsize=16)
def is_loopback_url(url: str) -> bool:
    """Whether the host of a URL is this machine."""
    host = (urlsplit(url).hostname or "").lower()
    if host == "localhost" or host.endswith(".localhost"):
        return True
    address = parse_address(host)
    return address is not None and address.is_loopback


@lru_cache(maxsize=8192)
def _client(peer: str, forwarded: str, has_headers: bool, proxies: _ProxySettings) -> Client:
    if not is_trusted_proxy(peer, proxies.trusted):
        address = parse_address(peer)
        direct = Client(str(address or peer), network_of(peer))
        if address is None:
            return direct
        if has_headers:
            is_shared = is_within(address, PRIVATE)
            return Client(direct.address, direct.network, is_shared, untrusted_proxy=direct.address)
        # A shop with a public URL that gets requests from its own machine is behind a proxy.
        is_shared = address.is_loopback and not proxies.is_local
        return Client(direct.address, direct.network, is_shared)
    found = None
    trusted = parse_networks(proxies.trusted)
    for hop in reversed(forwarded.split(",")):
        parsed = parse_address(hop)
        if parsed is None:
            break
        found = parsed
        if not is_within(parsed, trusted):
            break
    if found is None:
        return Client(str(parse_address(peer)), network_of(peer))
    return Client(str(found), _network_text(found))


@dataclass(frozen=True, slots=True)
class _ProxySettings:
    trusted: tuple[str, ...]
    is_local: bool


def client_of(request: Request) -> Client:
    """Return the client of a request."""
    found: Client | None = request.scope.get(CLIENT)
    if found is None:
        found = request.scope[CLIENT] = _find_client(request)
    return found


def _find_client(request: Request) -> Client:
    settings: Settings = runtime_of(request).settings
    peer = request.scope.get("client")
    # Every request for a page comes here, and each search by name would walk through all headers.
    forwarding = [pair for pair in request.scope["headers"] if pair[0] in FORWARDING_HEADERS]
    return _client(
        peer[0] if peer else "",
        b",".join(value for name, value in forwarding if name == FORWARDED_FOR).decode("latin-1"),
        bool(forwarding),
        _ProxySettings(settings.trusted_proxies, is_loopback_url(settings.public_url)),
    )
