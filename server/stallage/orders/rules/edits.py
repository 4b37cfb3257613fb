"""Which placed orders can be edited, and what a discount on a placed order changes, to the cent.

Placed lines keep their price. A discount lowers what tax is charged on, at the rates of the day on which
the order was placed, which the order stores.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from stallage.core.json_types import JsonObject
from stallage.core.money import scale
from stallage.orders.errors import EditRefused
from stallage.orders.rules import CANCELLED, OrderStatus, PaymentStatus
from stallage.orders.rules.steps import ITEMS_EDITABLE
from stallage.orders.rules.units import StoredLine
from stallage.pricing.rules.totals import Rate, included_rate, spread, tax_of

S = OrderStatus
UNPAID = (PaymentStatus.IN_PROGRESS, PaymentStatus.FAILED)


def check_editable(status: OrderStatus) -> None:
    """Raise EditRefused unless the items of an order with this status can change."""
    if status in ITEMS_EDITABLE:
        return
    if status in CANCELLED:
        raise EditRefused("This order is cancelled, so it cannot be edited.", reason="cancelled")
    if status is S.PREPARED:
        raise EditRefused(
            "This order is packed. Take that step back first, then edit it.", reason="packed"
        )
    raise EditRefused(
        "This order has been shipped, so it cannot be edited. Cancel or refund items instead.",
        reason="shipped",
    )


@dataclass(frozen=True, slots=True)
class LineDiscount:
    """What a discount takes off a line, in minor units."""

    line_id: int
    discount: int
    tax: int
    tax_added: int


@dataclass(frozen=True, slots=True)
class SpreadDiscount:
    """A discount on an order, by line, with the taxes that are left."""

    lines: Sequence[LineDiscount]
    taxes: Sequence[Mapping[str, Any]]
    """In the format of `orders.taxes`."""

    @property
    def amount(self) -> int:
        """What the total is lower by, with the taxes that are added to prices."""
        return sum(one.discount + one.tax_added for one in self.lines)


def _rates(taxes: Sequence[Mapping[str, Any]]) -> list[Rate]:
    return [
        Rate(
            one["name"],
            int(Decimal(one["rate"]).scaleb(4)),
            one["included"],
            on_delivery=False,
            tax_class=one.get("tax_class", ""),
        )
        for one in taxes
    ]


def _of_class(rates: Sequence[Rate], tax_class: str) -> list[Rate]:
    """The rates of a class; those of other classes count as nothing, so that places stay the same."""
    return [rate if rate.tax_class == tax_class else replace(rate, millionths=0) for rate in rates]


def _by_rate(base: int, rates: Sequence[Rate]) -> list[int]:
    included = included_rate(rates)
    return [tax_of(base, rate, included) for rate in rates]


def _added(amounts: Sequence[int], rates: Sequence[Rate]) -> int:
    return sum(one for one, rate in zip(amounts, rates, strict=True) if not rate.included)


def _less_tax(line: StoredLine, rates: Sequence[Rate], discount: int) -> list[int]:
    """How much lower each tax of a line is with a discount. Raises EditRefused for other rates.

    A line without tax is not taxable, or so small that its tax rounds to nothing. The line's tax class is
    the one whose rates give its tax.
    """
    if line.tax == 0:
        return [0] * len(rates)
    base = line.line_total - line.discount
    for tax_class in sorted({rate.tax_class for rate in rates}):
        own = _of_class(rates, tax_class)
        before, after = _by_rate(base, own), _by_rate(base - discount, own)
        if (sum(before), _added(before, own)) == (line.tax, line.tax_added):
            return [old - new for old, new in zip(before, after, strict=True)]
    raise EditRefused(
        "Taxes have changed since the first items of this order were bought, so a discount cannot"
        " be spread over it. Refund a part once it is paid.",
        reason="tax",
    )


def _fits(line: StoredLine, rates: Sequence[Rate], discount: int) -> bool:
    """Whether no unit left would cost less than nothing, nor be taxed less than that."""
    less = _less_tax(line, rates, discount)
    if line.tax - sum(less) < line.gone_tax:
        return False
    if line.tax_added - _added(less, rates) < line.gone_tax_added:
        return False
    units, off = line.quantity, line.discount + discount
    return all(
        scale(line.line_total, line.gone + n, units) - line.gone_line_total
        >= scale(off, line.gone + n, units) - line.gone_discount
        for n in range(1, line.left + 1)
    )


def _most(line: StoredLine, rates: Sequence[Rate]) -> int:
    """The highest discount on what is left of a line."""
    if line.is_gift or line.is_gift_card or line.left == 0:
        return 0
    value = line.line_total - line.gone_line_total - line.discount + line.gone_discount
    if line.gone == 0:
        return value
    # Units that left took a rounded share with them, so the rest may bear a little less.
    low, high = 0, max(0, value)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if _fits(line, rates, middle) else (low, middle - 1)
    return low


def spread_discount(
    lines: Sequence[StoredLine], taxes: Sequence[Mapping[str, Any]], amount: int
) -> SpreadDiscount:
    """Spread a discount over what is left of an order. Raises EditRefused if it is too high."""
    rates = _rates(taxes)
    most = [_most(line, rates) for line in lines]
    if amount > sum(most):
        raise EditRefused(
            "The discount is more than the items cost.", reason="discount", limit=sum(most)
        )
    less_by_rate = [0] * len(rates)
    changes = []
    for line, part in zip(lines, spread(amount, most), strict=True):
        if part == 0:
            continue
        less = _less_tax(line, rates, part)
        less_by_rate = [one + other for one, other in zip(less_by_rate, less, strict=True)]
        changes.append(LineDiscount(line.id, part, sum(less), _added(less, rates)))
    return SpreadDiscount(
        changes,
        [
            {**tax, "amount": tax["amount"] - less}
            for tax, less in zip(taxes, less_by_rate, strict=True)
        ],
    )


def merge_taxes(
    placed: Sequence[Mapping[str, Any]], added: Sequence[Mapping[str, Any]]
) -> list[JsonObject]:
    """The taxes of an order with those of added lines. Another rate gets an entry of its own."""
    merged: list[dict[str, Any]] = [dict(one) for one in placed]
    for tax in added:
        for one in merged:
            parts = ("name", "rate", "included", "tax_class")
            if all(one.get(part) == tax.get(part) for part in parts):
                one["amount"] += tax["amount"]
                break
        else:
            merged.append(dict(tax))
    return [*merged]
