"""Stored orders as an import compares and restores them."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.moving_in.drafts import OrderDraft

FINGERPRINTS = "SELECT id, fingerprint FROM imported_orders WHERE id = ANY($1::bigint[])"
BY_NUMBER = """
SELECT number, fingerprint FROM imported_orders WHERE system = $1 AND number = ANY($2::text[])
"""
DRAFT = """
SELECT system, number, coalesce(email, '') AS email, coalesce(phone, '') AS phone, placed_at,
    cancelled, payment, fulfilment, payment_method, currency, subtotal, discount, discount_code,
    shipping, shipping_method, tax, total, refunded, address, billing_address, note, tags,
    coalesce((SELECT jsonb_agg(to_jsonb(l) ORDER BY l.position)
        FROM imported_order_lines l WHERE l.order_id = o.id), '[]') AS lines
FROM imported_orders o WHERE o.id = $1
"""


async def stored_orders(connection: Connection, ids: Sequence[int]) -> dict[int, str]:
    """Return the fingerprints of orders by id."""
    rows = await connection.fetch(FINGERPRINTS, list(ids))
    return {row["id"]: row["fingerprint"] for row in rows}


async def stored_numbers(
    connection: Connection, system: str, numbers: Sequence[str]
) -> dict[str, str]:
    """Return the fingerprints of a system's orders by number."""
    rows = await connection.fetch(BY_NUMBER, system, list(numbers))
    return {row["number"]: row["fingerprint"] for row in rows}


async def stored_draft(connection: Connection, order_id: int) -> OrderDraft:
    """Return an order that is known to exist as its file had it."""
    (row,) = await connection.fetch(DRAFT, order_id)
    return OrderDraft.model_validate(dict(row))
