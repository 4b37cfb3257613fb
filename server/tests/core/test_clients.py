"""The client of a request: which forwarding headers are trusted, and which network limits count."""

from __future__ import annotations

import ipaddress
from types import SimpleNamespace

import pytest
from fastapi import Request
from pydantic import ValidationError

from stallage.core.clients import (
    Client,
    client_of,
    is_loopback_url,
    network_of,
    parse_address,
)
from stallage.settings import Settings

PUBLIC = "https://shop.example"


def client_from(
    peer: str,
    *forwarded: str,
    trusted: tuple[str, ...] = ("10.0.0.0/8", "2001:db8:f::/48"),
    public_url: str = PUBLIC,
    headers: dict[str, str] | None = None,
) -> Client:
    """Return the client of a request with one X-Forwarded-For line per item of `forwarded`."""
    lines = [(b"x-forwarded-for", line.encode()) for line in forwarded]
    lines += [(name.encode(), value.encode()) for name, value in (headers or {}).items()]
    runtime = SimpleNamespace(settings=Settings(trusted_proxies=trusted, public_url=public_url))
    scope = {
        "type": "http",
        "headers": lines,
        "client": (peer, 1),
        "app": SimpleNamespace(state=SimpleNamespace(runtime=runtime)),
    }
    return client_of(Request(scope))


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        (("203.0.113.9",), "203.0.113.9"),
        # Everything to the left of the first untrusted address was written by that client.
        (("198.51.100.1, 203.0.113.9",), "203.0.113.9"),
        (("203.0.113.9, 10.0.0.2, 10.0.0.3",), "203.0.113.9"),
        # A proxy may add a line of its own instead of extending the existing one.
        (("198.51.100.1", "203.0.113.9"), "203.0.113.9"),
        (("203.0.113.9", "10.0.0.2"), "203.0.113.9"),
        (("203.0.113.9:51234",), "203.0.113.9"),
        (('"[2001:db8::7]:443"',), "2001:db8::7"),
        (("::ffff:203.0.113.9",), "203.0.113.9"),
        (("2001:db8::7, 2001:db8:f::1",), "2001:db8::7"),
        (("nonsense",), "10.0.0.1"),
        (("203.0.113.9, nonsense",), "10.0.0.1"),
        ((), "10.0.0.1"),
    ],
)
def test_a_trusted_proxy_names_the_client(forwarded: tuple[str, ...], address: str) -> None:
    client = client_from("10.0.0.1", *forwarded)
    assert client.address == address
    assert not client.is_shared
    assert not client.untrusted_proxy


def test_a_client_cannot_choose_its_address() -> None:
    client = client_from("203.0.113.9", "198.51.100.1")
    assert client == Client("203.0.113.9", "203.0.113.9", False, "203.0.113.9")


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip"])
def test_shoppers_behind_an_untrusted_proxy_share_a_client(header: str) -> None:
    client = client_from("172.17.0.1", headers={header: "for=198.51.100.1"})
    assert client == Client("172.17.0.1", "172.17.0.1", True, "172.17.0.1")


def test_loopback_requests_to_a_public_shop_come_from_a_proxy() -> None:
    assert client_from("127.0.0.1").is_shared
    assert not client_from("127.0.0.1", public_url="http://127.0.0.1:8000").is_shared
    assert not client_from("127.0.0.1", "203.0.113.9", trusted=("127.0.0.1",)).is_shared


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_limits_count_networks(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.parametrize(
    ("url", "is_local"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:8000", True),
        ("http://shop.localhost", True),
        ("http://[::1]:8000", True),
        ("http://192.168.0.7", False),
        ("https://localhost.example", False),
        ("https://127.0.0.1.example", False),
        ("nonsense", False),
    ],
)
def test_loopback_urls(url: str, is_local: bool) -> None:
    assert is_loopback_url(url) is is_local


def test_trusted_proxies_must_be_addresses_or_networks() -> None:
    with pytest.raises(
        ValidationError, match=r"proxy\.example is neither an address nor a network"
    ):
        Settings(trusted_proxies=("10.0.0.1", "proxy.example"))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "1.2.3.4",
            "0.0.0.0",
            "255.255.255.255",
            "256.1.1.1",
            "1.2.3",
            "1.2.3.4.5",
            "1.2.3.",
            ".1.2.3",
        ),
        *(
            "01.2.3.4",
            "1.2.3.04",
            "1.2.3.0x4",
            "1.2.3.4 5",
            "16909060",
            "-1.2.3.4",
            "+1.2.3.4",
            "1..3.4",
        ),
        *(
            "\uff11.2.3.4",
            "1.2.3.4\x00",
            "1.2.3.4\n5",
            "",
            "unknown",
            "\ud800",
            "2001:db8::1",
            "::",
            ":::",
        ),
    ],
)
def test_addresses_are_those_of_the_library(text: str) -> None:
    try:
        expected = ipaddress.ip_address(text)
    except ValueError:
        expected = None
    assert parse_address(text) == expected


@pytest.mark.parametrize("forwarded", ["unknown", "203.0.113.7, unknown", ""])
def test_a_trusted_proxy_that_names_nobody_is_the_client(forwarded: str) -> None:
    assert client_from("10.0.0.1", forwarded) == Client("10.0.0.1", "10.0.0.1")
