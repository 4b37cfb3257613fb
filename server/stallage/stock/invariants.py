"""What must hold of pieces; see the rule of the package."""

from __future__ import annotations

from stallage.core.invariants import Invariant
from stallage.stock.rules import ReservationState

INVARIANTS = (
    Invariant(
        "Stock",
        "No SKU has fewer than no pieces.",
        "SELECT id AS sku, stock FROM skus WHERE stock < 0",
    ),
    Invariant(
        "Stock",
        "What was put in is there, or an order has taken it.",
        f"""
        SELECT s.id AS sku, s.supplied, s.stock, coalesce(r.taken, 0) AS taken
        FROM skus s LEFT JOIN (
            SELECT sku_id, sum(taken)::bigint AS taken FROM reservations
            WHERE state <> {ReservationState.RELEASED:d} GROUP BY sku_id
        ) r ON r.sku_id = s.id
        WHERE s.supplied <> s.stock + coalesce(r.taken, 0)
        """,
    ),
)
