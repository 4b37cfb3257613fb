"""Takes providers' notices: each is checked, stored once and answered; what it means is done later.

So a provider has its answer at once, however busy the order is, and a notice that has been stored is
acted on even where the process dies right after it.
"""

from __future__ import annotations

import structlog

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.events import publish
from stallage.payments.actions.refunds import note_refund_failed
from stallage.payments.actions.settling import settle
from stallage.payments.events import WebhookReceived
from stallage.payments.providers.port import AmountDue, WebhookEvent
from stallage.payments.providers.units import is_due
from stallage.payments.rules import Decision

log = structlog.get_logger(__name__)

STORE = """
    INSERT INTO payment_notices (provider, notice_id, attempt_id, outcome, body, received_at,
        decision)
    VALUES ($1, $2, NULL, $3, $4, $5, '')
    ON CONFLICT (provider, notice_id) DO NOTHING
    RETURNING id
"""
STORE_STRANGE = """
    INSERT INTO payment_notices (provider, notice_id, attempt_id, outcome, body, received_at,
        decision)
    VALUES ($1, $2, NULL, $3, $4, $5, $6)
    ON CONFLICT (provider, notice_id) DO NOTHING
"""
LOCK_NOTICE = """
    SELECT provider, outcome, decision FROM payment_notices WHERE id = $1 FOR NO KEY UPDATE
"""
# A notice may overtake the answer in which the session's name comes: then our own name for it counts.
ATTEMPT_SPOKEN_OF = """
    SELECT id, public_id, state, amount, currency FROM payment_attempts
    WHERE provider = $1 AND (session = $2 OR public_id = $3)
    ORDER BY session = $2 DESC NULLS LAST LIMIT 1
"""
NOTE_SESSION = "UPDATE payment_attempts SET session = $2 WHERE id = $1 AND session IS NULL"
NOTE_DECISION = "UPDATE payment_notices SET decision = $2, attempt_id = $3 WHERE id = $1"


async def receive_webhook(connection: Connection, provider: str, notice: WebhookEvent) -> bool:
    """Stores a notice whose signature is good, and has it acted on; false where it was known.

    The notice's row makes a second one wait for the first, and then find that it is known.
    """
    body = dict(notice.body)
    if notice.amount is not None:
        body |= {"amount": notice.amount, "currency": notice.currency}
    row_id = await connection.fetchval(
        STORE, provider, notice.notice_id, notice.outcome, body, clock.now()
    )
    if row_id is None:
        return False
    await publish(
        connection,
        WebhookReceived(
            row_id=row_id,
            session=notice.session,
            attempt=notice.attempt,
            failed_refund=notice.failed_refund,
            amount=notice.amount,
            currency=notice.currency,
        ),
    )
    return True


async def note_other_mode(connection: Connection, provider: str, notice: WebhookEvent) -> None:
    """Notes a notice that is signed and yet of the other mode; `stallage doctor` names it."""
    await connection.execute(
        STORE_STRANGE,
        provider,
        notice.notice_id,
        notice.outcome,
        notice.body,
        clock.now(),
        Decision.OTHER_MODE.value,
    )


def _is_of_another_amount(provider: str, news: WebhookReceived, attempt: Record) -> bool:
    """Whether a notice says that something else was paid than was due. One that says nothing may not."""
    if news.amount is None or news.currency is None:
        return False
    due = AmountDue(attempt["amount"], attempt["currency"])
    return not is_due(provider, news.amount, news.currency, due)


async def apply_webhook_event(connection: Connection, news: WebhookReceived) -> Decision:
    """Settles what a stored notice speaks of; once."""
    row = await connection.fetchrow(LOCK_NOTICE, news.row_id)
    if row is None or row["decision"]:
        return Decision.NOTHING
    if news.failed_refund is not None:
        await note_refund_failed(connection, news.failed_refund)
    provider = row["provider"]
    attempt = await connection.fetchrow(ATTEMPT_SPOKEN_OF, provider, news.session, news.attempt)
    attempt_id = None if attempt is None else attempt["id"]
    decision = Decision.NOTHING
    if attempt is not None:
        if row["outcome"] == "paid" and _is_of_another_amount(provider, news, attempt):
            log.error(
                "payment_of_another_amount",
                security=True,
                payment=attempt["public_id"],
                due=attempt["amount"],
                currency=attempt["currency"],
                paid=news.amount,
                paid_currency=news.currency,
            )
            if attempt["state"] != "paid":
                decision = Decision.OTHER_AMOUNT
        else:
            decision = await settle(connection, attempt["id"], row["outcome"])
        if news.session is not None:
            # Only now: whoever touches a payment attempt has locked its order before.
            await connection.execute(NOTE_SESSION, attempt_id, news.session)
    await connection.execute(NOTE_DECISION, news.row_id, decision.value, attempt_id)
    return decision
