"""Pays back what was returned for an exchange whose order was then cancelled, whole or by line.

The return stays completed, since its items are back. What changes is how it was settled: the units that
are not sent instead are paid for, in as many steps as they are cancelled in.
"""

from __future__ import annotations

from dataclasses import asdict

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.events import publish
from stallage.orders.actions import LockedOrder, lock_order
from stallage.orders.rules import CANCELLED
from stallage.orders.rules.pieces import Pieces, told, worth_of
from stallage.returns.actions.paying_back import credit_wallet, divide, send_to_source
from stallage.returns.events import ExchangeRefunded
from stallage.returns.rules import unsent

ENDED = ", ".join(str(int(status)) for status in sorted(CANCELLED))

EXCHANGED_FOR = """
    SELECT r.id, r.order_id, r.refund_to FROM returns r WHERE r.exchange_order_id = $1
"""

# Units of an exchange's order that are not sent, by SKU.
GONE = f"""
    SELECT l.sku_id, sum(CASE WHEN o.status IN ({ENDED}) THEN l.quantity ELSE l.cancelled END)::int
        AS units
    FROM orders o JOIN order_lines l ON l.order_id = o.id
    WHERE o.id = $1 GROUP BY l.sku_id
"""

LINES = """
    SELECT rl.order_line_id AS id, l.sku_id, l.title, rl.exchange_sku_id, rl.quantity, rl.line_total,
        rl.discount, rl.tax, rl.tax_added, coalesce((
            SELECT sum((part ->> 'quantity')::int)
            FROM exchange_refunds e, jsonb_array_elements(e.lines) part
            WHERE e.return_id = rl.return_id AND (part ->> 'line_id')::bigint = rl.order_line_id
        ), 0)::int AS refunded
    FROM return_lines rl JOIN order_lines l ON l.id = rl.order_line_id
    WHERE rl.return_id = $1 ORDER BY rl.order_line_id
"""

WRITE = """
    INSERT INTO exchange_refunds (return_id, lines, amount, to_source, to_wallet, created_at)
    VALUES ($1, $2, $3, $4, $5, $6)
    RETURNING id
"""

NOT_EXCHANGED = """
    UPDATE order_lines l SET exchanged = l.exchanged - p.quantity
    FROM unnest($1::bigint[], $2::int[]) AS p (id, quantity) WHERE l.id = p.id
"""

TELL = """
    INSERT INTO order_events (order_id, status, by, happened_at, label)
    VALUES ($1, $2, 'system', $3, $4)
"""

NOTE_CREDIT = """
    UPDATE exchange_refunds SET credited_at = $2 WHERE id = $1 AND credited_at IS NULL
    RETURNING to_wallet, return_id
"""

UNREFUNDED = f"""
    SELECT r.public_id AS return, x.id AS exchange_id, x.public_id AS exchange, gone.units AS cancelled,
        back.units AS refunded
    FROM returns r JOIN orders x ON x.id = r.exchange_order_id
    CROSS JOIN LATERAL (
        SELECT sum(CASE WHEN x.status IN ({ENDED}) THEN quantity ELSE cancelled END)::bigint AS units
        FROM order_lines WHERE order_id = x.id
    ) gone
    CROSS JOIN LATERAL (
        SELECT coalesce(sum((part ->> 'quantity')::int), 0)::bigint AS units
        FROM exchange_refunds e, jsonb_array_elements(e.lines) part WHERE e.return_id = r.id
    ) back
    WHERE (x.status IN ({ENDED}) OR x.cancelled_total > 0
            OR EXISTS (SELECT FROM order_cancellations WHERE order_id = x.id))
        AND gone.units <> back.units
"""
"""Exchanges of which units were cancelled that have not been paid back."""


async def _cancelled_part(
    connection: Connection, exchange_order_id: int, exchanged: Record
) -> list[Pieces]:
    gone = await connection.fetch(GONE, exchange_order_id)
    lines = await connection.fetch(LINES, exchanged["id"])
    return unsent(lines, {row["sku_id"]: row["units"] for row in gone})


async def refund_cancelled_exchange(connection: Connection, exchange_order_id: int) -> None:
    """Pays back the units of an exchange that were cancelled and are not paid back yet. Repeatable.

    Does nothing for an order that is no exchange.
    """
    exchanged = await connection.fetchrow(EXCHANGED_FOR, exchange_order_id)
    if exchanged is None:
        return
    # What was paid back is read under the lock of the order that was paid.
    order = await lock_order(connection, exchanged["order_id"])
    part = await _cancelled_part(connection, exchange_order_id, exchanged)
    if part:
        await _refund(connection, order, exchanged, part)


async def _refund(
    connection: Connection, order: LockedOrder, exchanged: Record, part: list[Pieces]
) -> None:
    amount = worth_of(part)
    parts, wallet = await divide(connection, order, amount, exchanged["refund_to"])
    refund_id = await connection.fetchval(
        WRITE,
        exchanged["id"],
        [asdict(one) for one in part],
        amount,
        amount - wallet,
        wallet,
        clock.now(),
    )
    await connection.execute(
        NOT_EXCHANGED, [one.line_id for one in part], [one.quantity for one in part]
    )
    label = f"Exchange cancelled: {told(part)}"
    await connection.execute(TELL, order.id, order.status, clock.now(), label)
    if wallet:
        await credit_exchange(connection, order, refund_id)
    await send_to_source(connection, order, parts, key=f"exchange:{refund_id}", in_wallet=wallet)
    await publish(connection, ExchangeRefunded(exchange_refund_id=refund_id, order_id=order.id))


async def credit_exchange(connection: Connection, order: LockedOrder, refund_id: int) -> None:
    """Adds the wallet's part to the wallet, once; a guest's waits. The caller holds the order's row."""
    if order.customer_id is None:
        return
    noted = await connection.fetchrow(NOTE_CREDIT, refund_id, clock.now())
    if noted is not None:
        await credit_wallet(connection, order, noted["return_id"], noted["to_wallet"])


async def unrefunded_exchanges(connection: Connection) -> list[int]:
    """Orders of exchanges of which units were cancelled and not paid back, by id."""
    return [row["exchange_id"] for row in await connection.fetch(UNREFUNDED)]
