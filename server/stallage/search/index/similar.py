"""Products that are similar to another one."""

from __future__ import annotations

from collections.abc import Collection

from tantivy import Occur, Query, Searcher

from stallage.search.index.engine import ProductTraits
from stallage.search.index.filters import any_of, between, term, unscored
from stallage.search.index.schema import SEPARATOR

MAX_VALUES = 8
"""Values of attributes that are compared."""


def similar_products(searcher: Searcher, traits: ProductTraits, limit: int) -> list[int]:
    """Return ids of similar products in stock: of the same category and brand first, then of the same
    category, then of the same brand, then others with equal attributes.

    Each group is sorted by equal attributes and a close price. A group is only searched if those before
    it are too small: the last ones may have most products of the catalogue.
    """
    category = [term("category", traits.category_id)] if traits.category_id else []
    brand = [term("brand_id", traits.brand_id)] if traits.brand_id else []
    values = [(name, value) for name, each in traits.attributes.items() for value in each]
    equal: list[tuple[Occur, Query]] = [
        (Occur.Should, _one(term("attribute", f"{name}{SEPARATOR}{value}")))
        for name, value in values[:MAX_VALUES]
    ]
    with_equal = [Query.boolean_query(equal)] if equal else []
    groups: list[list[Query]] = [
        [*category, *brand] if category and brand else [],
        category,
        brand,
        with_equal,
    ]
    ids: list[int] = []
    for group in filter(None, groups):
        required = [(Occur.Must, one if group is with_equal else unscored(one)) for one in group]
        ranked = equal if group is not with_equal else []
        ids += _best(
            searcher, traits, [*required, *ranked], {traits.product_id, *ids}, limit - len(ids)
        )
        if len(ids) >= limit:
            break
    return ids


def _best(
    searcher: Searcher,
    traits: ProductTraits,
    clauses: list[tuple[Occur, Query]],
    excluded: Collection[int],
    limit: int,
) -> list[int]:
    clauses = [
        *clauses,
        (Occur.Must, unscored(term("in_stock", 1))),
        (Occur.MustNot, any_of("id", tuple(excluded))),
    ]
    if traits.price:
        close = between("price", traits.price * 2 // 3, traits.price * 3 // 2)
        clauses.append((Occur.Should, _one(close)))
    hits = searcher.search(Query.boolean_query(clauses), limit, count=False).hits
    ids = searcher.fast_field_values("id", [address for _, address in hits])
    return [int(one or 0) for one in ids]


def _one(query: Query) -> Query:
    return Query.const_score_query(query, 1)
