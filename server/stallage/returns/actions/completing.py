"""Completes returns: refunds the money or sends other units."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.cart.queries.lines import CartLine
from stallage.core import clock
from stallage.core.db import Connection
from stallage.orders.actions import (
    LockedOrder,
    ReturnedUnits,
    lock_order,
    record_credited,
    record_exchanged,
    record_returned,
)
from stallage.orders.rules import OrderStatus
from stallage.products.actions import refresh_cards
from stallage.returns.actions.exchange_refunds import credit_exchange
from stallage.returns.actions.exchanging import replacements, send_exchange
from stallage.returns.actions.moving import OpenReturn, move_return, open_return, subject_of
from stallage.returns.actions.paying_back import credit_wallet, divide, send_to_source
from stallage.returns.errors import ExchangeRefused, ReturnRefused

UNITS = """
    SELECT order_line_id, quantity, line_total, discount, tax, tax_added
    FROM return_lines WHERE return_id = $1
"""

SETTLE_AS = "UPDATE returns SET resolution = $2, refund_to = $3 WHERE id = $1"
SETTLE = "UPDATE returns SET to_source = $2, to_wallet = $3 WHERE id = $1"
RECORD_EXCHANGE = "UPDATE returns SET exchange_order_id = $2 WHERE id = $1"
RECORD_CREDIT = """
    UPDATE returns SET credited_at = $2 WHERE id = $1 AND credited_at IS NULL RETURNING to_wallet
"""

WAITING = """
    SELECT r.id, r.order_id, false AS of_exchange FROM returns r JOIN orders_view o ON o.id = r.order_id
        AND o.owner_id = r.owner_id
    WHERE o.customer_id = $1 AND r.status = 12 AND r.to_wallet > 0 AND r.credited_at IS NULL
    UNION ALL
    SELECT e.id, r.order_id, true
    FROM exchange_refunds e JOIN returns r ON r.id = e.return_id
        AND r.owner_id = e.owner_id JOIN orders_view o ON o.id = r.order_id AND o.owner_id = r.owner_id
    WHERE o.customer_id = $1 AND e.to_wallet > 0 AND e.credited_at IS NULL
    ORDER BY order_id, of_exchange, id
"""


async def refund_return(connection: Connection, order: LockedOrder, refund_to: str) -> None:
    """Complete a return by a refund to `source` or `wallet`, whatever the shopper asked for.

    Raises InvalidTransition and ReturnRefused.
    """
    returned = await open_return(connection, order)
    if (returned.resolution, returned.refund_to) != ("refund", refund_to):
        await connection.execute(SETTLE_AS, returned.id, "refund", refund_to)
        await record(
            connection,
            "return.settled_otherwise",
            subject_of(returned),
            before={"resolution": returned.resolution, "refund_to": returned.refund_to},
            after={"resolution": "refund", "refund_to": refund_to},
        )
    await complete_return(connection, order)


async def exchange_return(connection: Connection, order: LockedOrder) -> None:
    """Complete a return by sending the replacements, or not at all.

    Raises ExchangeRefused if any is unavailable, InvalidTransition and ReturnRefused.
    """
    returned = await open_return(connection, order)
    if returned.resolution != "exchange" or await replacements(connection, returned) is None:
        raise ExchangeRefused("The replacements are not available. You can refund the return.")
    await complete_return(connection, order)


async def complete_return(connection: Connection, order: LockedOrder) -> None:
    """Complete a return: send the replacement units, or refund the money.

    Raises InvalidTransition and ReturnRefused.
    """
    returned = await open_return(connection, order)
    if returned.status is OrderStatus.BACK_AT_COMPANY and returned.inspected_at is None:
        raise ReturnRefused("Inspect the items first.")
    await move_return(connection, order, returned, OrderStatus.RETURN_COMPLETED, "operator")
    units = await _units(connection, returned)
    await record_returned(connection, list(units.values()))
    lines = None
    if returned.resolution == "exchange":
        lines = await replacements(connection, returned)
    if lines is None:
        await _refund(connection, order, returned)
    else:
        await record_exchanged(
            connection, {line_id: one.quantity for line_id, one in units.items()}
        )
        await _send_replacements(connection, order, returned, lines)


async def _units(connection: Connection, returned: OpenReturn) -> dict[int, ReturnedUnits]:
    """The units of a return with their amounts, by line id."""
    rows = await connection.fetch(UNITS, returned.id)
    return {row["order_line_id"]: ReturnedUnits(**dict(row)) for row in rows}


async def _send_replacements(
    connection: Connection, order: LockedOrder, returned: OpenReturn, lines: list[CartLine]
) -> None:
    sent, products = await send_exchange(connection, order, lines)
    await connection.execute(RECORD_EXCHANGE, returned.id, sent.id)
    await refresh_cards(connection, products)


async def _refund(connection: Connection, order: LockedOrder, returned: OpenReturn) -> None:
    division = await divide(connection, order, returned.amount, returned.refund_to)
    key = f"return:{returned.id}"
    await record_credited(connection, order, division.credited, key)
    to_source = sum(part for _tender, part in division.parts)
    await connection.execute(SETTLE, returned.id, to_source, division.wallet)
    if division.wallet and order.customer_id is not None:
        await _credit(connection, order, returned.id)
    await send_to_source(connection, order, division, key)


async def _credit(connection: Connection, order: LockedOrder, return_id: int) -> None:
    """Credit the wallet's part once. The caller holds the lock of the order's row."""
    if order.customer_id is None:
        return
    amount = await connection.fetchval(RECORD_CREDIT, return_id, clock.now())
    if amount is not None:
        await credit_wallet(connection, order, return_id, amount)


async def credit_pending_refunds(connection: Connection, customer_id: int) -> None:
    """Credit to a customer's wallet the refunds that waited for them to sign in. Idempotent."""
    rows = await connection.fetch(WAITING, customer_id)
    # Lock all orders before the wallet, as cancelling an order does.
    orders = {row["order_id"]: await lock_order(connection, row["order_id"]) for row in rows}
    for row in rows:
        credit = credit_exchange if row["of_exchange"] else _credit
        await credit(connection, orders[row["order_id"]], row["id"])
