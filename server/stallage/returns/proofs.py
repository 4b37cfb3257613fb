"""What must hold of returns that were settled by an exchange."""

from __future__ import annotations

from stallage.core.proofs import Proof
from stallage.returns.actions.exchange_refunds import UNREFUNDED

PROOFS = (
    Proof(
        "Returns",
        "A return whose exchange was cancelled has been paid back.",
        f"""
        SELECT u.return, u.exchange, u.cancelled, u.refunded FROM ({UNREFUNDED}) u
        -- It is paid back by a job that follows.
        WHERE NOT EXISTS (SELECT FROM order_events e WHERE e.order_id = u.exchange_id
            AND e.happened_at > $1::timestamptz - interval '1 hour')
        """,
    ),
    Proof(
        "Returns",
        "An exchange that was cancelled whole is paid back whole, and none more than its return.",
        """
        SELECT r.public_id AS return, r.amount, r.to_source, e.amount AS refunded
        FROM returns r JOIN (
            SELECT e.return_id, sum(e.amount) AS amount,
                sum((SELECT sum((part ->> 'quantity')::int)
                    FROM jsonb_array_elements(e.lines) part)) AS units
            FROM exchange_refunds e GROUP BY e.return_id
        ) e ON e.return_id = r.id
        JOIN (
            SELECT return_id, sum(quantity) AS units FROM return_lines GROUP BY return_id
        ) l ON l.return_id = r.id
        WHERE r.to_source IS NOT NULL OR e.amount > r.amount OR e.units > l.units
            OR e.units = l.units AND e.amount <> r.amount
        """,
    ),
)
