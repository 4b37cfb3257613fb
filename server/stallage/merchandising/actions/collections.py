"""Create, change and delete collections with pages of their own."""

from __future__ import annotations

from collections.abc import Sequence

import asyncpg

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.validation import DUPLICATES
from stallage.merchandising.drafts import CollectionDraft, CollectionRule
from stallage.merchandising.queries import matching_products
from stallage.products.actions.collections import (
    create_collection,
    delete_collections,
    fill_collection,
    set_members,
)

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
