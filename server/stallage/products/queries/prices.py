"""Prices of SKUs at a given time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stallage.core.db import Connection
from stallage.products.rules.price_rounding import EXACT, RoundingRule
from stallage.products.sql.prices import priced_skus

CURRENT_ROUNDING = "SELECT step, ending FROM price_roundings WHERE ended_at IS NULL"
PRICES = f"SELECT * FROM ({priced_skus('s.id = ANY($1::bigint[])', '$2')}) k ORDER BY sku_id"


@dataclass(frozen=True, slots=True)
class PricedSku:
    """A SKU with its price, as `priced_skus` selects it. Amounts are minor units."""

    sku_id: int
    product_id: int
    price: int
    compare_at_price: int | None
    """The price that a reduction refers to; None if no reduction is announced."""
    sale_slug: str | None
    """The sale that `price` comes from, if any."""
    available: bool
    """SKU and product are active."""
    in_stock: bool
    """At least one can be ordered."""


async def read_prices(
    connection: Connection, sku_ids: list[int], now: datetime
) -> dict[int, PricedSku]:
    """Return the prices of these SKUs by SKU id; unknown ids are left out."""
    rows = await connection.fetch(PRICES, sku_ids, now)
    return {row["sku_id"]: PricedSku(**row) for row in rows}


async def current_rounding(connection: Connection) -> RoundingRule:
    """Return how the shop rounds prices that a percentage gives."""
    row = await connection.fetchrow(CURRENT_ROUNDING)
    return EXACT if row is None else RoundingRule(row["step"], row["ending"])
