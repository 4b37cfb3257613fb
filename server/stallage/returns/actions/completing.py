"""Completes returns: money goes back, or other units are sent."""

from __future__ import annotations

from stallage.cart.lines import CartLine
from stallage.core import clock
from stallage.core.db import Connection
from stallage.orders.actions import LockedOrder, lock_order
from stallage.orders.rules import OrderStatus
from stallage.products.actions import refresh_cards
from stallage.returns.actions.exchange_refunds import credit_exchange
from stallage.returns.actions.exchanging import send_exchange, to_send
from stallage.returns.actions.moving import OpenReturn, move_return, open_return
from stallage.returns.actions.paying_back import credit_wallet, divide, send_to_source

CAME_BACK = """
    UPDATE order_lines l SET returned = l.returned + r.quantity
    FROM return_lines r WHERE r.return_id = $1 AND l.id = r.order_line_id
"""
EXCHANGED = """
    UPDATE order_lines l SET exchanged = l.exchanged + r.quantity
    FROM return_lines r WHERE r.return_id = $1 AND l.id = r.order_line_id
"""

SETTLE = "UPDATE returns SET to_source = $2, to_wallet = $3 WHERE id = $1"
NOTE_EXCHANGE = "UPDATE returns SET exchange_order_id = $2 WHERE id = $1"
NOTE_CREDIT = """
    UPDATE returns SET credited_at = $2 WHERE id = $1 AND credited_at IS NULL RETURNING to_wallet
"""

WAITING = """
    SELECT r.id, r.order_id, false AS of_exchange FROM returns r JOIN orders o ON o.id = r.order_id
    WHERE o.customer_id = $1 AND r.status = 12 AND r.to_wallet > 0 AND r.credited_at IS NULL
    UNION ALL
    SELECT e.id, r.order_id, true
    FROM exchange_refunds e JOIN returns r ON r.id = e.return_id JOIN orders o ON o.id = r.order_id
    WHERE o.customer_id = $1 AND e.to_wallet > 0 AND e.credited_at IS NULL
    ORDER BY order_id, of_exchange, id
"""


async def complete_return(connection: Connection, order: LockedOrder) -> None:
    """Complete a return: send the replacement units, or the money back.

    Raises InvalidTransition or ReturnRefused.
    """
    moved = await open_return(connection, order)
    await move_return(connection, order, moved, OrderStatus.RETURN_COMPLETED, "operator")
    await connection.execute(CAME_BACK, moved.id)
    lines = await to_send(connection, moved) if moved.resolution == "exchange" else None
    if lines is None:
        await _send_money(connection, order, moved)
    else:
        await _send_pieces(connection, order, moved, lines)


async def _send_pieces(
    connection: Connection, order: LockedOrder, moved: OpenReturn, lines: list[CartLine]
) -> None:
    await connection.execute(EXCHANGED, moved.id)
    sent, products = await send_exchange(connection, order, lines)
    await connection.execute(NOTE_EXCHANGE, moved.id, sent.id)
    await refresh_cards(connection, products)


async def _send_money(connection: Connection, order: LockedOrder, moved: OpenReturn) -> None:
    parts, wallet = await divide(connection, order, moved.amount, moved.refund_to)
    await connection.execute(SETTLE, moved.id, moved.amount - wallet, wallet)
    if wallet and order.customer_id is not None:
        await _credit(connection, order, moved.id)
    await send_to_source(connection, order, parts, key=f"return:{moved.id}", in_wallet=wallet)


async def _credit(connection: Connection, order: LockedOrder, return_id: int) -> None:
    """Adds the wallet's part to the wallet, once. The caller holds the order's row."""
    if order.customer_id is None:
        return
    amount = await connection.fetchval(NOTE_CREDIT, return_id, clock.now())
    if amount is not None:
        await credit_wallet(connection, order, return_id, amount)


async def credit_waiting_refunds(connection: Connection, customer_id: int) -> None:
    """Adds to a customer's wallet what had waited for them to sign in. Repeatable."""
    rows = await connection.fetch(WAITING, customer_id)
    # Every order before the wallet, which whoever cancels one of them locks after it.
    orders = {row["order_id"]: await lock_order(connection, row["order_id"]) for row in rows}
    for row in rows:
        credit = credit_exchange if row["of_exchange"] else _credit
        await credit(connection, orders[row["order_id"]], row["id"])
