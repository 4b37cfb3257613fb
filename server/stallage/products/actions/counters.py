"""Write ratings and sales figures of products, which later features report."""

from __future__ import annotations

from collections.abc import Mapping

from stallage.core.db import Connection
from stallage.products.actions.cards import refresh_products

SET_RATING = "UPDATE products SET rating_count = $2, rating_sum = $3 WHERE id = $1"

# The search index gets the new figure with the next change of the product, or at night.
ADD_SOLD = """
    WITH sold AS (SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS counts (id, units)),
    locked AS (
        SELECT p.id FROM products p JOIN sold USING (id) ORDER BY p.id FOR NO KEY UPDATE OF p
    )
    UPDATE products p SET popularity = greatest(0, p.popularity + sold.units)
    FROM sold JOIN locked USING (id)
    WHERE p.id = sold.id
"""


async def set_rating(connection: Connection, product_id: int, count: int, total: int) -> None:
    """Set the number of a product's ratings and the sum of their stars, and rebuild its card."""
    await connection.execute(SET_RATING, product_id, count, total)
    await refresh_products(connection, [product_id])


async def add_sold(connection: Connection, units: Mapping[int, int]) -> None:
    """Add units sold, by product id. Negative numbers subtract cancelled units."""
    await connection.execute(ADD_SOLD, list(units.keys()), list(units.values()))
