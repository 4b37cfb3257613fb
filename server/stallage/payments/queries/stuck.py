"""Payments and refunds that only an operator can settle."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from stallage.core import clock
from stallage.core.cursors import CursorPage, CursorQuery, slice_of
from stallage.core.db import Connection
from stallage.core.money import Currency
from stallage.payments.rules.decisions import AttemptState
from stallage.payments.rules.providers import usable_providers
from stallage.payments.schemas import FailedRefund
from stallage.settings import Settings
from stallage.shop.rules.capabilities import payment_problem

AFTER = timedelta(hours=1)
"""How long a payment may stay open past its time, or a refund unsent, before it counts as stuck."""

# Of a payment that closed unpaid, only money of another amount is left to decide about.
STUCK = """
    SELECT a.id, a.public_id, a.provider, a.state, a.amount, a.currency, a.session,
        coalesce(o.public_id, t.public_id) AS paid_for, w.amount AS other_amount,
        w.currency AS other_currency
    FROM payment_attempts a
    LEFT JOIN orders_view o ON o.id = a.order_id AND o.owner_id = a.owner_id
    LEFT JOIN wallet_topups_view t ON t.id = a.topup_id AND t.customer_id = a.owner_id
    LEFT JOIN LATERAL (
        SELECT n.body ->> 'amount' AS amount, n.body ->> 'currency' AS currency
        FROM payment_webhook_events n WHERE n.attempt_id = a.id AND n.decision = 'other_amount'
        ORDER BY n.id DESC LIMIT 1
    ) w ON true
    WHERE a.state IN ('starting', 'open') AND (a.provider <> ALL($1) OR a.expires_at <= $2)
        OR a.state <> 'paid' AND a.id IN (
            SELECT attempt_id FROM payment_webhook_events WHERE decision = 'other_amount')
    ORDER BY a.id
"""

REFUNDS = """
    SELECT a.provider, count(*)::int AS refunds
    FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id AND a.owner_id = r.owner_id
    WHERE r.state = 'pending' AND (a.provider <> ALL($1) OR r.created_at <= $2)
    GROUP BY a.provider
"""

UNSENT = """
    SELECT r.public_id, r.state, r.amount, r.reason, a.currency, a.provider, a.session,
        coalesce(o.public_id, t.public_id) AS paid_for
    FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id AND a.owner_id = r.owner_id
    LEFT JOIN orders_view o ON o.id = r.order_id AND o.owner_id = r.owner_id
    LEFT JOIN wallet_topups_view t ON t.id = a.topup_id AND t.customer_id = a.owner_id
    WHERE r.state <> 'done' ORDER BY r.id
"""

UNSENT_PAGE = """
    SELECT r.id, r.public_id, r.state, r.amount, r.reason, r.problem, r.created_at, a.currency, a.provider,
        coalesce(o.public_id, t.public_id) AS paid_for, o.public_id IS NOT NULL AS is_order
    FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id AND a.owner_id = r.owner_id
    LEFT JOIN orders_view o ON o.id = r.order_id AND o.owner_id = r.owner_id
    LEFT JOIN wallet_topups_view t ON t.id = a.topup_id AND t.customer_id = a.owner_id
    WHERE r.state <> 'done' AND r.id {compare} $1 ORDER BY r.id {direction} LIMIT $2
"""

OTHER_MODE = """
    SELECT count(*) FROM payment_webhook_events WHERE decision = 'other_mode' AND received_at > $1
"""


@dataclass(frozen=True, slots=True)
class StuckPayment:
    """A payment that the shop cannot settle by itself. `amount` is in the currency's minor unit."""

    id: int
    public_id: str
    provider: str
    state: AttemptState
    amount: int
    currency: str
    session: str | None
    paid_for: str
    """The public id of the order or top-up."""
    other_amount: str | None
    """The amount paid if it differs from the amount due, in the provider's unit."""
    other_currency: str | None


@dataclass(frozen=True, slots=True)
class UnsentRefund:
    """A refund that was refused or is still to be sent. `amount` is in the currency's minor unit."""

    public_id: str
    state: str
    amount: int
    reason: str
    currency: str
    provider: str
    session: str | None
    paid_for: str
    """The public id of the order or top-up."""


@dataclass(frozen=True, slots=True)
class StuckCounts:
    """How many payments and refunds are stuck with one provider, and why."""

    provider: str
    payments: int
    refunds: int
    reason: str


async def stuck_payments(connection: Connection, settings: Settings) -> list[StuckPayment]:
    """Return payments that the shop cannot settle by itself, oldest first."""
    rows = await connection.fetch(STUCK, usable_providers(settings), clock.now() - AFTER)
    return [StuckPayment(**row) for row in rows]


async def unsent_refunds(connection: Connection) -> list[UnsentRefund]:
    """Return refunds that were refused or are still to be sent, oldest first."""
    return [UnsentRefund(**row) for row in await connection.fetch(UNSENT)]


async def unsent_refund_page(
    connection: Connection, settings: Settings, page: CursorQuery
) -> CursorPage[FailedRefund]:
    """Read refunds that were refused or are still to be sent, oldest first, a page at a time."""
    values = page.values(int)
    backwards = page.backwards
    sql = UNSENT_PAGE.format(
        compare="<" if backwards else ">", direction="DESC" if backwards else "ASC"
    )
    rows = await connection.fetch(sql, values[0] if values else 0, page.limit + 1)
    part = slice_of(rows, page, lambda row: (row["id"],))
    usable = usable_providers(settings)
    return CursorPage(
        items=[
            FailedRefund.model_construct(
                refund_id=row["public_id"],
                state=row["state"],
                amount=Currency.of(row["currency"]).money(row["amount"]),
                order_id=row["paid_for"] if row["is_order"] else None,
                topup_id=None if row["is_order"] else row["paid_for"],
                provider=row["provider"],
                problem=row["problem"],
                requested_at=row["created_at"],
                can_send_again=row["state"] == "refused" and row["provider"] in usable,
                can_mark_sent=row["state"] == "refused" or row["provider"] not in usable,
            )
            for row in part.rows
        ],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


async def stuck_by_provider(connection: Connection, settings: Settings) -> list[StuckCounts]:
    """Return how many payments and refunds are stuck with each provider, and why."""
    counts: dict[str, list[int]] = {}
    for payment in await stuck_payments(connection, settings):
        counts.setdefault(payment.provider, [0, 0])[0] += 1
    usable = usable_providers(settings)
    for row in await connection.fetch(REFUNDS, usable, clock.now() - AFTER):
        counts.setdefault(row["provider"], [0, 0])[1] += row["refunds"]
    return [
        StuckCounts(name, payments, refunds, _reason(settings, name))
        for name, (payments, refunds) in sorted(counts.items())
    ]


def _reason(settings: Settings, provider: str) -> str:
    problem = payment_problem(settings, provider)
    return problem or "It does not report a final result, or another amount was paid."


async def webhook_events_of_other_mode(connection: Connection) -> int:
    """Count the webhook events of the other mode (test or live) since yesterday."""
    count: int = await connection.fetchval(OTHER_MODE, clock.now() - timedelta(days=1))
    return count
