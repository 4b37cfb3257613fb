"""Request refunds and record what became of them."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

import structlog

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.events import publish
from stallage.orders.actions import change_payment_status, lock_order, record_refund
from stallage.orders.rules import CANCELLED as CANCELLED_ORDER
from stallage.orders.rules import PaymentStatus
from stallage.payments.errors import RefundNotRefused
from stallage.payments.events import RefundRequested

log = structlog.get_logger(__name__)

LATE = "late"
"""Reason of a refund of money that arrived after the order had ended or was paid already."""
SURPLUS = "surplus"
"""Reason of a refund for lines that were cancelled while the shopper was paying."""
CANCELLED = "cancelled"

REQUEST = """
    INSERT INTO refunds (public_id, order_id, owner_id, attempt_id, amount, reason, state, created_at)
    SELECT $1, $2, owner_id, id, $4, $5, 'pending', $6 FROM payment_attempts WHERE id = $3
    ON CONFLICT (attempt_id, reason, owner_id) DO NOTHING
    RETURNING id
"""

# A refused refund counts as not sent. `LATE` money does not belong to the order.
PAID_ATTEMPTS = """
    SELECT a.id, a.amount - coalesce(sum(r.amount) FILTER (WHERE r.state <> 'refused'), 0)::bigint
            AS remaining,
        bool_or(r.reason = $2) IS TRUE AS is_requested
    FROM payment_attempts a
    LEFT JOIN refunds r ON r.attempt_id = a.id AND r.owner_id = a.owner_id
    WHERE a.order_id = $1 AND a.state = 'paid'
        AND NOT EXISTS (SELECT FROM refunds l
            WHERE l.attempt_id = a.id AND l.owner_id = a.owner_id AND l.reason = 'late')
    GROUP BY a.id, a.owner_id
    -- As tenders are: what was paid last is refunded first.
    ORDER BY a.id DESC
"""

REFUNDED_WHOLE = "SELECT EXISTS (SELECT FROM refunds WHERE order_id = $1 AND reason = $2)"

CREDITED = """
    SELECT coalesce(sum(credited), 0)::bigint FROM order_tenders_view
    WHERE order_id = $1 AND kind = 'online'
"""

TO_SEND = """
    SELECT r.public_id, r.order_id, r.amount, a.provider, a.session, a.currency
    FROM refunds r
    JOIN payment_attempts a ON a.id = r.attempt_id AND a.owner_id = r.owner_id
    WHERE r.id = $1 AND r.state = 'pending'
"""

DONE = """
    UPDATE refunds SET state = 'done', provider_reference = $2, done_at = $3
    WHERE id = $1 AND state = 'pending' RETURNING reason
"""

REFUSED = """
    UPDATE refunds SET state = 'refused', done_at = $2, problem = $3
    WHERE id = $1 AND state = 'pending' RETURNING public_id
"""
FAILED_LATER = """
    UPDATE refunds SET state = 'refused', problem = $2
    WHERE public_id = $1 AND state <> 'refused'
    RETURNING public_id
"""
UNSENDABLE = """
    SELECT r.id, r.order_id, r.state
    FROM refunds r
    JOIN payment_attempts a ON a.id = r.attempt_id AND a.owner_id = r.owner_id
    WHERE r.public_id = $1 AND (r.state = 'refused' OR r.state = 'pending' AND a.provider <> ALL($2))
"""
RETRY = """
    UPDATE refunds SET state = 'pending', public_id = $2, done_at = NULL, problem = NULL
    WHERE public_id = $1 AND state = 'refused' RETURNING id
"""

# A cancelled order requests the amount of refused refunds again.
EXCEEDS = """
    SELECT r.amount + coalesce((SELECT sum(o.amount) FROM refunds o
            WHERE o.attempt_id = r.attempt_id AND o.owner_id = r.owner_id
                AND o.state <> 'refused'), 0) > a.amount
    FROM refunds r
    JOIN payment_attempts a ON a.id = r.attempt_id AND a.owner_id = r.owner_id
    WHERE r.public_id = $1
"""
ORDER_OF = "SELECT order_id FROM refunds WHERE public_id = $1"


@dataclass(frozen=True, slots=True)
class PendingRefund:
    """A refund that is still to be sent. `amount` is in the currency's minor unit."""

    public_id: str
    order_id: int | None
    amount: int
    provider: str
    session: str
    currency: str


def _new_key() -> str:
    """Create the public id of a refund, which is also its idempotency key with the provider."""
    return f"rf_{secrets.token_hex(12)}"


async def request_refund(
    connection: Connection, order_id: int | None, attempt_id: int, amount: int, reason: str
) -> None:
    """Request a refund, once for each payment attempt and reason. Of a top-up, `order_id` is None."""
    refund_id = await connection.fetchval(
        REQUEST, _new_key(), order_id, attempt_id, amount, reason, clock.now()
    )
    if refund_id is not None:
        await publish(connection, RefundRequested(refund_id=refund_id))


async def refund_cancelled_order(connection: Connection, order_id: int) -> None:
    """Request refunds of all that remains of a cancelled order's payments.

    What operators refunded as wallet credit before is not refunded again.

    Does nothing if a late payment has revived the order since.
    """
    order = await lock_order(connection, order_id)
    if order.status not in CANCELLED_ORDER:
        return
    credited: int = await connection.fetchval(CREDITED, order_id)
    for attempt in await connection.fetch(PAID_ATTEMPTS, order_id, CANCELLED):
        less = min(credited, attempt["remaining"])
        credited -= less
        amount = attempt["remaining"] - less
        if amount > 0 and not attempt["is_requested"]:
            await request_refund(connection, order_id, attempt["id"], amount, CANCELLED)


async def refund_part(connection: Connection, order_id: int, amount: int, key: str) -> None:
    """Request a refund of part of an order's payments, once for each key.

    Refunds at most what remains of the payments: nothing, if the order has been cancelled since and that
    was handled first.
    """
    await lock_order(connection, order_id)
    attempts = await connection.fetch(PAID_ATTEMPTS, order_id, key)
    if any(attempt["is_requested"] for attempt in attempts):
        return
    for attempt in attempts:
        part = min(amount, attempt["remaining"])
        if part > 0:
            await request_refund(connection, order_id, attempt["id"], part, key)
            amount -= part
    if amount > 0 and not await connection.fetchval(REFUNDED_WHOLE, order_id, CANCELLED):
        log.error("refund_exceeds_payment", order_id=order_id, key=key, missing=amount)


async def refund_to_send(connection: Connection, refund_id: int) -> PendingRefund | None:
    """Return a refund that is still to be sent; None if it was sent or refused."""
    row = await connection.fetchrow(TO_SEND, refund_id)
    return None if row is None else PendingRefund(**row)


async def record_refund_sent(
    connection: Connection, order_id: int | None, refund_id: int, reference: str
) -> None:
    """Record that a refund was sent, and update the payment status of its order. Idempotent."""
    if order_id is None:
        await connection.execute(DONE, refund_id, reference, clock.now())
        return
    order = await lock_order(connection, order_id)
    reason = await connection.fetchval(DONE, refund_id, reference, clock.now())
    if reason is None or reason == SURPLUS:
        return
    if reason != LATE:
        await record_refund(connection, order)
    elif order.payment_status is PaymentStatus.FAILED:
        # If another attempt paid the order, the refund does not change its payment status.
        await change_payment_status(connection, order, PaymentStatus.REFUNDED, "system")


async def record_refund_refused(connection: Connection, refund_id: int, reason: str) -> None:
    """Record that the provider refused a refund for good. `stallage doctor` reports it."""
    public_id = await connection.fetchval(REFUSED, refund_id, clock.now(), reason)
    if public_id is not None:
        log.error("refund_refused", refund=public_id, error=reason)


async def record_refund_failed(connection: Connection, public_id: str) -> None:
    """Record that a refund failed after the provider had accepted it, such as to a closed account."""
    problem = "It failed after the provider had accepted it."
    if await connection.fetchval(FAILED_LATER, public_id, problem) is not None:
        log.error("refund_failed", refund=public_id)


async def retry_refund(connection: Connection, public_id: str) -> None:
    """Request a refused refund again. Raises RefundNotRefused.

    It gets a new key: with the old one, the provider would only repeat its response. Refused, if its
    payment has been refunded otherwise since.
    """
    order_id = await connection.fetchval(ORDER_OF, public_id)
    if order_id is not None:
        await lock_order(connection, order_id)
    if await connection.fetchval(EXCEEDS, public_id):
        raise RefundNotRefused(public_id)
    refund_id = await connection.fetchval(RETRY, public_id, _new_key())
    if refund_id is None:
        raise RefundNotRefused(public_id)
    await record(connection, "refund.sent_again", Subject("refund", public_id, public_id))
    await publish(connection, RefundRequested(refund_id=refund_id))


async def record_refund_sent_by_hand(
    connection: Connection, public_id: str, usable: Sequence[str]
) -> None:
    """Record that an operator has sent a refund by other means. Raises RefundNotRefused.

    `usable` are the providers that the shop can call; they will send what they have not refused.
    """
    row = await connection.fetchrow(UNSENDABLE, public_id, list(usable))
    if row is None:
        raise RefundNotRefused(public_id)
    # Lock the order first, as everywhere. Then reset the refund, as only a pending one can be sent.
    if row["order_id"] is not None:
        await lock_order(connection, row["order_id"])
    if row["state"] == "refused":
        reset = await connection.fetchval(RETRY, public_id, public_id)
        if reset is None:
            raise RefundNotRefused(public_id)
    await record_refund_sent(connection, row["order_id"], row["id"], "by hand")
    await record(connection, "refund.sent_by_hand", Subject("refund", public_id, public_id))
