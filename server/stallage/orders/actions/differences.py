"""Asks for the price of items that are added to a paid order, takes it, or takes the items off again.

The caller holds the lock of the order's row. What is asked for is a tender of its own; see
`rules.differences`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.orders.actions.cancel import cancel_lines
from stallage.orders.actions.events import add_event
from stallage.orders.actions.tenders import amount_due, tenders_of
from stallage.orders.drafts import AddedItems, LockedOrder
from stallage.orders.errors import EditRefused
from stallage.orders.events import DifferencePaid
from stallage.orders.queries.lines import order_lines
from stallage.orders.rules import PaymentStatus
from stallage.orders.rules.differences import (
    PAY_WITHIN,
    Difference,
    held_difference,
    unpaid_line_ids,
)
from stallage.orders.rules.edits import merge_taxes, spread_discount
from stallage.orders.rules.tenders import Tender
from stallage.tenders import tender_kind, tender_kinds

# One statement, because the tenders always add up to the total.
ASK = """
    WITH more AS (
        INSERT INTO order_tenders (order_id, owner_id, position, kind, amount, state, reference)
        VALUES ($1, $8, $2, $3, $4, 'held', $5)
        ON CONFLICT (order_id, position, owner_id) DO UPDATE
        SET amount = order_tenders.amount + excluded.amount, reference = excluded.reference
    )
    UPDATE orders SET total = total + $4, payable = payable + $4, subtotal = subtotal + $6, taxes = $7
    WHERE id = $1 AND owner_id = $8
"""

LOWER = """
    WITH less AS (
        UPDATE order_tenders SET amount = amount - $3, reference = $4
        WHERE order_id = $1 AND position = $2
    )
    UPDATE orders SET total = total - $3, payable = payable - $3, taxes = $5,
        discounts = discounts || $6::jsonb
    WHERE id = $1
"""

DISCOUNT_LINES = """
    UPDATE order_lines l SET discount = l.discount + p.discount, tax = l.tax - p.tax,
        tax_added = l.tax_added - p.tax_added
    FROM jsonb_to_recordset($2) AS p (line_id bigint, discount bigint, tax bigint, tax_added bigint)
    WHERE l.id = p.line_id AND l.order_id = $1
"""

TAXES = "SELECT taxes FROM orders WHERE id = $1"
NEXT_LINE = "SELECT max(position) + 1 FROM order_lines WHERE order_id = $1"
SET_PAY_UNTIL = "UPDATE orders SET pay_until = $2 WHERE id = $1"

TAKE = """
    UPDATE order_tenders SET state = 'taken' WHERE order_id = $1 AND position = $2 AND state = 'held'
"""

TAKES_MORE = (PaymentStatus.PAID, PaymentStatus.PARTLY_REFUNDED)


async def first_line_to_add(connection: Connection, order: LockedOrder) -> int:
    """The position of the next line of a paid order. Raises EditRefused if nothing can be added."""
    if order.payment_status not in TAKES_MORE or order.total + order.cancelled_total == 0:
        raise EditRefused(
            "Nothing of this order is paid any more, so nothing can be added to it. Place a second"
            " order for the added items instead.",
            reason="paid",
        )
    position: int = await connection.fetchval(NEXT_LINE, order.id)
    return position


async def ask_for(
    connection: Connection, order: LockedOrder, added: AddedItems, first_line: int
) -> None:
    """Ask for the price of added lines, which are written already.

    They belong to what is still to be paid, if anything is. What is free is not asked for.
    """
    tenders = await tenders_of(connection, order.id)
    held = held_difference(tenders)
    if held is None and added.total == 0:
        return
    position = len(tenders) if held is None else held[0].position
    kind = next(one for one in tender_kinds() if one.is_paid_first)
    difference = Difference(first_line, added.taxes)
    if held is not None:
        difference = replace(held[1], taxes=merge_taxes(held[1].taxes, added.taxes))
    await connection.execute(
        ASK,
        order.id,
        position,
        kind.name,
        added.total,
        difference.to_text(),
        sum(line.line_total for line in added.lines),
        merge_taxes(await connection.fetchval(TAXES, order.id), added.taxes),
        order.owner_id,
    )
    order.total += added.total
    order.payable += added.total


def _less(
    before: Sequence[Mapping[str, Any]], after: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """How much lower each tax is, as negative amounts."""
    return [
        {**new, "amount": new["amount"] - old["amount"]}
        for old, new in zip(before, after, strict=True)
    ]


async def lower_amount_due(
    connection: Connection, order: LockedOrder, amount: int, name: str
) -> None:
    """Take a discount off the items that are still to be paid. Raises EditRefused."""
    held = held_difference(await tenders_of(connection, order.id))
    if held is None:
        raise AssertionError("a discount lowers what is still to be paid")
    tender, difference = held
    lines = await order_lines(connection, order.id)
    spread = spread_discount(
        [line for line in lines if line.position >= difference.first_line],
        difference.taxes,
        amount,
    )
    if spread.amount >= tender.left:
        raise EditRefused(
            "The discount must be less than what is asked for. Give more back as a refund, once the"
            " added items are paid.",
            reason="discount",
            limit=max(0, tender.left - 1),
        )
    discount = {"name": name, "amount": amount}
    lowered = replace(difference, taxes=spread.taxes, discounts=[*difference.discounts, discount])
    less = _less(difference.taxes, spread.taxes)
    await connection.execute(DISCOUNT_LINES, order.id, [asdict(one) for one in spread.lines])
    await connection.execute(
        LOWER,
        order.id,
        tender.position,
        spread.amount,
        lowered.to_text(),
        merge_taxes(await connection.fetchval(TAXES, order.id), less),
        [discount],
    )
    order.total -= spread.amount
    order.payable -= spread.amount


async def start_time_to_pay(connection: Connection, order: LockedOrder) -> None:
    """Give the customer the whole time to pay for what is asked for, if anything is."""
    if await amount_due(connection, order.id):
        order.pay_until = clock.now() + PAY_WITHIN
        await connection.execute(SET_PAY_UNTIL, order.id, order.pay_until)


async def take_difference(connection: Connection, order: LockedOrder) -> Tender:
    """Take what was asked for of a paid order, because it is paid now. Returns its tender."""
    held = held_difference(await tenders_of(connection, order.id))
    if held is None:
        raise AssertionError("nothing is to be paid for this order")
    tender, _difference = held
    await connection.execute(TAKE, order.id, tender.position)
    await tender_kind(tender.kind).take(connection, order, tender)
    await add_event(connection, order, "system", "Added items paid")
    await publish(connection, DifferencePaid(order_id=order.id, position=tender.position))
    return tender


async def cancel_unpaid_items(connection: Connection, order: LockedOrder) -> None:
    """Take off what was added and not paid in time; the rest of the order stays.

    What was set off against it is given back. If nothing else is left, the order is cancelled.
    """
    lines = await order_lines(connection, order.id)
    unpaid = unpaid_line_ids(lines, await tenders_of(connection, order.id))
    units: dict[int, int | None] = {
        line.id: None for line in lines if line.id in unpaid and line.left
    }
    if units:
        await cancel_lines(connection, order, units, "system")
