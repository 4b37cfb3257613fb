"""Jobs and timers of payments: webhook events, refunds, ends of orders, polling of providers."""

from __future__ import annotations

from functools import partial

import structlog
from pydantic import BaseModel

from stallage.core.events import on
from stallage.core.jobs import enqueue, every, job
from stallage.core.retry_policies import EMAIL, PROVIDER
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.orders.events import (
    DifferencePaid,
    OrderCancelled,
    OrderEdited,
    OrderPaid,
    RefundDue,
)
from stallage.payments.actions import apply_webhook_event, refund_cancelled_order, refund_part
from stallage.payments.actions.polling import (
    ProviderCall,
    take_attempts_to_poll,
    take_refunds_to_send,
)
from stallage.payments.emails import dispute_email
from stallage.payments.errors import ProviderNotSetUp
from stallage.payments.events import PaymentDisputed, RefundRequested, WebhookReceived
from stallage.payments.gateway_calls.batches import run_batch
from stallage.payments.gateway_calls.cards import record_card_of
from stallage.payments.gateway_calls.disputes import find_disputed_session
from stallage.payments.gateway_calls.ending import (
    end_open_attempt,
    end_unpaid_order,
    schedule_end_of_added_items,
)
from stallage.payments.gateway_calls.overdue import (
    end_overdue_attempt,
    overdue_orders,
    take_overdue_attempts,
)
from stallage.payments.gateway_calls.polling import poll_attempt
from stallage.payments.gateway_calls.refunding import send_refund
from stallage.payments.queries.disputes import dispute_recipients, dispute_to_email
from stallage.payments.queries.stuck import stuck_by_provider
from stallage.payments.rules.disputes import DisputeState
from stallage.payments.rules.providers import usable_providers
from stallage.shop.queries import company

log = structlog.get_logger(__name__)


@on(WebhookReceived)
async def apply_stored_webhook_event(runtime: Runtime, event: WebhookReceived) -> None:
    """Process a webhook event that was stored."""
    async with runtime.database.transaction() as connection:
        if event.dispute is not None and event.session is None:
            await enqueue(connection, apply_dispute_of_payment, event)
            return
        await apply_webhook_event(connection, event)


@job(policy=PROVIDER)
async def apply_dispute_of_payment(runtime: Runtime, event: WebhookReceived) -> None:
    """Process a dispute whose event names the provider's payment and not the session."""
    session = await find_disputed_session(runtime, event)
    async with runtime.database.transaction() as connection:
        await apply_webhook_event(connection, event.model_copy(update={"session": session}))


class DisputeEmail(BaseModel):
    """An email about a dispute that reached a state, to one operator."""

    dispute_id: int
    state: DisputeState
    operator_id: int


@on(PaymentDisputed)
async def email_team_about_dispute(runtime: Runtime, event: PaymentDisputed) -> None:
    """Tell the operators who pay refunds that a payment was disputed, or how the dispute ended."""
    async with runtime.database.transaction() as connection:
        for operator_id in await dispute_recipients(connection):
            email = DisputeEmail(
                dispute_id=event.dispute_id, state=event.state, operator_id=operator_id
            )
            await enqueue(connection, send_dispute_email, email)


@job(policy=EMAIL)
async def send_dispute_email(runtime: Runtime, email: DisputeEmail) -> None:
    """Send one operator the email about a dispute."""
    async with runtime.database.reading() as connection:
        dispute = await dispute_to_email(connection, email.dispute_id, email.operator_id)
        shop_name = (await company(connection, runtime.settings)).company_name
    if dispute is None:
        return
    try:
        await runtime.mailer.send(
            dispute_email(dispute, email.state, runtime.settings, shop_name=shop_name)
        )
    except Undeliverable as error:
        log.warning("message_undeliverable", reason=str(error))


@on(OrderPaid, policy=PROVIDER)
async def end_other_attempt(runtime: Runtime, event: OrderPaid) -> None:
    """End another open payment attempt of an order that was paid, so that it is not paid twice."""
    await end_open_attempt(runtime, event.order_id)


@on(OrderPaid, policy=PROVIDER)
async def compare_card(runtime: Runtime, event: OrderPaid) -> None:
    """Find out whether the card of an order has paid others, for a hint to operators."""
    await record_card_of(runtime, event.order_id)


@on(DifferencePaid, policy=PROVIDER)
async def end_other_attempt_for_added_items(runtime: Runtime, event: DifferencePaid) -> None:
    """End another open payment attempt of an order whose added items were paid."""
    await end_open_attempt(runtime, event.order_id)


@on(OrderEdited)
async def end_added_items_in_time(runtime: Runtime, event: OrderEdited) -> None:
    """Schedule the end of items that were added to a paid order and may not be paid in time."""
    async with runtime.database.transaction() as connection:
        await schedule_end_of_added_items(connection, event.order_id)


@on(RefundDue)
async def refund_part_of_order(runtime: Runtime, event: RefundDue) -> None:
    """Request a refund of part of a payment, such as for cancelled lines."""
    async with runtime.database.transaction() as connection:
        await refund_part(connection, event.order_id, event.amount, event.key)


@on(OrderCancelled)
async def refund_when_cancelled(runtime: Runtime, event: OrderCancelled) -> None:
    """Request a refund of what was paid for a cancelled order."""
    async with runtime.database.transaction() as connection:
        await refund_cancelled_order(connection, event.order_id)


@on(RefundRequested, policy=PROVIDER)
async def send_requested_refund(runtime: Runtime, event: RefundRequested) -> None:
    """Send a refund to its provider."""
    try:
        await send_refund(runtime, event.refund_id)
    except ProviderNotSetUp as error:
        # The timer sends it once the provider's keys are set again.
        log.error("refund_not_sent", id=event.refund_id, error=str(error))


@every("* * * * *")
async def end_overdue(runtime: Runtime) -> None:
    """End overdue orders and payment attempts, in case their jobs failed or the provider was down."""
    orders = [ProviderCall(order_id, "") for order_id in await overdue_orders(runtime)]
    await run_batch(orders, partial(end_unpaid_order, runtime), "order_not_ended")
    overdue = await take_overdue_attempts(runtime)
    await run_batch(overdue, partial(end_overdue_attempt, runtime), "payment_not_ended")


@every("* * * * *")
async def reconcile(runtime: Runtime) -> None:
    """Poll payment attempts that had no news for a while, and send refunds that are still pending."""
    providers = usable_providers(runtime.settings)
    async with runtime.database.transaction() as connection:
        attempts = await take_attempts_to_poll(connection, providers)
        refunds = await take_refunds_to_send(connection, providers)
    await run_batch(attempts, partial(poll_attempt, runtime), "payment_not_polled")
    await run_batch(refunds, partial(send_refund, runtime), "refund_not_sent")


@every("23 * * * *")
async def log_stuck_payments(runtime: Runtime) -> None:
    """Log payments and refunds that need an operator; `stallage doctor` reports the same."""
    async with runtime.database.reading() as connection:
        for stuck in await stuck_by_provider(connection, runtime.settings):
            log.error(
                "payments_stuck",
                provider=stuck.provider,
                payments=stuck.payments,
                refunds=stuck.refunds,
                error=stuck.reason,
            )
