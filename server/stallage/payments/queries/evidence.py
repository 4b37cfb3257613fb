"""What the shop has recorded about an order's payments, as evidence of a rehearsal."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core.db import Connection, required

ATTEMPT = """
    SELECT id, public_id, session, state, amount, currency FROM payment_attempts
    WHERE order_id = $1 ORDER BY id DESC LIMIT 1
"""
REFUNDS = """
    SELECT id, public_id, state, amount, reason, coalesce(problem, '') AS problem FROM refunds
    WHERE order_id = $1 ORDER BY id
"""
DISPUTES = """
    SELECT d.state, coalesce(sum(e.amount) FILTER (WHERE e.kind = 'withdrawn'), 0)::bigint
            AS withdrawn,
        coalesce(sum(e.amount) FILTER (WHERE e.kind = 'returned'), 0)::bigint AS returned
    FROM payment_disputes d JOIN payment_attempts a ON a.id = d.attempt_id AND a.owner_id = d.owner_id
    LEFT JOIN payment_dispute_entries e ON e.dispute_id = d.id AND e.owner_id = d.owner_id
    WHERE a.order_id = $1 GROUP BY d.id, d.owner_id ORDER BY d.id
"""
EVENTS = """
    SELECT w.body ->> 'type' AS kind, w.decision FROM payment_webhook_events w
    JOIN payment_attempts a ON a.id = w.attempt_id WHERE a.order_id = $1 ORDER BY w.id
"""


@dataclass(frozen=True, slots=True)
class RecordedAttempt:
    """The newest payment attempt of an order."""

    id: int
    public_id: str
    session: str | None
    state: str
    amount: int
    currency: str


@dataclass(frozen=True, slots=True)
class RecordedRefund:
    """A refund at the provider."""

    id: int
    public_id: str
    state: str
    amount: int
    reason: str
    problem: str


@dataclass(frozen=True, slots=True)
class RecordedDispute:
    """A dispute with the sums of its ledger entries."""

    state: str
    withdrawn: int
    returned: int


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """A webhook event with what it did."""

    kind: str
    """The provider's name of the event."""
    decision: str


@dataclass(frozen=True, slots=True)
class PaymentEvidence:
    """Everything about the payments of one order."""

    attempt: RecordedAttempt
    refunds: list[RecordedRefund]
    disputes: list[RecordedDispute]
    events: list[RecordedEvent]


async def payment_evidence(connection: Connection, order_id: int) -> PaymentEvidence:
    """Read what is recorded about the payments of an order that has a payment attempt."""
    return PaymentEvidence(
        RecordedAttempt(**required(await connection.fetchrow(ATTEMPT, order_id))),
        [RecordedRefund(**row) for row in await connection.fetch(REFUNDS, order_id)],
        [RecordedDispute(**row) for row in await connection.fetch(DISPUTES, order_id)],
        [RecordedEvent(**row) for row in await connection.fetch(EVENTS, order_id)],
    )
