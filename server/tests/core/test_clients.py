"""Whom a request comes from: what is believed of forwarding headers, and whom a limit counts."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from fastapi import Request
from pydantic import ValidationError

from stallage.core.clients import Client, client_of, is_loopback_url, network_of
from stallage.settings import Settings

PUBLIC = "https://shop.example"


def seen(
    peer: str,
    *forwarded: str,
    trusted: tuple[str, ...] = ("10.0.0.0/8", "2001:db8:f::/48"),
    public_url: str = PUBLIC,
    headers: dict[str, str] | None = None,
) -> Client:
    """The client of a request with a line of X-Forwarded-For for each of `forwarded`."""
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
        # What stands left of the first stranger was written by the stranger.
        (("198.51.100.1, 203.0.113.9",), "203.0.113.9"),
        (("203.0.113.9, 10.0.0.2, 10.0.0.3",), "203.0.113.9"),
        # A proxy may add a line of its own instead of lengthening the one that is there.
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
def test_a_trusted_proxy_says_who_asks(forwarded: tuple[str, ...], address: str) -> None:
    client = seen("10.0.0.1", *forwarded)
    assert client.address == address
    assert not client.is_hidden
    assert not client.untrusted_proxy


def test_a_stranger_cannot_choose_an_address() -> None:
    client = seen("203.0.113.9", "198.51.100.1")
    assert client == Client("203.0.113.9", "203.0.113.9", False, "203.0.113.9")


@pytest.mark.parametrize("header", ["x-forwarded-for", "forwarded", "x-real-ip"])
def test_shoppers_behind_a_proxy_that_is_not_trusted_are_not_told_apart(header: str) -> None:
    client = seen("172.17.0.1", headers={header: "for=198.51.100.1"})
    assert client == Client("172.17.0.1", "172.17.0.1", True, "172.17.0.1")


def test_a_public_shop_that_its_own_machine_asks_stands_behind_a_proxy() -> None:
    assert seen("127.0.0.1").is_hidden
    assert not seen("127.0.0.1", public_url="http://127.0.0.1:8000").is_hidden
    assert not seen("127.0.0.1", "203.0.113.9", trusted=("127.0.0.1",)).is_hidden


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::ffff", "2001:db8:1:2::/64"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_whom_a_limit_counts(address: str, counted: str) -> None:
    assert network_of(address) == counted


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
def test_which_addresses_lead_to_this_machine_alone(url: str, is_local: bool) -> None:
    assert is_loopback_url(url) is is_local


def test_a_proxy_that_is_no_address_is_a_wrong_setting() -> None:
    with pytest.raises(
        ValidationError, match=r"proxy\.example is neither an address nor a network"
    ):
        Settings(trusted_proxies=("10.0.0.1", "proxy.example"))
