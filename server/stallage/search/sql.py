"""SQL conditions and order of a search by criteria."""

from __future__ import annotations

from stallage.core import criteria
from stallage.core.criteria import SqlParameters
from stallage.search.schemas.lists import ProductCriterion, ProductSearch

STOCK = "(SELECT coalesce(sum(s.stock), 0) FROM skus_view s WHERE s.product_id = p.id AND s.active)"

SORTS = {
    "title": "lower(p.title)",
    "price": "p.price",
    "createdAt": "p.created_at",
    "stock": STOCK,
    "popularity": "p.popularity",
    "rating": "p.rating_sum::numeric / nullif(p.rating_count, 0)",
}
DIRECTIONS = {"asc": "ASC NULLS FIRST", "desc": "DESC NULLS LAST"}

# SQL for the texts that a criterion is compared with, by its key.
TEXTS = {
    "title": "(SELECT p.title AS value)",
    "brand": "(SELECT unnest(ARRAY[b.name, b.slug]) AS value FROM brands_view b WHERE b.id = p.brand_id)",
    "category": """(SELECT unnest(ARRAY[above.title, above.slug]) AS value
        FROM product_categories_view pc JOIN categories_view own ON own.id = pc.category_id
        JOIN categories_view above ON above.id = ANY(own.path) WHERE pc.product_id = p.id)""",
}


# As in facets: attributes, and the options of active SKUs. The last expression is `facet_name` in SQL.
ATTRIBUTE_VALUES = r"""(SELECT jsonb_array_elements_text(p.attributes -> {name}::text) AS value
    UNION ALL
    SELECT s.options[o.position]
    FROM unnest(p.option_names) WITH ORDINALITY AS o (label, position)
    JOIN skus_view s ON s.product_id = p.id AND s.active
    WHERE {name}::text = coalesce(nullif(left(trim(BOTH '_' FROM regexp_replace(
        lower(regexp_replace(normalize(o.label, NFKD), '[^\x01-\x7f]', '', 'g')),
        '[^a-z0-9]+', '_', 'g')), 60), ''), 'other'))"""


def criteria_condition(search: ProductSearch, parameters: SqlParameters) -> str:
    """Return SQL for the criteria as a condition on the product `p`.

    Raises InvalidFields if an operation or value does not fit its key.
    """
    criteria.check_size(search.criteria)
    conditions = [
        _condition(criterion, index, parameters) for index, criterion in enumerate(search.criteria)
    ]
    return criteria.join_conditions(conditions, search.match)


def criteria_order(search: ProductSearch) -> str:
    """Return SQL for the order of the products `p`."""
    return f"{SORTS[search.sort.key]} {DIRECTIONS[search.sort.direction]}, p.id DESC"


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
            times = criteria.read_values(criterion, index, criteria.read_time)
            return criteria.compare("p.created_at", "timestamptz", operation, times, parameters)
        case _:
            criteria.check_operation(criterion, index, criteria.TEXT)
            texts = _texts(key, parameters)
            return criteria.match_text(texts, operation, criterion.value, parameters)


def _texts(key: str, parameters: SqlParameters) -> str:
    if not key.startswith("attr."):
        return TEXTS[key]
    return ATTRIBUTE_VALUES.format(name=parameters.add(key.removeprefix("attr.")))
