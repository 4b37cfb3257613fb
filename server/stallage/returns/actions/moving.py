"""Changes the status of returns, and that of their orders with it. No other module does."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.orders.actions import LockedOrder, change_status
from stallage.orders.rules import LABELS, By, OrderStatus
from stallage.returns.errors import ReturnRefused
from stallage.returns.events import ReturnMoved

OPEN_RETURN = """
    SELECT id, public_id, order_id, status, resolution, refund_to, withdrawal, amount, shipping,
        inspected_at
    FROM returns WHERE order_id = $1 AND status IN (9, 10, 11, 15)
    FOR NO KEY UPDATE
"""

MOVE = "UPDATE returns SET status = $2, changed_at = $3 WHERE id = $1"
RESTOCKED = "SELECT EXISTS (SELECT FROM return_lines WHERE return_id = $1 AND restocked > 0)"
ANSWER = "UPDATE returns SET answer = $2 WHERE id = $1"


@dataclass(slots=True)
class OpenReturn:
    """The open return of an order. The caller holds the lock of the order's row."""

    id: int
    public_id: str
    order_id: int
    status: OrderStatus
    resolution: str
    refund_to: str
    withdrawal: bool
    amount: int
    shipping: int
    inspected_at: datetime | None


def subject_of(returned: OpenReturn) -> Subject:
    """Return what the audit log calls a return."""
    return Subject("return", returned.public_id, returned.public_id)


async def open_return(connection: Connection, order: LockedOrder) -> OpenReturn:
    """Lock the open return of a locked order. Raises ReturnRefused if there is none."""
    row = await connection.fetchrow(OPEN_RETURN, order.id)
    if row is None:
        raise ReturnRefused("This order has no open return.")
    values = dict(row)
    values["status"] = OrderStatus(values["status"])
    return OpenReturn(**values)


async def move_return(
    connection: Connection, order: LockedOrder, returned: OpenReturn, status: OrderStatus, by: By
) -> None:
    """Change the status of a return and its order, and publish it. Raises InvalidTransition."""
    before = returned.status
    await change_status(connection, order, status, by)
    await connection.execute(MOVE, returned.id, status, clock.now())
    returned.status = status
    await record(
        connection,
        "return.moved",
        subject_of(returned),
        before={"status": LABELS[before]},
        after={"status": LABELS[status]},
    )
    await publish(
        connection, ReturnMoved(return_id=returned.id, order_id=order.id, status=int(status))
    )


async def withdraw_return(connection: Connection, order: LockedOrder) -> None:
    """Withdraw a return: the shopper keeps the items. Raises InvalidTransition and ReturnRefused."""
    returned = await open_return(connection, order)
    await move_return(connection, order, returned, OrderStatus.RETURN_WITHDRAWN, "customer")


async def approve_return(connection: Connection, order: LockedOrder) -> None:
    """Approve a return. Raises InvalidTransition and ReturnRefused."""
    returned = await open_return(connection, order)
    await move_return(connection, order, returned, OrderStatus.RETURN_APPROVED, "operator")


async def refuse_return(connection: Connection, order: LockedOrder, answer: str) -> None:
    """Refuse a return, or the items that arrived. `answer` tells the shopper why.

    A withdrawal by right cannot be refused. Raises InvalidTransition and ReturnRefused.
    """
    returned = await open_return(connection, order)
    if returned.withdrawal:
        raise ReturnRefused("The shopper has withdrawn by right. That cannot be refused.")
    if await connection.fetchval(RESTOCKED, returned.id):
        raise ReturnRefused("Items of this return are back in stock, so it can only be completed.")
    await connection.execute(ANSWER, returned.id, answer)
    await move_return(connection, order, returned, OrderStatus.RETURN_REFUSED, "operator")


async def pick_up_return(connection: Connection, order: LockedOrder) -> None:
    """Record that the carrier has picked up the items. Raises InvalidTransition and ReturnRefused."""
    returned = await open_return(connection, order)
    await move_return(connection, order, returned, OrderStatus.PICKED_UP, "operator")


async def arrive_return(connection: Connection, order: LockedOrder) -> OpenReturn:
    """Record that the items have arrived, to be inspected. Raises InvalidTransition and ReturnRefused."""
    returned = await open_return(connection, order)
    await move_return(connection, order, returned, OrderStatus.BACK_AT_COMPANY, "operator")
    return returned
