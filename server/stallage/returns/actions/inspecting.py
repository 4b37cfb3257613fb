"""Inspects returned items: what is accepted is refunded or exchanged, and what can be sold is restocked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from stallage.audit.actions import record
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.errors import InvalidFields
from stallage.core.validation import message, required_error
from stallage.orders.actions import LockedOrder
from stallage.orders.queries import order_lines
from stallage.orders.rules import OrderStatus
from stallage.orders.rules.units import LineUnits, next_units
from stallage.products.actions import refresh_cards
from stallage.returns.actions.moving import OpenReturn, arrive_return, open_return, subject_of
from stallage.returns.errors import ReturnRefused
from stallage.stock.actions import put_back

LINES = """
    SELECT r.order_line_id AS line_id, r.quantity, r.line_total, r.discount, r.tax, r.tax_added, l.sku_id,
        l.title
    FROM return_lines r JOIN order_lines_view l ON l.id = r.order_line_id AND l.owner_id = r.owner_id
    WHERE r.return_id = $1 ORDER BY r.order_line_id
"""

ACCEPT = """
    UPDATE return_lines r SET requested = r.quantity, quantity = p.quantity, restocked = p.restocked,
        line_total = p.line_total, discount = p.discount, tax = p.tax, tax_added = p.tax_added
    FROM jsonb_to_recordset($2) AS p (line_id bigint, quantity int, restocked int, line_total bigint,
        discount bigint, tax bigint, tax_added bigint)
    WHERE r.return_id = $1 AND r.order_line_id = p.line_id
"""

INSPECTED = """
    UPDATE returns SET inspected_at = $2, amount = $3, shipping = $4,
        answer = CASE $5 WHEN '' THEN answer ELSE $5 END
    WHERE id = $1
"""


@dataclass(frozen=True, slots=True)
class InspectedLine:
    """What the inspection of a line's units found."""

    accepted: int
    """Units that are refunded or exchanged."""
    restock: bool
    """Whether the accepted units go back into stock."""


async def receive_return(connection: Connection, order: LockedOrder) -> None:
    """Record that the items have arrived, accept them, and put them back into stock, once.

    Raises InvalidTransition and ReturnRefused.
    """
    await _receive(connection, order, restock=True)


async def receive_damaged_return(connection: Connection, order: LockedOrder) -> None:
    """Record that the items have arrived, accept them, and do not put them into stock.

    Raises InvalidTransition and ReturnRefused.
    """
    await _receive(connection, order, restock=False)


async def _receive(connection: Connection, order: LockedOrder, *, restock: bool) -> None:
    returned = await arrive_return(connection, order)
    rows = await connection.fetch(LINES, returned.id)
    found = {row["line_id"]: InspectedLine(row["quantity"], restock) for row in rows}
    await _inspect(connection, order, returned, rows, found, "")


async def inspect_return(
    connection: Connection, order: LockedOrder, found: Mapping[int, InspectedLine], answer: str
) -> None:
    """Record what the inspection of arrived items found, by line id, and restock them. Happens once.

    If fewer units are accepted than requested, `answer` tells the shopper why, and delivery is not
    refunded. Raises ReturnRefused and InvalidFields.
    """
    returned = await open_return(connection, order)
    if returned.status is not OrderStatus.BACK_AT_COMPANY:
        raise ReturnRefused("The items of this return have not arrived yet.")
    if returned.inspected_at is not None:
        raise ReturnRefused("The items of this return have already been inspected.")
    rows = await connection.fetch(LINES, returned.id)
    await _inspect(connection, order, returned, rows, found, answer)


def _check(rows: list[Record], found: Mapping[int, InspectedLine], answer: str) -> None:
    requested = {row["line_id"]: row["quantity"] for row in rows}
    fits = requested.keys() == found.keys() and all(
        0 <= line.accepted <= requested[line_id] for line_id, line in found.items()
    )
    if not fits:
        raise InvalidFields(fields={"lines": [message("invalid", "lines")]})
    accepted = sum(line.accepted for line in found.values())
    if accepted == 0:
        raise ReturnRefused("If no item is accepted, refuse the return instead.")
    if accepted < sum(requested.values()) and not answer:
        raise InvalidFields(fields=required_error("answer", attribute="Reason"))


async def _inspect(  # noqa: PLR0917 - the two callers have read all of it
    connection: Connection,
    order: LockedOrder,
    returned: OpenReturn,
    rows: list[Record],
    found: Mapping[int, InspectedLine],
    answer: str,
) -> None:
    _check(rows, found, answer)
    in_full = all(row["quantity"] == found[row["line_id"]].accepted for row in rows)
    units = (
        {row["line_id"]: LineUnits(**dict(row)) for row in rows}
        if in_full
        else await _accepted_units(connection, order, found)
    )
    accepted = [
        _stored(units.get(row["line_id"]), row["line_id"], found[row["line_id"]]) for row in rows
    ]
    await connection.execute(ACCEPT, returned.id, accepted)
    shipping = returned.shipping if in_full else 0
    amount = sum(one.amount for one in units.values()) + shipping
    await connection.execute(INSPECTED, returned.id, clock.now(), amount, shipping, answer)
    restocked: dict[int, int] = {}
    for row in rows:
        line = found[row["line_id"]]
        if line.restock and line.accepted:
            restocked[row["sku_id"]] = restocked.get(row["sku_id"], 0) + line.accepted
    await record(
        connection,
        "return.inspected",
        subject_of(returned),
        before={"amount": returned.amount},
        after={
            "amount": amount,
            "lines": [
                {"line": line_id, "accepted": line.accepted, "restock": line.restock}
                for line_id, line in found.items()
            ],
        },
    )
    await refresh_cards(connection, await put_back(connection, restocked, order.id))


async def _accepted_units(
    connection: Connection, order: LockedOrder, found: Mapping[int, InspectedLine]
) -> dict[int, LineUnits]:
    """The accepted units with their amounts, so that all units of a line still add up to it."""
    lines = {line.id: line for line in await order_lines(connection, order.id)}
    try:
        return {
            line_id: next_units(lines[line_id], one.accepted)
            for line_id, one in found.items()
            if one.accepted
        }
    except ValueError as error:
        raise ReturnRefused("You have already returned or cancelled these items.") from error


def _stored(units: LineUnits | None, line_id: int, found: InspectedLine) -> dict[str, int]:
    return {
        "line_id": line_id,
        "quantity": found.accepted,
        "restocked": found.accepted if found.restock else 0,
        "line_total": 0 if units is None else units.line_total,
        "discount": 0 if units is None else units.discount,
        "tax": 0 if units is None else units.tax,
        "tax_added": 0 if units is None else units.tax_added,
    }
