"""Searching by criteria: plain SQL, exact, without ranking."""

from __future__ import annotations

from typing import Any

import orjson

from stallage.core import criteria
from stallage.core.criteria import SqlParameters
from stallage.core.db import Connection
from stallage.search.schemas import ProductCriterion, ProductSearch

STOCK = "(SELECT coalesce(sum(s.stock), 0) FROM skus s WHERE s.product_id = p.id AND s.active)"

SORTS = {
    "title": "lower(p.title)",
    "price": "p.price",
    "createdAt": "p.created_at",
    "stock": STOCK,
    "popularity": "p.popularity",
    "rating": "p.rating_sum::numeric / nullif(p.rating_count, 0)",
}
DIRECTIONS = {"asc": "ASC NULLS FIRST", "desc": "DESC NULLS LAST"}

# A text key is a condition on `v.value` over what the product has of it.
TEXTS = {
    "title": "(SELECT p.title AS value)",
    "brand": "(SELECT unnest(ARRAY[b.name, b.slug]) AS value FROM brands b WHERE b.id = p.brand_id)",
    "category": """(SELECT unnest(ARRAY[above.title, above.slug]) AS value
        FROM product_categories pc JOIN categories own ON own.id = pc.category_id
        JOIN categories above ON above.id = ANY(own.path) WHERE pc.product_id = p.id)""",
}


# As facets count: attributes, and the options of SKUs on sale. The expression is `facet_name` in SQL.
QUALITY = r"""(SELECT jsonb_array_elements_text(p.attributes -> {name}::text) AS value
    UNION ALL
    SELECT s.options[o.position]
    FROM unnest(p.option_names) WITH ORDINALITY AS o (label, position)
    JOIN skus s ON s.product_id = p.id AND s.active
    WHERE {name}::text = coalesce(nullif(left(trim(BOTH '_' FROM regexp_replace(
        lower(regexp_replace(normalize(o.label, NFKD), '[^\x01-\x7f]', '', 'g')),
        '[^a-z0-9]+', '_', 'g')), 60), ''), 'other'))"""


async def search_products(connection: Connection, asked: ProductSearch) -> tuple[list[Any], int]:
    """A page of cards that meet the criteria, and how many there are.

    Raises InvalidFields where an operation or a value does not fit its key.
    """
    parameters = SqlParameters()
    where = _where(asked, parameters)
    total: int = await connection.fetchval(
        f"SELECT count(*) FROM products p WHERE p.card IS NOT NULL AND ({where})",
        *parameters.values,
    )
    skipped = (asked.page - 1) * asked.page_size
    if skipped >= total:
        # To skip rows, the database would have to find and sort them all.
        return [], total
    limit, offset = parameters.add(asked.page_size), parameters.add(skipped)
    rows = await connection.fetch(
        f"SELECT p.card FROM products p WHERE p.card IS NOT NULL AND ({where})"
        f" ORDER BY {SORTS[asked.sort.key]} {DIRECTIONS[asked.sort.direction]}, p.id DESC"
        f" LIMIT {limit} OFFSET {offset}",
        *parameters.values,
    )
    return [orjson.loads(row["card"]) for row in rows], total


async def matching_ids(connection: Connection, asked: ProductSearch) -> list[int]:
    """The ids of all products that meet the criteria. Raises InvalidFields."""
    parameters = SqlParameters()
    where = _where(asked, parameters)
    ids: list[int] | None = await connection.fetchval(
        f"SELECT array_agg(p.id) FROM products p WHERE p.card IS NOT NULL AND ({where})",
        *parameters.values,
    )
    return ids or []


def _where(asked: ProductSearch, parameters: SqlParameters) -> str:
    criteria.check_size(asked.criteria)
    conditions = [
        _condition(criterion, index, parameters) for index, criterion in enumerate(asked.criteria)
    ]
    return criteria.join_conditions(conditions, asked.match)


def _condition(criterion: ProductCriterion, index: int, parameters: SqlParameters) -> str:
    key, operation = criterion.key, criterion.operation
    match key:
        case "price" | "stock":
            criteria.check_operation(criterion, index, criteria.NUMBER)
            numbers = criteria.read_values(criterion, index, criteria.read_number)
            column = "p.price" if key == "price" else STOCK
            return criteria.compare(column, "bigint", operation, numbers, parameters)
        case "createdAt":
            criteria.check_operation(criterion, index, criteria.TIME)
            moments = criteria.read_values(criterion, index, criteria.read_time)
            return criteria.compare("p.created_at", "timestamptz", operation, moments, parameters)
        case _:
            criteria.check_operation(criterion, index, criteria.TEXT)
            texts = _texts(key, parameters)
            return criteria.match_text(texts, operation, criterion.value, parameters)


def _texts(key: str, parameters: SqlParameters) -> str:
    if not key.startswith("attr."):
        return TEXTS[key]
    return QUALITY.format(name=parameters.add(key.removeprefix("attr.")))
