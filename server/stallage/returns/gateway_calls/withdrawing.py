"""Withdraws from a contract: cancels what has not been shipped, and begins a return of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.idempotency import IdempotentRequest
from stallage.core.runtime import Runtime
from stallage.orders import actions as orders
from stallage.orders.actions import LockedOrder
from stallage.orders.gateway_calls.cancelling import run_with_payment_closed
from stallage.orders.rules import OrderStatus, cancellable
from stallage.orders.rules.returning import is_within_window
from stallage.returns.actions import begin_withdrawal_return, record_withdrawal
from stallage.returns.errors import WithdrawalRefused

IN_TRANSIT = (OrderStatus.SHIPPED, OrderStatus.OUT_FOR_DELIVERY)


@dataclass(frozen=True, slots=True)
class WithdrawalStatement:
    """A shopper's statement of withdrawal."""

    name: str
    contact: str | None
    """Where the acknowledgement goes; None for the order's contact."""
    lines: Mapping[int, int] | None
    """Quantities by line id; None for the whole order."""


async def withdraw_from_contract(
    runtime: Runtime, order_id: int, statement: WithdrawalStatement, request: IdempotentRequest
) -> int:
    """Store a statement of withdrawal and carry it out. Returns its id.

    What has not been shipped is cancelled. For delivered items, a return begins that needs no approval;
    for items in transit, it begins on delivery. Raises WithdrawalRefused, InvalidFields and
    PaymentUnavailable.
    """
    window = runtime.settings.withdrawal_window_seconds

    async def action(connection: Connection, order: LockedOrder) -> dict[str, Any]:
        if window == 0:
            raise WithdrawalRefused("This shop does not offer a right of withdrawal.")
        outcome = await _begin(connection, order, statement, window)
        withdrawal_id = await record_withdrawal(
            connection,
            order.id,
            name=statement.name,
            contact=statement.contact,
            lines=statement.lines,
            outcome=outcome,
        )
        return {"withdrawal_id": withdrawal_id}

    result = await run_with_payment_closed(runtime, order_id, request, action)
    return int(result["withdrawal_id"])


async def _begin(
    connection: Connection, order: LockedOrder, statement: WithdrawalStatement, window_seconds: int
) -> str:
    if cancellable(order.status):
        if statement.lines is None:
            await orders.cancel_order(connection, order, "customer")
        else:
            await orders.cancel_lines(connection, order, statement.lines, "customer")
        return "cancelled"
    if order.status in IN_TRANSIT:
        return "on_delivery"
    if not is_within_window(order.delivered_at, window_seconds, clock.now()):
        raise WithdrawalRefused
    await begin_withdrawal_return(connection, order, statement.lines)
    return "return"
