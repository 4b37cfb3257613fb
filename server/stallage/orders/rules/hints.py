"""Hints of duplicate and fraudulent orders. They inform operators and block nothing."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Literal

from stallage.core.json_types import JsonObject

HintKind = Literal[
    "duplicate",
    "many_from_contact",
    "many_from_network",
    "many_from_card",
    "country_mismatch",
    "unproven_high_value",
    "shared_address",
]

LOOKED_AT = 500
"""Orders before an order that are searched for what they share with it."""
TOTALS_LOOKED_AT = 200
"""Orders before an order whose totals say what is usual."""
SHORT_TIME = timedelta(hours=24)
SAME_CONTACT, SAME_NETWORK, SAME_CARD = 3, 4, 3
"""Orders within `SHORT_TIME`, this one included, from which on there is a hint."""
DUPLICATE_WITHIN = timedelta(hours=2)
HIGH_VALUE_FACTOR = 3
"""An order of this many times the median of recent orders is of high value."""
FEWEST_FOR_MEDIAN = 20
SHOWN_ORDERS = 10


@dataclass(frozen=True, slots=True)
class HintedOrder:
    """What hints need of an order. Amounts are minor units."""

    public_id: str
    customer_id: int | None
    placed_at: datetime
    total: int
    email: str | None
    phone: str | None
    contact_proven: bool
    network: str | None
    card: str | None
    """Keyed hash; None until the order is paid, or if its provider names no card."""
    last_name: str
    address: JsonObject | None
    billing_address: JsonObject | None
    items: JsonObject
    """Quantities by SKU id."""

    @property
    def contacts(self) -> set[str]:
        """What identifies the shopper: account, email address and phone number."""
        account = None if self.customer_id is None else f"customer:{self.customer_id}"
        email = None if self.email is None else self.email.lower()
        return {one for one in (account, email, self.phone) if one}

    @property
    def place(self) -> tuple[str, str, str] | None:
        """The street, postal code and country of the delivery, for comparison."""
        if self.address is None:
            return None
        line, postal_code, country = (
            "".join(str(self.address.get(key) or "").casefold().split())
            for key in ("line1", "postal_code", "country")
        )
        return (line, postal_code, country) if line else None


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint with the figures behind it."""

    kind: HintKind
    figures: JsonObject


def network_key(secret: bytes, network: str) -> str:
    """A keyed hash of a network, so that orders can be compared without storing addresses."""
    return hmac.new(secret, f"order-network:{network}".encode(), hashlib.sha256).hexdigest()[:20]


def card_key(secret: bytes, provider: str, card: str) -> str:
    """A keyed hash of a provider's name for a card, so that orders can be compared without storing it."""
    text = f"order-card:{provider}:{card}"
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()[:20]


def _numbers(orders: Sequence[HintedOrder]) -> list[str]:
    return [one.public_id for one in orders[:SHOWN_ORDERS]]


def _many(
    kind: HintKind, order: HintedOrder, same: Sequence[HintedOrder], fewest: int
) -> list[Hint]:
    if len(same) + 1 < fewest:
        return []
    figures: JsonObject = {
        "count": len(same) + 1,
        "hours": int(SHORT_TIME.total_seconds() // 3600),
        "amount": order.total + sum(one.total for one in same),
        "orders": _numbers(same),
    }
    return [Hint(kind, figures)]


def hints_of(
    order: HintedOrder, earlier: Sequence[HintedOrder], totals: Sequence[int]
) -> list[Hint]:
    """The hints of an order.

    `earlier` are orders before it, newest first; those that share nothing with it may be left out.
    `totals` are those of the last orders before it.
    """
    hints: list[Hint] = []
    recent = [one for one in earlier if one.placed_at >= order.placed_at - SHORT_TIME]
    same_contact = [one for one in recent if one.contacts & order.contacts]
    same_network = [one for one in recent if order.network and one.network == order.network]
    same_card = [one for one in recent if order.card and one.card == order.card]
    duplicates = [
        one
        for one in same_contact
        if one.items == order.items and one.placed_at >= order.placed_at - DUPLICATE_WITHIN
    ]
    if duplicates:
        figures: JsonObject = {"count": len(duplicates), "orders": _numbers(duplicates)}
        hints.append(Hint("duplicate", figures))
    hints += _many("many_from_contact", order, same_contact, SAME_CONTACT)
    hints += _many("many_from_network", order, same_network, SAME_NETWORK)
    hints += _many("many_from_card", order, same_card, SAME_CARD)
    hints += _mismatch(order)
    hints += _high_value(order, totals)
    hints += _shared_address(order, earlier)
    return hints


def _mismatch(order: HintedOrder) -> list[Hint]:
    if order.address is None or order.billing_address is None:
        return []
    delivery, billing = order.address.get("country"), order.billing_address.get("country")
    if not delivery or not billing or delivery == billing:
        return []
    return [Hint("country_mismatch", {"delivery": delivery, "billing": billing})]


def _high_value(order: HintedOrder, totals: Sequence[int]) -> list[Hint]:
    """A guest's order of an unproven contact whose value is unusual."""
    if order.customer_id is not None or order.contact_proven:
        return []
    charged = [total for total in totals if total]
    if len(charged) < FEWEST_FOR_MEDIAN:
        return []
    usual = int(median(charged))
    if order.total < usual * HIGH_VALUE_FACTOR:
        return []
    return [Hint("unproven_high_value", {"amount": order.total, "usual": usual})]


def _shared_address(order: HintedOrder, earlier: Sequence[HintedOrder]) -> list[Hint]:
    """Orders of other people with other last names to the same address."""
    place = order.place
    if place is None:
        return []
    others = [
        one
        for one in earlier
        if one.place == place
        and one.last_name.casefold() != order.last_name.casefold()
        and not one.contacts & order.contacts
    ]
    if not others:
        return []
    names = {one.last_name.casefold() for one in others} | {order.last_name.casefold()}
    return [Hint("shared_address", {"count": len(names), "orders": _numbers(others)})]
