"""The arithmetic of an order; see the law of the package. Integers in, integers out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal

from stallage.core.money import scale

MILLION = 1_000_000
SATURDAY = 5


@dataclass(frozen=True, slots=True)
class Goods:
    """A line as pricing sees it. The price is that of one piece, a running sale taken off."""

    price: int
    quantity: int
    taxable: bool
    is_gift_card: bool = False
    """Money in another shape: no promo code lowers it, and it counts for no free delivery."""


@dataclass(frozen=True, slots=True)
class Promo:
    """A promo code, how often it is used, and how often by the one who asks."""

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
    """A way of delivery."""

    code: str
    name: str
    price: int
    free_over: int | None
    min_days: int
    max_days: int


@dataclass(frozen=True, slots=True)
class Rate:
    """A named tax."""

    name: str
    millionths: int
    included: bool
    on_delivery: bool


@dataclass(frozen=True, slots=True)
class PricedLine:
    """What a line comes to."""

    total: int
    """Price times quantity."""
    discount: int
    """Its share of all discounts."""
    tax: int
    """All its taxes."""
    tax_added: int
    """What of them comes on top."""


@dataclass(frozen=True, slots=True)
class PricedTax:
    """What a named tax comes to, delivery included."""

    rate: Rate
    amount: int


@dataclass(frozen=True, slots=True)
class Priced:
    """What an order comes to."""

    lines: tuple[PricedLine, ...]
    subtotal: int
    discount: int
    shipping: int
    taxes: tuple[PricedTax, ...]
    total: int
    gift_wrap: int = 0
    """See `pricing.gift_wrap`."""


def spread(amount: int, weights: Sequence[int]) -> list[int]:
    """Splits an amount in proportion to weights, so that the parts sum to it exactly.

    What rounding down leaves over goes, one unit each, to the parts that lost most by it. No part is
    larger than its weight as long as the amount is not larger than their sum.
    """
    whole = sum(weights)
    if whole == 0:
        return [0] * len(weights)
    parts = [amount * weight // whole for weight in weights]
    lost = [amount * weight % whole for weight in weights]
    neediest = sorted(range(len(weights)), key=lambda index: (-lost[index], index))
    for index in neediest[: amount - sum(parts)]:
        parts[index] += 1
    return parts


def discounts(promo: Promo | None, totals: Sequence[int]) -> list[int]:
    """What a promo code takes off each line; never more than the line."""
    if promo is None:
        return [0] * len(totals)
    if promo.percent is not None:
        return [scale(total, promo.percent, 100) for total in totals]
    return spread(min(promo.amount or 0, sum(totals)), totals)


def promo_problem(promo: Promo | None, subtotal: int, now: datetime) -> str | None:
    """Why a code does not count, as a code of `PROMO_MESSAGES`; None where it does."""
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
    "promo_unknown": "We do not know this code. Please check its spelling.",
    "promo_too_many": "Many codes were tried that we do not know. Please try again in an hour.",
    "promo_not_started": "This code does not count yet.",
    "promo_ended": "This code has ended.",
    "promo_used_up": "This code has been used up.",
    "promo_used_before": "You have used this code as often as it counts.",
    "promo_minimum": "This code counts from {minimum} on.",
    "promo_saves_less": "Your other discounts save more and do not combine with this code.",
    "promo_gift_cards": "Promo codes do not count for gift cards.",
}


def delivery_price(delivery: Delivery, worth: int) -> int:
    """What a way of delivery costs for goods worth this much after the discount."""
    free = delivery.free_over is not None and worth >= delivery.free_over
    return 0 if free else delivery.price


def more_for_free(delivery: Delivery, worth: int) -> int | None:
    """What is missing for free delivery; None where nothing is, or no amount makes it free."""
    if delivery.free_over is None or delivery.price == 0 or worth >= delivery.free_over:
        return None
    return delivery.free_over - worth


def estimate(ordered_on: date, working_days: int) -> date:
    """The day that many working days (Monday to Friday) later."""
    day = ordered_on
    while working_days > 0:
        day += timedelta(days=1)
        if day.weekday() < SATURDAY:
            working_days -= 1
    return day


def percent_text(millionths: int) -> str:
    """A rate as people write it: 88750 → `8.875`."""
    return f"{Decimal(millionths).scaleb(-4).normalize():f}"


def included_rate(rates: Sequence[Rate]) -> int:
    """Millionths of all included rates together."""
    return sum(rate.millionths for rate in rates if rate.included)


def tax_of(net: int, rate: Rate, included_together: int) -> int:
    """What a rate makes of an amount. Included rates share the part of the price that is tax."""
    if rate.included:
        return scale(net, rate.millionths, MILLION + included_together)
    return scale(net, rate.millionths, MILLION)


def price(
    goods: Sequence[Goods],
    *,
    promo: Promo | None,
    delivery: Delivery | None,
    rates: Sequence[Rate],
    automatic: Sequence[int] | None = None,
) -> Priced:
    """Prices an order. The promo code has been found to count; `delivery` is None where none is chosen.

    `automatic` is what automatic discounts take off each line; the code takes its part of the rest.
    """
    totals = [line.price * line.quantity for line in goods]
    of_goods = [
        0 if line.is_gift_card else total for line, total in zip(goods, totals, strict=True)
    ]
    before = [0] * len(totals) if automatic is None else automatic
    rest = [total - less for total, less in zip(of_goods, before, strict=True)]
    off = [less + more for less, more in zip(before, discounts(promo, rest), strict=True)]
    subtotal, discount = sum(totals), sum(off)
    shipping = 0 if delivery is None else delivery_price(delivery, sum(of_goods) - discount)
    included_together = included_rate(rates)
    by_rate = [0] * len(rates)
    lines: list[PricedLine] = []
    for line, total, less in zip(goods, totals, off, strict=True):
        tax = added = 0
        for index, rate in enumerate(rates if line.taxable else ()):
            amount = tax_of(total - less, rate, included_together)
            by_rate[index] += amount
            tax += amount
            added += 0 if rate.included else amount
        lines.append(PricedLine(total, less, tax, added))
    shipping_added = 0
    for index, rate in enumerate(rates):
        if rate.on_delivery:
            amount = tax_of(shipping, rate, included_together)
            by_rate[index] += amount
            shipping_added += 0 if rate.included else amount
    return Priced(
        lines=tuple(lines),
        subtotal=subtotal,
        discount=discount,
        shipping=shipping,
        taxes=tuple(PricedTax(rate, by_rate[index]) for index, rate in enumerate(rates)),
        total=subtotal - discount + shipping + sum(x.tax_added for x in lines) + shipping_added,
    )


def after_wallet(total: int, balance: int) -> tuple[int, int]:
    """What the wallet pays of a total, and what is left."""
    used = min(max(balance, 0), total)
    return used, total - used
