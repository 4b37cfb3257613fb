"""Delete a product that nothing refers to."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.products.actions.cards import refresh_products

DELETE_SKUS = "DELETE FROM skus WHERE product_id = $1"
DELETE_PRODUCT = "DELETE FROM products WHERE id = $1"


async def delete_product(connection: Connection, product_id: int) -> None:
    """Delete a product with its SKUs and all that belongs to it.

    The caller has locked its SKUs and made sure that no order has them.
    """
    await connection.execute(DELETE_SKUS, product_id)
    await connection.execute(DELETE_PRODUCT, product_id)
    await refresh_products(connection, [product_id])
