"""Tells public internet addresses from private and special ones.

From IANA's special-purpose address registries (RFC 6890 and its updates). The standard library's
`is_global` depends on the Python version.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

SPECIAL_IPV4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by the customers of a provider
            "127.0.0.0/8",  # loopback
            "168.63.129.16/32",  # Azure's platform address, which is not in the registries
            "169.254.0.0/16",  # link-local, where clouds serve instance metadata with secrets
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # AMT
            "192.88.99.0/24",  # 6to4 relays
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, broadcast
        ),
    )
)

GLOBAL_UNICAST = IPv6Network("2000::/3")
"""The only part of IPv6 that is allocated for the public internet."""
SPECIAL_IPV6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments, including Teredo and ORCHID
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4, which embeds an IPv4 address and is obsolete
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)

MAPPED = IPv6Network("::ffff:0:0/96")
TRANSLATED = IPv6Network("64:ff9b::/96")
"""NAT64, by which IPv6-only networks reach IPv4 (RFC 6052)."""


def is_public(address: str) -> bool:
    """Whether an address is public. An IPv6 address that embeds an IPv4 address is judged by that.

    Raises ValueError if it is not an address.
    """
    if "%" in address:
        # An address with a zone is link-local.
        return False
    ip = ip_address(address)
    if isinstance(ip, IPv4Address):
        return not any(ip in network for network in SPECIAL_IPV4)
    if ip in MAPPED or ip in TRANSLATED:
        return is_public(str(_embedded_ipv4(ip)))
    return ip in GLOBAL_UNICAST and not any(ip in network for network in SPECIAL_IPV6)


def _embedded_ipv4(ip: IPv6Address) -> IPv4Address:
    return IPv4Address(int(ip) & 0xFFFF_FFFF)
