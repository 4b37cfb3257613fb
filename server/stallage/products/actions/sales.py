"""Create, change and delete sales."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from pydantic import BaseModel

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.jobs import enqueue_all
from stallage.core.schemas import PictureJson
from stallage.products.actions.collections import (
    create_collection,
    delete_collections,
    fill_collection,
)


class PricesDue(BaseModel):
    """A sale starts or ends at this time."""

    at: datetime


LOCK_SALE = "SELECT pg_advisory_xact_lock(hashtext('sale'), hashtext($1))"
COLLECTION_OF_SALE = "SELECT collection_id FROM sales WHERE slug = $1 FOR UPDATE"

PUT_SALE = """
    INSERT INTO sales AS s (slug, title, description, image, phone_image, percent, starts_at,
        ends_at, collection_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (slug) DO UPDATE SET title = $2, description = $3, image = $4, phone_image = $5,
        percent = $6, starts_at = $7, ends_at = $8
"""

DELETE_SALE = "DELETE FROM sales WHERE slug = $1 RETURNING collection_id"

# Cards built before a sale started or ended show an outdated price.
STALE_PRICES = """
    SELECT DISTINCT p.id
    FROM sales s
    JOIN collection_products cp USING (collection_id)
    JOIN products p ON p.id = cp.product_id
    WHERE p.card IS NOT NULL
        AND (s.starts_at <= $1 AND p.card_at < s.starts_at
            OR s.ends_at <= $1 AND p.card_at < s.ends_at)
"""

# A start or an end writes no row, so processes are notified to read names again.
NOTIFY_OF_SALES = """
    SELECT pg_notify('stallage_catalogue', 'names') WHERE EXISTS (
        SELECT FROM sales
        WHERE starts_at > $1 AND starts_at <= $2 OR ends_at > $1 AND ends_at <= $2
    )
"""


async def put_sale(
    connection: Connection,
    *,
    slug: str,
    title: str,
    percent: int,
    starts_at: datetime,
    ends_at: datetime | None,
    product_slugs: Sequence[str],
    description: str = "",
    image: PictureJson | None = None,
    phone_image: PictureJson | None = None,
) -> None:
    """Create or change a sale. Prices follow now, at its start and at its end."""
    collection_id = await connection.fetchval(COLLECTION_OF_SALE, slug) or await create_collection(
        connection
    )
    await connection.execute(
        PUT_SALE,
        slug,
        title,
        description,
        image,
        phone_image,
        percent,
        starts_at,
        ends_at,
        collection_id,
    )
    now = clock.now()
    for moment in (starts_at, ends_at):
        if moment is not None and moment > now:
            await enqueue_all(
                connection,
                [("products.change_prices", PricesDue(at=moment))],
                after=moment - now + timedelta(milliseconds=1),
            )
    await fill_collection(connection, collection_id, product_slugs)


async def lock_sale(connection: Connection, slug: str) -> None:
    """Lock a sale until the transaction ends, whether it exists or not."""
    await connection.execute(LOCK_SALE, slug)


async def remove_sale(connection: Connection, slug: str) -> None:
    """Delete a sale and restore its products' prices."""
    rows = await connection.fetch(DELETE_SALE, slug)
    await delete_collections(connection, [row["collection_id"] for row in rows])


async def stale_prices(connection: Connection, now: datetime) -> list[int]:
    """Return products whose cards are older than the start or end of one of their sales."""
    return [row["id"] for row in await connection.fetch(STALE_PRICES, now)]


async def notify_of_sales(connection: Connection, since: datetime, now: datetime) -> None:
    """Notify all processes if a sale started or ended in this span of time."""
    await connection.execute(NOTIFY_OF_SALES, since, now)
