"""What is on a wishlist."""

from __future__ import annotations

from typing import Any

from stallage.catalog.queries import kept_sku_cards
from stallage.core import clock
from stallage.core.db import Connection
from stallage.customers.exporting import section

NEWEST_FIRST = "SELECT sku_id FROM wishes WHERE customer_id = $1 ORDER BY position DESC"

TO_EXPORT = "SELECT sku_id, created_at FROM wishes WHERE customer_id = $1 ORDER BY position"


async def wished_cards(connection: Connection, customer_id: int) -> list[dict[str, Any]]:
    """Cards of what a customer wishes for, newest first; sold out where it is on sale no more."""
    sku_ids = [row["sku_id"] for row in await connection.fetch(NEWEST_FIRST, customer_id)]
    return await kept_sku_cards(connection, sku_ids, clock.now()) if sku_ids else []


@section("wishlist")
async def exported_wishes(connection: Connection, customer_id: int) -> object:
    """The wishes, for the export."""
    return [
        {"sku_id": row["sku_id"], "created_at": row["created_at"].isoformat()}
        for row in await connection.fetch(TO_EXPORT, customer_id)
    ]
