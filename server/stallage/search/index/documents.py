"""Read products from the database as search documents."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import AsyncIterator
from contextlib import suppress

from stallage.core.db import Connection, Database, Record
from stallage.products.rules.attribute_names import facet_name
from stallage.search.index.schema import SearchDocument

BATCH = 500

READ = """
    SELECT p.id, p.title, p.summary, p.description_html, p.product_type, p.tags, p.attributes,
        p.specification, p.option_names, p.price, p.discount_percent, p.in_stock, p.rating_count,
        p.rating_sum, p.popularity, p.created_at, p.brand_id, b.name AS brand,
        c.titles, c.category_ids,
        (SELECT array_agg(cp.collection_id) FROM collection_products_view cp
            WHERE cp.product_id = p.id) AS collection_ids,
        k.options, k.codes
    FROM products_view p
    LEFT JOIN brands_view b ON b.id = p.brand_id
    LEFT JOIN LATERAL (
        SELECT array_agg(DISTINCT above.title) AS titles, array_agg(DISTINCT above.id) AS category_ids
        FROM product_categories_view pc
        JOIN categories_view own ON own.id = pc.category_id
        JOIN categories_view above ON above.id = ANY(own.path)
        WHERE pc.product_id = p.id
    ) c ON true
    CROSS JOIN LATERAL (
        SELECT jsonb_agg(s.options) AS options,
            array_agg(s.sku) || array_agg(s.barcode) AS codes
        FROM skus_view s WHERE s.product_id = p.id AND s.active
    ) k
    WHERE p.card IS NOT NULL AND {condition}
    ORDER BY p.id
"""

READ_SOME = READ.format(condition="p.id = ANY($1::bigint[])")
READ_AFTER = READ.format(condition="p.id > $1") + " LIMIT $2"

_TAG = re.compile(r"<[^>]*>")


async def read_documents(connection: Connection, product_ids: list[int]) -> list[SearchDocument]:
    """Return the documents of those of these products that are on sale."""
    return [_document(row) for row in await connection.fetch(READ_SOME, product_ids)]


async def read_all(database: Database) -> AsyncIterator[list[SearchDocument]]:
    """Yield the documents of all products on sale, in batches. Holds no connection between them.

    The next batch is read while the caller works with one.
    """
    following = asyncio.create_task(_read_after(database, 0))
    try:
        while documents := await following:
            following = asyncio.create_task(_read_after(database, documents[-1].id))
            yield documents
    finally:
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following


async def _read_after(database: Database, product_id: int) -> list[SearchDocument]:
    async with database.reading() as connection:
        rows = await connection.fetch(READ_AFTER, product_id, BATCH)
    return [_document(row) for row in rows]


def text_of(markup: str) -> str:
    """Return the text of sanitised HTML."""
    return html.unescape(_TAG.sub(" ", markup))


def _document(row: Record) -> SearchDocument:
    return SearchDocument(
        id=row["id"],
        title=row["title"],
        created_at=row["created_at"],
        brand=row["brand"] or "",
        brand_id=row["brand_id"] or 0,
        kind=[row["product_type"], *row["tags"], *(row["titles"] or ())],
        types=[row["product_type"], *(row["titles"] or ())],
        attributes=_attributes(row),
        details=[value for _, value in row["specification"]],
        description=f"{row['summary']}\n{text_of(row['description_html'])}",
        codes=[code for code in row["codes"] or () if code],
        category_ids=row["category_ids"] or (),
        collection_ids=row["collection_ids"] or (),
        price=row["price"],
        discount_percent=row["discount_percent"],
        rating_count=row["rating_count"],
        rating_sum=row["rating_sum"],
        popularity=row["popularity"],
        in_stock=row["in_stock"],
    )


def _attributes(row: Record) -> dict[str, list[str]]:
    """Return attributes and options of active SKUs; an attribute and an option may share a facet."""
    attributes: dict[str, list[str]] = {
        name: list(values) for name, values in row["attributes"].items()
    }
    for place, name in enumerate(row["option_names"]):
        values = {options[place] for options in row["options"] or () if len(options) > place}
        attributes.setdefault(facet_name(name), []).extend(sorted(values))
    return {name: values for name, values in attributes.items() if values}
