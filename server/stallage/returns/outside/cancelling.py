"""Cancels an order, whole or by line: the provider's session first, then what it was for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.idempotency import once
from stallage.core.runtime import Runtime
from stallage.orders import actions as orders
from stallage.orders.actions import LockedOrder, lock_order
from stallage.orders.errors import CancelRefused
from stallage.orders.rules import MOVES, By, OrderStatus, cancellable, cancelled_by
from stallage.orders.rules.returning import is_in_time
from stallage.payments.actions import settle
from stallage.payments.actions.attempts import Attempt, open_attempt_of
from stallage.payments.errors import PaymentUnavailable
from stallage.payments.outside.ending import end_session
from stallage.returns.actions import state_withdrawal, withdraw_by_right
from stallage.returns.errors import WithdrawalRefused

UNDER_WAY = (OrderStatus.SHIPPED, OrderStatus.OUT_FOR_DELIVERY)

Act = Callable[[Connection, LockedOrder], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Call:
    """What makes a call repeatable: its key and body. Without a key it is done each time."""

    key: str | None = None
    body: bytes = b""


class _SessionOpen(Exception):
    """A payment session is open; nothing has been written."""

    def __init__(self, attempt: Attempt) -> None:
        self.attempt = attempt
        super().__init__(attempt.public_id)


async def _with_nothing_to_pay(runtime: Runtime, order_id: int, call: Call, act: Act) -> Any:
    """Runs `act` under the order's row lock, at a moment when nobody can pay it.

    An open session is ended first, and a payment that was quicker counts. Raises what `act` does, and
    PaymentUnavailable.
    """

    async def attempted(connection: Connection) -> dict[str, Any]:
        order = await lock_order(connection, order_id)
        attempt = await open_attempt_of(connection, order_id)
        if attempt is not None and cancellable(order.status):
            raise _SessionOpen(attempt)
        return await act(connection, order)

    while True:
        try:
            async with runtime.database.transaction() as connection:
                return await once(
                    connection,
                    scope=f"take-back:{order_id}",
                    key=call.key,
                    body=call.body,
                    keep_seconds=runtime.settings.idempotency_seconds,
                    act=lambda: attempted(connection),
                )
        except _SessionOpen as found:
            attempt = found.attempt
        outcome = await end_session(runtime, attempt)
        if outcome not in ("paid", "failed", "ended"):
            raise PaymentUnavailable
        async with runtime.database.transaction() as connection:
            await settle(connection, attempt.id, outcome)


async def cancel_order(runtime: Runtime, order_id: int, by: By, call: Call = Call()) -> None:
    """Cancels an order; what was paid is refunded. Raises CancelRefused and PaymentUnavailable."""

    async def act(connection: Connection, order: LockedOrder) -> dict[str, Any]:
        if not MOVES[by].allows(order.status, cancelled_by(by)):
            raise CancelRefused
        await orders.cancel_order(connection, order, by)
        return {}

    await _with_nothing_to_pay(runtime, order_id, call, act)


async def cancel_lines(
    runtime: Runtime,
    order_id: int,
    wanted: Mapping[int, int | None],
    by: By,
    call: Call = Call(),
) -> None:
    """Cancels pieces by line id; what was paid for them is refunded, what is still to be paid is less.

    Raises CancelRefused, InvalidFields and PaymentUnavailable.
    """

    async def act(connection: Connection, order: LockedOrder) -> dict[str, Any]:
        await orders.cancel_lines(connection, order, wanted, by)
        return {}

    await _with_nothing_to_pay(runtime, order_id, call, act)


@dataclass(frozen=True, slots=True)
class Statement:
    """What a shopper states: who they are, where the acknowledgement goes, and what it covers."""

    name: str
    contact: str | None
    lines: Mapping[int, int] | None


async def withdraw_from_contract(
    runtime: Runtime, order_id: int, stated: Statement, call: Call = Call()
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

    kept = await _with_nothing_to_pay(runtime, order_id, call, act)
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
