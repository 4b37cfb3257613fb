"""Statuses, transitions, exchanges and refunds of returns."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from stallage.core.states import StateTable
from stallage.orders.rules import ALPHABET, BEFORE_RETURN, TRANSITIONS, By, OrderStatus
from stallage.orders.rules.units import LineUnits, StoredLine, units_after

RETURN_STATUSES: frozenset[OrderStatus] = frozenset(OrderStatus(number) for number in range(9, 16))
"""The statuses of returns."""

RETURN_TRANSITIONS: dict[By, StateTable[OrderStatus]] = {
    by: StateTable(
        {
            status: frozenset(targets & RETURN_STATUSES) - {OrderStatus.RETURN_REQUESTED}
            for status, targets in table.transitions.items()
            if status in RETURN_STATUSES
            and targets & RETURN_STATUSES - {OrderStatus.RETURN_REQUESTED}
        }
    )
    for by, table in TRANSITIONS.items()
}
"""The transitions of orders between the statuses of returns. Requesting again makes a new return."""


def new_public_id() -> str:
    """A random public id, such as `RT-7K2M-9QXD`."""
    characters = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"RT-{characters[:4]}-{characters[4:]}"


def may_begin(status: OrderStatus) -> bool:
    """Whether a return can be requested for an order in this status."""
    return status in BEFORE_RETURN


class Offer(Protocol):
    """A SKU that could be sent in exchange."""

    @property
    def product_id(self) -> int: ...
    @property
    def price(self) -> int: ...
    @property
    def problem(self) -> object | None: ...


def is_exchangeable(line: StoredLine, offer: Offer) -> bool:
    """Whether a line can be exchanged for an available SKU of the same product that costs no more."""
    return (
        offer.product_id == line.product_id and offer.price <= line.price and offer.problem is None
    )


@dataclass(frozen=True, slots=True)
class ExchangedLine:
    """A line of a return that was exchanged. Amounts are minor units, of all its units together."""

    id: int
    """Of the order line."""
    sku_id: int
    title: str
    exchange_sku_id: int
    quantity: int
    line_total: int
    discount: int
    tax: int
    tax_added: int
    refunded: int
    """Units refunded before."""


def units_to_refund(
    lines: Iterable[ExchangedLine], cancelled: Mapping[int, int]
) -> list[LineUnits]:
    """The units of a return to refund because nothing is sent for them any more.

    `cancelled` has the cancelled units of the exchange by SKU id. Lines exchanged for the same SKU are
    refunded one after the other.
    """
    left = dict(cancelled)
    units = []
    for line in lines:
        count = min(left.get(line.exchange_sku_id, 0), line.quantity)
        left[line.exchange_sku_id] = left.get(line.exchange_sku_id, 0) - count
        if count > line.refunded:
            units.append(units_after(line, line.refunded, count - line.refunded))
    return units
