"""Cards of single SKUs, as carts and wishlists show them."""

from __future__ import annotations

from datetime import datetime

from stallage.core.db import Connection
from stallage.products.sql.cards import (
    AVERAGE_RATING,
    discount,
    json_of,
    money,
    time,
)
from stallage.products.sql.prices import priced_skus
from stallage.products.sql.skus import CHOSEN_OPTIONS, LOWEST_OF_SKU, PICTURE_OF_SKU, STOCK_NOTE

SKU_CARD = json_of(
    productId="p.id",
    skuId="s.id",
    slug="p.slug",
    title="p.title",
    brand="(SELECT b.name FROM brands b WHERE b.id = p.brand_id)",
    image=PICTURE_OF_SKU,
    price=money("k.price"),
    compareAtPrice=money("k.compare_at_price"),
    priceVaries="false",
    discountPercent=discount("k.price", "k.compare_at_price"),
    lowestPrice=money("lowest.price"),
    averageRating=AVERAGE_RATING,
    ratingCount="p.rating_count",
    inStock="k.in_stock",
    stockNote=f"CASE WHEN k.available THEN {STOCK_NOTE} END",
    swatches="'[]'::json",
    createdAt=time("p.created_at"),
    options=CHOSEN_OPTIONS,
)

SKU_CARDS = f"""
    SELECT s.id, k.available, {SKU_CARD}::text AS card
    FROM ({priced_skus("s.id = ANY($1::bigint[])", "$2")}) k
    JOIN skus s ON s.id = k.sku_id
    JOIN products p ON p.id = s.product_id
    CROSS JOIN catalogue_state state
    CROSS JOIN LATERAL {LOWEST_OF_SKU}
"""


async def sku_cards(connection: Connection, sku_ids: list[int], now: datetime) -> bytes:
    """Return the cards of available SKUs in this order, each once, as JSON of `list[SkuCard]`."""
    rows = await connection.fetch(SKU_CARDS, sku_ids, now)
    return _json_list(sku_ids, {row["id"]: row["card"] for row in rows if row["available"]})


async def sku_cards_including_unavailable(
    connection: Connection, sku_ids: list[int], now: datetime
) -> bytes:
    """Return the cards of all SKUs as JSON of `list[SkuCard]`; unavailable ones are sold out."""
    rows = await connection.fetch(SKU_CARDS, sku_ids, now)
    return _json_list(sku_ids, {row["id"]: row["card"] for row in rows})


def _json_list(sku_ids: list[int], cards: dict[int, str]) -> bytes:
    return f"[{','.join(cards[one] for one in dict.fromkeys(sku_ids) if one in cards)}]".encode()
