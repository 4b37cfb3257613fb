"""What must hold of money that providers take and give back."""

from __future__ import annotations

from stallage.core.proofs import Proof
from stallage.orders.rules import CANCELLED, PaymentStatus

ENDED = ", ".join(str(int(status)) for status in sorted(CANCELLED))

BY_ORDER = """
    SELECT a.order_id, sum(a.amount) FILTER (WHERE a.state = 'paid')::bigint AS paid,
        coalesce(sum(r.back), 0)::bigint AS back, coalesce(sum(r.wanted), 0)::bigint AS wanted,
        count(*) FILTER (WHERE a.state IN ('starting', 'open')) AS open
    FROM payment_attempts a LEFT JOIN (
        SELECT attempt_id, sum(amount) FILTER (WHERE state = 'done') AS back,
            sum(amount) FILTER (WHERE state = 'wanted') AS wanted
        FROM refunds GROUP BY attempt_id
    ) r ON r.attempt_id = a.id
    GROUP BY a.order_id
"""
"""What was paid online for an order, what went back of it, and what is on its way back."""

PROOFS = (
    Proof(
        "Payments",
        "A top-up has one payment of its amount, and stands where that payment stands.",
        """
        SELECT t.public_id AS topup, t.state, t.amount, a.state AS payment, a.amount AS paid,
            r.amount AS refunded
        FROM wallet_topups t
        LEFT JOIN payment_attempts a ON a.topup_id = t.id
        LEFT JOIN refunds r ON r.attempt_id = a.id
        WHERE a.id IS NULL OR a.amount <> t.amount OR a.currency <> t.currency
            OR a.state <> ALL (CASE t.state
                WHEN 'pending' THEN ARRAY['starting', 'open']
                WHEN 'declined' THEN ARRAY['failed']
                WHEN 'ended' THEN ARRAY['ended']
                ELSE ARRAY['paid'] END)
            OR (t.state = 'refunded') <> (r.id IS NOT NULL)
            OR r.amount <> t.amount
        """,
    ),
    Proof(
        "Payments",
        "Nobody gets back more than they paid.",
        """
        SELECT a.public_id AS payment, a.state, a.amount, sum(r.amount) AS refunds
        FROM payment_attempts a JOIN refunds r ON r.attempt_id = a.id AND r.state <> 'refused'
        GROUP BY a.id HAVING a.state <> 'paid' OR sum(r.amount) > a.amount
        """,
    ),
    Proof(
        "Payments",
        "An order that was to be paid online and is paid has its money.",
        f"""
        SELECT o.public_id AS order, o.payable, coalesce(m.paid, 0) AS paid
        FROM orders o LEFT JOIN ({BY_ORDER}) m ON m.order_id = o.id
        WHERE o.pay_until IS NOT NULL AND o.payment_status = {PaymentStatus.PAID:d}
            AND coalesce(m.paid, 0) < o.payable - o.cancelled_payable
        """,
    ),
    Proof(
        "Payments",
        "An order that ended keeps no money and can be paid no more.",
        f"""
        SELECT o.public_id AS order, m.paid, m.back, m.wanted, m.open
        FROM orders o JOIN ({BY_ORDER}) m ON m.order_id = o.id
        WHERE o.status IN ({ENDED})
            AND (m.open > 0 OR coalesce(m.paid, 0) <> m.back + m.wanted)
            -- What goes back is written down by a job that follows the end.
            AND NOT EXISTS (SELECT FROM order_events e
                WHERE e.order_id = o.id AND e.happened_at > $1::timestamptz - interval '1 hour')
        """,
    ),
)
