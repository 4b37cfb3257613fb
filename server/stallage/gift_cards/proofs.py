"""What must hold of gift cards that were sold."""

from __future__ import annotations

from stallage.core.proofs import Proof
from stallage.orders.rules import CANCELLED, PaymentStatus

ENDED = ", ".join(str(int(status)) for status in sorted(CANCELLED))

PROOFS = (
    Proof(
        "Gift cards",
        "Every gift card that was paid for has one code of its amount, and no other has any.",
        f"""
        SELECT o.public_id AS order, l.id AS line, l.price, c.amount, c.voided_at
        FROM order_lines l JOIN orders o ON o.id = l.order_id
        LEFT JOIN gift_cards g ON g.order_line_id = l.id
        LEFT JOIN gift_codes c ON c.code_hash = g.code_hash
        WHERE l.gift_card IS NOT NULL AND (
            c.amount <> l.price OR g.order_id <> o.public_id
            OR c.amount IS NULL AND o.payment_status = {PaymentStatus.PAID:d}
                AND o.status NOT IN ({ENDED}) AND l.cancelled = 0
                -- Codes are made by a job that follows the payment.
                AND NOT EXISTS (SELECT FROM order_events e
                    WHERE e.order_id = o.id AND e.happened_at > $1::timestamptz - interval '1 hour'))
        """,
    ),
    Proof(
        "Gift cards",
        "A gift card that was cancelled cannot be redeemed.",
        f"""
        SELECT o.public_id AS order, g.public_id AS card
        FROM gift_cards g JOIN order_lines l ON l.id = g.order_line_id
        JOIN orders o ON o.id = l.order_id JOIN gift_codes c ON c.code_hash = g.code_hash
        WHERE (o.status IN ({ENDED}) OR l.cancelled = l.quantity) AND c.voided_at IS NULL
        """,
    ),
    Proof(
        "Gift cards",
        "A gift card is sent within an hour of its time.",
        """
        SELECT g.public_id AS card, g.send_at FROM gift_cards g JOIN gift_codes c USING (code_hash)
        WHERE g.sent_at IS NULL AND c.voided_at IS NULL
            AND g.send_at < $1::timestamptz - interval '1 hour'
        """,
    ),
)
