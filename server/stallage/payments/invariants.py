"""Invariants of payments and refunds."""

from __future__ import annotations

from stallage.core.invariants import Invariant
from stallage.orders.rules import CANCELLED, PaymentStatus

ENDED = ", ".join(str(int(status)) for status in sorted(CANCELLED))

BY_ORDER = """
    SELECT a.order_id, sum(a.amount) FILTER (WHERE a.state = 'paid')::bigint AS paid,
        coalesce(sum(r.back), 0)::bigint AS back, coalesce(sum(r.pending), 0)::bigint AS pending,
        count(*) FILTER (WHERE a.state IN ('starting', 'open')) AS open
    FROM payment_attempts a LEFT JOIN (
        SELECT attempt_id, sum(amount) FILTER (WHERE state = 'done') AS back,
            sum(amount) FILTER (WHERE state = 'pending') AS pending
        FROM refunds GROUP BY attempt_id
    ) r ON r.attempt_id = a.id
    GROUP BY a.order_id
"""
"""Sums by order: paid online, refunded, and still to be refunded."""

# The reason of a refund tells whether the money belonged to the order.
OF_ORDER = """
    SELECT a.order_id, (sum(a.amount) FILTER (WHERE a.state = 'paid' AND r.late IS NULL)
            - coalesce(sum(r.surplus), 0))::bigint AS taken,
        coalesce(sum(r.back), 0)::bigint AS back, coalesce(sum(r.requested), 0)::bigint AS requested
    FROM payment_attempts a LEFT JOIN (
        SELECT attempt_id, bool_or(reason = 'late') FILTER (WHERE reason = 'late') AS late,
            sum(amount) FILTER (WHERE reason = 'surplus') AS surplus,
            sum(amount) FILTER (WHERE reason NOT IN ('late', 'surplus') AND state <> 'refused')
                AS back,
            sum(amount) FILTER (WHERE reason NOT IN ('late', 'surplus')) AS requested
        FROM refunds GROUP BY attempt_id
    ) r ON r.attempt_id = a.id
    WHERE a.order_id IS NOT NULL
    GROUP BY a.order_id
"""
"""Sums by order: paid to providers, and refunded (`back` without, `requested` with refused refunds).
Refused refunds are requested again with the rest if the order is cancelled."""

INVARIANTS = (
    Invariant(
        "Payments",
        "The payable amount of an order is the sum of its tenders that are paid after it is placed.",
        """
        SELECT o.public_id AS order, o.payable, coalesce(t.later, 0) AS tenders
        FROM orders_view o LEFT JOIN (
            SELECT order_id, sum(amount)::bigint AS later FROM order_tenders_view
            WHERE kind IN ('online', 'on_delivery', 'manual') GROUP BY order_id
        ) t ON t.order_id = o.id
        WHERE o.payable <> coalesce(t.later, 0)
        """,
    ),
    Invariant(
        "Payments",
        "The wallet's part of an order is in the ledger, less what was returned for cancelled lines.",
        """
        SELECT coalesce(t.public_id, m.order_id) AS order, t.state, t.left, m.taken
        FROM (
            SELECT o.public_id, t.state, t.amount - t.released - t.given_back AS left, t.credited
            FROM order_tenders_view t JOIN orders_view o ON o.id = t.order_id
                AND o.owner_id = t.owner_id WHERE t.kind = 'wallet'
        ) t
        FULL JOIN (
            SELECT m.order_id, -sum(e.amount)::bigint AS taken
            FROM wallet_movements_view m
            JOIN wallet_entries_view e
                ON e.movement_id = m.id AND e.owner_id = m.owner_id AND e.account = 'customer'
            WHERE m.reason IN ('order', 'order_released') GROUP BY m.order_id
        ) m ON m.order_id = t.public_id
        WHERE coalesce(m.taken, 0)
            <> CASE WHEN t.state IN ('held', 'taken') THEN t.left ELSE t.credited END
        """,
    ),
    Invariant(
        "Payments",
        "The online tender of an order agrees with its payments and refunds.",
        f"""
        SELECT o.public_id AS order, due.taken AS due, due.back AS due_back,
            coalesce(m.taken, 0) AS taken, m.back, m.requested
        FROM orders_view o
        LEFT JOIN (
            -- Items that are added to a paid order have a tender of their own.
            SELECT t.order_id, sum(CASE WHEN t.state IN ('taken', 'given_back')
                    THEN t.amount - t.released ELSE 0 END)::bigint AS taken,
                sum(CASE t.state WHEN 'given_back' THEN t.amount - t.released - t.credited
                    ELSE t.given_back END)::bigint AS back
            FROM order_tenders_view t WHERE t.kind = 'online' GROUP BY t.order_id
        ) due ON due.order_id = o.id
        LEFT JOIN ({OF_ORDER}) m ON m.order_id = o.id
        WHERE (coalesce(m.taken, 0) <> coalesce(due.taken, 0) OR coalesce(due.back, 0)
                NOT BETWEEN coalesce(m.back, 0) AND coalesce(m.requested, 0))
            -- A job requests the refunds later.
            AND NOT EXISTS (SELECT FROM order_events_view e
                WHERE e.order_id = o.id
                    AND e.owner_id = o.owner_id AND e.happened_at > $1::timestamptz - interval '1 hour')
        """,
    ),
    Invariant(
        "Payments",
        "A top-up has one payment attempt of its amount, in the corresponding state.",
        """
        SELECT t.public_id AS topup, t.state, t.amount, a.state AS payment, a.amount AS paid,
            r.amount AS refunded
        FROM wallet_topups_view t
        LEFT JOIN payment_attempts a ON a.topup_id = t.id AND a.owner_id = t.customer_id
        LEFT JOIN refunds r ON r.attempt_id = a.id AND r.owner_id = a.owner_id
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
        "Refunds of a payment do not exceed it.",
        """
        SELECT a.public_id AS payment, a.state, a.amount, sum(r.amount) AS refunds
        FROM payment_attempts a JOIN refunds r ON r.attempt_id = a.id
            AND r.owner_id = a.owner_id AND r.state <> 'refused'
        GROUP BY a.id, a.owner_id HAVING a.state <> 'paid' OR sum(r.amount) > a.amount
        """,
    ),
    Invariant(
        "Payments",
        "A paid order that was payable online has payments of at least that amount, or was paid otherwise.",
        f"""
        SELECT o.public_id AS order, o.payable, coalesce(m.paid, 0) AS paid
        FROM orders_view o LEFT JOIN ({BY_ORDER}) m ON m.order_id = o.id
        WHERE o.pay_until IS NOT NULL AND o.payment_status = {PaymentStatus.PAID:d}
            -- Items that were added later may still be to be paid.
            AND coalesce(m.paid, 0) < o.payable - o.cancelled_payable - (
                SELECT coalesce(sum(amount - released)
                    FILTER (WHERE state = 'held' OR kind = 'manual'), 0)
                FROM order_tenders_view WHERE order_id = o.id)
        """,
    ),
    Invariant(
        "Payments",
        "An order that has ended has no open payment, and all its payments are refunded.",
        f"""
        SELECT o.public_id AS order, m.paid, m.back, m.pending, m.open
        FROM orders_view o JOIN ({BY_ORDER}) m ON m.order_id = o.id
        CROSS JOIN LATERAL (SELECT coalesce(sum(credited), 0)::bigint AS credited
            FROM order_tenders_view WHERE order_id = o.id AND kind = 'online') t
        WHERE o.status IN ({ENDED})
            AND (m.open > 0 OR coalesce(m.paid, 0) <> m.back + m.pending + t.credited)
            -- A job requests the refunds after the end.
            AND NOT EXISTS (SELECT FROM order_events_view e
                WHERE e.order_id = o.id
                    AND e.owner_id = o.owner_id AND e.happened_at > $1::timestamptz - interval '1 hour')
        """,
    ),
    Invariant(
        "Payments",
        "Disputed money returns at most once and only after it was withdrawn; of a lost dispute it is"
        " withdrawn.",
        """
        SELECT d.provider, d.reference, d.state, e.withdrawn, e.returned
        FROM payment_disputes d CROSS JOIN LATERAL (
            SELECT coalesce(sum(amount) FILTER (WHERE kind = 'withdrawn'), 0) AS withdrawn,
                coalesce(sum(amount) FILTER (WHERE kind = 'returned'), 0) AS returned
            FROM payment_dispute_entries WHERE dispute_id = d.id) e
        WHERE e.returned > e.withdrawn OR e.withdrawn > d.amount
            OR (d.state = 'lost' AND e.withdrawn - e.returned <> d.amount)
        """,
    ),
)
