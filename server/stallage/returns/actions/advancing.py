"""How an operator brings an order to the statuses of returns; see `orders.outside.advancing`."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.orders.actions import LockedOrder
from stallage.orders.gateway_calls.advancing import advance_by
from stallage.orders.rules import OrderStatus
from stallage.returns.actions.completing import complete_return
from stallage.returns.actions.moving import (
    approve_return,
    pick_up_return,
    receive_return,
    refuse_return,
)


async def refuse_without_reason(connection: Connection, order: LockedOrder) -> None:
    """Refuses a return; the shopper is not told why."""
    await refuse_return(connection, order, "")


advance_by(OrderStatus.RETURN_APPROVED, approve_return)
advance_by(OrderStatus.RETURN_REFUSED, refuse_without_reason)
advance_by(OrderStatus.PICKED_UP, pick_up_return)
advance_by(OrderStatus.BACK_AT_COMPANY, receive_return)
advance_by(OrderStatus.RETURN_COMPLETED, complete_return)
