"""Splits money that goes back between where it was paid from and the wallet, and sends both parts."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.orders.actions import LockedOrder, note_refund
from stallage.orders.events import RefundDue
from stallage.returns.events import ReturnCredited
from stallage.returns.rules import ONLINE, parts
from stallage.wallet.actions import credit
from stallage.wallet.rules import Reason

SENT_BACK = """
    SELECT coalesce(sum(coalesce(r.to_source, 0) + coalesce(e.to_source, 0)), 0)::bigint
    FROM returns r LEFT JOIN (
        SELECT return_id, sum(to_source) AS to_source FROM exchange_refunds GROUP BY return_id
    ) e ON e.return_id = r.id
    WHERE r.order_id = $1
"""


async def divide(
    connection: Connection, order: LockedOrder, amount: int, refund_to: str
) -> tuple[int, int]:
    """What of an amount goes back to where the order was paid from, and what to the wallet."""
    at_source = 0
    if order.payment_method in ONLINE:
        at_source = order.payable - await connection.fetchval(SENT_BACK, order.id)
    return parts(amount, at_source=at_source, refund_to=refund_to)


async def send_to_source(
    connection: Connection, order: LockedOrder, amount: int, *, key: str, in_wallet: int
) -> None:
    """Sends money back to where the order was paid from; `in_wallet` is the part that is not."""
    if amount:
        await publish(connection, RefundDue(order_id=order.id, amount=amount, key=key))
    elif not in_wallet:
        await note_refund(connection, order)


async def credit_wallet(
    connection: Connection, order: LockedOrder, return_id: int, amount: int
) -> None:
    """Adds money of a return to its customer's wallet. The caller has noted that it does, once."""
    if order.customer_id is None:
        raise AssertionError("a guest's money waits")
    await credit(connection, order.customer_id, amount, Reason.REFUND, order_id=order.public_id)
    await note_refund(connection, order)
    await publish(connection, ReturnCredited(return_id=return_id))
