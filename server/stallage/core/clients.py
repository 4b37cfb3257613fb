"""Who is at the other end of a request: the address, and the network that limits count.

A forwarding header is believed from configured proxies only. Whatever stands left of the rightmost
address that is no proxy of ours was written by the client.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias
from urllib.parse import urlsplit

from fastapi import Request

from stallage.settings import Settings

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address
Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

PRIVATE = tuple(
    ipaddress.ip_network(one)
    for one in (
        *("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10"),
        *("::1/128", "fc00::/7", "fe80::/10"),
    )
)
"""Where a shop's own proxy stands rather than a shopper (RFC 1918, 4193, 4291 and 6598)."""
FORWARDING_HEADERS = ("x-forwarded-for", "forwarded", "x-real-ip")


@dataclass(frozen=True, slots=True)
class Client:
    """The other end of a request."""

    address: str
    network: str
    """What one subscriber has: an IPv4 address, or the /64 of an IPv6 address."""
    is_hidden: bool = False
    """Whether a proxy that is not trusted stands for every shopper, so that `network` is all of them."""
    untrusted_proxy: str = ""
    """The peer that sent a forwarding header without being trusted; empty where none did."""


def parsed_address(text: str) -> Address | None:
    """An address as headers write it: with or without a port, brackets and an IPv4-mapped prefix."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    text = text.partition("%")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return mapped or address


@lru_cache(maxsize=16)
def networks(trusted: tuple[str, ...]) -> tuple[Network, ...]:
    """Trusted proxies as networks. Raises ValueError where one is neither address nor network."""
    return tuple(ipaddress.ip_network(one, strict=False) for one in trusted)


def is_within(address: Address | None, networks: Iterable[Network]) -> bool:
    """Whether an address lies in one of the networks."""
    return address is not None and any(
        address in network for network in networks if network.version == address.version
    )


@lru_cache(maxsize=1024)
def is_trusted(address: str, trusted: tuple[str, ...]) -> bool:
    """Whether an address is that of one of the shop's own proxies."""
    return is_within(parsed_address(address), networks(trusted))


def network_of(address: str) -> str:
    """Whom a limit for one client counts: an IPv4 address, or the /64 that one line is given."""
    parsed = parsed_address(address)
    if parsed is None:
        return address
    if parsed.version == 4:
        return str(parsed)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


@lru_cache(maxsize=16)
def is_loopback_url(url: str) -> bool:
    """Whether a web address leads to this machine alone."""
    host = (urlsplit(url).hostname or "").lower()
    if host == "localhost" or host.endswith(".localhost"):
        return True
    address = parsed_address(host)
    return address is not None and address.is_loopback


@lru_cache(maxsize=8192)
def _client(peer: str, forwarded: str, has_headers: bool, settings_of: _ProxySettings) -> Client:
    trusted = networks(settings_of.trusted)
    address = parsed_address(peer)
    if not is_within(address, trusted):
        own = Client(str(address or peer), network_of(peer))
        if address is None:
            return own
        if has_headers:
            is_hidden = is_within(address, PRIVATE)
            return Client(own.address, own.network, is_hidden, untrusted_proxy=own.address)
        # A shop with a public name that is asked from its own machine stands behind a proxy.
        hidden = address.is_loopback and not settings_of.is_local
        return Client(own.address, own.network, hidden)
    for hop in reversed(forwarded.split(",")):
        parsed = parsed_address(hop)
        if parsed is None:
            break
        address = parsed
        if not is_within(parsed, trusted):
            break
    return Client(str(address), network_of(str(address)))


@dataclass(frozen=True, slots=True)
class _ProxySettings:
    trusted: tuple[str, ...]
    is_local: bool


def client_of(request: Request) -> Client:
    """The client of a request."""
    settings: Settings = request.app.state.runtime.settings
    headers = request.headers
    return _client(
        request.client.host if request.client else "",
        ",".join(headers.getlist("x-forwarded-for")),
        any(name in headers for name in FORWARDING_HEADERS),
        _ProxySettings(settings.trusted_proxies, is_loopback_url(settings.public_url)),
    )
