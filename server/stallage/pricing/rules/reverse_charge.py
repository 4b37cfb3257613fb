"""Reverse charge: a business in another EU country pays the tax itself, so that the shop charges none.

It applies if the shop has turned it on, the shop is in the EU, the order goes to another EU country and
the buyer has a valid VAT number of another EU country. Prices that include tax are reduced by it, per
unit, rounded half up. Whether a number exists is not looked up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from stallage.core.money import scale
from stallage.pricing.rules.totals import MILLION, Rate, included_rate, rates_of_class

EU = frozenset(
    {
        *("AT", "BE", "BG", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU"),
        *("IE", "IT", "LT", "LU", "LV", "MT", "NL", "PL", "PT", "RO", "SE", "SI", "SK"),
    }
)
"""Member states, ISO 3166-1."""

REVERSE_CHARGE = Rate(
    "Reverse charge", 0, included=False, on_delivery=False, is_reverse_charge=True
)

Reason = Literal[
    "applies",
    "off",
    "shop_outside_eu",
    "no_tax_id",
    "tax_id_not_eu",
    "tax_id_of_shop_country",
    "delivered_in_shop_country",
    "delivered_outside_eu",
]


def reverse_charge_reason(
    *, is_on: bool, shop_country: str, to_country: str, tax_id: str, tax_id_country: str | None
) -> Reason:
    """Why reverse charge applies to an order, or why it does not.

    `tax_id_country` issued the VAT number; None if it is not valid.
    """
    if not is_on:
        return "off"
    if shop_country not in EU:
        return "shop_outside_eu"
    if not tax_id:
        return "no_tax_id"
    if tax_id_country not in EU:
        return "tax_id_not_eu"
    if tax_id_country == shop_country:
        return "tax_id_of_shop_country"
    if to_country == shop_country:
        return "delivered_in_shop_country"
    return "applies" if to_country in EU else "delivered_outside_eu"


def without_included_tax(price: int, rates: Sequence[Rate], tax_class: str = "") -> int:
    """A price without the taxes of its class that it includes."""
    included = included_rate(rates_of_class(rates, tax_class))
    return scale(price, MILLION, MILLION + included)


def delivery_without_tax(price: int, rates: Sequence[Rate]) -> int:
    """The price of delivery without the taxes that it includes."""
    return without_included_tax(price, [rate for rate in rates if rate.on_delivery])
