"""What keeps payments true when nobody asks: ends, refunds, and asking the providers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from functools import partial

import structlog

from stallage.core import clock
from stallage.core.events import on
from stallage.core.policies import PROVIDER
from stallage.core.runtime import Runtime
from stallage.core.work import every
from stallage.orders.events import OrderCancelled, OrderPaid, RefundDue
from stallage.payments.actions import act_on_notice, refund_cancelled_order, refund_part
from stallage.payments.errors import PaymentUnavailable
from stallage.payments.events import NoticeReceived, RefundWanted
from stallage.payments.outside.asking import ask_about
from stallage.payments.outside.ending import (
    end_attempt,
    end_open_attempt,
    end_unpaid_order,
    overdue_orders,
    overdue_topups,
)
from stallage.payments.outside.refunding import send_refund
from stallage.payments.providers import ProviderNotSetUp
from stallage.payments.providers.port import ProviderFailed

log = structlog.get_logger(__name__)

ASK_AFTER = timedelta(seconds=60)
"""How long nothing is heard of an open attempt before the provider is asked."""

ASK_FOR = timedelta(days=3)
"""How long the provider is asked about an attempt that closed unpaid."""

AT_ONCE = 5
"""How many questions wait for a provider at one time; each may last as long as a call may."""

# Taking them marks them as asked, so that two workers do not ask for the same ones. One that was asked
# in what is now the future was asked before the machine's clock was set back.
TO_ASK = """
    UPDATE payment_attempts SET asked_at = $1
    WHERE id IN (
        SELECT id FROM payment_attempts
        WHERE state IN ('starting', 'open') AND (asked_at <= $2 OR asked_at > $1)
        ORDER BY asked_at LIMIT 100 FOR UPDATE SKIP LOCKED
    )
    RETURNING id
"""

# A provider may take money for what was ended, and its notice may never come. So what closed unpaid is
# asked about for days, each time after twice the pause: a dozen questions in all.
TO_ASK_AGAIN = """
    UPDATE payment_attempts SET asked_at = $1
    WHERE id IN (
        SELECT id FROM payment_attempts
        WHERE state IN ('failed', 'ended') AND session IS NOT NULL AND settled_at > $3
            AND asked_at <= $2 AND $1 - asked_at >= asked_at - settled_at
        ORDER BY asked_at LIMIT 100 FOR UPDATE SKIP LOCKED
    )
    RETURNING id
"""

FORGOTTEN_REFUNDS = """
    SELECT id FROM refunds
    WHERE state = 'wanted' AND (created_at <= $2 OR created_at > $1) ORDER BY id LIMIT 100
"""


@on(NoticeReceived)
async def act_on_stored_notice(runtime: Runtime, event: NoticeReceived) -> None:
    """Does what a notice means, once it is stored and answered."""
    async with runtime.database.transaction() as connection:
        await act_on_notice(connection, event)


@on(OrderPaid, policy=PROVIDER)
async def end_other_attempt(runtime: Runtime, event: OrderPaid) -> None:
    """Closes another attempt of an order that has been paid, so that nobody pays it twice."""
    await end_open_attempt(runtime, event.order_id)


@on(RefundDue)
async def refund_part_of_order(runtime: Runtime, event: RefundDue) -> None:
    """Sends back part of what was paid, such as for lines that were cancelled."""
    async with runtime.database.transaction() as connection:
        await refund_part(connection, event.order_id, event.amount, event.key)


@on(OrderCancelled)
async def refund_when_cancelled(runtime: Runtime, event: OrderCancelled) -> None:
    """Sends back what was paid for an order that has been cancelled."""
    async with runtime.database.transaction() as connection:
        await refund_cancelled_order(connection, event.order_id)


@on(RefundWanted, policy=PROVIDER)
async def send_wanted_refund(runtime: Runtime, event: RefundWanted) -> None:
    """Sends a refund; tried again while the provider cannot be reached."""
    await send_refund(runtime, event.refund_id)


async def _each(ids: Iterable[int], act: Callable[[int], Awaitable[None]], complaint: str) -> None:
    """Does something for each id, a few at a time; what the provider will not do now is for later."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(row_id: int) -> None:
        async with turns:
            try:
                await act(row_id)
            except (ProviderFailed, ProviderNotSetUp, PaymentUnavailable) as error:
                log.warning(complaint, id=row_id, error=str(error))

    await asyncio.gather(*(one(row_id) for row_id in ids))


@every("* * * * *")
async def end_overdue(runtime: Runtime) -> None:
    """Ends what is overdue, should its job have been lost or the provider have been away."""
    overdue = await overdue_orders(runtime)
    await _each(overdue, partial(end_unpaid_order, runtime), "order_not_ended")
    topups = await overdue_topups(runtime)
    await _each(topups, partial(end_attempt, runtime), "topup_not_ended")


@every("* * * * *")
async def reconcile(runtime: Runtime) -> None:
    """Asks providers about attempts of which nothing was heard, and for refunds not yet sent."""
    now = clock.now()
    before = now - ASK_AFTER
    async with runtime.database.transaction() as connection:
        attempts = [
            *await connection.fetch(TO_ASK, now, before),
            *await connection.fetch(TO_ASK_AGAIN, now, before, now - ASK_FOR),
        ]
        refunds = await connection.fetch(FORGOTTEN_REFUNDS, now, before)
    await _each((row["id"] for row in attempts), partial(ask_about, runtime), "provider_not_asked")
    await _each((row["id"] for row in refunds), partial(send_refund, runtime), "refund_not_sent")
