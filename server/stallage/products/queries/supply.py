"""Whether the shop has something to sell."""

from __future__ import annotations

from dataclasses import dataclass

from stallage.core.db import Connection

SUPPLY = """
    SELECT EXISTS (SELECT FROM products) AS has_products,
        EXISTS (SELECT FROM products WHERE card IS NOT NULL) AS has_offers,
        EXISTS (SELECT FROM products WHERE card IS NOT NULL AND in_stock) AS has_stock,
        EXISTS (SELECT FROM skus WHERE active AND requires_shipping) AS needs_delivery
"""


@dataclass(frozen=True, slots=True)
class Supply:
    """Facts about what the shop can sell."""

    has_products: bool
    has_offers: bool
    """Some product is active and has a price."""
    has_stock: bool
    """Some of these products can be ordered."""
    needs_delivery: bool
    """Some SKU requires shipping."""


async def supply(connection: Connection) -> Supply:
    """Return whether the shop has products, offers and stock, and needs delivery methods."""
    row = await connection.fetchrow(SUPPLY)
    return Supply(**row) if row else Supply(False, False, False, False)
