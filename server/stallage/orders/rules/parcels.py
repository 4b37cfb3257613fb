"""Carriers, their tracking links, and when a parcel arrives."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import date
from urllib.parse import quote, urlsplit

from stallage.orders.rules import ALPHABET, OrderStatus
from stallage.pricing.rules.totals import estimate

NUMBER = "{number}"
"""Placeholder for the tracking number in a link template."""
MAX_LINK = 2000

CARRIERS: dict[str, str] = {
    "Australia Post": "https://auspost.com.au/mypost/track/details/{number}",
    "Canada Post": (
        "https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor={number}"
    ),
    "Colissimo": "https://www.laposte.fr/outils/suivre-vos-envois?code={number}",
    "Delhivery": "https://www.delhivery.com/track-v2/package/{number}",
    "DHL": "https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}",
    "DPD": "https://tracking.dpd.de/status/en_US/parcel/{number}",
    "Evri": "https://www.evri.com/track/parcel/{number}",
    "FedEx": "https://www.fedex.com/fedextrack/?trknbr={number}",
    "GLS": "https://gls-group.com/EU/en/parcel-tracking?match={number}",
    # India Post has no link for a single parcel: its page asks for the number.
    "India Post": "https://www.indiapost.gov.in/",
    "Royal Mail": "https://www.royalmail.com/track-your-item#/tracking-results/{number}",
    "UPS": "https://www.ups.com/track?tracknum={number}",
    "USPS": "https://tools.usps.com/go/TrackConfirmAction?tLabels={number}",
}
"""Link templates of known carriers' tracking pages."""

SHIPPABLE: frozenset[OrderStatus] = frozenset(
    {OrderStatus.PREPARED, OrderStatus.SHIPPED, OrderStatus.OUT_FOR_DELIVERY}
)
"""Statuses in which a parcel can be added."""


def new_parcel_id() -> str:
    """A random public id, such as `PC-7K2M-9QXD`."""
    characters = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"PC-{characters[:4]}-{characters[4:]}"


def tracking_key(carrier: str, number: str) -> tuple[str, str]:
    """A key that is equal for two spellings of the same tracking number."""
    return carrier.casefold(), "".join(number.split()).upper()


def carrier_name(text: str, own: Mapping[str, str]) -> str:
    """A carrier's name as the shop or the list of known carriers spells it."""
    plain = " ".join(text.split())
    by_key = {name.casefold(): name for name in (*CARRIERS, *own)}
    return by_key.get(plain.casefold(), plain)


def template_of(carrier: str, own: Mapping[str, str]) -> str | None:
    """A carrier's link template, the shop's own first; None for unknown carriers."""
    templates = {name.casefold(): link for name, link in (*CARRIERS.items(), *own.items())}
    return templates.get(carrier.casefold())


def link_of(template: str, number: str) -> str:
    """The tracking link of a number."""
    return template.replace(NUMBER, quote("".join(number.split()), safe=""))


def is_web_link(text: str) -> bool:
    """Whether a text is an http(s) URL that can be shown as a link."""
    if len(text) > MAX_LINK or "\\" in text or not text.isprintable() or " " in text:
        return False
    try:
        parts = urlsplit(text)
        parts.port  # noqa: B018 - raises ValueError if it is not a number
    except ValueError:
        return False
    return (
        parts.scheme in ("http", "https")
        and bool(parts.hostname)
        and parts.username is None
        and parts.password is None
    )


def is_link_template(text: str) -> bool:
    """Whether a text is a link template whose tracking number, if any, is not part of the host."""
    return is_web_link(text.replace(NUMBER, "1")) and NUMBER not in text.split("/")[2]


def is_number_link(text: str) -> bool:
    """Whether a text is an https link template with the placeholder for the tracking number."""
    return text.startswith("https://") and NUMBER in text and is_link_template(text)


def arrives_by(shipped_on: date, latest: date, max_days: int) -> date:
    """The last day on which a parcel should arrive.

    This is the day promised with the order. If the parcel is shipped after it, the day is `max_days`
    working days, the shipping method's longest time, after shipping.
    """
    return latest if latest >= shipped_on else estimate(shipped_on, max_days)
