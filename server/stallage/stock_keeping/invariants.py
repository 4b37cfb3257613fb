"""Invariants of transfers between locations."""

from __future__ import annotations

from stallage.core.invariants import Invariant

INVARIANTS = (
    Invariant(
        "Stock",
        "The movements of a transfer add up to its units in transit.",
        """
        SELECT l.transfer_id AS transfer, l.sku_id AS sku, open.units AS in_transit, m.moved
        FROM stock_transfer_lines l JOIN stock_transfers t ON t.id = l.transfer_id
        CROSS JOIN LATERAL (
            SELECT CASE WHEN t.sent_at IS NULL THEN 0
                ELSE l.quantity - l.received - l.lost - l.returned END AS units
        ) open CROSS JOIN LATERAL (
            SELECT coalesce(sum(quantity), 0)::bigint AS moved FROM stock_movements_view
            WHERE sku_id = l.sku_id AND transfer_id = l.transfer_id
                AND kind IN ('transfer_out', 'transfer_in')
        ) m
        WHERE m.moved <> -open.units OR open.units > 0 AND t.state <> 'sent'
        """,
    ),
)
"""Lost units arrive and are removed in the same transaction, so `transfer_in` includes them."""
