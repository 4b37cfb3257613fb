"""Completes returns: money goes back, or other pieces are sent."""

from __future__ import annotations

from stallage.cart.lines import CartLine
from stallage.catalog.actions import refresh_cards
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.orders.actions import LockedOrder, lock_order, note_refund
from stallage.orders.events import RefundDue
from stallage.orders.rules import OrderStatus
from stallage.returns.actions.exchanging import send_exchange, to_send
from stallage.returns.actions.moving import OpenReturn, move_return, open_return
from stallage.returns.events import ReturnCredited
from stallage.returns.rules import ONLINE, parts
from stallage.wallet.actions import credit
from stallage.wallet.rules import Reason

CAME_BACK = """
    UPDATE order_lines l SET returned = l.returned + r.quantity
    FROM return_lines r WHERE r.return_id = $1 AND l.id = r.order_line_id
"""
EXCHANGED = """
    UPDATE order_lines l SET exchanged = l.exchanged + r.quantity
    FROM return_lines r WHERE r.return_id = $1 AND l.id = r.order_line_id
"""

SENT_BACK = "SELECT coalesce(sum(to_source), 0)::bigint FROM returns WHERE order_id = $1"

SETTLE = "UPDATE returns SET to_source = $2, to_wallet = $3 WHERE id = $1"
NOTE_EXCHANGE = "UPDATE returns SET exchange_order_id = $2 WHERE id = $1"
NOTE_CREDIT = """
    UPDATE returns SET credited_at = $2 WHERE id = $1 AND credited_at IS NULL RETURNING to_wallet
"""

WAITING = """
    SELECT r.id, r.order_id FROM returns r JOIN orders o ON o.id = r.order_id
    WHERE o.customer_id = $1 AND r.status = 12 AND r.to_wallet > 0 AND r.credited_at IS NULL
    ORDER BY r.order_id, r.id
"""


async def complete_return(connection: Connection, order: LockedOrder) -> None:
    """Ends a return well: sends the other pieces, or the money back. Raises MoveRefused, ReturnRefused."""
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
    at_source = 0
    if order.payment_method in ONLINE:
        at_source = order.payable - await connection.fetchval(SENT_BACK, order.id)
    source, wallet = parts(moved.amount, at_source=at_source, refund_to=moved.refund_to)
    await connection.execute(SETTLE, moved.id, source, wallet)
    if wallet and order.customer_id is not None:
        await _credit(connection, order, moved.id)
    if source:
        due = RefundDue(order_id=order.id, amount=source, key=f"return:{moved.id}")
        await publish(connection, due)
    elif not wallet:
        await note_refund(connection, order)


async def _credit(connection: Connection, order: LockedOrder, return_id: int) -> None:
    """Adds the wallet's part to the wallet, once. The caller holds the order's row."""
    amount = await connection.fetchval(NOTE_CREDIT, return_id, clock.now())
    if amount is None or order.customer_id is None:
        return
    await credit(connection, order.customer_id, amount, Reason.REFUND, order_id=order.public_id)
    await note_refund(connection, order)
    await publish(connection, ReturnCredited(return_id=return_id))


async def credit_waiting_refunds(connection: Connection, customer_id: int) -> None:
    """Adds to a customer's wallet what had waited for them to sign in. Repeatable."""
    rows = await connection.fetch(WAITING, customer_id)
    # Every order before the wallet, which whoever cancels one of them locks after it.
    orders = {row["order_id"]: await lock_order(connection, row["order_id"]) for row in rows}
    for row in rows:
        await _credit(connection, orders[row["order_id"]], row["id"])
