"""Cancels an order, whole or by line: what could still pay it first, then what it was for.

No outside call is made while a transaction is open, so these functions take the runtime.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from stallage.core.db import Connection
from stallage.core.idempotency import idempotent
from stallage.core.runtime import Runtime
from stallage.orders import actions
from stallage.orders.actions import LockedOrder, lock_order
from stallage.orders.errors import CancelRefused
from stallage.orders.rules import MOVES, By, cancellable, cancelled_by
from stallage.orders.tenders import OpenPayment
from stallage.tenders import tender_kinds

Act = Callable[[Connection, LockedOrder], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Call:
    """What makes a call repeatable: its key and body. Without a key it is done each time."""

    key: str | None = None
    body: bytes = b""


class _StillPayable(Exception):
    """The order could be paid at any moment; nothing has been written."""

    def __init__(self, payment: OpenPayment) -> None:
        self.payment = payment
        super().__init__()


async def _open_payment(connection: Connection, order_id: int) -> OpenPayment | None:
    for kind in tender_kinds():
        payment = await kind.open_payment(connection, order_id)
        if payment is not None:
            return payment
    return None


async def with_nothing_to_pay(runtime: Runtime, order_id: int, call: Call, act: Act) -> Any:
    """Runs `act` under the order's row lock, at a moment when nobody can pay the order.

    An open payment is closed first, and one that was quicker counts. Raises what `act` does, and
    PaymentUnavailable.
    """

    async def attempted(connection: Connection) -> dict[str, Any]:
        order = await lock_order(connection, order_id)
        payment = await _open_payment(connection, order_id)
        if payment is not None and cancellable(order.status):
            raise _StillPayable(payment)
        return await act(connection, order)

    while True:
        try:
            async with runtime.database.transaction() as connection:
                return await idempotent(
                    connection,
                    scope=f"take-back:{order_id}",
                    key=call.key,
                    body=call.body,
                    keep_seconds=runtime.settings.idempotency_seconds,
                    act=lambda: attempted(connection),
                )
        except _StillPayable as found:
            payment = found.payment
        await payment.close(runtime)


async def cancel_order(runtime: Runtime, order_id: int, by: By, call: Call = Call()) -> None:
    """Cancels an order; what was paid is refunded. Raises CancelRefused and PaymentUnavailable."""

    async def act(connection: Connection, order: LockedOrder) -> dict[str, Any]:
        if not MOVES[by].allows(order.status, cancelled_by(by)):
            raise CancelRefused
        await actions.cancel_order(connection, order, by)
        return {}

    await with_nothing_to_pay(runtime, order_id, call, act)


async def cancel_lines(
    runtime: Runtime,
    order_id: int,
    wanted: Mapping[int, int | None],
    by: By,
    call: Call = Call(),
) -> None:
    """Cancels units by line id; what was paid for them is refunded, what is still to be paid is less.

    Raises CancelRefused, InvalidFields and PaymentUnavailable.
    """

    async def act(connection: Connection, order: LockedOrder) -> dict[str, Any]:
        await actions.cancel_lines(connection, order, wanted, by)
        return {}

    await with_nothing_to_pay(runtime, order_id, call, act)
