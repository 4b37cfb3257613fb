"""End sessions, and orders that were not paid: the provider's session first, then the order."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import structlog
from pydantic import BaseModel

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.jobs import enqueue, job
from stallage.core.retry_policies import PROVIDER
from stallage.core.runtime import Runtime
from stallage.orders import actions as orders
from stallage.orders.actions import amount_due, lock_order
from stallage.orders.errors import PaymentUnavailable
from stallage.orders.rules import CANCELLED, awaits_payment
from stallage.payments.actions.payment_attempts import (
    PaymentAttempt,
    attempt_by_id,
    open_attempt_of,
)
from stallage.payments.actions.settling import settle
from stallage.payments.errors import ProviderFailed, ProviderNotSetUp
from stallage.payments.gateway_calls.starting import start_attempt
from stallage.payments.providers import provider_of
from stallage.payments.rules.decisions import OPEN, Outcome

log = structlog.get_logger(__name__)


async def _session_of(runtime: Runtime, attempt: PaymentAttempt) -> str | None:
    """Return the session of a payment attempt; None if the provider will never open one.

    If the provider's response to the start was lost, start it again to learn the session. Raises
    PaymentUnavailable.
    """
    if attempt.session is not None:
        return attempt.session
    try:
        await start_attempt(runtime, attempt.id)
    except PaymentUnavailable:
        async with runtime.database.reading() as connection:
            current = await attempt_by_id(connection, attempt.id)
        if current is not None and current.state in OPEN:
            raise
        return None if current is None else current.session
    async with runtime.database.reading() as connection:
        started = await attempt_by_id(connection, attempt.id)
    return None if started is None else started.session


async def end_session(runtime: Runtime, attempt: PaymentAttempt) -> Outcome:
    """End the session of a payment attempt with its provider, and return the outcome.

    Call it outside of any transaction. Raises PaymentUnavailable.
    """
    session = await _session_of(runtime, attempt)
    if session is None:
        return "ended"
    try:
        return await provider_of(runtime, attempt.provider).end(session, attempt.due)
    except (ProviderFailed, ProviderNotSetUp) as error:
        log.warning("payment_session_not_ended", attempt=attempt.public_id, error=str(error))
        raise PaymentUnavailable from error


async def end_open_attempt(runtime: Runtime, order_id: int) -> None:
    """End the open payment attempt of an order, if there is one, and apply the outcome.

    Raises PaymentUnavailable.
    """
    async with runtime.database.reading() as connection:
        attempt = await open_attempt_of(connection, order_id)
    if attempt is not None:
        await end_attempt(runtime, attempt.id)


async def end_attempt(runtime: Runtime, attempt_id: int) -> None:
    """End a payment attempt if it is open, and apply the outcome. Idempotent.

    Raises PaymentUnavailable.
    """
    async with runtime.database.reading() as connection:
        attempt = await attempt_by_id(connection, attempt_id)
    if attempt is None or attempt.state not in OPEN:
        return
    outcome = await end_session(runtime, attempt)
    async with runtime.database.transaction() as connection:
        await settle(connection, attempt.id, outcome)


@dataclass(frozen=True, slots=True)
class OpenAttempt:
    """A payment attempt that has to be closed before its order can be changed."""

    attempt: PaymentAttempt

    async def close(self, runtime: Runtime) -> None:
        """End its session and apply the outcome. Raises PaymentUnavailable."""
        outcome = await end_session(runtime, self.attempt)
        if outcome not in ("paid", "failed", "ended"):
            raise PaymentUnavailable
        async with runtime.database.transaction() as connection:
            await settle(connection, self.attempt.id, outcome)


async def end_unpaid_order(runtime: Runtime, order_id: int) -> None:
    """End an order that was not paid in time and return its units to stock. Idempotent.

    Of a paid order, only the items end that were added to it and not paid.

    Raises PaymentUnavailable if the provider's session could not be ended. Nothing is returned to stock
    then.
    """
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, order_id)
        if not await _is_overdue(connection, order):
            return
        attempt = await open_attempt_of(connection, order_id)
    outcome = None if attempt is None else await end_session(runtime, attempt)
    async with runtime.database.transaction() as connection:
        if attempt is not None and outcome is not None:
            await settle(connection, attempt.id, outcome)
        order = await lock_order(connection, order_id)
        if not await _is_overdue(connection, order):
            return
        if awaits_payment(order.status, order.payment_status, order.pay_until):
            await orders.cancel_order(connection, order, "system")
        else:
            await orders.cancel_unpaid_items(connection, order)


async def _time_left(connection: Connection, order: orders.LockedOrder) -> timedelta | None:
    """How long an order still waits for a payment, may be negative; None if it does not wait."""
    if order.status in CANCELLED or order.pay_until is None:
        return None
    waits = awaits_payment(order.status, order.payment_status, order.pay_until)
    if not waits and not await amount_due(connection, order.id):
        return None
    return order.pay_until - clock.now()


async def _is_overdue(connection: Connection, order: orders.LockedOrder) -> bool:
    left = await _time_left(connection, order)
    return left is not None and left <= timedelta()


class OrderToEnd(BaseModel):
    """An order that is to end unless it is paid in time, or the items that were added to it."""

    order_id: int


@job(policy=PROVIDER)
async def end_when_unpaid(runtime: Runtime, payload: OrderToEnd) -> None:
    """End an order that is still unpaid. If it still has time left, run again when that is over.

    The job may be a moment early: its delay counts from the start of the transaction that enqueued it,
    the order's time to pay from later in it.
    """
    async with runtime.database.transaction() as connection:
        left = await _time_left(connection, await lock_order(connection, payload.order_id))
        if left is not None and left > timedelta():
            await schedule_end_if_unpaid(connection, payload.order_id, left)
            return
    try:
        await end_unpaid_order(runtime, payload.order_id)
    except PaymentUnavailable as error:
        # Do not retry while the provider's keys are missing: the timer ends the order once they are set.
        if not isinstance(error.__cause__, ProviderNotSetUp):
            raise


async def schedule_end_if_unpaid(connection: Connection, order_id: int, after: timedelta) -> None:
    """Enqueue a job that ends the order if it is still unpaid after this time."""
    await enqueue(connection, end_when_unpaid, OrderToEnd(order_id=order_id), after=after)


async def schedule_end_of_added_items(connection: Connection, order_id: int) -> None:
    """Enqueue a job that ends items that were added to a paid order, if they are to be paid."""
    order = await lock_order(connection, order_id)
    if awaits_payment(order.status, order.payment_status, order.pay_until):
        return
    left = await _time_left(connection, order)
    if left is not None:
        await schedule_end_if_unpaid(connection, order_id, max(left, timedelta()))
