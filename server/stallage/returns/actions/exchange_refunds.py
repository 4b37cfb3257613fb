"""Refunds returns whose exchange was cancelled, as a whole or by line.

The return stays completed, because its items are back. Units that are not sent in exchange are refunded,
in as many steps as they are cancelled in.
"""

from __future__ import annotations

from dataclasses import asdict

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.events import publish
from stallage.orders.actions import (
    LockedOrder,
    lock_order,
    record_credited,
    record_exchange_cancelled,
)
from stallage.orders.rules.units import LineUnits, amount_of, units_text
from stallage.returns.actions.paying_back import credit_wallet, divide, send_to_source
from stallage.returns.events import ExchangeRefunded
from stallage.returns.rules import ExchangedLine, units_to_refund
from stallage.returns.sql import CANCELLED, UNREFUNDED

EXCHANGED_FOR = """
    SELECT r.id, r.order_id, r.refund_to FROM returns r WHERE r.exchange_order_id = $1
"""

# Cancelled units of an exchange's order, by SKU.
CANCELLED_UNITS = f"""
    SELECT l.sku_id, sum(CASE WHEN o.status IN ({CANCELLED}) THEN l.quantity ELSE l.cancelled END)::int
        AS units
    FROM orders_view o JOIN order_lines_view l ON l.order_id = o.id AND l.owner_id = o.owner_id
    WHERE o.id = $1 GROUP BY l.sku_id
"""

LINES = """
    SELECT rl.order_line_id AS id, l.sku_id, l.title, rl.exchange_sku_id, rl.quantity, rl.line_total,
        rl.discount, rl.tax, rl.tax_added, coalesce((
            SELECT sum((part ->> 'quantity')::int)
            FROM exchange_refunds e, jsonb_array_elements(e.lines) part
            WHERE e.return_id = rl.return_id AND e.owner_id = rl.owner_id
                AND (part ->> 'line_id')::bigint = rl.order_line_id
        ), 0)::int AS refunded
    FROM return_lines rl
    JOIN order_lines_view l ON l.id = rl.order_line_id AND l.owner_id = rl.owner_id
    WHERE rl.return_id = $1 ORDER BY rl.order_line_id
"""

WRITE = """
    INSERT INTO exchange_refunds (return_id, owner_id, lines, amount, to_source, to_wallet, created_at)
    VALUES ($1, $7, $2, $3, $4, $5, $6)
    RETURNING id
"""

RECORD_CREDIT = """
    UPDATE exchange_refunds SET credited_at = $2 WHERE id = $1 AND credited_at IS NULL
    RETURNING to_wallet, return_id
"""


async def _units_to_refund(
    connection: Connection, exchange_order_id: int, exchanged: Record
) -> list[LineUnits]:
    cancelled = await connection.fetch(CANCELLED_UNITS, exchange_order_id)
    lines = [ExchangedLine(**dict(row)) for row in await connection.fetch(LINES, exchanged["id"])]
    return units_to_refund(lines, {row["sku_id"]: row["units"] for row in cancelled})


async def refund_cancelled_exchange(connection: Connection, exchange_order_id: int) -> None:
    """Refund the cancelled units of an exchange that are not refunded yet. Idempotent.

    Does nothing for an order that is not an exchange.
    """
    exchanged = await connection.fetchrow(EXCHANGED_FOR, exchange_order_id)
    if exchanged is None:
        return
    # Earlier refunds are read under the lock of the order that was paid.
    order = await lock_order(connection, exchanged["order_id"])
    units = await _units_to_refund(connection, exchange_order_id, exchanged)
    if units:
        await _refund(connection, order, exchanged, units)


async def _refund(
    connection: Connection, order: LockedOrder, exchanged: Record, units: list[LineUnits]
) -> None:
    amount = amount_of(units)
    division = await divide(connection, order, amount, exchanged["refund_to"])
    to_source = sum(part for _tender, part in division.parts)
    refund_id = await connection.fetchval(
        WRITE,
        exchanged["id"],
        [asdict(one) for one in units],
        amount,
        to_source,
        division.wallet,
        clock.now(),
        order.owner_id,
    )
    key = f"exchange:{refund_id}"
    await record_credited(connection, order, division.credited, key)
    await record_exchange_cancelled(
        connection,
        order,
        {one.line_id: one.quantity for one in units},
        f"Exchange cancelled: {units_text(units)}",
    )
    if division.wallet:
        await credit_exchange(connection, order, refund_id)
    await send_to_source(connection, order, division, key)
    await publish(connection, ExchangeRefunded(exchange_refund_id=refund_id, order_id=order.id))


async def credit_exchange(connection: Connection, order: LockedOrder, refund_id: int) -> None:
    """Credit the wallet's part once. A guest's waits. The caller holds the lock of the order's row."""
    if order.customer_id is None:
        return
    row = await connection.fetchrow(RECORD_CREDIT, refund_id, clock.now())
    if row is not None:
        await credit_wallet(connection, order, row["return_id"], row["to_wallet"])


async def unrefunded_exchanges(connection: Connection) -> list[int]:
    """The ids of exchange orders with cancelled units that are not refunded."""
    return [row["exchange_id"] for row in await connection.fetch(UNREFUNDED)]
