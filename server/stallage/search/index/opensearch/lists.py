"""Filters, orders and facets of a list as a search body of OpenSearch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from stallage.core.json_types import JsonObject
from stallage.search.index.facet_counts import DISCOUNT_STEPS, RATING_STEPS, Counts, price_ranges
from stallage.search.index.schema import PRICE_EDGES, SEPARATOR
from stallage.search.rules import Filters, Sort

MAX_TERMS = 60_000
"""Values of one query; the server allows 65,536."""

MAX_VALUES = 10_000
"""More than the distinct values of any facet."""

AGGREGATIONS: dict[str, tuple[str, int]] = {
    "category": ("category", MAX_VALUES),
    "brand": ("brand_id", MAX_VALUES),
    "price": ("price_band", len(PRICE_EDGES) + 1),
    "rating": ("rating", 51),
    "discount": ("discount", 101),
    "inStock": ("in_stock", 2),
    "attribute": ("attribute", MAX_VALUES),
}
"""Facet → its field and the maximum number of values."""

NOTHING: JsonObject = {"match_none": {}}
NEWEST_ID: JsonObject = {"id": "desc"}

SORTS: Mapping[Sort, Sequence[JsonObject]] = {
    "relevance": ({"in_stock": "desc"}, {"popularity": "desc"}, {"created": "desc"}, NEWEST_ID),
    "newest": ({"created": "desc"}, NEWEST_ID),
    "price": ({"price": "asc"}, {"id": "asc"}),
    "-price": ({"price": "desc"}, NEWEST_ID),
    "rating": ({"average": "desc"}, {"rating_count": "desc"}, NEWEST_ID),
    "discount": ({"discount": "desc"}, {"popularity": "desc"}, NEWEST_ID),
    "popularity": ({"popularity": "desc"}, NEWEST_ID),
}
"""Fields that lists are sorted by. Searches by relevance are sorted by score instead."""


def term(field: str, value: Any) -> JsonObject:
    """Match products with this value."""
    return {"term": {field: value}}


def any_of(field: str, values: Sequence[Any]) -> JsonObject:
    """Match products with one of these values; none without values."""
    if not values:
        return NOTHING
    chunks = [values[start : start + MAX_TERMS] for start in range(0, len(values), MAX_TERMS)]
    return any_query([{"terms": {field: list(one)}} for one in chunks])


def between(field: str, low: int | None, high: int | None) -> JsonObject:
    """Match products with a number in this inclusive range."""
    bounds = {"gte": low, "lte": high}
    return {"range": {field: {name: one for name, one in bounds.items() if one is not None}}}


def all_of(queries: Iterable[JsonObject]) -> JsonObject:
    """Match products that match all of these queries, without a score."""
    return {"bool": {"filter": list(queries)}}


def any_query(queries: Sequence[JsonObject]) -> JsonObject:
    """Match products that match one of these queries."""
    if len(queries) == 1:
        return queries[0]
    return {"bool": {"should": list(queries), "minimum_should_match": 1}}


def constant(query: JsonObject, score: float) -> JsonObject:
    """Match the same products with this score."""
    return {"constant_score": {"filter": query, "boost": score}}


def clauses(filters: Filters) -> dict[str, JsonObject]:
    """Return the queries of set filters by parameter; `source` and `criteria` have their own keys."""
    queries: dict[str, JsonObject] = {}
    if filters.collection_ids:
        queries["source"] = all_of([term("collection", one) for one in filters.collection_ids])
    if filters.product_ids is not None:
        queries["criteria"] = any_of("id", filters.product_ids)
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
            "attribute", [f"{name}{SEPARATOR}{value}" for value in values]
        )
    return queries


def terms_of(facet: str) -> JsonObject:
    """Return the aggregation of a facet's values."""
    field, size = AGGREGATIONS[facet]
    return {"terms": {"field": field, "size": size}}


def facet_filters(queries: Mapping[str, JsonObject], *, category_is_source: bool) -> list[str]:
    """Return the parameters whose facets are counted without their own filter."""
    fixed = {"source", "criteria", *(("category",) if category_is_source else ())}
    return [name for name in queries if name not in fixed]


def aggregations(queries: Mapping[str, JsonObject], filtered: Sequence[str]) -> JsonObject:
    """Return aggregations that count each facet under the filters of the others.

    `filtered`: result of `facet_filters`. Other filters must be in the query of the search.
    """
    unfiltered = [name for name in AGGREGATIONS if name not in filtered]
    found: JsonObject = {
        "all": {
            "filter": all_of(queries[one] for one in filtered),
            "aggs": {name: terms_of(name) for name in unfiltered},
        }
    }
    for name in filtered:
        facet = "attribute" if name.startswith("attr.") else name
        found[name] = {
            "filter": all_of(queries[one] for one in filtered if one != name),
            "aggs": {facet: terms_of(facet)},
        }
    return found


def buckets_of(result: JsonObject) -> dict[Any, int]:
    """Return the products by value of an aggregation of terms."""
    return {bucket["key"]: bucket["doc_count"] for bucket in result["buckets"]}


def read_counts(result: JsonObject, filtered: Sequence[str]) -> Counts:
    """Return the counts in the response to `aggregations`."""
    counts = Counts()
    for name in AGGREGATIONS:
        if name not in filtered:
            _put(counts, name, buckets_of(result["all"][name]))
    for name in filtered:
        if name.startswith("attr."):
            own = name.removeprefix("attr.")
            values = attribute_values(buckets_of(result[name]["attribute"]))
            counts.attributes.pop(own, None)
            counts.attributes.update({own: values[own]} if own in values else {})
        else:
            _put(counts, name, buckets_of(result[name][name]))
    return counts


def attribute_values(buckets: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Return products by attribute and value."""
    found: dict[str, dict[str, int]] = {}
    for key, count in buckets.items():
        name, _, value = key.partition(SEPARATOR)
        found.setdefault(name, {})[value] = count
    return found


def _put(counts: Counts, facet: str, buckets: dict[Any, int]) -> None:
    match facet:
        case "category":
            counts.categories = buckets
        case "brand":
            counts.brands = {key: count for key, count in buckets.items() if key}
        case "price":
            counts.prices = price_ranges(buckets)
        case "rating":
            counts.ratings = _cumulative(buckets, RATING_STEPS, 10)
        case "discount":
            counts.discounts = _cumulative(buckets, DISCOUNT_STEPS, 1)
        case "inStock":
            counts.in_stock = buckets.get(1, 0)
        case _:
            counts.attributes = attribute_values(buckets)


def _cumulative(buckets: Mapping[int, int], steps: Iterable[int], unit: int) -> dict[int, int]:
    """Return the number of products at or above each step, without empty steps."""
    sums = {
        step: sum(count for key, count in buckets.items() if key >= step * unit) for step in steps
    }
    return {step: count for step, count in sums.items() if count}
