"""Create, change, order and delete sliders."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import asyncpg

from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.schemas import PictureJson
from stallage.core.validation import DUPLICATES
from stallage.merchandising.drafts import SliderDraft
from stallage.products.actions.collections import (
    create_collection,
    delete_collections,
    fill_collection,
    set_members,
)

LOCK = "SELECT pg_advisory_xact_lock(hashtext('home_parts'))"
COLLECTION_OF_SLIDER = "SELECT collection_id FROM sliders WHERE slug = $1 FOR UPDATE"

PUT_SLIDER = """
    INSERT INTO sliders (slug, title, subtitle, call_to_action, image, phone_image, position,
        starts_at, ends_at, collection_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (slug) DO UPDATE SET title = $2, subtitle = $3, call_to_action = $4, image = $5,
        phone_image = $6, position = $7, starts_at = $8, ends_at = $9
"""
ADD_SLIDER = """
    INSERT INTO sliders (slug, title, subtitle, call_to_action, image, phone_image, starts_at,
        ends_at, collection_id, position)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9,
        (SELECT coalesce(max(position) + 1, 0) FROM sliders))
    RETURNING id
"""
CHANGE_SLIDER = """
    UPDATE sliders SET slug = $2, title = $3, subtitle = $4, call_to_action = $5, image = $6,
        phone_image = $7, starts_at = $8, ends_at = $9
    WHERE id = $1 RETURNING collection_id
"""
ORDER_SLIDERS = """
    UPDATE sliders SET position = placed.place - 1
    FROM unnest($1::bigint[]) WITH ORDINALITY AS placed (id, place)
    WHERE sliders.id = placed.id AND sliders.position <> placed.place - 1
"""
REMOVE_SLIDER = "DELETE FROM sliders WHERE slug = $1 RETURNING collection_id"
DELETE_SLIDER = "DELETE FROM sliders WHERE id = $1 RETURNING collection_id"

# A start or an end writes no row, so processes are notified to read names again.
NOTIFY_OF_SLIDERS = """
    SELECT pg_notify('stallage_catalogue', 'names') WHERE EXISTS (
        SELECT FROM sliders
        WHERE starts_at > $1 AND starts_at <= $2 OR ends_at > $1 AND ends_at <= $2
    )
"""


async def lock_home_parts(connection: Connection) -> None:
    """Make other changes of sliders and feature sections wait until the end of the transaction."""
    await connection.execute(LOCK)


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
    """Create or change a slider, identified by its slug."""
    await lock_home_parts(connection)
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


async def create_slider(
    connection: Connection, draft: SliderDraft, product_ids: Sequence[int]
) -> int:
    """Create a slider as the last one; return its id. Raises InvalidFields."""
    collection_id = await create_collection(connection)
    try:
        slider_id: int = await connection.fetchval(ADD_SLIDER, *_columns(draft), collection_id)
    except asyncpg.UniqueViolationError as error:
        raise InvalidFields(fields={"slug": [DUPLICATES["name"]]}) from error
    await set_members(connection, collection_id, places_of(product_ids))
    return slider_id


async def change_slider(
    connection: Connection, slider_id: int, draft: SliderDraft, product_ids: Sequence[int]
) -> None:
    """Change a slider and its products, but not its place. Raises InvalidFields."""
    try:
        collection_id = await connection.fetchval(CHANGE_SLIDER, slider_id, *_columns(draft))
    except asyncpg.UniqueViolationError as error:
        raise InvalidFields(fields={"slug": [DUPLICATES["name"]]}) from error
    await set_members(connection, collection_id, places_of(product_ids))


async def order_sliders(connection: Connection, slider_ids: Sequence[int]) -> None:
    """Set the order of all sliders."""
    await connection.execute(ORDER_SLIDERS, list(slider_ids))


async def remove_slider(connection: Connection, slug: str) -> None:
    """Delete a slider and its collection, by its slug."""
    await lock_home_parts(connection)
    rows = await connection.fetch(REMOVE_SLIDER, slug)
    await delete_collections(connection, [row["collection_id"] for row in rows])


async def delete_slider(connection: Connection, slider_id: int) -> None:
    """Delete a slider and its collection."""
    rows = await connection.fetch(DELETE_SLIDER, slider_id)
    await delete_collections(connection, [row["collection_id"] for row in rows])


async def notify_of_sliders(connection: Connection, since: datetime, now: datetime) -> None:
    """Notify all processes if a slider started or ended in this span of time."""
    await connection.execute(NOTIFY_OF_SLIDERS, since, now)


def places_of(product_ids: Sequence[int]) -> dict[int, int]:
    """Return the place of each product, as it is listed first."""
    return {one: place for place, one in enumerate(dict.fromkeys(product_ids))}


def _columns(draft: SliderDraft) -> tuple[object, ...]:
    return (
        draft.slug,
        draft.title,
        draft.subtitle,
        draft.call_to_action,
        draft.image,
        draft.phone_image,
        draft.starts_at,
        draft.ends_at,
    )
