"""Remove recorded start times, for a shop whose past is made up."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.products.actions.cards import refresh_products


async def clear_start_times(connection: Connection) -> None:
    """Make all prices and collection members of the shop count as older than any record."""
    await connection.execute("UPDATE skus SET created_at = NULL")
    await connection.execute("UPDATE collection_products SET added_at = NULL")
    rows = await connection.fetch("SELECT id FROM products WHERE card IS NOT NULL")
    await refresh_products(connection, [row["id"] for row in rows])
