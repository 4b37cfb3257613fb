"""Which moves a return has, and where its money goes."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping

from stallage.core.states import StateTable
from stallage.orders.rules import ALPHABET, BEFORE_RETURN, MOVES, By, OrderStatus
from stallage.orders.rules.pieces import AMOUNTS, Pieces, Row, pieces_of

FROM_RETURN: frozenset[OrderStatus] = frozenset(OrderStatus(number) for number in range(9, 16))
"""The statuses that a return has."""

RETURN_MOVES: dict[By, StateTable[OrderStatus]] = {
    by: StateTable(
        {
            status: frozenset(there & FROM_RETURN) - {OrderStatus.RETURN_REQUESTED}
            for status, there in table.transitions.items()
            if status in FROM_RETURN and there & FROM_RETURN - {OrderStatus.RETURN_REQUESTED}
        }
    )
    for by, table in MOVES.items()
}
"""The order's moves, as far as they are a return's. Asking for another one makes a new return."""


def new_public_id() -> str:
    """Such as `RT-7K2M-9QXD`."""
    drawn = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"RT-{drawn[:4]}-{drawn[4:]}"


def may_begin(status: OrderStatus) -> bool:
    """Whether an order stands where a return can be asked for."""
    return status in BEFORE_RETURN


def unsent(lines: Iterable[Row], gone: Mapping[int, int]) -> list[Pieces]:
    """The units of a return's lines that are still to be paid back, since nothing is sent for them.

    `gone` is how many units of each SKU were cancelled of the exchange; `refunded` of a line is how many
    of its units were paid back before. Lines exchanged for the same SKU count one after the other.
    """
    left = dict(gone)
    parts = []
    for line in lines:
        wanted = line["exchange_sku_id"]
        here = min(left.get(wanted, 0), line["quantity"])
        left[wanted] = left.get(wanted, 0) - here
        if here > line["refunded"]:
            amounts = {name: line[name] for name in ("id", "sku_id", "title", "quantity", *AMOUNTS)}
            row = {**amounts, "cancelled": 0, "returned": line["refunded"]}
            parts.append(pieces_of(row, here - line["refunded"]))
    return parts
