"""Write the list of recently viewed SKUs."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.customers.actions.profile import save_recently_viewed
from stallage.recently_viewed.rules import LIMIT

EXISTING = "SELECT id FROM skus_view WHERE id = ANY($1::bigint[])"


async def view(connection: Connection, customer_id: int, sku_id: int) -> list[int]:
    """Put a SKU first in the list and return the list. Raises NotFound for an unknown SKU."""
    if not await _existing(connection, [sku_id]):
        raise NotFound
    return await save_recently_viewed(connection, customer_id, [sku_id], LIMIT)


async def merge_guest_list(
    connection: Connection, customer_id: int, newest_first: list[int]
) -> list[int]:
    """Put a guest's list before the customer's own and return the result, without unknown SKUs."""
    existing = await _existing(connection, newest_first) if newest_first else set()
    return await save_recently_viewed(
        connection, customer_id, [sku_id for sku_id in newest_first if sku_id in existing], LIMIT
    )


async def _existing(connection: Connection, sku_ids: list[int]) -> set[int]:
    return {row["id"] for row in await connection.fetch(EXISTING, sku_ids)}
