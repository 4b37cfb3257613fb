"""Ends sessions, and orders that nobody paid: the provider's session first, then the order."""

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
from stallage.orders.actions import lock_order
from stallage.orders.errors import PaymentUnavailable
from stallage.orders.rules import CANCELLED, awaits_payment
from stallage.payments.actions.payment_attempts import Attempt, attempt_by_id, open_attempt_of
from stallage.payments.actions.settling import settle
from stallage.payments.gateway_calls.starting import start_attempt
from stallage.payments.providers import ProviderNotSetUp, provider_of
from stallage.payments.providers.port import ProviderFailed
from stallage.payments.rules import OPEN, Outcome

log = structlog.get_logger(__name__)


async def _session_of(runtime: Runtime, attempt: Attempt) -> str | None:
    """The session of a payment attempt; None where the provider will never open one.

    A payment attempt whose start was never answered is started again first, to learn its session: starting
    is repeatable. Raises PaymentUnavailable.
    """
    if attempt.session is not None:
        return attempt.session
    try:
        await start_attempt(runtime, attempt.id)
    except PaymentUnavailable:
        async with runtime.database.reading() as connection:
            now = await attempt_by_id(connection, attempt.id)
        if now is not None and now.state in OPEN:
            raise
        return None if now is None else now.session
    async with runtime.database.reading() as connection:
        started = await attempt_by_id(connection, attempt.id)
    return None if started is None else started.session


async def end_session(runtime: Runtime, attempt: Attempt) -> Outcome:
    """Ends a payment attempt's session with the provider, outside of any transaction; how it stands then.

    Raises PaymentUnavailable.
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
    """Ends the open payment attempt of an order, if there is one, and settles how it stands then.

    Raises PaymentUnavailable.
    """
    async with runtime.database.reading() as connection:
        attempt = await open_attempt_of(connection, order_id)
    if attempt is not None:
        await end_attempt(runtime, attempt.id)


async def end_attempt(runtime: Runtime, attempt_id: int) -> None:
    """Ends a payment attempt that is open, and settles how it stands then. Repeatable at any time.

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

    attempt: Attempt

    async def close(self, runtime: Runtime) -> None:
        """Ends its session and settles how it stands then. Raises PaymentUnavailable."""
        outcome = await end_session(runtime, self.attempt)
        if outcome not in ("paid", "failed", "ended"):
            raise PaymentUnavailable
        async with runtime.database.transaction() as connection:
            await settle(connection, self.attempt.id, outcome)


async def end_unpaid_order(runtime: Runtime, order_id: int) -> None:
    """Ends an order that was not paid in time and gives its units back. Repeatable at any time.

    Raises PaymentUnavailable where the provider's session could not be ended: then nothing is given
    back yet.
    """
    async with runtime.database.transaction() as connection:
        order = await lock_order(connection, order_id)
        if not _is_overdue(order):
            return
        attempt = await open_attempt_of(connection, order_id)
    outcome = None if attempt is None else await end_session(runtime, attempt)
    async with runtime.database.transaction() as connection:
        if attempt is not None and outcome is not None:
            await settle(connection, attempt.id, outcome)
        order = await lock_order(connection, order_id)
        if _is_overdue(order):
            await orders.cancel_order(connection, order, "system")


def _time_left(order: orders.LockedOrder) -> timedelta | None:
    """How long an order still waits for its payment, perhaps less than nothing; None where it does not."""
    if order.status in CANCELLED or order.pay_until is None:
        return None
    if not awaits_payment(order.status, order.payment_status, order.pay_until):
        return None
    return order.pay_until - clock.now()


def _is_overdue(order: orders.LockedOrder) -> bool:
    left = _time_left(order)
    return left is not None and left <= timedelta()


class OrderToEnd(BaseModel):
    """An order whose time to pay runs out."""

    order_id: int


@job(policy=PROVIDER)
async def end_when_unpaid(runtime: Runtime, wanted: OrderToEnd) -> None:
    """Ends an order that is still not paid; where its time is not quite over, looks again when it is.

    A job's delay is counted from where its transaction begins, and an order's time from within.
    """
    async with runtime.database.transaction() as connection:
        left = _time_left(await lock_order(connection, wanted.order_id))
        if left is not None and left > timedelta():
            await end_unless_paid(connection, wanted.order_id, left)
            return
    try:
        await end_unpaid_order(runtime, wanted.order_id)
    except PaymentUnavailable as error:
        # Without its keys a provider is not asked again by this job: the timer does when they are there.
        if not isinstance(error.__cause__, ProviderNotSetUp):
            raise


async def end_unless_paid(connection: Connection, order_id: int, after: timedelta) -> None:
    """Sees to it that an order ends where nobody has paid it by then."""
    await enqueue(connection, end_when_unpaid, OrderToEnd(order_id=order_id), after=after)
