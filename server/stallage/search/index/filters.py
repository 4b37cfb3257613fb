"""Filters → tantivy queries, each under the name of the facet that it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tantivy import FieldType, Occur, Query

from stallage.search.index.schema import SCHEMA, SEPARATOR
from stallage.search.list_query import Filters

MAX_UNSIGNED = 2**63 - 1


def term(field: str, value: Any) -> Query:
    """Products with this value."""
    return Query.term_query(SCHEMA, field, value, "basic")


def any_of(field: str, values: tuple[Any, ...]) -> Query:
    """Products with one of these values."""
    return (
        term(field, values[0]) if len(values) == 1 else Query.term_set_query(SCHEMA, field, values)
    )


def between(field: str, low: int | None, high: int | None) -> Query:
    """Products with a number in this range, ends included."""
    return Query.range_query(
        SCHEMA,
        field,
        FieldType.Unsigned,
        low if low is not None else 0,
        high if high is not None else MAX_UNSIGNED,
    )


def clauses(filters: Filters) -> dict[str, Query]:
    """Each filter that is set, by its parameter. The sources of a list are under `source`."""
    made: dict[str, Query] = {}
    if filters.collection_ids:
        made["source"] = all_of([term("collection", one) for one in filters.collection_ids])
    if filters.product_ids is not None:
        ids = filters.product_ids
        made["criteria"] = any_of("id", ids) if ids else Query.empty_query()
    if filters.category_id is not None:
        made["category"] = term("category", filters.category_id)
    if filters.brand_ids:
        made["brand"] = any_of("brand_id", filters.brand_ids)
    if filters.price is not None:
        made["price"] = between("price", *filters.price)
    if filters.rating is not None:
        made["rating"] = between("rating", filters.rating * 10, None)
    if filters.in_stock:
        made["inStock"] = term("in_stock", 1)
    if filters.discount is not None:
        made["discount"] = between("discount", filters.discount, None)
    for name, values in filters.qualities:
        made[f"attr.{name}"] = any_of(
            "quality", tuple(f"{name}{SEPARATOR}{value}" for value in values)
        )
    return made


def all_of(queries: list[Query]) -> Query:
    """Products that fit all of these."""
    if not queries:
        return Query.all_query()
    if len(queries) == 1:
        return queries[0]
    return Query.boolean_query([(Occur.Must, one) for one in queries])


def without(made: Mapping[str, Query], parameter: str) -> list[Query]:
    """All clauses but one's own."""
    return [query for name, query in made.items() if name != parameter]


def unscored(query: Query) -> Query:
    """The same products, adding nothing to their score."""
    return Query.const_score_query(query, 0.0)
