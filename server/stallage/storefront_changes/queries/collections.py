"""Collections for operators."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from stallage.core.cursors import (
    MAX_COUNT,
    Count,
    CursorPage,
    CursorQuery,
    capped_count,
    slice_of,
)
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.core.money import Money
from stallage.core.schemas import Picture
from stallage.merchandising.drafts import CollectionRule
from stallage.merchandising.queries import matching_products
from stallage.shop.rules import links
from stallage.storefront_changes.schemas.collections import (
    MAX_BY_HAND,
    BrandChoice,
    CollectionDetails,
    CollectionProduct,
    CollectionProductChoices,
    ConditionAttribute,
    ListedCollection,
    RuleChoices,
    RulePreview,
    ShownRule,
)

PREVIEWED = 24
CHOICES = 20

LIST = """
SELECT c.id, c.slug, c.title, c.image, c.rule IS NOT NULL AS by_rule, c.updated_at,
    lower(c.title) AS sorted_by,
    (SELECT count(*) FROM collection_products_view cp JOIN products_view p ON p.id = cp.product_id
        WHERE cp.collection_id = c.collection_id AND p.card IS NOT NULL) AS products
FROM collection_pages_view c
WHERE ($1 = '' OR strpos(lower(c.title), lower($1)) > 0)
    AND ($2::text IS NULL OR (lower(c.title), c.id) {after} ($2, $3::bigint))
ORDER BY lower(c.title) {direction}, c.id {direction} LIMIT $4
"""
COUNT = """
SELECT count(*) FROM (
    SELECT FROM collection_pages_view c
    WHERE $1 = '' OR strpos(lower(c.title), lower($1)) > 0 LIMIT $2) counted
"""
DETAILS = """
SELECT id, slug, title, description, image, seo_title, seo_description, rule, collection_id, updated_at
FROM collection_pages_view WHERE id = $1
"""
SLUGS = "SELECT slug FROM collection_pages_view"

PRODUCT = """
SELECT p.id, p.slug, p.title, p.card::jsonb -> 'image' AS image, p.price, p.in_stock,
    p.card IS NOT NULL AS on_sale, state.currency
FROM products_view p CROSS JOIN catalogue_state_view state
"""
MEMBERS = f"""
SELECT product.* FROM collection_products_view cp JOIN ({PRODUCT}) product ON product.id = cp.product_id
WHERE cp.collection_id = $1 AND (product.on_sale OR $3)
ORDER BY cp.position, cp.product_id LIMIT $2
"""
ON_SALE = """
SELECT count(*) FROM (
    SELECT FROM collection_products_view cp JOIN products_view p ON p.id = cp.product_id
    WHERE cp.collection_id = $1 AND p.card IS NOT NULL LIMIT $2) counted
"""
ON_SALE_BY_LIST = """
SELECT cp.collection_id AS id, count(*) AS count
FROM collection_products_view cp JOIN products_view p ON p.id = cp.product_id
WHERE cp.collection_id = ANY($1::bigint[]) AND p.card IS NOT NULL
GROUP BY cp.collection_id
"""
LISTED = f"""
SELECT product.* FROM unnest($1::bigint[]) WITH ORDINALITY AS listed (id, place)
JOIN ({PRODUCT}) product USING (id) ORDER BY listed.place
"""
FOUND = f"""
SELECT product.* FROM ({PRODUCT}) product
WHERE lower(product.title) LIKE '%' || $1 || '%' OR product.slug = $1
ORDER BY NOT product.on_sale, lower(product.title), product.id LIMIT $2
"""
BRANDS = "SELECT id, name FROM brands_view ORDER BY lower(name), id LIMIT 2000"
ATTRIBUTES = "SELECT name, label FROM attributes_view ORDER BY position, label"
CURRENCY = "SELECT currency FROM catalogue_state_view"


async def collections(
    connection: Connection, words: str, page: CursorQuery
) -> CursorPage[ListedCollection]:
    """Return a page of collections by title."""
    values = page.values(str, int) or (None, None)
    statement = LIST.format(
        after="<" if page.backwards else ">", direction="DESC" if page.backwards else "ASC"
    )
    rows = await connection.fetch(statement, words, *values, page.limit + 1)
    part = slice_of(rows, page, lambda row: (row["sorted_by"], row["id"]))
    return CursorPage(
        items=[_listed(row) for row in part.rows],
        next_cursor=part.next_cursor,
        previous_cursor=part.previous_cursor,
    )


async def count_collections(connection: Connection, words: str) -> Count:
    """Count collections by words of their title."""
    return capped_count(await connection.fetchval(COUNT, words, MAX_COUNT + 1))


async def collection_details(connection: Connection, page_id: int) -> CollectionDetails:
    """Return a collection with its products. Raises NotFound."""
    row = await connection.fetchrow(DETAILS, page_id)
    if row is None:
        raise NotFound
    fields = dict(row)
    collection_id = fields.pop("collection_id")
    by_hand = fields["rule"] is None
    # Products that are not on sale are shown to be removed or put on sale; a rule never matches them.
    members = await connection.fetch(
        MEMBERS, collection_id, MAX_BY_HAND if by_hand else PREVIEWED, by_hand
    )
    count = await connection.fetchval(ON_SALE, collection_id, MAX_COUNT + 1)
    rule = None if by_hand else CollectionRule.model_validate(fields["rule"])
    return CollectionDetails(
        **{**fields, "image": picture_of(row["image"])},
        products=[_product(one) for one in members],
        count=capped_count(count),
        link=links.collection(row["slug"]),
        etag=etag_of(page_id, row["updated_at"]),
    ).model_copy(update={"rule": None if rule is None else shown_rule(rule)})


def shown_rule(rule: CollectionRule) -> ShownRule:
    """Return a rule as it is shown."""
    return ShownRule.model_validate(rule.model_dump())


async def taken_slugs(connection: Connection) -> set[str]:
    """Return the slugs of all collections."""
    return {row["slug"] for row in await connection.fetch(SLUGS)}


async def products_in(connection: Connection, collection_id: int) -> list[CollectionProduct]:
    """Return the products of a list that is filled by hand, also those that are not on sale."""
    rows = await connection.fetch(MEMBERS, collection_id, MAX_BY_HAND, True)
    return [_product(row) for row in rows]


async def products_on_sale(connection: Connection, collection_ids: Sequence[int]) -> dict[int, int]:
    """Return the number of products on sale in each list."""
    rows = await connection.fetch(ON_SALE_BY_LIST, list(collection_ids))
    return dict.fromkeys(collection_ids, 0) | {row["id"]: row["count"] for row in rows}


async def preview_rule(connection: Connection, rule: CollectionRule, now: datetime) -> RulePreview:
    """Return what a rule matches now. Nothing is written."""
    matched = await matching_products(connection, rule, now)
    first = sorted(matched, key=lambda one: (matched[one], one))[:PREVIEWED]
    return RulePreview(
        count=capped_count(len(matched)),
        products=await _products(connection, first),
    )


async def product_choices(connection: Connection, words: str) -> CollectionProductChoices:
    """Return products whose title contains the words, those on sale first."""
    escaped = words.lower().replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
    rows = await connection.fetch(FOUND, escaped, CHOICES)
    return CollectionProductChoices(items=[_product(row) for row in rows])


async def rule_choices(connection: Connection) -> RuleChoices:
    """Return what the conditions of a rule can name."""
    return RuleChoices(
        brands=[BrandChoice(**row) for row in await connection.fetch(BRANDS)],
        attributes=[ConditionAttribute(**row) for row in await connection.fetch(ATTRIBUTES)],
        currency=await connection.fetchval(CURRENCY),
    )


async def _products(connection: Connection, ids: Sequence[int]) -> list[CollectionProduct]:
    return [_product(row) for row in await connection.fetch(LISTED, list(ids))]


def _listed(row: Record) -> ListedCollection:
    return ListedCollection(
        id=row["id"],
        slug=row["slug"],
        title=row["title"],
        kind="rule" if row["by_rule"] else "hand",
        image=picture_of(row["image"]),
        products=row["products"],
        link=links.collection(row["slug"]),
        updated_at=row["updated_at"],
    )


def _product(row: Record) -> CollectionProduct:
    price = None if row["price"] is None else Money(amount=row["price"], currency=row["currency"])
    return CollectionProduct(
        id=row["id"],
        slug=row["slug"],
        title=row["title"],
        image=picture_of(row["image"]),
        price=price,
        in_stock=row["in_stock"],
        on_sale=row["on_sale"],
    )


def picture_of(image: object) -> Picture | None:
    """Return a stored picture as it is shown."""
    return None if image is None else Picture.model_validate(image)
