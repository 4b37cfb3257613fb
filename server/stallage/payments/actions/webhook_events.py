"""Store and process webhook events of payment providers.

An event is checked, stored and answered at once; a job processes it later. So the provider never waits
for a locked order, and an event is processed even if the process dies right after storing it.
"""

from __future__ import annotations

import structlog

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.events import publish
from stallage.payments.actions.disputes import record_dispute
from stallage.payments.actions.refunds import record_refund_failed
from stallage.payments.actions.settling import settle
from stallage.payments.drafts import WebhookEvent
from stallage.payments.events import WebhookReceived
from stallage.payments.rules.amounts import AmountDue, is_due
from stallage.payments.rules.decisions import Decision

log = structlog.get_logger(__name__)

STORE = """
    INSERT INTO payment_webhook_events (provider, event_id, attempt_id, outcome, body, received_at,
        decision)
    VALUES ($1, $2, NULL, $3, $4, $5, '')
    ON CONFLICT (provider, event_id) DO NOTHING
    RETURNING id
"""
STORE_OTHER_MODE = """
    INSERT INTO payment_webhook_events (provider, event_id, attempt_id, outcome, body, received_at,
        decision)
    VALUES ($1, $2, NULL, $3, $4, $5, $6)
    ON CONFLICT (provider, event_id) DO NOTHING
"""
LOCK_EVENT = """
    SELECT provider, outcome, decision FROM payment_webhook_events WHERE id = $1 FOR NO KEY UPDATE
"""
# An event may arrive before the response that names the session. Then the shop's own id identifies it.
FIND_ATTEMPT = """
    SELECT id, public_id, state, amount, currency FROM payment_attempts
    WHERE provider = $1 AND (session = $2 OR public_id = $3)
    ORDER BY session = $2 DESC NULLS LAST LIMIT 1
"""
SET_SESSION = "UPDATE payment_attempts SET session = $2 WHERE id = $1 AND session IS NULL"
SET_DECISION = "UPDATE payment_webhook_events SET decision = $2, attempt_id = $3 WHERE id = $1"


async def receive_webhook(connection: Connection, provider: str, event: WebhookEvent) -> bool:
    """Store an event and enqueue its processing. Return False if it was stored before.

    The unique index makes a second delivery wait for the first.
    """
    body = dict(event.body)
    if event.amount is not None:
        body |= {"amount": event.amount, "currency": event.currency}
    row_id = await connection.fetchval(
        STORE, provider, event.event_id, event.outcome, body, clock.now()
    )
    if row_id is None:
        return False
    await publish(
        connection,
        WebhookReceived(
            row_id=row_id,
            session=event.session,
            attempt=event.attempt,
            failed_refund=event.failed_refund,
            amount=event.amount,
            currency=event.currency,
            dispute=event.dispute,
        ),
    )
    return True


async def record_other_mode_event(
    connection: Connection, provider: str, event: WebhookEvent
) -> None:
    """Store an event of the other mode (test or live), which `stallage doctor` reports."""
    await connection.execute(
        STORE_OTHER_MODE,
        provider,
        event.event_id,
        event.outcome,
        event.body,
        clock.now(),
        Decision.OTHER_MODE.value,
    )


def _is_of_another_amount(provider: str, event: WebhookReceived, attempt: Record) -> bool:
    """Whether an event states another amount than was due. An event without an amount does not."""
    if event.amount is None or event.currency is None:
        return False
    due = AmountDue(attempt["amount"], attempt["currency"])
    return not is_due(provider, event.amount, event.currency, due)


async def apply_webhook_event(connection: Connection, event: WebhookReceived) -> Decision:
    """Settle the payment attempt of a stored event. Idempotent."""
    row = await connection.fetchrow(LOCK_EVENT, event.row_id)
    if row is None or row["decision"]:
        return Decision.NOTHING
    if event.failed_refund is not None:
        await record_refund_failed(connection, event.failed_refund)
    provider = row["provider"]
    attempt = await connection.fetchrow(FIND_ATTEMPT, provider, event.session, event.attempt)
    attempt_id = None if attempt is None else attempt["id"]
    decision = Decision.NOTHING
    if attempt is not None and event.dispute is not None:
        if await record_dispute(connection, provider, attempt["id"], event.dispute):
            decision = Decision.DISPUTE
    elif attempt is not None:
        if row["outcome"] == "paid" and _is_of_another_amount(provider, event, attempt):
            log.error(
                "payment_of_another_amount",
                security=True,
                payment=attempt["public_id"],
                due=attempt["amount"],
                currency=attempt["currency"],
                paid=event.amount,
                paid_currency=event.currency,
            )
            if attempt["state"] != "paid":
                decision = Decision.OTHER_AMOUNT
        else:
            decision = await settle(connection, attempt["id"], row["outcome"])
        if event.session is not None:
            # Not earlier: an order is always locked before its payment attempts.
            await connection.execute(SET_SESSION, attempt_id, event.session)
    await connection.execute(SET_DECISION, event.row_id, decision.value, attempt_id)
    return decision
