"""Finds products that a file does not have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stallage.core.db import Connection

ABSENT = """
    SELECT id, slug, title, status FROM products_view
    WHERE status <> 'archived' AND NOT slug = ANY($1::text[]) ORDER BY id
"""
ORDERED = """
    SELECT DISTINCT s.product_id FROM skus_view s
    WHERE s.product_id = ANY($1::bigint[]) AND (
        EXISTS (SELECT FROM order_lines_view l WHERE l.sku_id = s.id)
        OR EXISTS (SELECT FROM reservations_view r WHERE r.sku_id = s.id))
"""


@dataclass(frozen=True, slots=True)
class AbsentProduct:
    """A product that is not archived and not in the file."""

    id: int
    slug: str
    title: str
    status: str


async def absent_products(connection: Connection, slugs: Sequence[str]) -> list[AbsentProduct]:
    """Return the products with other slugs, except those that are archived."""
    rows = await connection.fetch(ABSENT, slugs)
    return [AbsentProduct(**dict(row)) for row in rows]


async def ordered_products(connection: Connection, product_ids: Sequence[int]) -> set[int]:
    """Return which of these products were ordered."""
    return {row["product_id"] for row in await connection.fetch(ORDERED, product_ids)}
