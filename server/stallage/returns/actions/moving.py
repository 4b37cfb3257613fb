"""The one place where a return moves, and its order with it."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.orders.actions import LockedOrder, change_status
from stallage.orders.rules import By, OrderStatus
from stallage.products.actions import refresh_cards
from stallage.returns.errors import ReturnRefused
from stallage.returns.events import ReturnMoved
from stallage.stock.actions import put_back

OPEN_RETURN = """
    SELECT id, public_id, order_id, status, resolution, refund_to, withdrawal, amount
    FROM returns WHERE order_id = $1 AND status IN (9, 10, 11, 15)
    FOR NO KEY UPDATE
"""

MOVE = "UPDATE returns SET status = $2, changed_at = $3 WHERE id = $1"
ANSWER = "UPDATE returns SET answer = $2 WHERE id = $1"

PIECES = """
    SELECT l.sku_id, sum(r.quantity)::int AS quantity
    FROM return_lines r JOIN order_lines l ON l.id = r.order_line_id
    WHERE r.return_id = $1 GROUP BY l.sku_id
"""


@dataclass(slots=True)
class OpenReturn:
    """The return of an order that is on its way; the caller holds the order's row."""

    id: int
    public_id: str
    order_id: int
    status: OrderStatus
    resolution: str
    refund_to: str
    withdrawal: bool
    amount: int


async def open_return(connection: Connection, order: LockedOrder) -> OpenReturn:
    """The open return of a locked order. Raises ReturnRefused where there is none."""
    row = await connection.fetchrow(OPEN_RETURN, order.id)
    if row is None:
        raise ReturnRefused("No return of this order is on its way.")
    values = dict(row)
    values["status"] = OrderStatus(values["status"])
    return OpenReturn(**values)


async def move_return(
    connection: Connection, order: LockedOrder, moved: OpenReturn, status: OrderStatus, by: By
) -> None:
    """Moves a return and its order on, and tells who listens. Raises InvalidTransition."""
    await change_status(connection, order, status, by)
    await connection.execute(MOVE, moved.id, status, clock.now())
    moved.status = status
    await publish(
        connection, ReturnMoved(return_id=moved.id, order_id=order.id, status=int(status))
    )


async def withdraw_return(connection: Connection, order: LockedOrder) -> None:
    """The shopper keeps the things after all. Raises InvalidTransition and ReturnRefused."""
    moved = await open_return(connection, order)
    await move_return(connection, order, moved, OrderStatus.RETURN_WITHDRAWN, "customer")


async def approve_return(connection: Connection, order: LockedOrder) -> None:
    """The shop agrees. Raises InvalidTransition and ReturnRefused."""
    moved = await open_return(connection, order)
    await move_return(connection, order, moved, OrderStatus.RETURN_APPROVED, "operator")


async def refuse_return(connection: Connection, order: LockedOrder, answer: str) -> None:
    """The shop does not agree, or what came back is not what was sent; `answer` says why.

    A withdrawal by right cannot be refused. Raises InvalidTransition and ReturnRefused.
    """
    moved = await open_return(connection, order)
    if moved.withdrawal:
        raise ReturnRefused("The shopper has withdrawn by right; that cannot be refused.")
    await connection.execute(ANSWER, moved.id, answer)
    await move_return(connection, order, moved, OrderStatus.RETURN_REFUSED, "operator")


async def pick_up_return(connection: Connection, order: LockedOrder) -> None:
    """The carrier has fetched the things. Raises InvalidTransition and ReturnRefused."""
    moved = await open_return(connection, order)
    await move_return(connection, order, moved, OrderStatus.PICKED_UP, "operator")


async def receive_return(connection: Connection, order: LockedOrder) -> None:
    """The things are back and as good as new: they go into stock again, once.

    Raises InvalidTransition and ReturnRefused.
    """
    moved = await open_return(connection, order)
    await move_return(connection, order, moved, OrderStatus.BACK_AT_COMPANY, "operator")
    pieces = await connection.fetch(PIECES, moved.id)
    products = await put_back(connection, {row["sku_id"]: row["quantity"] for row in pieces})
    await refresh_cards(connection, products)


async def receive_damaged_return(connection: Connection, order: LockedOrder) -> None:
    """The things are back and cannot be sold again. Raises InvalidTransition and ReturnRefused."""
    moved = await open_return(connection, order)
    await move_return(connection, order, moved, OrderStatus.BACK_AT_COMPANY, "operator")
