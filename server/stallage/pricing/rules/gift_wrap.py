"""Gift wrap: one price for the whole order, added to its total.

No promo code lowers it, and it does not count towards free delivery. It is taxed by every standard rate
of the destination, and rounded separately.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stallage.pricing.rules.totals import (
    PricedOrder,
    Rate,
    included_rate,
    rates_of_class,
    tax_of,
)


@dataclass(frozen=True, slots=True)
class GiftWrap:
    """Gift wrap as the shop offers it."""

    name: str
    price: int
    """Minor units."""


def add_gift_wrap(priced: PricedOrder, wrap: GiftWrap | None, rates: Sequence[Rate]) -> PricedOrder:
    """Add gift wrap and its taxes to a priced order; `rates` are those the order was priced with."""
    if wrap is None:
        return priced
    applied = rates_of_class(rates, "")
    included_total = included_rate(applied)
    taxes = [tax_of(wrap.price, rate, included_total) if rate in applied else 0 for rate in rates]
    added = sum(tax for tax, rate in zip(taxes, rates, strict=True) if not rate.included)
    return replace(
        priced,
        gift_wrap=wrap.price,
        taxes=tuple(
            replace(tax, amount=tax.amount + more, is_used=tax.is_used or tax.rate in applied)
            for tax, more in zip(priced.taxes, taxes, strict=True)
        ),
        total=priced.total + wrap.price + added,
    )
