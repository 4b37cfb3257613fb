"""Declares the actions that change orders to the statuses of returns."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.orders.actions import LockedOrder
from stallage.orders.gateway_calls.advancing import register_status_action
from stallage.orders.rules import OrderStatus
from stallage.returns.actions.completing import complete_return
from stallage.returns.actions.inspecting import receive_return
from stallage.returns.actions.moving import approve_return, pick_up_return, refuse_return


async def refuse_without_reason(connection: Connection, order: LockedOrder) -> None:
    """Refuse a return without telling the shopper why."""
    await refuse_return(connection, order, "")


register_status_action(OrderStatus.RETURN_APPROVED, approve_return)
register_status_action(OrderStatus.RETURN_REFUSED, refuse_without_reason)
register_status_action(OrderStatus.PICKED_UP, pick_up_return)
register_status_action(OrderStatus.BACK_AT_COMPANY, receive_return)
register_status_action(OrderStatus.RETURN_COMPLETED, complete_return)
