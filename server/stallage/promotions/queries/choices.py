"""Finds the products, categories, brands and tags that promotions are limited to."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection, Record
from stallage.core.money import Currency
from stallage.core.schemas import Picture
from stallage.orders.rules.searching import MAX_WORDS, like_pattern
from stallage.promotions.schemas import (
    Groups,
    ProductChoice,
    PromotionCategoryChoice,
    PromotionProductChoices,
)

MAX_FOUND = 5000

PRODUCT = """
    SELECT p.id, p.slug, p.title, p.price, p.status, b.name AS brand,
        (SELECT jsonb_build_object('path', i.path, 'alt', i.alt, 'width', i.width,
                'height', i.height, 'colour', i.colour)
            FROM product_images_view i WHERE i.product_id = p.id AND i.state = 'ready'
            ORDER BY i.position, i.id LIMIT 1) AS image
    FROM products_view p LEFT JOIN brands_view b ON b.id = p.brand_id
"""
CATEGORY_PATHS = """
    SELECT c.id, c.title, (
        SELECT string_agg(above.slug, '/' ORDER BY step.depth)
        FROM unnest(c.path) WITH ORDINALITY AS step (id, depth)
        JOIN categories_view above ON above.id = step.id
    ) AS path, (
        SELECT string_agg(above.title, ' / ' ORDER BY step.depth)
        FROM unnest(c.path) WITH ORDINALITY AS step (id, depth)
        JOIN categories_view above ON above.id = step.id
    ) AS full_title
    FROM categories_view c
"""
# Gift cards are never reduced.
MATCHING = f"""
    p.status <> 'archived' AND p.gift_card IS NULL AND lower(p.title) LIKE ALL($1::text[])
    AND ($2::text IS NULL OR b.name = $2) AND ($3::text IS NULL OR $3 = ANY(p.tags))
    AND ($4::text IS NULL OR EXISTS (
        SELECT FROM product_categories_view pc JOIN categories_view c ON c.id = pc.category_id
        WHERE pc.product_id = p.id
            AND (SELECT known.id FROM ({CATEGORY_PATHS}) known WHERE known.path = $4) = ANY(c.path)))
"""
FIND = f"{PRODUCT} WHERE {MATCHING} ORDER BY p.popularity DESC, p.id LIMIT $5"
TOTAL = f"""
    SELECT count(*) FROM (
        SELECT FROM products_view p LEFT JOIN brands_view b ON b.id = p.brand_id
        WHERE {MATCHING} LIMIT {MAX_FOUND}) one
"""
BY_SLUG = f"{PRODUCT} WHERE p.slug = ANY($1::text[])"
CATEGORIES = f"SELECT path, full_title FROM ({CATEGORY_PATHS}) c ORDER BY full_title LIMIT 2000"
BRANDS = "SELECT name FROM brands_view ORDER BY lower(name) LIMIT 2000"
TAGS = """
    SELECT DISTINCT tag FROM products_view p CROSS JOIN unnest(p.tags) AS tag ORDER BY tag LIMIT 2000
"""
TITLES_OF_CATEGORIES = f"""
    SELECT path, full_title FROM ({CATEGORY_PATHS}) c WHERE path = ANY($1::text[])
"""


def to_choice(row: Record, currency: Currency) -> ProductChoice:
    """The API schema of a product to choose."""
    return ProductChoice(
        slug=row["slug"],
        title=row["title"],
        image=None if row["image"] is None else Picture.model_validate(row["image"]),
        price=currency.optional_money(row["price"]),
        brand=row["brand"],
        status=row["status"],
    )


async def find_products(
    connection: Connection,
    currency: Currency,
    *,
    search: str,
    category: str | None,
    brand: str | None,
    tag: str | None,
    limit: int,
) -> PromotionProductChoices:
    """Find products by words of the title, and by category (with those below), brand or tag."""
    words = [like_pattern(word) for word in search.lower().split()[:MAX_WORDS]]
    filters = (words, brand or None, tag or None, category or None)
    rows = await connection.fetch(FIND, *filters, min(limit, MAX_FOUND))
    total = len(rows) if len(rows) < limit else await connection.fetchval(TOTAL, *filters)
    return PromotionProductChoices(items=[to_choice(row, currency) for row in rows], total=total)


async def products_by_slug(
    connection: Connection, slugs: Sequence[str], currency: Currency
) -> dict[str, ProductChoice]:
    """Read products by slug; unknown ones are left out."""
    rows = await connection.fetch(BY_SLUG, list(slugs))
    return {row["slug"]: to_choice(row, currency) for row in rows}


async def groups(connection: Connection) -> Groups:
    """Read the categories, brands and tags of the shop."""
    return Groups(
        categories=[
            PromotionCategoryChoice(path=row["path"], title=row["full_title"])
            for row in await connection.fetch(CATEGORIES)
        ],
        brands=[row["name"] for row in await connection.fetch(BRANDS)],
        tags=[row["tag"] for row in await connection.fetch(TAGS)],
    )


async def titles_of(
    connection: Connection, slugs: Sequence[str], paths: Sequence[str]
) -> dict[str, str]:
    """Titles of products by slug, and of categories by path."""
    titles: dict[str, str] = {}
    if slugs:
        titles |= {
            row["slug"]: row["title"] for row in await connection.fetch(BY_SLUG, list(slugs))
        }
    if paths:
        rows = await connection.fetch(TITLES_OF_CATEGORIES, list(paths))
        titles |= {row["path"]: row["full_title"] for row in rows}
    return titles
