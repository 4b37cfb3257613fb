"""Change prices of single SKUs, as operators do in lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from stallage.core import clock
from stallage.core.db import Connection
from stallage.products.actions.cards import LOCK, refresh_products

# A trigger records the price before. Nothing is written where nothing changes.
SET_PRICES = """
    UPDATE skus s SET price = new.price, compare_at_price = new.compare_at_price
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS new (id, price, compare_at_price)
    WHERE s.id = new.id
        AND (s.price, s.compare_at_price) IS DISTINCT FROM (new.price, new.compare_at_price)
    RETURNING s.product_id
"""
TOUCH = "UPDATE products SET updated_at = $2 WHERE id = ANY($1::bigint[])"


@dataclass(frozen=True, slots=True)
class SkuPrices:
    """The prices of a SKU in minor units."""

    price: int
    compare_at_price: int | None
    """Above the price; None for none."""


async def lock_products(connection: Connection, product_ids: Iterable[int]) -> None:
    """Lock products in key order until the transaction ends. Lock their SKUs before."""
    await connection.execute(LOCK, sorted(set(product_ids)))


async def set_prices(connection: Connection, prices: Mapping[int, SkuPrices]) -> None:
    """Set the prices of SKUs, by id. The caller has locked SKUs and products, in this order."""
    rows = await connection.fetch(
        SET_PRICES,
        list(prices),
        [one.price for one in prices.values()],
        [one.compare_at_price for one in prices.values()],
    )
    product_ids = {row["product_id"] for row in rows}
    await connection.execute(TOUCH, product_ids, clock.now())
    await refresh_products(connection, product_ids)
