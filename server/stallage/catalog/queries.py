"""What other features read of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from stallage.catalog.cards import (
    AVERAGE_RATING,
    FIRST_PICTURE,
    discount,
    json_of,
    money,
    picture,
    time,
)
from stallage.catalog.details import CHOSEN_OPTIONS, LOWEST_OF_SKU, STOCK_NOTE
from stallage.catalog.prices import priced_skus
from stallage.core.db import Connection

PICTURE_OF_SKU = f"""coalesce(
    (SELECT {picture("i")} FROM product_images i WHERE i.id = s.image_id AND i.path IS NOT NULL),
    (SELECT {picture("i")} FROM product_images i
        WHERE i.product_id = p.id AND i.path IS NOT NULL AND i.options IS NOT NULL AND NOT EXISTS (
            SELECT FROM jsonb_each_text(i.options) shown
            WHERE s.options[array_position(p.option_names, shown.key)] IS DISTINCT FROM shown.value)
        ORDER BY i.position, i.id LIMIT 1),
    {FIRST_PICTURE})"""
"""The picture of the SKU `s` of the product `p`: its own, one of its options, the product's first."""

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


SUPPLY = """
    SELECT EXISTS (SELECT FROM products) AS has_products,
        EXISTS (SELECT FROM products WHERE card IS NOT NULL) AS has_offers,
        EXISTS (SELECT FROM products WHERE card IS NOT NULL AND in_stock) AS has_stock,
        EXISTS (SELECT FROM skus WHERE active AND requires_shipping) AS needs_delivery
"""


@dataclass(frozen=True, slots=True)
class Supply:
    """Whether there is anything to buy."""

    has_products: bool
    has_offers: bool
    """Some product is on sale: active and with a price."""
    has_stock: bool
    """Some product on sale can be ordered now."""
    needs_delivery: bool
    """Something has to be delivered."""


async def supply(connection: Connection) -> Supply:
    """What the shop has to sell."""
    row = await connection.fetchrow(SUPPLY)
    return Supply(**row) if row else Supply(False, False, False, False)


async def sku_cards(
    connection: Connection, sku_ids: list[int], now: datetime
) -> list[dict[str, Any]]:
    """Cards of SKUs that are on sale, in the order asked for; each id counts once."""
    rows = await connection.fetch(SKU_CARDS, sku_ids, now)
    cards = {row["id"]: row["card"] for row in rows if row["available"]}
    return [orjson.loads(cards[one]) for one in dict.fromkeys(sku_ids) if one in cards]


async def kept_sku_cards(
    connection: Connection, sku_ids: list[int], now: datetime
) -> list[dict[str, Any]]:
    """The same with SKUs that are not on sale any more, which are shown as sold out: for wishlists."""
    rows = await connection.fetch(SKU_CARDS, sku_ids, now)
    cards = {row["id"]: row["card"] for row in rows}
    return [orjson.loads(cards[one]) for one in dict.fromkeys(sku_ids) if one in cards]
