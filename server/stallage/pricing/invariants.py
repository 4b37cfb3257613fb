"""Invariants of promo codes."""

from __future__ import annotations

from stallage.core.invariants import Invariant

INVARIANTS = (
    Invariant(
        "Promo codes",
        "The number of uses of a code equals the number of orders that use it.",
        """
        SELECT p.code, p.used, count(u.order_id) AS orders
        FROM promo_codes p LEFT JOIN promo_uses u ON u.promo_code_id = p.id AND NOT u.given_back
        GROUP BY p.id HAVING p.used <> count(u.order_id)
        """,
    ),
)
