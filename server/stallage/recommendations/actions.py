"""Compute which products are often bought together."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel

from stallage.core.db import Connection
from stallage.core.jobs import enqueue_all
from stallage.orders.rules import OrderStatus
from stallage.recommendations.rules import (
    MAX_PAIRS,
    MAX_PRODUCTS,
    MIN_CONFIDENCE,
    MIN_LIFT,
    MIN_ORDERS,
)

IGNORED_STATUSES = [
    int(OrderStatus.PENDING),
    int(OrderStatus.CANCELLED_BY_CUSTOMER),
    int(OrderStatus.CANCELLED_BY_COMPANY),
]
"""Unpaid and cancelled orders."""

TRY_LOCK = "SELECT pg_try_advisory_xact_lock(hashtext('bought_together'))"

CREATE_BASKETS = """
    CREATE TEMPORARY TABLE baskets (order_id bigint NOT NULL, product_id bigint NOT NULL)
    ON COMMIT DROP
"""

# Past orders get negative ids, so that they differ from those of orders.
FILL_BASKETS = """
    INSERT INTO baskets
    SELECT bought.order_id, bought.product_id
    FROM (
        SELECT l.order_id, l.product_id
        FROM orders_view o JOIN order_lines_view l ON l.order_id = o.id
        WHERE o.placed_at >= $1 AND o.status <> ALL($2::smallint[]) AND NOT o.set_apart
            AND l.quantity > l.cancelled
        UNION
        SELECT -o.id, unnest(o.product_ids) FROM past_orders o WHERE o.placed_at >= $1
    ) bought
    JOIN products_view p ON p.id = bought.product_id AND p.card IS NOT NULL
"""

CREATE_PAIRS = """
    CREATE TEMPORARY TABLE pairs (
        product_id bigint NOT NULL, other_id bigint NOT NULL, orders bigint NOT NULL,
        score double precision NOT NULL
    ) ON COMMIT DROP
"""

# The score is the pair's part of the log-likelihood ratio: the lift weighted by the number of orders,
# so that neither best sellers nor rare coincidences win.
FILL_PAIRS = """
    INSERT INTO pairs
    WITH sizes AS (
        SELECT order_id, count(*) AS products FROM baskets GROUP BY order_id
    ), total AS (
        SELECT count(*)::double precision AS orders FROM sizes
    ), sold AS (
        SELECT product_id, count(*)::double precision AS orders FROM baskets GROUP BY product_id
    ), several AS (
        SELECT b.order_id, b.product_id FROM baskets b JOIN sizes s USING (order_id)
        WHERE s.products BETWEEN 2 AND $4
    ), together AS (
        SELECT a.product_id AS one, b.product_id AS two, count(*) AS orders
        FROM several a JOIN several b ON b.order_id = a.order_id AND b.product_id > a.product_id
        GROUP BY 1, 2 HAVING count(*) >= $1
    ), directed AS (
        SELECT one AS product_id, two AS other_id, orders FROM together
        UNION ALL
        SELECT two, one, orders FROM together
    ), ranked AS (
        SELECT d.product_id, d.other_id, d.orders, d.orders * ln(m.lift) AS score,
            row_number() OVER (
                PARTITION BY d.product_id ORDER BY d.orders * ln(m.lift) DESC, d.other_id
            ) AS place
        FROM directed d
        JOIN sold this ON this.product_id = d.product_id
        JOIN sold other ON other.product_id = d.other_id
        CROSS JOIN total
        CROSS JOIN LATERAL (
            SELECT d.orders * total.orders / (this.orders * other.orders) AS lift
        ) m
        WHERE m.lift >= $3 AND d.orders >= $2 * this.orders
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

ADD_PAST_ORDER = """
    INSERT INTO past_orders (placed_at, product_ids)
    SELECT $1, array_agg(p.id ORDER BY requested.place)
    FROM unnest($2::text[]) WITH ORDINALITY AS requested (slug, place)
    JOIN products_view p ON p.slug = requested.slug
    ON CONFLICT DO NOTHING RETURNING id
"""

REMOVE_PAST_ORDERS = "DELETE FROM past_orders WHERE id = ANY($1::bigint[])"


class Refresh(BaseModel):
    """Payload of the job that recomputes all pairs."""


async def refresh_bought_together(connection: Connection, since: datetime) -> int | None:
    """Replace all pairs by those of orders since a time; return their number.

    Returns None if another process is computing them. Only changes are written. The queries take long,
    so use a connection that requests do not share.
    """
    if not await connection.fetchval(TRY_LOCK):
        return None
    await connection.execute(CREATE_BASKETS)
    await connection.execute(FILL_BASKETS, since, IGNORED_STATUSES)
    await connection.execute("ANALYZE baskets")
    await connection.execute(CREATE_PAIRS)
    await connection.execute(
        FILL_PAIRS, MIN_ORDERS, MIN_CONFIDENCE, MIN_LIFT, MAX_PRODUCTS, MAX_PAIRS
    )
    await connection.execute("ANALYZE pairs")
    await connection.execute(PUT_PAIRS)
    await connection.execute(DROP_PAIRS)
    count: int = await connection.fetchval("SELECT count(*) FROM pairs")
    return count


async def add_past_order(
    connection: Connection, *, placed_at: datetime, product_slugs: Sequence[str]
) -> int | None:
    """Add an order of another shop and schedule the computation of pairs.

    Returns its id, or None if there is such an order already.
    """
    added: int | None = await connection.fetchval(ADD_PAST_ORDER, placed_at, list(product_slugs))
    await _refresh_later(connection)
    return added


async def remove_past_orders(connection: Connection, ids: Sequence[int]) -> None:
    """Remove orders of another shop and schedule the computation of pairs."""
    await connection.execute(REMOVE_PAST_ORDERS, list(ids))
    await _refresh_later(connection)


async def _refresh_later(connection: Connection) -> None:
    await enqueue_all(
        connection, [("recommendations.refresh", Refresh())], deduplication_key="bought_together"
    )
