"""Create, change and delete sliders, feature sections and collections."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import asyncpg

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.schemas import PictureJson
from stallage.core.validation import DUPLICATES
from stallage.merchandising.drafts import CollectionDraft, CollectionRule
from stallage.merchandising.queries import matching_products
from stallage.products.actions.collections import (
    create_collection,
    delete_collections,
    fill_collection,
    set_members,
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


PUT_COLLECTION = """
    INSERT INTO collection_pages (slug, title, description, image, seo_title, seo_description, rule,
        collection_id, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    RETURNING id
"""
CHANGE_COLLECTION = """
    UPDATE collection_pages SET slug = $2, title = $3, description = $4, image = $5, seo_title = $6,
        seo_description = $7, rule = $8, updated_at = $9
    WHERE id = $1
"""
LOCK_COLLECTION = """
    SELECT collection_id, rule FROM collection_pages WHERE id = $1 FOR NO KEY UPDATE
"""
COLLECTION_BY_SLUG = "SELECT id FROM collection_pages WHERE slug = $1 FOR NO KEY UPDATE"
COLLECTION_OF_PAGE = "SELECT collection_id FROM collection_pages WHERE id = $1"
DELETE_COLLECTION = "DELETE FROM collection_pages WHERE id = $1 RETURNING collection_id"


async def create_collection_page(connection: Connection, draft: CollectionDraft) -> int:
    """Create a collection with a page of its own; return its id. Raises InvalidFields."""
    collection_id = await create_collection(connection)
    try:
        page_id: int = await connection.fetchval(
            PUT_COLLECTION, *_columns(draft), collection_id, clock.now()
        )
    except asyncpg.UniqueViolationError as error:
        raise InvalidFields(fields={"slug": [DUPLICATES["name"]]}) from error
    await refresh_collection(connection, page_id)
    return page_id


async def change_collection_page(
    connection: Connection, page_id: int, draft: CollectionDraft
) -> None:
    """Change a collection. With a rule its products follow at once. Raises InvalidFields."""
    try:
        await connection.execute(CHANGE_COLLECTION, page_id, *_columns(draft), clock.now())
    except asyncpg.UniqueViolationError as error:
        raise InvalidFields(fields={"slug": [DUPLICATES["name"]]}) from error
    await refresh_collection(connection, page_id)


async def put_collection_page(
    connection: Connection, draft: CollectionDraft, product_slugs: Sequence[str]
) -> None:
    """Create or change a collection, identified by its slug, with these products unless it has a rule."""
    page = await connection.fetchrow(COLLECTION_BY_SLUG, draft.slug)
    if page is None:
        page_id = await create_collection_page(connection, draft)
    else:
        page_id = page["id"]
        await change_collection_page(connection, page_id, draft)
    if draft.rule is None:
        collection_id = await connection.fetchval(COLLECTION_OF_PAGE, page_id)
        await fill_collection(connection, collection_id, product_slugs)


async def remove_collection(connection: Connection, slug: str) -> None:
    """Delete a collection with its page, by its slug."""
    page = await connection.fetchrow(COLLECTION_BY_SLUG, slug)
    if page is not None:
        await remove_collection_page(connection, page["id"])


async def lock_collection_page(connection: Connection, page_id: int) -> None:
    """Lock a collection until the transaction ends. Raises NotFound."""
    if await connection.fetchrow(LOCK_COLLECTION, page_id) is None:
        raise NotFound


async def rule_of(connection: Connection, page_id: int) -> CollectionRule | None:
    """Return the rule of a collection, locked; None if it is filled by hand."""
    page = await connection.fetchrow(LOCK_COLLECTION, page_id)
    if page is None or page["rule"] is None:
        return None
    return CollectionRule.model_validate(page["rule"])


async def set_collection_products(
    connection: Connection, page_id: int, product_ids: Sequence[int]
) -> None:
    """Set the products of a collection that is filled by hand, in order. Unknown ids are ignored."""
    page = await connection.fetchrow(LOCK_COLLECTION, page_id)
    if page is not None and page["rule"] is None:
        positions = {one: place for place, one in enumerate(dict.fromkeys(product_ids))}
        await set_members(connection, page["collection_id"], positions)


async def refresh_collection(
    connection: Connection, page_id: int, among: Sequence[int] | None = None
) -> int:
    """Bring the products of a collection up to date with its rule; return how many came or went.

    `among`: only these products have changed. The lock makes concurrent refreshes wait, and the products
    are read after it, so that the last one sees all changes.
    """
    page = await connection.fetchrow(LOCK_COLLECTION, page_id)
    if page is None or page["rule"] is None:
        return 0
    rule = CollectionRule.model_validate(page["rule"])
    positions = await matching_products(connection, rule, clock.now(), among)
    return await set_members(connection, page["collection_id"], positions, among)


async def remove_collection_page(connection: Connection, page_id: int) -> None:
    """Delete a collection with its page."""
    rows = await connection.fetch(DELETE_COLLECTION, page_id)
    await delete_collections(connection, [row["collection_id"] for row in rows])


def _columns(draft: CollectionDraft) -> tuple[object, ...]:
    rule = None if draft.rule is None else draft.rule.model_dump(by_alias=True)
    return (
        draft.slug,
        draft.title,
        draft.description,
        draft.image,
        draft.seo_title,
        draft.seo_description,
        rule,
    )
