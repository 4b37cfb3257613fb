"""Gift wrap: a price for the whole order, on top of what the order comes to otherwise.

No promo code lowers it and it does not count towards free delivery. It is taxed as goods are, by every
rate of the destination, with a rounding of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stallage.pricing.rules import Priced, PricedTax, Rate, included_rate, tax_of


@dataclass(frozen=True, slots=True)
class GiftWrap:
    """Gift wrap as the shop offers it."""

    name: str
    price: int
    """Minor units."""


def with_gift_wrap(priced: Priced, wrap: GiftWrap | None, rates: Sequence[Rate]) -> Priced:
    """Adds gift wrap and its taxes to a priced order; `rates` are those the order was priced by."""
    if wrap is None:
        return priced
    together = included_rate(rates)
    taxes = [tax_of(wrap.price, rate, together) for rate in rates]
    added = sum(tax for tax, rate in zip(taxes, rates, strict=True) if not rate.included)
    return replace(
        priced,
        gift_wrap=wrap.price,
        taxes=tuple(
            PricedTax(tax.rate, tax.amount + more)
            for tax, more in zip(priced.taxes, taxes, strict=True)
        ),
        total=priced.total + wrap.price + added,
    )
