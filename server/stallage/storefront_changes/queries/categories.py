"""Categories for operators."""

from __future__ import annotations

from collections.abc import Iterator

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.core.schemas import Picture
from stallage.shop.rules import links
from stallage.storefront_changes.schemas.categories import (
    CategoryDetails,
    CategoryNode,
    CategoryTree,
)

TREE = """
WITH placed AS (
    SELECT pc.product_id, own.id AS own_id, own.path
    FROM product_categories_view pc JOIN categories_view own ON own.id = pc.category_id
), direct AS (
    SELECT own_id AS id, count(*) AS products FROM placed GROUP BY own_id
), below AS (
    SELECT above.id, count(DISTINCT placed.product_id) AS products
    FROM placed CROSS JOIN unnest(placed.path) AS above (id) GROUP BY above.id
)
SELECT c.id, c.slug, c.title, c.parent_id, c.image, coalesce(direct.products, 0) AS products,
    coalesce(below.products, 0) AS products_below
FROM categories_view c LEFT JOIN direct USING (id) LEFT JOIN below USING (id)
ORDER BY c.position, c.title, c.id
"""
DETAILS = """
SELECT c.id, c.slug, c.title, c.parent_id, c.description, c.image, c.size_guide_id, c.seo_title,
    c.seo_description,
    (SELECT count(*) FROM product_categories_view pc WHERE pc.category_id = c.id) AS products,
    (SELECT count(DISTINCT pc.product_id)
        FROM categories_view below JOIN product_categories_view pc ON pc.category_id = below.id
        WHERE c.id = ANY(below.path)) AS products_below,
    (SELECT count(*) FROM categories_view child WHERE child.parent_id = c.id) AS subcategories
FROM categories_view c WHERE c.id = $1
"""


async def category_tree(connection: Connection) -> CategoryTree:
    """Return all categories in the order of the tree."""
    rows = await connection.fetch(TREE)
    children: dict[int | None, list[Record]] = {}
    for row in rows:
        children.setdefault(row["parent_id"], []).append(row)
    items = list(_walk(children, None))
    etag = etag_of(*((one.id, one.parent_id, one.position) for one in items))
    return CategoryTree(items=items, etag=etag)


def _walk(
    children: dict[int | None, list[Record]], parent_id: int | None
) -> Iterator[CategoryNode]:
    for position, row in enumerate(children.get(parent_id, ())):
        yield CategoryNode(
            id=row["id"],
            slug=row["slug"],
            title=row["title"],
            parent_id=row["parent_id"],
            position=position,
            image=_picture(row),
            products=row["products"],
            products_below=row["products_below"],
            link=links.category(row["slug"]),
        )
        yield from _walk(children, row["id"])


def _picture(row: Record) -> Picture | None:
    return None if row["image"] is None else Picture.model_validate(row["image"])


async def category_details(connection: Connection, category_id: int) -> CategoryDetails:
    """Return a category. Raises NotFound."""
    row = await connection.fetchrow(DETAILS, category_id)
    if row is None:
        raise NotFound
    fields = {**row, "image": _picture(row)}
    edited = (
        name for name in fields if name not in ("products", "products_below", "subcategories")
    )
    return CategoryDetails(
        **fields,
        link=links.category(row["slug"]),
        etag=etag_of(*(row[name] for name in edited)),
    )
