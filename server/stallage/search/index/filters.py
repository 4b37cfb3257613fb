"""Filters as tantivy queries by facet."""

from __future__ import annotations

from typing import Any

from tantivy import FieldType, Occur, Query, Searcher

from stallage.search.index.schema import SCHEMA, SEPARATOR
from stallage.search.rules import Filters

MAX_UNSIGNED = 2**63 - 1
FEW = 100
"""Values that are searched one by one. A set of values takes a millisecond to prepare."""


def term(field: str, value: Any) -> Query:
    """Match products with this value."""
    return Query.term_query(SCHEMA, field, value, "basic")


def any_of(field: str, values: tuple[Any, ...]) -> Query:
    """Match products with one of these values."""
    if len(values) == 1:
        return term(field, values[0])
    if len(values) > FEW:
        return Query.term_set_query(SCHEMA, field, values)
    return Query.boolean_query([(Occur.Should, term(field, one)) for one in values])


def between(field: str, low: int | None, high: int | None) -> Query:
    """Match products with a number in this inclusive range."""
    return Query.range_query(
        SCHEMA,
        field,
        FieldType.Unsigned,
        low if low is not None else 0,
        high if high is not None else MAX_UNSIGNED,
    )


def count(searcher: Searcher, query: Query) -> int:
    """Return the number of products that a query matches."""
    total: int = searcher.search(query, 1).count  # type: ignore[attr-defined]  # missing in the stub
    return total


def clauses(filters: Filters) -> dict[str, Query]:
    """Return the queries of set filters by parameter; `source` and `criteria` have their own keys."""
    queries: dict[str, Query] = {}
    if filters.collection_ids:
        queries["source"] = all_of([term("collection", one) for one in filters.collection_ids])
    if filters.product_ids is not None:
        ids = filters.product_ids
        queries["criteria"] = any_of("id", ids) if ids else Query.empty_query()
    if filters.category_id is not None:
        queries["category"] = term("category", filters.category_id)
    if filters.brand_ids:
        queries["brand"] = any_of("brand_id", filters.brand_ids)
    if filters.price is not None:
        queries["price"] = between("price", *filters.price)
    if filters.rating is not None:
        queries["rating"] = between("rating", filters.rating * 10, None)
    if filters.in_stock:
        queries["inStock"] = term("in_stock", 1)
    if filters.discount is not None:
        queries["discount"] = between("discount", filters.discount, None)
    for name, values in filters.attributes:
        queries[f"attr.{name}"] = any_of(
            "attribute", tuple(f"{name}{SEPARATOR}{value}" for value in values)
        )
    return queries


def all_of(queries: list[Query]) -> Query:
    """Match products that match all of these queries."""
    if not queries:
        return Query.all_query()
    if len(queries) == 1:
        return queries[0]
    return Query.boolean_query([(Occur.Must, one) for one in queries])


def unscored(query: Query) -> Query:
    """Match the same products without changing their score."""
    return Query.const_score_query(query, 0.0)
