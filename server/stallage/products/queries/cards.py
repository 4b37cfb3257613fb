"""Product cards, as JSON built by the database and sent as it is."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.core.paging import Page

CARDS = "SELECT id, card FROM products WHERE id = ANY($1::bigint[]) AND card IS NOT NULL"

CARDS_BY_SLUG = """
    SELECT string_agg(p.card, ',' ORDER BY w.place)
    FROM unnest($1::text[]) WITH ORDINALITY AS w (slug, place) JOIN products p USING (slug)
    WHERE p.card IS NOT NULL
"""

# In the collection's own order, sold out last. The positions are only in the database.
COLLECTION_CARDS = """
    SELECT string_agg(page.card, ',' ORDER BY page.place) FROM (
        SELECT p.card, row_number() OVER (ORDER BY NOT p.in_stock, cp.position, p.id) AS place
        FROM collection_products cp JOIN products p ON p.id = cp.product_id
        WHERE cp.collection_id = $2 AND p.id = ANY($1::bigint[]) AND p.card IS NOT NULL
        ORDER BY place OFFSET $3 LIMIT $4
    ) page
"""

FIRST_CARDS_OF_COLLECTIONS = """
    SELECT requested.id AS collection_id, coalesce(shown.cards, '') AS cards
    FROM unnest($1::bigint[]) AS requested (id)
    CROSS JOIN LATERAL (
        SELECT string_agg(first.card, ',' ORDER BY first.place) AS cards FROM (
            SELECT p.card,
                row_number() OVER (ORDER BY NOT p.in_stock, cp.position, p.id) AS place
            FROM collection_products cp JOIN products p ON p.id = cp.product_id
            WHERE cp.collection_id = requested.id AND p.card IS NOT NULL
            ORDER BY place LIMIT $2
        ) first
    ) shown
"""


async def read_cards(connection: Connection, product_ids: Sequence[int]) -> dict[int, bytes]:
    """Return the cards of those of these products that are on sale, by product."""
    rows = await connection.fetch(CARDS, product_ids)
    return {row["id"]: row["card"].encode() for row in rows}


async def cards_by_slug(connection: Connection, slugs: Sequence[str]) -> bytes:
    """Return the cards of these products in this order, as JSON of `list[Card]`.

    Products that are not on sale are left out.
    """
    cards: str | None = await connection.fetchval(CARDS_BY_SLUG, slugs)
    return f"[{cards or ''}]".encode()


async def collection_cards(
    connection: Connection, collection_id: int, product_ids: Sequence[int], page: Page
) -> bytes:
    """Return a page of the cards of a collection's products in `product_ids`, joined by commas."""
    cards: str | None = await connection.fetchval(
        COLLECTION_CARDS, product_ids, collection_id, page.offset, page.size
    )
    return (cards or "").encode()


async def first_cards(
    connection: Connection, collection_ids: Sequence[int], limit: int
) -> dict[int, str]:
    """Return the first cards of each collection, joined by commas, by collection id."""
    rows = await connection.fetch(FIRST_CARDS_OF_COLLECTIONS, collection_ids, limit)
    return {row["collection_id"]: row["cards"] for row in rows}
