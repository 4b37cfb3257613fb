"""Sets of products that lists lead to: sales, sliders and the tiles of feature sections.

Each is known by its slug; putting one again replaces what it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pydantic import BaseModel

from stallage.catalog.actions.cards import products_changed
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.work import enqueue_all

Picture = dict[str, Any]
"""`{"path", "alt", "width", "height", "colour"}`."""


class PricesDue(BaseModel):
    """A sale begins or ends at this moment."""

    at: datetime


@dataclass(frozen=True, slots=True)
class TileDraft:
    """A tile of a section and the products it leads to, in order."""

    slug: str
    title: str
    product_slugs: Sequence[str]
    text: str = ""
    image: Picture | None = None
    phone_image: Picture | None = None


NEW_COLLECTION = "INSERT INTO collections DEFAULT VALUES RETURNING id"

# Gives the ids of all products that were or are in the set.
FILL_COLLECTION = """
    WITH wanted AS (
        SELECT p.id, min(w.place) AS place
        FROM unnest($2::text[]) WITH ORDINALITY AS w (slug, place) JOIN products p USING (slug)
        GROUP BY p.id
    ),
    gone AS (
        DELETE FROM collection_products
        WHERE collection_id = $1 AND product_id NOT IN (SELECT id FROM wanted)
        RETURNING product_id
    ),
    put AS (
        INSERT INTO collection_products (collection_id, product_id, position)
        SELECT $1, id, place FROM wanted
        ON CONFLICT (collection_id, product_id) DO UPDATE SET position = excluded.position
        RETURNING product_id
    )
    SELECT product_id FROM gone UNION SELECT product_id FROM put
"""

PUT_SALE = """
    INSERT INTO sales AS s (slug, title, description, image, phone_image, percent, starts_at,
        ends_at, collection_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (slug) DO UPDATE SET title = $2, description = $3, image = $4, phone_image = $5,
        percent = $6, starts_at = $7, ends_at = $8
"""

PUT_SLIDER = """
    INSERT INTO sliders (slug, title, subtitle, call_to_action, image, phone_image, position,
        starts_at, ends_at, collection_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (slug) DO UPDATE SET title = $2, subtitle = $3, call_to_action = $4, image = $5,
        phone_image = $6, position = $7, starts_at = $8, ends_at = $9
"""

PUT_SECTION = """
    INSERT INTO feature_sections (slug, title, subtitle, kind, position) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (slug) DO UPDATE SET title = $2, subtitle = $3, kind = $4, position = $5
    RETURNING id
"""

PUT_TILE = """
    INSERT INTO feature_tiles (section_id, slug, title, text, image, phone_image, position,
        collection_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
    ON CONFLICT (section_id, slug) DO UPDATE SET title = $3, text = $4, image = $5,
        phone_image = $6, position = $7
"""

DROP_TILES = "DELETE FROM feature_tiles WHERE section_id = $1 AND slug <> ALL($2::text[])"

DROP_SALE = "DELETE FROM sales WHERE slug = $1 RETURNING collection_id"
DROP_SLIDER = "DELETE FROM sliders WHERE slug = $1 RETURNING collection_id"
DROP_SECTION = """
    WITH dropped AS (DELETE FROM feature_sections WHERE slug = $1 RETURNING id)
    DELETE FROM feature_tiles t USING dropped WHERE t.section_id = dropped.id
    RETURNING t.collection_id
"""
# Gives the ids of the products that were in the sets.
DROP_COLLECTIONS = """
    WITH dropped AS (DELETE FROM collections WHERE id = ANY($1::bigint[]))
    SELECT DISTINCT product_id FROM collection_products WHERE collection_id = ANY($1::bigint[])
"""

# A card that was built before a sale's beginning or end shows the price before it.
STALE_PRICES = """
    SELECT DISTINCT p.id
    FROM sales s
    JOIN collection_products cp USING (collection_id)
    JOIN products p ON p.id = cp.product_id
    WHERE p.card IS NOT NULL
        AND (s.starts_at <= $1 AND p.card_at < s.starts_at
            OR s.ends_at <= $1 AND p.card_at < s.ends_at)
"""

# What shows or hides itself by the clock writes nothing, so processes are told to look again.
TELL_OF_MOMENTS = """
    SELECT pg_notify('stallage_catalogue', 'names') WHERE EXISTS (
        SELECT FROM (SELECT starts_at, ends_at FROM sales
            UNION ALL SELECT starts_at, ends_at FROM sliders) shown
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
    image: Picture | None = None,
    phone_image: Picture | None = None,
) -> None:
    """A sale; prices follow now and at its beginning and end."""
    collection_id = await _collection(connection, "sales", slug)
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
                [("catalog.change_prices", PricesDue(at=moment))],
                after=moment - now + timedelta(milliseconds=1),
            )
    await _fill(connection, collection_id, product_slugs)


async def put_slider(
    connection: Connection,
    *,
    slug: str,
    title: str,
    product_slugs: Sequence[str],
    subtitle: str = "",
    call_to_action: str = "",
    image: Picture | None = None,
    phone_image: Picture | None = None,
    position: int = 0,
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
) -> None:
    """A hero banner of the home page."""
    collection_id = await _collection(connection, "sliders", slug)
    await connection.execute(
        PUT_SLIDER,
        slug,
        title,
        subtitle,
        call_to_action,
        image,
        phone_image,
        position,
        starts_at,
        ends_at,
        collection_id,
    )
    await _fill(connection, collection_id, product_slugs)


async def put_section(
    connection: Connection,
    *,
    slug: str,
    title: str,
    kind: str,
    tiles: Sequence[TileDraft],
    subtitle: str = "",
    position: int = 0,
) -> int:
    """A row of tiles; tiles that are not named any more go. Gives its id, `parentId` in addresses."""
    section_id: int = await connection.fetchval(PUT_SECTION, slug, title, subtitle, kind, position)
    await connection.execute(DROP_TILES, section_id, [tile.slug for tile in tiles])
    for place, tile in enumerate(tiles):
        collection_id = await connection.fetchval(
            "SELECT collection_id FROM feature_tiles WHERE section_id = $1 AND slug = $2",
            section_id,
            tile.slug,
        ) or await connection.fetchval(NEW_COLLECTION)
        await connection.execute(
            PUT_TILE,
            section_id,
            tile.slug,
            tile.title,
            tile.text,
            tile.image,
            tile.phone_image,
            place,
            collection_id,
        )
        await _fill(connection, collection_id, tile.product_slugs)
    return section_id


async def remove_sale(connection: Connection, slug: str) -> None:
    """Takes a sale away; its products cost what they cost without it."""
    await _drop(connection, DROP_SALE, slug)


async def remove_slider(connection: Connection, slug: str) -> None:
    """Takes a banner off the home page."""
    await _drop(connection, DROP_SLIDER, slug)


async def remove_section(connection: Connection, slug: str) -> None:
    """Takes a row with its tiles off the home page."""
    await _drop(connection, DROP_SECTION, slug)


async def stale_prices(connection: Connection, now: datetime) -> list[int]:
    """Products whose card shows the price before the beginning or end of a sale."""
    return [row["id"] for row in await connection.fetch(STALE_PRICES, now)]


async def tell_of_moments(connection: Connection, since: datetime, now: datetime) -> None:
    """Tells all processes where a sale or slider began or ended in a span of time."""
    await connection.execute(TELL_OF_MOMENTS, since, now)


async def _collection(connection: Connection, table: str, slug: str) -> int:
    """The set of a sale or slider, made where it is new. `table` is a name of ours."""
    found: int | None = await connection.fetchval(
        f"SELECT collection_id FROM {table} WHERE slug = $1 FOR UPDATE", slug
    )
    if found is not None:
        return found
    made: int = await connection.fetchval(NEW_COLLECTION)
    return made


async def _fill(connection: Connection, collection_id: int, slugs: Sequence[str]) -> None:
    rows = await connection.fetch(FILL_COLLECTION, collection_id, list(slugs))
    await products_changed(connection, [row["product_id"] for row in rows])


async def _drop(connection: Connection, statement: str, slug: str) -> None:
    """Takes away what a slug names, with the sets of products that it leads to."""
    ids = [row["collection_id"] for row in await connection.fetch(statement, slug)]
    rows = await connection.fetch(DROP_COLLECTIONS, ids)
    await products_changed(connection, [row["product_id"] for row in rows])
