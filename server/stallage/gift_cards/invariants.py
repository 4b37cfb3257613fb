"""Invariants of gift cards that were sold."""

from __future__ import annotations

from stallage.core.invariants import Invariant
from stallage.orders.rules import CANCELLED, PaymentStatus

ENDED = ", ".join(str(int(status)) for status in sorted(CANCELLED))

INVARIANTS = (
    Invariant(
        "Gift cards",
        "Every gift card that was paid for has one code of its amount; others have none.",
        f"""
        SELECT o.public_id AS order, l.id AS line, l.price, c.amount - e.spent AS amount, c.voided_at
        FROM order_lines_view l JOIN orders_view o ON o.id = l.order_id AND o.owner_id = l.owner_id
        LEFT JOIN gift_cards_view g ON g.order_line_id = l.id
        LEFT JOIN gift_codes_view c ON c.code_hash = g.code_hash
        CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0)::bigint AS spent
            FROM gift_code_entries_view WHERE code_hash = g.code_hash) e
        WHERE l.gift_card IS NOT NULL AND (
            c.amount - e.spent <> l.price OR g.order_id <> o.public_id
            OR c.amount IS NULL AND o.payment_status = {PaymentStatus.PAID:d}
                AND o.status NOT IN ({ENDED}) AND l.cancelled = 0
                -- A job creates the codes after the payment.
                AND NOT EXISTS (SELECT FROM order_events_view e
                    WHERE e.order_id = o.id
                        AND e.owner_id = o.owner_id AND e.happened_at > $1::timestamptz - interval '1 hour'))
        """,
    ),
    Invariant(
        "Gift cards",
        "The gift cards' part of an order is in their ledger, less what was returned.",
        """
        SELECT coalesce(t.public_id, e.order_id) AS order, t.left, e.taken
        FROM (
            SELECT o.public_id, decode(t.reference, 'hex') AS code_hash,
                coalesce(sum(CASE WHEN t.state IN ('held', 'taken')
                    THEN t.amount - t.released - t.given_back ELSE t.credited END), 0)::bigint AS left
            FROM order_tenders_view t JOIN orders_view o ON o.id = t.order_id AND o.owner_id = t.owner_id
            WHERE t.kind = 'gift_card' GROUP BY 1, 2
        ) t
        FULL JOIN (
            SELECT order_id, code_hash, -sum(amount)::bigint AS taken FROM gift_code_entries_view
            GROUP BY order_id, code_hash
        ) e ON (e.order_id, e.code_hash) = (t.public_id, t.code_hash)
        WHERE coalesce(t.left, 0) <> coalesce(e.taken, 0)
        """,
    ),
    Invariant(
        "Gift cards",
        "The code of a cancelled gift card is void.",
        f"""
        SELECT o.public_id AS order, g.public_id AS card
        FROM gift_cards_view g JOIN order_lines_view l ON l.id = g.order_line_id
        JOIN orders_view o ON o.id = l.order_id
            AND o.owner_id = l.owner_id JOIN gift_codes_view c ON c.code_hash = g.code_hash
        WHERE (o.status IN ({ENDED}) OR l.cancelled = l.quantity) AND c.voided_at IS NULL
        """,
    ),
    Invariant(
        "Gift cards",
        "A gift card is sent within an hour of its time.",
        """
        SELECT g.public_id AS card, g.send_at FROM gift_cards_view g JOIN gift_codes_view c USING (code_hash)
        WHERE g.sent_at IS NULL AND c.voided_at IS NULL
            AND g.send_at < $1::timestamptz - interval '1 hour'
        """,
    ),
)
