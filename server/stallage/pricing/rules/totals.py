"""Arithmetic of an order; see the package for the rules. All amounts are integers in the minor unit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal

from stallage.core.money import scale

MILLION = 1_000_000
SATURDAY = 5


@dataclass(frozen=True, slots=True)
class LineItem:
    """A line to price. `price` is per unit, with a running sale deducted."""

    price: int
    quantity: int
    taxable: bool
    is_gift_card: bool = False
    """No promo code applies to it, and it does not count towards free delivery."""
    tax_class: str = ""
    """The code of its tax class; empty: the standard rates."""


@dataclass(frozen=True, slots=True)
class Promo:
    """A promo code with its number of uses, in total and by the current buyer."""

    id: int
    code: str
    title: str
    percent: int | None
    amount: int | None
    minimum_purchase: int
    starts_at: datetime
    ends_at: datetime | None
    total_uses: int | None
    uses_per_customer: int | None
    used: int
    used_by_buyer: int


@dataclass(frozen=True, slots=True)
class Delivery:
    """A delivery method to a place. `pricing.rules.delivery` sets the price if it has bands."""

    code: str
    name: str
    price: int
    free_over: int | None
    min_days: int
    max_days: int
    zone: str = ""
    """The code of the zone whose rate it is; empty: the method has one price."""
    basis: str = "flat"
    """What the bands limit: `weight` in grams, or the `value` of items after discounts."""
    bands: tuple[tuple[int | None, int], ...] = ()
    """Limits, each of which belongs to its band, and prices, ascending; None has no limit."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A tax rate with a name."""

    name: str
    millionths: int
    included: bool
    on_delivery: bool
    tax_class: str = ""
    """The code of the class whose products it applies to; empty: the standard rate."""
    state: str = field(default="", compare=False)
    city: str = field(default="", compare=False)
    """The row's place within the country; empty: all of it."""
    is_reverse_charge: bool = False
    """Stands for taxes that the buyer, a business in another country, pays instead of the shop."""


@dataclass(frozen=True, slots=True)
class PricedLine:
    """The amounts of a line."""

    total: int
    """Price times quantity."""
    discount: int
    """Its share of all discounts."""
    tax: int
    """All its taxes."""
    tax_added: int
    """The part of them that is not included in the price."""


@dataclass(frozen=True, slots=True)
class PricedTax:
    """The amount of a tax rate, including tax on delivery."""

    rate: Rate
    amount: int
    is_used: bool = True
    """Whether anything in the order has this rate, even if its tax rounds to nothing."""


@dataclass(frozen=True, slots=True)
class PricedOrder:
    """The amounts of an order."""

    lines: tuple[PricedLine, ...]
    subtotal: int
    discount: int
    shipping: int
    taxes: tuple[PricedTax, ...]
    total: int
    gift_wrap: int = 0

    @property
    def charged_taxes(self) -> tuple[PricedTax, ...]:
        """The taxes without rates of tax classes that nothing in the order has."""
        return tuple(tax for tax in self.taxes if tax.is_used or tax.amount)


def spread(amount: int, weights: Sequence[int]) -> list[int]:
    """Split an amount in proportion to weights; the parts sum to it exactly.

    What rounding down leaves goes, one minor unit each, to the parts with the largest remainders. No part
    exceeds its weight as long as the amount does not exceed the sum of the weights.
    """
    whole = sum(weights)
    if whole == 0:
        return [0] * len(weights)
    parts = [amount * weight // whole for weight in weights]
    remainders = [amount * weight % whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda index: (-remainders[index], index))
    for index in by_remainder[: amount - sum(parts)]:
        parts[index] += 1
    return parts


def promo_discounts(promo: Promo | None, totals: Sequence[int]) -> list[int]:
    """The discount of a promo code on each line total; never more than the total."""
    if promo is None:
        return [0] * len(totals)
    if promo.percent is not None:
        return [scale(total, promo.percent, 100) for total in totals]
    return spread(min(promo.amount or 0, sum(totals)), totals)


def promo_problem(promo: Promo | None, subtotal: int, now: datetime) -> str | None:
    """Why a code cannot be used, as a key of `PROMO_MESSAGES`; None if it can."""
    if promo is None:
        return "promo_unknown"
    if now < promo.starts_at:
        return "promo_not_started"
    if promo.ends_at is not None and now >= promo.ends_at:
        return "promo_ended"
    if promo.total_uses is not None and promo.used >= promo.total_uses:
        return "promo_used_up"
    if promo.uses_per_customer is not None and promo.used_by_buyer >= promo.uses_per_customer:
        return "promo_used_before"
    if subtotal < promo.minimum_purchase:
        return "promo_minimum"
    return None


PROMO_MESSAGES = {
    "promo_unknown": "This code does not exist. Please check the spelling.",
    "promo_too_many": "Too many unknown codes were tried. Please try again in an hour.",
    "promo_not_started": "This code is not valid yet.",
    "promo_ended": "This code has expired.",
    "promo_used_up": "This code has been used up.",
    "promo_used_before": "You have used this code as often as possible.",
    "promo_minimum": "This code is valid from {minimum}.",
    "promo_saves_less": "Your other discounts save more and cannot be combined with this code.",
    "promo_gift_cards": "Promo codes cannot be used for gift cards.",
}


def delivery_price(delivery: Delivery, discounted: int) -> int:
    """The price of a delivery method for items with this total after discounts."""
    free = delivery.free_over is not None and discounted >= delivery.free_over
    return 0 if free else delivery.price


def more_for_free(delivery: Delivery, discounted: int) -> int | None:
    """The amount missing for free delivery; None if nothing is missing or no amount makes it free."""
    if delivery.free_over is None or delivery.price == 0 or discounted >= delivery.free_over:
        return None
    return delivery.free_over - discounted


def estimate(ordered_on: date, working_days: int) -> date:
    """The date this many working days (Monday to Friday) after the order."""
    day = ordered_on
    while working_days > 0:
        day += timedelta(days=1)
        if day.weekday() < SATURDAY:
            working_days -= 1
    return day


def percent_text(millionths: int) -> str:
    """A rate in percent: 88750 → `8.875`."""
    return f"{Decimal(millionths).scaleb(-4).normalize():f}"


def included_rate(rates: Sequence[Rate]) -> int:
    """The sum of all included rates, in millionths."""
    return sum(rate.millionths for rate in rates if rate.included)


def rates_of_class(rates: Sequence[Rate], tax_class: str) -> list[Rate]:
    """The rates of a tax class at a place: its own, or the standard ones if it has none there."""
    own = [rate for rate in rates if tax_class and rate.tax_class == tax_class]
    return own or [rate for rate in rates if not rate.tax_class]


def tax_of(amount: int, rate: Rate, included_total: int) -> int:
    """The tax of a rate on an amount. Included rates share the part of the amount that is tax."""
    if rate.included:
        return scale(amount, rate.millionths, MILLION + included_total)
    return scale(amount, rate.millionths, MILLION)


def discounts_by_line(
    lines: Sequence[LineItem], promo: Promo | None, automatic: Sequence[int] | None
) -> list[int]:
    """All discounts on each line. The promo code applies to what automatic discounts leave."""
    totals = [0 if line.is_gift_card else line.price * line.quantity for line in lines]
    before = [0] * len(totals) if automatic is None else automatic
    rest = [total - less for total, less in zip(totals, before, strict=True)]
    return [less + more for less, more in zip(before, promo_discounts(promo, rest), strict=True)]


def value_of_items(lines: Sequence[LineItem], discounts: Sequence[int]) -> int:
    """What the items cost after discounts, without gift cards. The price of delivery depends on it."""
    return sum(line.price * line.quantity for line in lines if not line.is_gift_card) - sum(
        discounts
    )


class _TaxSums:
    """Adds up taxes by rate."""

    def __init__(self, rates: Sequence[Rate]) -> None:
        self.rates = rates
        self.amounts = dict.fromkeys(range(len(rates)), 0)
        self.used: set[int] = set()

    def add(self, amount: int, tax_class: str, *, delivery: bool = False) -> tuple[int, int]:
        """Return all taxes of an amount, and those that are not included in it."""
        applied = rates_of_class(self.rates, tax_class)
        included_total = included_rate(applied)
        tax = added = 0
        for index, rate in enumerate(self.rates):
            if rate not in applied or (delivery and not rate.on_delivery):
                continue
            of_rate = tax_of(amount, rate, included_total)
            self.amounts[index] += of_rate
            tax += of_rate
            added += 0 if rate.included else of_rate
            if not delivery:
                self.used.add(index)
        return tax, added

    def taxes(self) -> tuple[PricedTax, ...]:
        """All rates with their amounts. Without classes every rate counts as used."""
        has_classes = any(rate.tax_class for rate in self.rates)
        return tuple(
            PricedTax(rate, self.amounts[index], not has_classes or index in self.used)
            for index, rate in enumerate(self.rates)
        )


def price_order(
    lines: Sequence[LineItem],
    *,
    promo: Promo | None,
    delivery: Delivery | None,
    rates: Sequence[Rate],
    automatic: Sequence[int] | None = None,
) -> PricedOrder:
    """Price an order. `promo` must have been checked; `delivery` is None if no method is chosen.

    `automatic` holds the automatic discount of each line; the promo code applies to the rest. Delivery has
    the standard rates.
    """
    off = discounts_by_line(lines, promo, automatic)
    shipping = 0 if delivery is None else delivery_price(delivery, value_of_items(lines, off))
    sums = _TaxSums(rates)
    priced: list[PricedLine] = []
    for line, less in zip(lines, off, strict=True):
        total = line.price * line.quantity
        tax = added = 0
        if line.taxable:
            tax, added = sums.add(total - less, line.tax_class)
        priced.append(PricedLine(total, less, tax, added))
    _, shipping_added = sums.add(shipping, "", delivery=True)
    subtotal, discount = sum(line.total for line in priced), sum(off)
    return PricedOrder(
        lines=tuple(priced),
        subtotal=subtotal,
        discount=discount,
        shipping=shipping,
        taxes=sums.taxes(),
        total=subtotal - discount + shipping + sum(x.tax_added for x in priced) + shipping_added,
    )
