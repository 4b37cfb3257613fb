"""Fill and delete collections, and bring the cards of their products up to date."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.products.actions.cards import products_changed

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

# Gives the ids of the products that were in the sets.
DELETE_COLLECTIONS = """
    WITH dropped AS (DELETE FROM collections WHERE id = ANY($1::bigint[]))
    SELECT DISTINCT product_id FROM collection_products WHERE collection_id = ANY($1::bigint[])
"""


async def create_collection(connection: Connection) -> int:
    """Create an empty collection; returns its id."""
    made: int = await connection.fetchval(NEW_COLLECTION)
    return made


async def fill_collection(
    connection: Connection, collection_id: int, product_slugs: Sequence[str]
) -> None:
    """Set the products of a collection, in order. Unknown slugs are ignored."""
    rows = await connection.fetch(FILL_COLLECTION, collection_id, list(product_slugs))
    await products_changed(connection, [row["product_id"] for row in rows])


async def delete_collections(connection: Connection, collection_ids: Sequence[int]) -> None:
    """Delete collections. Delete first what refers to them, so that cards are rebuilt without it."""
    rows = await connection.fetch(DELETE_COLLECTIONS, list(collection_ids))
    await products_changed(connection, [row["product_id"] for row in rows])
