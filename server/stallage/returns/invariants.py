"""Invariants of returns and exchanges."""

from __future__ import annotations

from stallage.core.invariants import Invariant
from stallage.returns.sql import CANCELLED, UNREFUNDED

INVARIANTS = (
    Invariant(
        "Returns",
        "What an order's tenders gave back and released equals what was cancelled, returned and refunded.",
        f"""
        SELECT o.public_id AS order, t.given_back,
            o.cancelled_total - coalesce(c.before, 0) AS cancelled, coalesce(r.amount, 0) AS returned,
            coalesce(f.amount, 0) AS refunded
        FROM orders_view o
        JOIN (
            SELECT order_id, sum(given_back + released)::bigint AS given_back
            FROM order_tenders_view GROUP BY order_id
        ) t ON t.order_id = o.id
        LEFT JOIN (
            -- Without what was refunded before.
            SELECT c.order_id, sum(c.refunded_before)::bigint AS before
            FROM order_cancellations_view c JOIN orders_view e ON e.id = c.order_id
                AND e.owner_id = c.owner_id
            -- The last one of an order that was cancelled as a whole is not of lines.
            WHERE NOT (c.paid AND e.status IN ({CANCELLED}) AND c.id = (SELECT max(x.id)
                FROM order_cancellations_view x WHERE x.order_id = c.order_id AND x.owner_id = c.owner_id))
            GROUP BY c.order_id
        ) c ON c.order_id = o.id
        LEFT JOIN (
            SELECT order_id, sum(to_source)::bigint AS amount FROM (
                SELECT order_id, to_source FROM returns
                UNION ALL
                SELECT r.order_id, e.to_source
                FROM exchange_refunds e JOIN returns r ON r.id = e.return_id AND r.owner_id = e.owner_id
            ) parts GROUP BY order_id
        ) r ON r.order_id = o.id
        LEFT JOIN (
            SELECT order_id, sum(to_source)::bigint AS amount FROM order_refunds_view
            WHERE state = 'paid' GROUP BY order_id
        ) f ON f.order_id = o.id
        WHERE t.given_back <> o.cancelled_total - coalesce(c.before, 0) + coalesce(r.amount, 0)
            + coalesce(f.amount, 0)
        """,
    ),
    Invariant(
        "Returns",
        "What an order's tenders refunded as wallet credit equals that of its returns and refunds.",
        """
        SELECT o.public_id AS order, t.credited, coalesce(r.amount, 0) AS to_wallet
        FROM orders_view o
        JOIN (
            SELECT order_id, sum(credited)::bigint AS credited FROM order_tenders_view
            GROUP BY order_id
        ) t ON t.order_id = o.id
        LEFT JOIN (
            SELECT order_id, sum(to_wallet)::bigint AS amount FROM (
                SELECT order_id, to_wallet FROM returns
                UNION ALL
                SELECT r.order_id, e.to_wallet
                FROM exchange_refunds e JOIN returns r ON r.id = e.return_id AND r.owner_id = e.owner_id
                UNION ALL
                SELECT order_id, to_wallet FROM order_refunds_view WHERE state = 'paid'
            ) parts GROUP BY order_id
        ) r ON r.order_id = o.id
        WHERE t.credited <> coalesce(r.amount, 0)
        """,
    ),
    Invariant(
        "Returns",
        "The wallet credit of returns is in the wallet's ledger.",
        """
        SELECT coalesce(o.public_id, m.order_id) AS order, coalesce(r.amount, 0) AS returned,
            coalesce(m.amount, 0) AS credited
        FROM (
            SELECT order_id, sum(to_wallet)::bigint AS amount FROM (
                SELECT order_id, to_wallet FROM returns WHERE credited_at IS NOT NULL
                UNION ALL
                SELECT r.order_id, e.to_wallet FROM exchange_refunds e
                JOIN returns r ON r.id = e.return_id
                    AND r.owner_id = e.owner_id WHERE e.credited_at IS NOT NULL
                UNION ALL
                SELECT order_id, to_wallet FROM order_refunds_view WHERE credited_at IS NOT NULL
            ) parts GROUP BY order_id
        ) r JOIN orders_view o ON o.id = r.order_id
        FULL JOIN (
            SELECT m.order_id, sum(e.amount)::bigint AS amount
            FROM wallet_movements_view m
            JOIN wallet_entries_view e
                ON e.movement_id = m.id AND e.owner_id = m.owner_id AND e.account = 'customer'
            WHERE m.reason = 'refund' AND m.order_id IS NOT NULL GROUP BY m.order_id
        ) m ON m.order_id = o.public_id
        WHERE coalesce(r.amount, 0) <> coalesce(m.amount, 0)
        """,
    ),
    Invariant(
        "Returns",
        "A return whose exchange was cancelled is refunded.",
        f"""
        SELECT u.return, u.exchange, u.cancelled, u.refunded FROM ({UNREFUNDED}) u
        -- A later job refunds it.
        WHERE NOT EXISTS (SELECT FROM order_events_view e WHERE e.order_id = u.exchange_id
            AND e.happened_at > $1::timestamptz - interval '1 hour')
        """,
    ),
    Invariant(
        "Returns",
        "A cancelled exchange is refunded in full, and never for more than its return.",
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
