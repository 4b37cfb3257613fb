"""What must hold of gift cards that were sold."""

from __future__ import annotations

from stallage.core.invariants import Invariant
from stallage.orders.rules import CANCELLED, PaymentStatus

ENDED = ", ".join(str(int(status)) for status in sorted(CANCELLED))

INVARIANTS = (
    Invariant(
        "Gift cards",
        "Every gift card that was paid for has one code of its amount, and no other has any.",
        f"""
        SELECT o.public_id AS order, l.id AS line, l.price, c.amount - e.spent AS amount, c.voided_at
        FROM order_lines l JOIN orders o ON o.id = l.order_id
        LEFT JOIN gift_cards g ON g.order_line_id = l.id
        LEFT JOIN gift_codes c ON c.code_hash = g.code_hash
        CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0)::bigint AS spent
            FROM gift_code_entries WHERE code_hash = g.code_hash) e
        WHERE l.gift_card IS NOT NULL AND (
            c.amount - e.spent <> l.price OR g.order_id <> o.public_id
            OR c.amount IS NULL AND o.payment_status = {PaymentStatus.PAID:d}
                AND o.status NOT IN ({ENDED}) AND l.cancelled = 0
                -- Codes are made by a job that follows the payment.
                AND NOT EXISTS (SELECT FROM order_events e
                    WHERE e.order_id = o.id AND e.happened_at > $1::timestamptz - interval '1 hour'))
        """,
    ),
    Invariant(
        "Gift cards",
        "What gift cards paid of an order is in their ledger, and goes back with what is cancelled.",
        """
        SELECT coalesce(t.public_id, e.order_id) AS order, t.left, e.taken
        FROM (
            SELECT o.public_id, decode(t.reference, 'hex') AS code_hash,
                coalesce(sum(t.amount - t.released - t.given_back)
                    FILTER (WHERE t.state IN ('held', 'taken')), 0)::bigint AS left
            FROM order_tenders t JOIN orders o ON o.id = t.order_id
            WHERE t.kind = 'gift_card' GROUP BY 1, 2
        ) t
        FULL JOIN (
            SELECT order_id, code_hash, -sum(amount)::bigint AS taken FROM gift_code_entries
            GROUP BY order_id, code_hash
        ) e ON (e.order_id, e.code_hash) = (t.public_id, t.code_hash)
        WHERE coalesce(t.left, 0) <> coalesce(e.taken, 0)
        """,
    ),
    Invariant(
        "Gift cards",
        "A gift card that was cancelled cannot be redeemed.",
        f"""
        SELECT o.public_id AS order, g.public_id AS card
        FROM gift_cards g JOIN order_lines l ON l.id = g.order_line_id
        JOIN orders o ON o.id = l.order_id JOIN gift_codes c ON c.code_hash = g.code_hash
        WHERE (o.status IN ({ENDED}) OR l.cancelled = l.quantity) AND c.voided_at IS NULL
        """,
    ),
    Invariant(
        "Gift cards",
        "A gift card is sent within an hour of its time.",
        """
        SELECT g.public_id AS card, g.send_at FROM gift_cards g JOIN gift_codes c USING (code_hash)
        WHERE g.sent_at IS NULL AND c.voided_at IS NULL
            AND g.send_at < $1::timestamptz - interval '1 hour'
        """,
    ),
)
