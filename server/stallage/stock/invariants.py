"""Invariants of stock; see the rules of the package."""

from __future__ import annotations

from stallage.core.invariants import Invariant
from stallage.stock.rules import ReservationState

INVARIANTS = (
    Invariant(
        "Stock",
        "No SKU has negative stock.",
        "SELECT id AS sku, stock FROM skus_view WHERE stock < 0",
    ),
    Invariant(
        "Stock",
        "All units ever supplied are in stock or taken by an order.",
        f"""
        SELECT s.id AS sku, s.supplied, s.stock, coalesce(r.taken, 0) AS taken
        FROM skus_view s LEFT JOIN (
            SELECT sku_id, sum(taken)::bigint AS taken FROM reservations
            WHERE state <> {ReservationState.RELEASED:d} GROUP BY sku_id
        ) r ON r.sku_id = s.id
        WHERE s.supplied <> s.stock + coalesce(r.taken, 0)
        """,
    ),
)
