"""What must hold of money that providers take and give back."""

from __future__ import annotations

from stallage.core.invariants import Invariant
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

# Money that was never the order's is told by the reason of its refund.
OF_ORDER = """
    SELECT a.order_id, (sum(a.amount) FILTER (WHERE a.state = 'paid' AND r.late IS NULL)
            - coalesce(sum(r.surplus), 0))::bigint AS taken,
        coalesce(sum(r.back), 0)::bigint AS back, coalesce(sum(r.asked), 0)::bigint AS asked
    FROM payment_attempts a LEFT JOIN (
        SELECT attempt_id, bool_or(reason = 'late') FILTER (WHERE reason = 'late') AS late,
            sum(amount) FILTER (WHERE reason = 'surplus') AS surplus,
            sum(amount) FILTER (WHERE reason NOT IN ('late', 'surplus') AND state <> 'refused')
                AS back,
            sum(amount) FILTER (WHERE reason NOT IN ('late', 'surplus')) AS asked
        FROM refunds GROUP BY attempt_id
    ) r ON r.attempt_id = a.id
    WHERE a.order_id IS NOT NULL
    GROUP BY a.order_id
"""
"""What providers took for an order, and what they were asked to send back of that, with and without
refunds that they refused: those are asked for again with the rest when the order is cancelled."""

INVARIANTS = (
    Invariant(
        "Payments",
        "What an order leaves to pay is what its tenders pay that are paid later.",
        """
        SELECT o.public_id AS order, o.payable, coalesce(t.later, 0) AS tenders
        FROM orders o LEFT JOIN (
            SELECT order_id, sum(amount)::bigint AS later FROM order_tenders
            WHERE kind IN ('online', 'on_delivery') GROUP BY order_id
        ) t ON t.order_id = o.id
        WHERE o.payable <> coalesce(t.later, 0)
        """,
    ),
    Invariant(
        "Payments",
        "What the wallet paid of an order is in its ledger, and goes back with what is cancelled.",
        """
        SELECT coalesce(t.public_id, m.order_id) AS order, t.state, t.left, m.taken
        FROM (
            SELECT o.public_id, t.state, t.amount - t.released - t.given_back AS left
            FROM order_tenders t JOIN orders o ON o.id = t.order_id WHERE t.kind = 'wallet'
        ) t
        FULL JOIN (
            SELECT m.order_id, -sum(e.amount)::bigint AS taken
            FROM wallet_movements m
            JOIN wallet_entries e ON e.movement_id = m.id AND e.account = 'customer'
            WHERE m.reason IN ('order', 'order_released') GROUP BY m.order_id
        ) m ON m.order_id = t.public_id
        WHERE coalesce(m.taken, 0)
            <> CASE WHEN t.state IN ('held', 'taken') THEN t.left ELSE 0 END
        """,
    ),
    Invariant(
        "Payments",
        "What providers took for an order and sent back is what its tender says.",
        f"""
        SELECT o.public_id AS order, t.state, t.amount, t.released, t.given_back,
            coalesce(m.taken, 0) AS taken, m.back, m.asked
        FROM order_tenders t JOIN orders o ON o.id = t.order_id
        LEFT JOIN ({OF_ORDER}) m ON m.order_id = o.id
        CROSS JOIN LATERAL (SELECT
            CASE WHEN t.state IN ('taken', 'given_back') THEN t.amount - t.released ELSE 0 END
                AS taken,
            CASE t.state WHEN 'given_back' THEN t.amount - t.released ELSE t.given_back END AS back
        ) due
        WHERE t.kind = 'online' AND (coalesce(m.taken, 0) <> due.taken
                OR due.back NOT BETWEEN coalesce(m.back, 0) AND coalesce(m.asked, 0))
            -- Refunds are written by jobs that follow.
            AND NOT EXISTS (SELECT FROM order_events e
                WHERE e.order_id = o.id AND e.happened_at > $1::timestamptz - interval '1 hour')
        """,
    ),
    Invariant(
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
    Invariant(
        "Payments",
        "Nobody gets back more than they paid.",
        """
        SELECT a.public_id AS payment, a.state, a.amount, sum(r.amount) AS refunds
        FROM payment_attempts a JOIN refunds r ON r.attempt_id = a.id AND r.state <> 'refused'
        GROUP BY a.id HAVING a.state <> 'paid' OR sum(r.amount) > a.amount
        """,
    ),
    Invariant(
        "Payments",
        "An order that was to be paid online and is paid has its money.",
        f"""
        SELECT o.public_id AS order, o.payable, coalesce(m.paid, 0) AS paid
        FROM orders o LEFT JOIN ({BY_ORDER}) m ON m.order_id = o.id
        WHERE o.pay_until IS NOT NULL AND o.payment_status = {PaymentStatus.PAID:d}
            AND coalesce(m.paid, 0) < o.payable - o.cancelled_payable
        """,
    ),
    Invariant(
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
