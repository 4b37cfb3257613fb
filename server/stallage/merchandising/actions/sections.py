"""Create, change, order and delete feature sections with their tiles."""

from __future__ import annotations

from collections.abc import Sequence

import asyncpg

from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.validation import DUPLICATES, message
from stallage.merchandising.actions.sliders import lock_home_parts, places_of
from stallage.merchandising.drafts import FeatureSectionDraft, PlacedTile, TileDraft
from stallage.products.actions.collections import (
    create_collection,
    delete_collections,
    fill_collection,
    set_members,
)

PUT_SECTION = """
    INSERT INTO feature_sections (slug, title, subtitle, kind, position) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (slug) DO UPDATE SET title = $2, subtitle = $3, kind = $4, position = $5
    RETURNING id
"""
ADD_SECTION = """
    INSERT INTO feature_sections (slug, title, subtitle, kind, position)
    VALUES ($1, $2, $3, $4, (SELECT coalesce(max(position) + 1, 0) FROM feature_sections))
    RETURNING id
"""
CHANGE_SECTION = """
    UPDATE feature_sections SET slug = $2, title = $3, subtitle = $4, kind = $5 WHERE id = $1
"""
ORDER_SECTIONS = """
    UPDATE feature_sections SET position = placed.place - 1
    FROM unnest($1::bigint[]) WITH ORDINALITY AS placed (id, place)
    WHERE feature_sections.id = placed.id AND feature_sections.position <> placed.place - 1
"""
ADD_TILE = """
    INSERT INTO feature_tiles (section_id, slug, title, text, image, phone_image, position,
        collection_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
"""
PUT_TILE = f"""{ADD_TILE}
    ON CONFLICT (section_id, slug) DO UPDATE SET title = $3, text = $4, image = $5,
        phone_image = $6, position = $7
"""
CHANGE_TILE = """
    UPDATE feature_tiles SET slug = $3, title = $4, text = $5, image = $6, phone_image = $7,
        position = $8
    WHERE section_id = $1 AND id = $2 RETURNING collection_id
"""
REMOVE_TILES = """
    DELETE FROM feature_tiles WHERE section_id = $1 AND slug <> ALL($2::text[])
    RETURNING collection_id
"""
DELETE_TILES = """
    DELETE FROM feature_tiles WHERE section_id = $1 AND id <> ALL($2::bigint[])
    RETURNING collection_id
"""
REMOVE_SECTION = """
    WITH dropped AS (DELETE FROM feature_sections WHERE slug = $1 RETURNING id)
    DELETE FROM feature_tiles t USING dropped WHERE t.section_id = dropped.id
    RETURNING t.collection_id
"""
DELETE_SECTION = "DELETE FROM feature_sections WHERE id = $1"


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
    await lock_home_parts(connection)
    section_id: int = await connection.fetchval(PUT_SECTION, slug, title, subtitle, kind, position)
    dropped = await connection.fetch(REMOVE_TILES, section_id, [tile.slug for tile in tiles])
    await delete_collections(connection, [row["collection_id"] for row in dropped])
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


async def create_section(
    connection: Connection, draft: FeatureSectionDraft, tiles: Sequence[PlacedTile]
) -> int:
    """Create a feature section as the last one; return its id. Raises InvalidFields."""
    try:
        section_id: int = await connection.fetchval(
            ADD_SECTION, draft.slug, draft.title, draft.subtitle, draft.kind
        )
    except asyncpg.UniqueViolationError as error:
        raise InvalidFields(fields={"slug": [DUPLICATES["name"]]}) from error
    await _put_tiles(connection, section_id, tiles)
    return section_id


async def change_section(
    connection: Connection,
    section_id: int,
    draft: FeatureSectionDraft,
    tiles: Sequence[PlacedTile],
) -> None:
    """Change a feature section, but not its place; tiles not listed are deleted. Raises InvalidFields."""
    try:
        await connection.execute(
            CHANGE_SECTION, section_id, draft.slug, draft.title, draft.subtitle, draft.kind
        )
    except asyncpg.UniqueViolationError as error:
        raise InvalidFields(fields={"slug": [DUPLICATES["name"]]}) from error
    dropped = await connection.fetch(
        DELETE_TILES, section_id, [tile.id for tile in tiles if tile.id is not None]
    )
    await delete_collections(connection, [row["collection_id"] for row in dropped])
    await _put_tiles(connection, section_id, tiles)


async def order_sections(connection: Connection, section_ids: Sequence[int]) -> None:
    """Set the order of all feature sections."""
    await connection.execute(ORDER_SECTIONS, list(section_ids))


async def remove_section(connection: Connection, slug: str) -> None:
    """Delete a feature section with its tiles and their collections, by its slug."""
    await lock_home_parts(connection)
    rows = await connection.fetch(REMOVE_SECTION, slug)
    await delete_collections(connection, [row["collection_id"] for row in rows])


async def delete_section(connection: Connection, section_id: int) -> None:
    """Delete a feature section with its tiles and their collections."""
    rows = await connection.fetch(DELETE_TILES, section_id, [])
    await connection.execute(DELETE_SECTION, section_id)
    await delete_collections(connection, [row["collection_id"] for row in rows])


async def _put_tiles(connection: Connection, section_id: int, tiles: Sequence[PlacedTile]) -> None:
    """Write the tiles of a section. Raises InvalidFields."""
    # A new tile may take the slug that another one gives up.
    placed = sorted(enumerate(tiles), key=lambda one: one[1].id is None)
    for place, tile in placed:
        columns = (tile.slug, tile.title, tile.text, tile.image, tile.phone_image, place)
        try:
            if tile.id is None:
                collection_id = await create_collection(connection)
                await connection.execute(ADD_TILE, section_id, *columns, collection_id)
            else:
                collection_id = await connection.fetchval(
                    CHANGE_TILE, section_id, tile.id, *columns
                )
        except asyncpg.UniqueViolationError as error:
            raise InvalidFields(fields={f"tiles.{place}.slug": [DUPLICATES["name"]]}) from error
        if collection_id is None:
            raise InvalidFields(fields={f"tiles.{place}.id": [message("invalid", "id")]})
        await set_members(connection, collection_id, places_of(tile.product_ids))
