"""Prices of SKUs at a moment."""

from __future__ import annotations

from datetime import datetime

from stallage.core.db import Connection, Record
from stallage.products.sql.prices import priced_skus

PRICES_OF = f"SELECT * FROM ({priced_skus('s.id = ANY($1::bigint[])', '$2')}) k ORDER BY sku_id"


async def prices_of(connection: Connection, sku_ids: list[int], now: datetime) -> dict[int, Record]:
    """The rows of `priced_skus` for some SKUs, by SKU id; unknown ids are left out."""
    rows = await connection.fetch(PRICES_OF, sku_ids, now)
    return {row["sku_id"]: row for row in rows}
