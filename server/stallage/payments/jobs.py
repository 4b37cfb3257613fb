"""What keeps payments true when nobody asks: ends, refunds, and asking the providers."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import structlog

from stallage.core import clock
from stallage.core.events import on
from stallage.core.jobs import every
from stallage.core.retry_policies import PROVIDER
from stallage.core.runtime import Runtime
from stallage.orders.events import OrderCancelled, OrderPaid, RefundDue
from stallage.payments.actions import apply_webhook_event, refund_cancelled_order, refund_part
from stallage.payments.events import RefundWanted, WebhookReceived
from stallage.payments.gateway_calls.ending import end_open_attempt, end_unpaid_order
from stallage.payments.gateway_calls.overdue import (
    end_overdue_attempt,
    overdue_orders,
    take_overdue_attempts,
)
from stallage.payments.gateway_calls.polling import ask_about
from stallage.payments.gateway_calls.refunding import send_refund
from stallage.payments.gateway_calls.turns import Turn, take_turns
from stallage.payments.providers import ProviderNotSetUp, usable_providers
from stallage.payments.stuck import stuck_by_provider

log = structlog.get_logger(__name__)

ASK_AFTER = timedelta(seconds=60)
"""How long nothing is heard of an open payment attempt before the provider is asked."""

ASK_FOR = timedelta(days=3)
"""How long the provider is asked about a payment attempt that closed unpaid."""

# Taking them marks them as asked, so that two workers do not ask for the same ones. One that was asked
# in what is now the future was asked before the machine's clock was set back.
TO_ASK = """
    UPDATE payment_attempts SET asked_at = $1
    WHERE id IN (
        SELECT id FROM payment_attempts
        WHERE state IN ('starting', 'open') AND (asked_at <= $2 OR asked_at > $1)
            AND provider = ANY($3)
        ORDER BY asked_at LIMIT 100 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, provider
"""

# A provider may take money for what was ended, and its notice may never come. So what closed unpaid is
# asked about for days, each time after twice the pause: a dozen questions in all.
TO_ASK_AGAIN = """
    UPDATE payment_attempts SET asked_at = $1
    WHERE id IN (
        SELECT id FROM payment_attempts
        WHERE state IN ('failed', 'ended') AND session IS NOT NULL AND settled_at > $4
            AND asked_at <= $2 AND $1 - asked_at >= asked_at - settled_at
            AND provider = ANY($3)
        ORDER BY asked_at LIMIT 100 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, provider
"""

FORGOTTEN_REFUNDS = """
    UPDATE refunds SET asked_at = $1
    FROM payment_attempts a
    WHERE a.id = refunds.attempt_id AND refunds.id IN (
        SELECT r.id FROM refunds r JOIN payment_attempts p ON p.id = r.attempt_id
        WHERE r.state = 'wanted' AND (r.created_at <= $2 OR r.created_at > $1)
            AND p.provider = ANY($3)
        ORDER BY coalesce(r.asked_at, r.created_at) LIMIT 100 FOR UPDATE OF r SKIP LOCKED
    )
    RETURNING refunds.id, a.provider
"""


@on(WebhookReceived)
async def apply_stored_webhook_event(runtime: Runtime, event: WebhookReceived) -> None:
    """Does what a notice means, once it is stored and answered."""
    async with runtime.database.transaction() as connection:
        await apply_webhook_event(connection, event)


@on(OrderPaid, policy=PROVIDER)
async def end_other_attempt(runtime: Runtime, event: OrderPaid) -> None:
    """Closes another payment attempt of an order that has been paid, so that nobody pays it twice."""
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
    try:
        await send_refund(runtime, event.refund_id)
    except ProviderNotSetUp as error:
        # The timer sends it once the provider's keys are there again.
        log.error("refund_not_sent", id=event.refund_id, error=str(error))


@every("* * * * *")
async def end_overdue(runtime: Runtime) -> None:
    """Ends what is overdue, should its job have been lost or the provider have been away."""
    orders = [Turn(order_id, "") for order_id in await overdue_orders(runtime)]
    await take_turns(orders, partial(end_unpaid_order, runtime), "order_not_ended")
    overdue = await take_overdue_attempts(runtime)
    await take_turns(overdue, partial(end_overdue_attempt, runtime), "payment_not_ended")


@every("* * * * *")
async def reconcile(runtime: Runtime) -> None:
    """Asks providers about payment attempts of which nothing was heard, and for refunds not yet sent."""
    now = clock.now()
    before, providers = now - ASK_AFTER, usable_providers(runtime.settings)
    async with runtime.database.transaction() as connection:
        attempts = [
            *await connection.fetch(TO_ASK, now, before, providers),
            *await connection.fetch(TO_ASK_AGAIN, now, before, providers, now - ASK_FOR),
        ]
        refunds = await connection.fetch(FORGOTTEN_REFUNDS, now, before, providers)
    asked = [Turn(**row) for row in attempts]
    await take_turns(asked, partial(ask_about, runtime), "provider_not_asked")
    wanted = [Turn(**row) for row in refunds]
    await take_turns(wanted, partial(send_refund, runtime), "refund_not_sent")


@every("23 * * * *")
async def tell_of_stuck_payments(runtime: Runtime) -> None:
    """Writes to the log what waits for an operator; `stallage doctor` says the same."""
    async with runtime.database.reading() as connection:
        for one in await stuck_by_provider(connection, runtime.settings):
            log.error(
                "payments_stuck",
                provider=one.provider,
                payments=one.payments,
                refunds=one.refunds,
                error=one.reason,
            )
