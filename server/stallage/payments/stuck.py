"""Payments and refunds that only an operator can bring to an end: finds them, and does what is decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

import structlog

from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.payments.actions.settling import settle
from stallage.payments.providers import usable_providers
from stallage.payments.rules import Decision
from stallage.settings import Settings
from stallage.shop.rules import payment_trouble

log = structlog.get_logger(__name__)

AFTER = timedelta(hours=1)
"""How long past its time a payment may stay open, or a refund unsent, before an operator is told."""

# Of a payment that closed unpaid, only money of another amount is left to decide about.
STUCK = """
    SELECT a.id, a.public_id, a.provider, a.state, a.amount, a.currency, a.session, a.created_at,
        coalesce(o.public_id, t.public_id) AS paid_for, w.amount AS other_amount,
        w.currency AS other_currency
    FROM payment_attempts a
    LEFT JOIN orders o ON o.id = a.order_id LEFT JOIN wallet_topups t ON t.id = a.topup_id
    LEFT JOIN LATERAL (
        SELECT n.body ->> 'amount' AS amount, n.body ->> 'currency' AS currency
        FROM payment_notices n WHERE n.attempt_id = a.id AND n.decision = 'other_amount'
        ORDER BY n.id DESC LIMIT 1
    ) w ON true
    WHERE a.state IN ('starting', 'open') AND (a.provider <> ALL($1) OR a.expires_at <= $2)
        OR a.state <> 'paid' AND a.id IN (
            SELECT attempt_id FROM payment_notices WHERE decision = 'other_amount')
    ORDER BY a.id
"""

REFUNDS = """
    SELECT a.provider, count(*)::int AS refunds
    FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id
    WHERE r.state = 'wanted' AND (a.provider <> ALL($1) OR r.created_at <= $2)
    GROUP BY a.provider
"""

OTHER_MODE = """
    SELECT count(*) FROM payment_notices WHERE decision = 'other_mode' AND received_at > $1
"""

DECIDE = """
    UPDATE payment_notices SET decision = $2 WHERE attempt_id = $1 AND decision = 'other_amount'
"""


@dataclass(frozen=True, slots=True)
class Stuck:
    """How much waits for one provider, and why."""

    provider: str
    payments: int
    refunds: int
    reason: str


class PaymentNotStuck(Exception):
    """An operator decides only about payments that the shop cannot settle; the text says so."""


async def stuck_payments(connection: Connection, settings: Settings) -> list[Record]:
    """Payments that the shop cannot settle by itself, oldest first."""
    return await connection.fetch(STUCK, usable_providers(settings), clock.now() - AFTER)


async def stuck_by_provider(connection: Connection, settings: Settings) -> list[Stuck]:
    """How many payments and refunds are stuck with each provider, and why."""
    counts: dict[str, list[int]] = {}
    for payment in await stuck_payments(connection, settings):
        counts.setdefault(payment["provider"], [0, 0])[0] += 1
    usable = usable_providers(settings)
    for row in await connection.fetch(REFUNDS, usable, clock.now() - AFTER):
        counts.setdefault(row["provider"], [0, 0])[1] += row["refunds"]
    return [
        Stuck(name, payments, refunds, _reason(settings, name))
        for name, (payments, refunds) in sorted(counts.items())
    ]


def _reason(settings: Settings, provider: str) -> str:
    trouble = payment_trouble(settings, provider)
    return trouble or "It gives no answer that settles them, or was paid another amount."


async def webhook_events_of_other_mode(connection: Connection) -> int:
    """How many notices of the other mode have come since yesterday."""
    count: int = await connection.fetchval(OTHER_MODE, clock.now() - timedelta(days=1))
    return count


async def settle_by_hand(
    connection: Connection, settings: Settings, public_id: str, outcome: Literal["paid", "ended"]
) -> Decision:
    """Does what an operator has found out about a stuck payment. Raises PaymentNotStuck."""
    known = await stuck_payments(connection, settings)
    attempt = next((one for one in known if one["public_id"] == public_id), None)
    if attempt is None:
        raise PaymentNotStuck(f"There is no payment {public_id} that waits for you.")
    decision = await settle(connection, attempt["id"], outcome)
    await connection.execute(DECIDE, attempt["id"], Decision.DECIDED.value)
    log.warning("payment_settled_by_hand", payment=public_id, outcome=outcome, did=decision.value)
    return decision
