"""What taxes and delivery need of lines and of their destination."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from stallage.cart.queries.lines import CartLine
from stallage.customers.rules.tax_ids import vat_country
from stallage.pricing.queries.terms import Terms
from stallage.pricing.rules.reverse_charge import (
    Reason,
    reverse_charge_reason,
    without_included_tax,
)
from stallage.pricing.rules.totals import LineItem, Rate
from stallage.settings import Settings


@dataclass(frozen=True, slots=True)
class Destination:
    """The part of the delivery address that prices depend on."""

    country: str
    state: str
    city: str
    tax_id: str = ""
    """Of the business that is billed; may lead to reverse charge."""
    billing_country: str = ""
    """Whose tax id it is if it has no prefix; empty: the country of the address."""


def to_item(line: CartLine) -> LineItem:
    """The line as pricing takes it."""
    return LineItem(
        line.price, line.quantity, line.taxable, line.gift_card is not None, line.tax_class
    )


def weight_of(lines: Iterable[CartLine]) -> int:
    """The weight of what is shipped, in grams. Items without a weight count as nothing."""
    return sum(line.weight_grams * line.quantity for line in lines if line.requires_shipping)


def reverse_charge_of(terms: Terms, to: Destination, settings: Settings) -> Reason:
    """Whether the buyer pays the tax instead of the shop, and why."""
    number = to.tax_id.strip()
    country = to.billing_country or to.country
    is_on = terms.reverse_charge
    return reverse_charge_reason(
        is_on=settings.reverse_charge if is_on is None else is_on,
        shop_country=settings.country.upper(),
        to_country=to.country,
        tax_id=number,
        tax_id_country=vat_country(number, country) if number else None,
    )


def without_tax(lines: Iterable[CartLine], rates: Sequence[Rate]) -> list[CartLine]:
    """Lines at their prices without the taxes that they include."""

    def less(line: CartLine, price: int) -> int:
        is_taxed = line.taxable and line.gift_card is None
        return without_included_tax(price, rates, line.tax_class) if is_taxed else price

    return [
        replace(
            line,
            price=less(line, line.price),
            compare_at_price=None
            if line.compare_at_price is None
            else less(line, line.compare_at_price),
        )
        for line in lines
    ]
