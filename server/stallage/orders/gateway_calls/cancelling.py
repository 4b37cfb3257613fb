"""Cancels orders and lines. An open payment is closed first, between two transactions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from stallage.core.db import Connection
from stallage.core.idempotency import NOT_REPEATED, IdempotentRequest, idempotent
from stallage.core.runtime import Runtime
from stallage.orders import actions
from stallage.orders.actions import LockedOrder, lock_order
from stallage.orders.errors import CancelRefused
from stallage.orders.rules import TRANSITIONS, By, cancellable, cancelled_status
from stallage.orders.tenders import OpenPayment
from stallage.tenders import tender_kinds

Action = Callable[[Connection, LockedOrder], Awaitable[dict[str, Any]]]
Check = Callable[[Connection, LockedOrder], Awaitable[None]]


class _PaymentOpen(Exception):
    """The order could be paid at any moment. Nothing has been written."""

    def __init__(self, payment: OpenPayment) -> None:
        self.payment = payment
        super().__init__()


async def _open_payment(connection: Connection, order_id: int) -> OpenPayment | None:
    for kind in tender_kinds():
        payment = await kind.open_payment(connection, order_id)
        if payment is not None:
            return payment
    return None


async def run_with_payment_closed(
    runtime: Runtime,
    order_id: int,
    request: IdempotentRequest,
    action: Action,
    check: Check | None = None,
) -> Any:
    """Run `action` under the lock of the order's row while nobody can pay the order.

    Closes an open payment first. If it was completed in the meantime, it counts. Returns the result of
    `action`, or its stored result for a repeated request. `check` runs before the payment is closed,
    which changes the order's version. Raises the errors of both, and PaymentUnavailable.
    """
    is_checked = False

    async def attempt(connection: Connection) -> dict[str, Any]:
        nonlocal is_checked
        order = await lock_order(connection, order_id)
        if check is not None and not is_checked:
            await check(connection, order)
        is_checked = True
        payment = await _open_payment(connection, order_id)
        if payment is not None and cancellable(order.status):
            raise _PaymentOpen(payment)
        return await action(connection, order)

    while True:
        try:
            async with runtime.database.transaction() as connection:
                return await idempotent(
                    connection,
                    scope=f"cancel-order:{order_id}",
                    key=request.key,
                    body=request.body,
                    keep_seconds=runtime.settings.idempotency_seconds,
                    act=lambda: attempt(connection),
                )
        except _PaymentOpen as error:
            payment = error.payment
        await payment.close(runtime)


async def cancel_order(
    runtime: Runtime,
    order_id: int,
    by: By,
    request: IdempotentRequest = NOT_REPEATED,
) -> None:
    """Cancel an order and refund what was paid. Raises CancelRefused and PaymentUnavailable."""

    async def action(connection: Connection, order: LockedOrder) -> dict[str, Any]:
        if not TRANSITIONS[by].allows(order.status, cancelled_status(by)):
            raise CancelRefused
        await actions.cancel_order(connection, order, by)
        return {}

    await run_with_payment_closed(runtime, order_id, request, action)


async def cancel_lines(
    runtime: Runtime,
    order_id: int,
    units: Mapping[int, int | None],
    by: By,
    request: IdempotentRequest = NOT_REPEATED,
) -> None:
    """Cancel units by line id. Refunds what was paid for them, or reduces what is still to be paid.

    A quantity of None means all units left. Raises CancelRefused, InvalidFields and PaymentUnavailable.
    """

    async def action(connection: Connection, order: LockedOrder) -> dict[str, Any]:
        await actions.cancel_lines(connection, order, units, by)
        return {}

    await run_with_payment_closed(runtime, order_id, request, action)
