"""What products would cost in a sale that is not saved yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stallage.core.db import Connection
from stallage.core.schemas import PictureJson
from stallage.products.sql.price_history import DAYS
from stallage.products.sql.prices import PRIOR_PRICE_RULE, priced_skus, sale_price

# The other sale is the best that runs at the same time. Of two with the same percentage, the one that
# was created first applies. Prior prices are of the 30 days before the start, or until now for a sale that
# starts later.
PREVIEW = f"""
    WITH listed AS (
        SELECT p.id, p.slug, p.title, min(w.place) AS place
        FROM unnest($1::text[]) WITH ORDINALITY AS w (slug, place) JOIN products p USING (slug)
        GROUP BY p.id
    ),
    prices AS MATERIALIZED (
        SELECT l.id, l.place, l.slug, l.title, s.id AS sku_id, s.cost, s.price AS own_price,
            k.price AS price_now, other.title AS other_title, other.percent AS other_percent,
            other.id AS other_id,
            {sale_price("s.price", "greatest($2::int, other.percent)")} AS sale_price,
            coalesce(other.percent > $2 OR other.percent = $2 AND other.id < $3, false)
                AS other_wins
        FROM listed l JOIN skus s ON s.product_id = l.id AND s.active
        JOIN ({priced_skus("s.product_id IN (SELECT id FROM listed)", "$6")}) k ON k.sku_id = s.id
        LEFT JOIN LATERAL (
            SELECT o.id, o.title, o.percent
            FROM collection_products cp JOIN sales o USING (collection_id)
            WHERE cp.product_id = l.id AND o.id <> $3
                AND (o.ends_at IS NULL OR o.ends_at > greatest($4::timestamptz, $6))
                AND ($5::timestamptz IS NULL OR o.starts_at < $5)
            ORDER BY o.percent DESC, o.id LIMIT 1
        ) other ON true
    ),
    known AS (
        SELECT r.*, least(r.own_price, (
            SELECT min(past.price) FROM past_prices past WHERE past.sku_id = r.sku_id
                AND past.ended_at > least($4, $6) - interval '{DAYS} days'
                AND (past.started_at IS NULL OR past.started_at < least($4, $6))
        ), (
            SELECT min(charged.price)
            FROM collection_products cp JOIN sales o USING (collection_id)
            CROSS JOIN charged_sale_prices(r.own_price, o.percent, o.starts_at, o.ends_at) charged
            WHERE cp.product_id = r.id AND o.id <> $3 AND charged.started_at < least($4, $6)
                AND (charged.ended_at IS NULL
                    OR charged.ended_at > least($4, $6) - interval '{DAYS} days')
        )) AS lowest
        FROM prices r
    )
    SELECT slug, title, min(price_now) AS price_now, min(sale_price) AS sale_price,
        min(sale_price) <> max(sale_price) AS price_varies, min(lowest) AS lowest_price,
        min(CASE WHEN sale_price > 0 THEN floor((sale_price - cost) * 100.0 / sale_price)
            WHEN cost > 0 THEN -100 END)::int AS margin_percent,
        coalesce(bool_or(sale_price < cost), false) AS below_cost,
        bool_and(sale_price >= lowest) AS not_announced,
        bool_and(sale_price >= price_now AND price_now = own_price) AS no_reduction,
        min(other_title) AS other_sale, bool_or(other_wins) AS other_wins,
        (SELECT jsonb_build_object('path', i.path, 'alt', i.alt, 'width', i.width,
                'height', i.height, 'colour', i.colour)
            FROM product_images i WHERE i.product_id = known.id AND i.state = 'ready'
            ORDER BY i.position, i.id LIMIT 1) AS image
    FROM known GROUP BY id, slug, title, place ORDER BY place
"""
RULE_APPLIES = f"SELECT {PRIOR_PRICE_RULE}"


@dataclass(frozen=True, slots=True)
class ProductInSale:
    """A product's prices now and in a sale: the lowest of its variants, in minor units."""

    slug: str
    title: str
    price_now: int
    sale_price: int
    price_varies: bool
    lowest_price: int
    margin_percent: int | None
    below_cost: bool
    not_announced: bool
    """No variant falls below its lowest price of the 30 days before."""
    no_reduction: bool
    other_sale: str | None
    other_wins: bool
    image: PictureJson | None


async def prices_in_sale(
    connection: Connection,
    slugs: Sequence[str],
    *,
    percent: int,
    sale_id: int | None,
    starts_at: datetime,
    ends_at: datetime | None,
    now: datetime,
) -> list[ProductInSale]:
    """Compute the prices of products in a sale. `sale_id` is that of a saved sale; None: a new one."""
    newest = 2**62
    rows = await connection.fetch(
        PREVIEW, list(slugs), percent, sale_id or newest, starts_at, ends_at, now
    )
    return [ProductInSale(**row) for row in rows]


async def prior_price_rule_applies(connection: Connection) -> bool:
    """Whether reductions refer to the lowest price of the 30 days before them."""
    return bool(await connection.fetchval(RULE_APPLIES))
