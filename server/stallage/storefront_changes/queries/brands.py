"""Brands for operators."""

from __future__ import annotations

from stallage.core.cursors import (
    MAX_COUNT,
    Count,
    CursorPage,
    CursorQuery,
    capped_count,
    slice_of,
)
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.storefront_changes.schemas.brands import BrandDetails, BrandUse, ListedBrand

MATCHES = """
    ($1 = '' OR strpos(lower(b.name), lower($1)) > 0 OR strpos(b.slug, lower($1)) > 0)
    AND NOT ($2 AND EXISTS (SELECT FROM products_view p WHERE p.brand_id = b.id))
"""
LIST = f"""
SELECT b.id, b.slug, b.name, lower(b.name) AS sorted_by,
    (SELECT count(*) FROM products_view p WHERE p.brand_id = b.id) AS products
FROM brands_view b
WHERE {MATCHES} AND ($3::text IS NULL OR (lower(b.name), b.id) {{after}} ($3, $4::bigint))
ORDER BY lower(b.name) {{direction}}, b.id {{direction}} LIMIT $5
"""
COUNT = f"SELECT count(*) FROM (SELECT FROM brands_view b WHERE {MATCHES} LIMIT $3) counted"
DETAILS = """
SELECT id, slug, name, description,
    (SELECT count(*) FROM products_view p WHERE p.brand_id = b.id) AS products
FROM brands_view b WHERE id = $1
"""
COLLECTIONS = """
SELECT id, title FROM collection_pages_view
WHERE jsonb_path_exists(rule, '$.conditions[*] ? (@.field == "brand" && @.value == $id)',
    jsonb_build_object('id', $1::bigint))
ORDER BY lower(title), id
"""
DISCOUNTS = """
SELECT id, title FROM automatic_discounts_view
WHERE $1 = ANY(brand_ids) OR $1 = ANY(get_brand_ids) ORDER BY lower(title), id
"""


async def brands(
    connection: Connection, words: str, page: CursorQuery, *, unused: bool
) -> CursorPage[ListedBrand]:
    """Return a page of brands by name; with `unused`, only those that no product has."""
    values = page.values(str, int) or (None, None)
    statement = LIST.format(
        after="<" if page.backwards else ">", direction="DESC" if page.backwards else "ASC"
    )
    rows = await connection.fetch(statement, words, unused, *values, page.limit + 1)
    part = slice_of(rows, page, lambda row: (row["sorted_by"], row["id"]))
    return CursorPage(
        items=[
            ListedBrand(id=row["id"], slug=row["slug"], name=row["name"], products=row["products"])
            for row in part.rows
        ],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


async def count_brands(connection: Connection, words: str, *, unused: bool) -> Count:
    """Count brands by a part of their names."""
    return capped_count(await connection.fetchval(COUNT, words, unused, MAX_COUNT + 1))


async def brand_details(connection: Connection, brand_id: int) -> BrandDetails:
    """Return a brand with what names it. Raises NotFound."""
    row = await connection.fetchrow(DETAILS, brand_id)
    if row is None:
        raise NotFound
    return BrandDetails(
        **row,
        collections=[BrandUse(**one) for one in await connection.fetch(COLLECTIONS, brand_id)],
        discounts=[BrandUse(**one) for one in await connection.fetch(DISCOUNTS, brand_id)],
        etag=etag_of(row["id"], row["slug"], row["name"], row["description"]),
    )
