"""Create, change and delete sliders and feature sections. Each is identified by its slug."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stallage.core.db import Connection
from stallage.core.schemas import PictureJson
from stallage.products.actions.collections import (
    create_collection,
    delete_collections,
    fill_collection,
)


@dataclass(frozen=True, slots=True)
class TileDraft:
    """A tile of a section and the products it leads to, in order."""

    slug: str
    title: str
    product_slugs: Sequence[str]
    text: str = ""
    image: PictureJson | None = None
    phone_image: PictureJson | None = None


COLLECTION_OF_SLIDER = "SELECT collection_id FROM sliders WHERE slug = $1 FOR UPDATE"

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

DELETE_TILES = "DELETE FROM feature_tiles WHERE section_id = $1 AND slug <> ALL($2::text[])"
DELETE_SLIDER = "DELETE FROM sliders WHERE slug = $1 RETURNING collection_id"
DELETE_SECTION = """
    WITH dropped AS (DELETE FROM feature_sections WHERE slug = $1 RETURNING id)
    DELETE FROM feature_tiles t USING dropped WHERE t.section_id = dropped.id
    RETURNING t.collection_id
"""

# A start or an end writes no row, so processes are notified to read names again.
NOTIFY_OF_SLIDERS = """
    SELECT pg_notify('stallage_catalogue', 'names') WHERE EXISTS (
        SELECT FROM sliders
        WHERE starts_at > $1 AND starts_at <= $2 OR ends_at > $1 AND ends_at <= $2
    )
"""


async def put_slider(
    connection: Connection,
    *,
    slug: str,
    title: str,
    product_slugs: Sequence[str],
    subtitle: str = "",
    call_to_action: str = "",
    image: PictureJson | None = None,
    phone_image: PictureJson | None = None,
    position: int = 0,
    starts_at: datetime | None = None,
    ends_at: datetime | None = None,
) -> None:
    """Create or change a hero banner of the home page."""
    collection_id = await connection.fetchval(
        COLLECTION_OF_SLIDER, slug
    ) or await create_collection(connection)
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
    await fill_collection(connection, collection_id, product_slugs)


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
    """Create or change a row of tiles; tiles not listed are deleted. Returns its id: `parentId` in URLs."""
    section_id: int = await connection.fetchval(PUT_SECTION, slug, title, subtitle, kind, position)
    await connection.execute(DELETE_TILES, section_id, [tile.slug for tile in tiles])
    for place, tile in enumerate(tiles):
        collection_id = await connection.fetchval(
            "SELECT collection_id FROM feature_tiles WHERE section_id = $1 AND slug = $2",
            section_id,
            tile.slug,
        ) or await create_collection(connection)
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
        await fill_collection(connection, collection_id, tile.product_slugs)
    return section_id


async def remove_slider(connection: Connection, slug: str) -> None:
    """Delete a slider and its collection."""
    rows = await connection.fetch(DELETE_SLIDER, slug)
    await delete_collections(connection, [row["collection_id"] for row in rows])


async def remove_section(connection: Connection, slug: str) -> None:
    """Delete a feature section with its tiles and their collections."""
    rows = await connection.fetch(DELETE_SECTION, slug)
    await delete_collections(connection, [row["collection_id"] for row in rows])


async def notify_of_sliders(connection: Connection, since: datetime, now: datetime) -> None:
    """Notify all processes if a slider started or ended in this span of time."""
    await connection.execute(NOTIFY_OF_SLIDERS, since, now)
