"""Notes what a customer looked at."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.customers.actions.profile import keep_recently_viewed
from stallage.recently_viewed.rules import LIMIT

KNOWN = "SELECT id FROM skus WHERE id = ANY($1::bigint[])"


async def view(connection: Connection, customer_id: int, sku_id: int) -> list[int]:
    """Puts a SKU first in the list. Raises NotFound where there is no such SKU."""
    if not await _known(connection, [sku_id]):
        raise NotFound
    return await keep_recently_viewed(connection, customer_id, [sku_id], LIMIT)


async def join_guest_list(
    connection: Connection, customer_id: int, newest_first: list[int]
) -> list[int]:
    """Puts what a guest looked at before the customer's own list; unknown ids are left out."""
    known = await _known(connection, newest_first) if newest_first else set()
    return await keep_recently_viewed(
        connection, customer_id, [sku_id for sku_id in newest_first if sku_id in known], LIMIT
    )


async def _known(connection: Connection, sku_ids: list[int]) -> set[int]:
    return {row["id"] for row in await connection.fetch(KNOWN, sku_ids)}
