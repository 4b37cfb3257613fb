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
    Invariant(
        "Stock",
        "The units on hand at all locations are in stock or held by an order.",
        f"""
        SELECT s.id AS sku, s.stock, coalesce(r.held, 0) AS held, coalesce(l.on_hand, 0) AS on_hand
        FROM skus_view s LEFT JOIN (
            SELECT sku_id, sum(taken)::bigint AS held FROM reservations
            WHERE state = {ReservationState.HELD:d} GROUP BY sku_id
        ) r ON r.sku_id = s.id LEFT JOIN (
            SELECT sku_id, sum(on_hand)::bigint AS on_hand FROM stock_levels GROUP BY sku_id
        ) l ON l.sku_id = s.id
        WHERE s.stock + coalesce(r.held, 0) <> coalesce(l.on_hand, 0)
        """,
    ),
    Invariant(
        "Stock",
        "The movements of a SKU at a location add up to its units there.",
        """
        SELECT sku_id AS sku, location_id AS location, l.on_hand, m.moved
        FROM stock_levels l FULL JOIN (
            SELECT sku_id, location_id, sum(quantity)::bigint AS moved FROM stock_movements
            GROUP BY sku_id, location_id
        ) m USING (sku_id, location_id)
        WHERE l.on_hand IS DISTINCT FROM m.moved
        """,
    ),
    Invariant(
        "Stock",
        "There is one default location, and it is in use.",
        """
        SELECT count(*) AS defaults FROM stock_locations WHERE is_default AND active
        HAVING count(*) <> 1
        """,
    ),
)
