"""Tracking links, carriers' names and the day of arrival."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.orders.rules.parcels import (
    CARRIERS,
    arrives_by,
    carrier_name,
    is_link_template,
    is_web_link,
    link_of,
    template_of,
    tracking_key,
)

pytestmark = pytest.mark.fast


@pytest.mark.parametrize(
    "link",
    [
        "https://carrier.example/track?n=1",
        "http://carrier.example",
        "https://carrier.example:8443/a#b",
        "https://xn--pst-0na.example/1",
    ],
)
def test_links(link: str) -> None:
    assert is_web_link(link)


@pytest.mark.parametrize(
    "link",
    [
        "",
        "carrier.example/1",
        "//carrier.example/1",
        "javascript:alert(1)",
        "data:text/html,x",
        "ftp://carrier.example/1",
        "https:///1",
        "https://",
        "https://user:password@carrier.example/1",
        "https://carrier.example:port/1",
        "https://[::1/1",
        "https://carrier.example/a b",
        "https://carrier.example/\n1",
        "https:\\\\carrier.example\\1",
        "https://carrier.example/" + "x" * 2000,
    ],
)
def test_invalid_links(link: str) -> None:
    assert not is_web_link(link)


@pytest.mark.parametrize(("template", "good"), [
    ("https://carrier.example/{number}", True),
    ("https://carrier.example/", True),
    ("https://{number}.example/", False),
    ("javascript:{number}", False),
    ("{number}", False),
])  # fmt: skip
def test_templates(template: str, good: bool) -> None:
    assert is_link_template(template) is good


@given(st.text(min_size=1, max_size=64), st.sampled_from(sorted(CARRIERS)))
def test_any_number_makes_a_safe_link(number: str, carrier: str) -> None:
    template = template_of(carrier, {})
    assert template is not None
    assert is_link_template(template)
    link = link_of(template, number)
    assert is_web_link(link)
    assert link.split("/")[2] == template.split("/")[2]


def test_names_have_one_spelling() -> None:
    own = {"Harbor Couriers": "https://harbor.example/{number}"}
    assert carrier_name("  fedex ", own) == "FedEx"
    assert carrier_name("harbor  couriers", own) == "Harbor Couriers"
    assert carrier_name("Somebody else", own) == "Somebody else"
    assert template_of("Somebody else", own) is None
    assert template_of("UPS", {"ups": "https://mine.example/"}) == "https://mine.example/"
    assert tracking_key("UPS", "1z 99 9") == tracking_key("ups", "1Z999")
    assert tracking_key("UPS", "1") != tracking_key("DPD", "1")


def test_a_parcel_arrives_by_the_promised_day_unless_it_is_over() -> None:
    promised = date(2026, 11, 27)
    assert arrives_by(date(2026, 11, 24), promised, 5) == promised
    assert arrives_by(promised, promised, 5) == promised
    # A Saturday: five working days from Monday on.
    assert arrives_by(date(2026, 11, 28), promised, 5) == date(2026, 12, 4)
