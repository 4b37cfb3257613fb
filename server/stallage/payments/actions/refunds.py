"""Writes down money that goes back to where it came from."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import structlog

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.events import publish
from stallage.orders.actions import change_payment_status, lock_order, note_refund
from stallage.orders.rules import CANCELLED as CANCELLED_ORDER
from stallage.orders.rules import PaymentStatus
from stallage.payments.events import RefundWanted

log = structlog.get_logger(__name__)

LATE = "late"
"""The reason of a refund of money that was never the order's: it had ended, or was paid already."""
SURPLUS = "surplus"
"""Of what was paid for lines that had been cancelled by then."""
CANCELLED = "cancelled"

WANT = """
    INSERT INTO refunds (public_id, order_id, attempt_id, amount, reason, state, created_at)
    VALUES ($1, $2, $3, $4, $5, 'wanted', $6)
    ON CONFLICT (attempt_id, reason) DO NOTHING
    RETURNING id
"""

# What a provider refused to send back is still there. `LATE` money is none of the order's.
PAID_ATTEMPTS = """
    SELECT a.id, a.amount - coalesce(sum(r.amount) FILTER (WHERE r.state <> 'refused'), 0)::bigint
            AS left_over,
        bool_or(r.reason = $2) IS TRUE AS known
    FROM payment_attempts a LEFT JOIN refunds r ON r.attempt_id = a.id
    WHERE a.order_id = $1 AND a.state = 'paid'
        AND NOT EXISTS (SELECT FROM refunds l WHERE l.attempt_id = a.id AND l.reason = 'late')
    GROUP BY a.id
    ORDER BY a.id
"""

WANTED = """
    SELECT r.id, r.public_id, r.order_id, r.amount, a.provider, a.session, a.currency
    FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id
    WHERE r.id = $1 AND r.state = 'wanted'
"""

DONE = """
    UPDATE refunds SET state = 'done', provider_reference = $2, done_at = $3
    WHERE id = $1 AND state = 'wanted' RETURNING reason
"""

REFUSED = """
    UPDATE refunds SET state = 'refused', done_at = $2
    WHERE id = $1 AND state = 'wanted' RETURNING public_id
"""
FAILED_LATER = """
    UPDATE refunds SET state = 'refused' WHERE public_id = $1 AND state <> 'refused'
    RETURNING public_id
"""
UNSENT = """
    SELECT r.public_id, r.state, r.amount, r.reason, a.currency, a.provider, a.session,
        coalesce(o.public_id, t.public_id) AS order_public_id
    FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id
    LEFT JOIN orders o ON o.id = r.order_id LEFT JOIN wallet_topups t ON t.id = a.topup_id
    WHERE r.state <> 'done' ORDER BY r.id
"""
TO_DECIDE = """
    SELECT r.id, r.order_id, r.state FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id
    WHERE r.public_id = $1 AND (r.state = 'refused' OR r.state = 'wanted' AND a.provider <> ALL($2))
"""
WANT_AGAIN = """
    UPDATE refunds SET state = 'wanted', public_id = $2, done_at = NULL
    WHERE public_id = $1 AND state = 'refused' RETURNING id
"""


def _new_key() -> str:
    """A name for a refund that makes asking a provider for it repeatable."""
    return f"rf_{secrets.token_hex(12)}"


async def want_refund(
    connection: Connection, order_id: int | None, attempt_id: int, amount: int, reason: str
) -> None:
    """Writes that money is to go back; once for each payment attempt and reason. A top-up has no order."""
    refund_id = await connection.fetchval(
        WANT, _new_key(), order_id, attempt_id, amount, reason, clock.now()
    )
    if refund_id is not None:
        await publish(connection, RefundWanted(refund_id=refund_id))


async def refund_cancelled_order(connection: Connection, order_id: int) -> None:
    """Writes what is to go back of a cancelled order: all that is still there of each payment.

    A late payment may have revived it since: then it keeps its money.
    """
    order = await lock_order(connection, order_id)
    if order.status not in CANCELLED_ORDER:
        return
    for attempt in await connection.fetch(PAID_ATTEMPTS, order_id, CANCELLED):
        if attempt["left_over"] > 0 and not attempt["known"]:
            await want_refund(connection, order_id, attempt["id"], attempt["left_over"], CANCELLED)


async def refund_part(connection: Connection, order_id: int, amount: int, key: str) -> None:
    """Writes that part of an order's payment is to go back; once for each key.

    Never more than is still there: a part that was asked for after the whole had gone back is left.
    """
    await lock_order(connection, order_id)
    attempts = await connection.fetch(PAID_ATTEMPTS, order_id, key)
    if any(attempt["known"] for attempt in attempts):
        return
    for attempt in attempts:
        part = min(amount, attempt["left_over"])
        if part > 0:
            await want_refund(connection, order_id, attempt["id"], part, key)
            amount -= part
    if amount > 0:
        log.error("refund_exceeds_payment", order_id=order_id, key=key, missing=amount)


async def wanted_refund(connection: Connection, refund_id: int) -> Record | None:
    """A refund that is still to be sent, with the session that it is of; None once it is done."""
    return await connection.fetchrow(WANTED, refund_id)


async def note_refunded(
    connection: Connection, order_id: int | None, refund_id: int, reference: str
) -> None:
    """The provider has sent the money back; the order's payment says so. Once."""
    if order_id is None:
        await connection.execute(DONE, refund_id, reference, clock.now())
        return
    order = await lock_order(connection, order_id)
    reason = await connection.fetchval(DONE, refund_id, reference, clock.now())
    if reason is None or reason == SURPLUS:
        return
    if reason != LATE:
        await note_refund(connection, order)
    elif order.payment_status is PaymentStatus.FAILED:
        # Money of an order that is paid by another payment attempt says nothing about that order.
        await change_payment_status(connection, order, PaymentStatus.REFUNDED, "system")


async def note_refund_refused(connection: Connection, refund_id: int, why: str) -> None:
    """The provider will never send this money; an operator has to. `stallage doctor` names it."""
    public_id = await connection.fetchval(REFUSED, refund_id, clock.now())
    if public_id is not None:
        log.error("refund_refused", refund=public_id, error=why)


async def note_refund_failed(connection: Connection, public_id: str) -> None:
    """The provider took a refund on and could not carry it out, such as to a closed account."""
    if await connection.fetchval(FAILED_LATER, public_id) is not None:
        log.error("refund_failed", refund=public_id)


class RefundNotRefused(Exception):
    """Only what a provider refused or cannot be asked for is in an operator's hands; the text says so."""

    def __init__(self, public_id: str) -> None:
        super().__init__(f"There is no refused refund {public_id}.")


async def unsent_refunds(connection: Connection) -> list[Record]:
    """Refunds that were refused or still wait, oldest first."""
    return await connection.fetch(UNSENT)


async def want_again(connection: Connection, public_id: str) -> None:
    """Has a provider asked again for a refund that it refused. Raises RefundNotRefused.

    Under a new key: with the old one a provider would only repeat its refusal.
    """
    refund_id = await connection.fetchval(WANT_AGAIN, public_id, _new_key())
    if refund_id is None:
        raise RefundNotRefused(public_id)
    await publish(connection, RefundWanted(refund_id=refund_id))


async def note_sent_by_hand(connection: Connection, public_id: str, askable: Sequence[str]) -> None:
    """An operator has sent the money by other means. Raises RefundNotRefused.

    `askable` are the providers that the shop can ask; what they have not refused they will send.
    """
    row = await connection.fetchrow(TO_DECIDE, public_id, list(askable))
    if row is None:
        raise RefundNotRefused(public_id)
    # The order's row first, as everywhere; then it is wanted for the moment in which it is done.
    if row["order_id"] is not None:
        await lock_order(connection, row["order_id"])
    if row["state"] == "refused":
        again = await connection.fetchval(WANT_AGAIN, public_id, public_id)
        if again is None:
            raise RefundNotRefused(public_id)
    await note_refunded(connection, row["order_id"], row["id"], "by hand")
