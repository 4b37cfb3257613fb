"""Fill and delete collections, and bring the cards of their products up to date."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stallage.core.db import Connection
from stallage.products.actions.cards import refresh_products

NEW_COLLECTION = "INSERT INTO collections DEFAULT VALUES RETURNING id"

# Returns the ids of all products that were or are in the collection.
FILL_COLLECTION = """
    WITH members AS (
        SELECT p.id, min(w.place) AS place
        FROM unnest($2::text[]) WITH ORDINALITY AS w (slug, place) JOIN products p USING (slug)
        GROUP BY p.id
    ),
    removed AS (
        DELETE FROM collection_products
        WHERE collection_id = $1 AND product_id NOT IN (SELECT id FROM members)
        RETURNING product_id
    ),
    put AS (
        INSERT INTO collection_products (collection_id, product_id, position)
        SELECT $1, id, place FROM members
        ON CONFLICT (collection_id, product_id) DO UPDATE SET position = excluded.position
        RETURNING product_id
    )
    SELECT product_id FROM removed UNION SELECT product_id FROM put
"""

# Returns the ids of the products that were in the collections.
DELETE_COLLECTIONS = """
    WITH dropped AS (DELETE FROM collections WHERE id = ANY($1::bigint[]))
    SELECT DISTINCT product_id FROM collection_products WHERE collection_id = ANY($1::bigint[])
"""


async def create_collection(connection: Connection) -> int:
    """Create an empty collection; returns its id."""
    collection_id: int = await connection.fetchval(NEW_COLLECTION)
    return collection_id


async def fill_collection(
    connection: Connection, collection_id: int, product_slugs: Sequence[str]
) -> None:
    """Set the products of a collection, in order. Unknown slugs are ignored."""
    rows = await connection.fetch(FILL_COLLECTION, collection_id, list(product_slugs))
    await refresh_products(connection, [row["product_id"] for row in rows])


async def delete_collections(connection: Connection, collection_ids: Sequence[int]) -> None:
    """Delete collections. Delete what refers to them first, so that cards are rebuilt without it."""
    rows = await connection.fetch(DELETE_COLLECTIONS, list(collection_ids))
    await refresh_products(connection, [row["product_id"] for row in rows])


MEMBERS = """
    SELECT product_id, position FROM collection_products
    WHERE collection_id = $1 AND ($2::bigint[] IS NULL OR product_id = ANY($2))
"""
REMOVE_MEMBERS = """
    DELETE FROM collection_products WHERE collection_id = $1 AND product_id = ANY($2::bigint[])
"""
# A product that was deleted meanwhile is left out.
PUT_MEMBERS = """
    INSERT INTO collection_products (collection_id, product_id, position)
    SELECT $1, p.id, m.position
    FROM unnest($2::bigint[], $3::integer[]) AS m (id, position) JOIN products p USING (id)
    ON CONFLICT (collection_id, product_id) DO UPDATE SET position = excluded.position
"""


async def set_members(
    connection: Connection,
    collection_id: int,
    positions: Mapping[int, int],
    among: Sequence[int] | None = None,
) -> int:
    """Set the products of a collection, id → position; return how many were added or removed.

    With `among`, other products stay as they are. Nothing is written if nothing changes. The caller locks
    what owns the collection, so that concurrent calls for it happen one after another.
    """
    rows = await connection.fetch(MEMBERS, collection_id, None if among is None else list(among))
    before = {row["product_id"]: row["position"] for row in rows}
    removed = [one for one in before if one not in positions]
    put = {one: place for one, place in positions.items() if before.get(one) != place}
    if removed:
        await connection.execute(REMOVE_MEMBERS, collection_id, removed)
    if put:
        await connection.execute(PUT_MEMBERS, collection_id, list(put), list(put.values()))
    changed = {*removed, *(one for one in put if one not in before)}
    if changed:
        await refresh_products(connection, changed)
    return len(changed)
