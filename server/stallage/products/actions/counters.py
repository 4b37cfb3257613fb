"""What later features tell the catalogue of its products: how they are rated, how they sell."""

from __future__ import annotations

from collections.abc import Mapping

from stallage.core.db import Connection
from stallage.products.actions.cards import products_changed

SET_RATING = "UPDATE products SET rating_count = $2, rating_sum = $3 WHERE id = $1"

# A plain number: lists sorted by it follow with the next change of the product or at night.
ADD_SOLD = """
    WITH sold AS (SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS given (id, pieces)),
    locked AS (
        SELECT p.id FROM products p JOIN sold USING (id) ORDER BY p.id FOR NO KEY UPDATE OF p
    )
    UPDATE products p SET popularity = greatest(0, p.popularity + sold.pieces)
    FROM sold JOIN locked USING (id)
    WHERE p.id = sold.id
"""


async def set_rating(connection: Connection, product_id: int, count: int, total: int) -> None:
    """Sets how many ratings a product has and the sum of their stars; its card follows."""
    await connection.execute(SET_RATING, product_id, count, total)
    await products_changed(connection, [product_id])


async def add_sold(connection: Connection, pieces: Mapping[int, int]) -> None:
    """Counts pieces sold by product id; a negative number takes back what was cancelled."""
    await connection.execute(ADD_SOLD, list(pieces.keys()), list(pieces.values()))
