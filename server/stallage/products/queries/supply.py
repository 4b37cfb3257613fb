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
    """Whether there is anything to buy."""

    has_products: bool
    has_offers: bool
    """Some product is on sale: active and with a price."""
    has_stock: bool
    """Some product on sale can be ordered now."""
    needs_delivery: bool
    """Something has to be delivered."""


async def supply(connection: Connection) -> Supply:
    """What the shop has to sell."""
    row = await connection.fetchrow(SUPPLY)
    return Supply(**row) if row else Supply(False, False, False, False)
