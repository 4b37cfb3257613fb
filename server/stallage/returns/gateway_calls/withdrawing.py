"""Withdraws from a contract by right: cancels what has not been sent, and begins a return of the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.orders import actions as orders
from stallage.orders.actions import LockedOrder
from stallage.orders.gateway_calls.cancelling import Call, with_nothing_to_pay
from stallage.orders.rules import OrderStatus, cancellable
from stallage.orders.rules.returning import is_in_time
from stallage.returns.actions import state_withdrawal, withdraw_by_right
from stallage.returns.errors import WithdrawalRefused

UNDER_WAY = (OrderStatus.SHIPPED, OrderStatus.OUT_FOR_DELIVERY)


@dataclass(frozen=True, slots=True)
class Statement:
    """What a shopper states: who they are, where the acknowledgement goes, and what it covers."""

    name: str
    contact: str | None
    lines: Mapping[int, int] | None


async def withdraw_from_contract(
    runtime: Runtime, order_id: int, stated: Statement, call: Call
) -> int:
    """Takes a statement of withdrawal and does what it means; its id.

    What has not been sent is cancelled; what was delivered may be sent back without anybody's
    consent; what is under way becomes such a return when it is delivered. Raises WithdrawalRefused,
    InvalidFields and PaymentUnavailable.
    """
    window = runtime.settings.withdrawal_window_seconds

    async def act(connection: Connection, order: LockedOrder) -> dict[str, Any]:
        if window == 0:
            raise WithdrawalRefused("This shop sells where there is no right of withdrawal.")
        outcome = await _begin(connection, order, stated, window)
        withdrawal_id = await state_withdrawal(
            connection,
            order.id,
            name=stated.name,
            contact=stated.contact,
            lines=stated.lines,
            outcome=outcome,
        )
        return {"withdrawal_id": withdrawal_id}

    kept = await with_nothing_to_pay(runtime, order_id, call, act)
    return int(kept["withdrawal_id"])


async def _begin(
    connection: Connection, order: LockedOrder, stated: Statement, window_seconds: int
) -> str:
    if cancellable(order.status):
        if stated.lines is None:
            await orders.cancel_order(connection, order, "customer")
        else:
            await orders.cancel_lines(connection, order, stated.lines, "customer")
        return "cancelled"
    if order.status in UNDER_WAY:
        return "on_delivery"
    if not is_in_time(order.delivered_at, window_seconds, clock.now()):
        raise WithdrawalRefused
    await withdraw_by_right(connection, order, stated.lines)
    return "return"
