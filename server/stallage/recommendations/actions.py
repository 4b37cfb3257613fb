"""Compute which products are often bought together, and which are popular now."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel

from stallage.core.db import Connection
from stallage.core.jobs import enqueue_all
from stallage.orders.rules import OrderStatus
from stallage.recommendations import rules

IGNORED_STATUSES = [
    int(OrderStatus.PENDING),
    int(OrderStatus.CANCELLED_BY_CUSTOMER),
    int(OrderStatus.CANCELLED_BY_COMPANY),
]
"""Unpaid and cancelled orders."""

SECONDS_PER_DAY = 86_400

TRY_LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('bought_together'))"

CREATE_BASKETS = """
    CREATE TEMPORARY TABLE baskets (
        order_id bigint NOT NULL, product_id bigint NOT NULL, placed double precision NOT NULL
    ) ON COMMIT DROP
"""

# Orders of the year before the newest one. Without orders in the future, which an import may contain. Past
# orders get negative ids, so that they differ from those of orders. `placed` is in seconds.
FILL_BASKETS = """
    INSERT INTO baskets
    WITH newest AS (
        SELECT greatest(
            (SELECT max(placed_at) FROM orders_view
                WHERE placed_at <= $1 AND status <> ALL($2::smallint[]) AND NOT set_apart),
            (SELECT max(placed_at) FROM past_orders WHERE placed_at <= $1)
        ) AS placed_at
    )
    SELECT bought.order_id, bought.product_id, date_part('epoch', bought.placed_at)
    FROM (
        SELECT l.order_id, l.product_id, o.placed_at
        FROM orders_view o JOIN order_lines_view l ON l.order_id = o.id AND l.owner_id = o.owner_id
        WHERE o.placed_at BETWEEN (SELECT placed_at FROM newest) - $3::interval AND $1
            AND o.status <> ALL($2::smallint[]) AND NOT o.set_apart AND l.quantity > l.cancelled
        UNION
        SELECT -o.id, unnest(o.product_ids), o.placed_at FROM past_orders o
        WHERE o.placed_at BETWEEN (SELECT placed_at FROM newest) - $3::interval AND $1
    ) bought
    JOIN products_view p ON p.id = bought.product_id AND p.card IS NOT NULL
"""

CREATE_PAIRS = """
    CREATE TEMPORARY TABLE pairs (
        product_id bigint NOT NULL, other_id bigint NOT NULL, orders bigint NOT NULL,
        score double precision NOT NULL
    ) ON COMMIT DROP
"""

# `weight` is how much an order counts by its age. For scores, it is also divided among the other
# products of the order, since large orders say little about each pair. Ages are relative to the newest
# order, so that nothing changes without new orders. Scores have the digits of `real`: the last ones of a
# sum depend on the order in which it is added up.
FILL_PAIRS = """
    INSERT INTO pairs
    WITH sizes AS (
        SELECT order_id, count(*) AS products, power(
            0.5::double precision, ((SELECT max(placed) FROM baskets) - min(placed)) / $7
        ) AS weight
        FROM baskets GROUP BY order_id
    ), total AS (
        SELECT count(*)::double precision AS orders,
            CASE WHEN count(*) < $8::bigint THEN $9::bigint ELSE $1::bigint END AS least
        FROM sizes
    ), sold AS (
        SELECT b.product_id, count(*)::double precision AS orders, sum(s.weight) AS weight
        FROM baskets b JOIN sizes s USING (order_id) GROUP BY b.product_id
    ), several AS (
        SELECT b.order_id, b.product_id, s.weight / (s.products - 1) AS share
        FROM baskets b JOIN sizes s USING (order_id) WHERE s.products BETWEEN 2 AND $4
    ), together AS (
        SELECT a.product_id AS one, b.product_id AS two, count(*) AS orders, sum(a.share) AS share
        FROM several a JOIN several b ON b.order_id = a.order_id AND b.product_id > a.product_id
        GROUP BY 1, 2 HAVING count(*) >= (SELECT least FROM total)
    ), directed AS (
        SELECT one AS product_id, two AS other_id, orders, share FROM together
        UNION ALL
        SELECT two, one, orders, share FROM together
    ), scored AS (
        SELECT d.product_id, d.other_id, d.orders,
            (d.share * ln(m.lift) / power(this.weight, $6))::real AS score
        FROM directed d
        JOIN sold this ON this.product_id = d.product_id
        JOIN sold other ON other.product_id = d.other_id
        CROSS JOIN total
        CROSS JOIN LATERAL (
            SELECT d.orders * total.orders / (this.orders * other.orders) AS lift
        ) m
        WHERE m.lift >= $3 AND d.orders >= $2::double precision * this.orders
    ), ranked AS (
        SELECT *, row_number() OVER (
            PARTITION BY product_id ORDER BY score DESC, other_id
        ) AS place
        FROM scored
    )
    SELECT product_id, other_id, orders, score FROM ranked WHERE place <= $5
"""

PUT_PAIRS = """
    INSERT INTO bought_together (product_id, other_id, orders, score)
    SELECT product_id, other_id, orders, score FROM pairs
    ON CONFLICT (product_id, other_id) DO UPDATE
        SET orders = excluded.orders, score = excluded.score
        WHERE (bought_together.orders, bought_together.score)
            IS DISTINCT FROM (excluded.orders, excluded.score)
"""

DROP_PAIRS = """
    DELETE FROM bought_together b WHERE NOT EXISTS (
        SELECT FROM pairs p WHERE p.product_id = b.product_id AND p.other_id = b.other_id
    )
"""

PUT_POPULAR = """
    WITH popular AS (
        SELECT product_id, sum(power(
            0.5::double precision, ((SELECT max(placed) FROM baskets) - placed) / $1
        ))::real AS score
        FROM baskets GROUP BY product_id ORDER BY score DESC, product_id LIMIT $2
    ), dropped AS (
        DELETE FROM popular_products old WHERE NOT EXISTS (
            SELECT FROM popular p WHERE p.product_id = old.product_id
        )
    )
    INSERT INTO popular_products (product_id, score) SELECT product_id, score FROM popular
    ON CONFLICT (product_id) DO UPDATE SET score = excluded.score
        WHERE popular_products.score IS DISTINCT FROM excluded.score
"""

ADD_PAST_ORDER = """
    INSERT INTO past_orders (placed_at, product_ids)
    SELECT $1, array_agg(p.id ORDER BY requested.place)
    FROM unnest($2::text[]) WITH ORDINALITY AS requested (slug, place)
    JOIN products_view p ON p.slug = requested.slug
    ON CONFLICT DO NOTHING RETURNING id
"""

REMOVE_PAST_ORDERS = "DELETE FROM past_orders WHERE id = ANY($1::bigint[])"


class Refresh(BaseModel):
    """Payload of the job that recomputes all recommendations."""


async def refresh_recommendations(connection: Connection, now: datetime) -> int | None:
    """Replace pairs and popular products by those of orders until now; return the number of pairs.

    Returns None if another process is computing them. Only changes are written. The queries take long,
    so use a connection that requests do not share.
    """
    if not await connection.fetchval(TRY_LOCK):
        return None
    await connection.execute(CREATE_BASKETS)
    await connection.execute(FILL_BASKETS, now, IGNORED_STATUSES, rules.WINDOW)
    await connection.execute("ANALYZE baskets")
    await connection.execute(
        PUT_POPULAR, rules.POPULAR_HALF_LIFE_DAYS * SECONDS_PER_DAY, rules.MAX_POPULAR
    )
    await connection.execute(CREATE_PAIRS)
    await connection.execute(
        FILL_PAIRS,
        rules.MIN_ORDERS,
        rules.MIN_CONFIDENCE,
        rules.MIN_LIFT,
        rules.MAX_PRODUCTS,
        rules.MAX_PAIRS,
        rules.SALES_EXPONENT,
        rules.HALF_LIFE_DAYS * SECONDS_PER_DAY,
        rules.SMALL_SHOP_ORDERS,
        rules.MIN_ORDERS_IN_SMALL_SHOP,
    )
    await connection.execute("ANALYZE pairs")
    await connection.execute(PUT_PAIRS)
    await connection.execute(DROP_PAIRS)
    count: int = await connection.fetchval("SELECT count(*) FROM pairs")
    return count


async def add_past_order(
    connection: Connection, *, placed_at: datetime, product_slugs: Sequence[str]
) -> int | None:
    """Add an order of another shop and schedule the computation of recommendations.

    Returns its id, or None if there is such an order already.
    """
    added: int | None = await connection.fetchval(ADD_PAST_ORDER, placed_at, list(product_slugs))
    await _refresh_later(connection)
    return added


async def remove_past_orders(connection: Connection, ids: Sequence[int]) -> None:
    """Remove orders of another shop and schedule the computation of recommendations."""
    await connection.execute(REMOVE_PAST_ORDERS, list(ids))
    await _refresh_later(connection)


async def _refresh_later(connection: Connection) -> None:
    await enqueue_all(
        connection, [("recommendations.refresh", Refresh())], deduplication_key="bought_together"
    )
