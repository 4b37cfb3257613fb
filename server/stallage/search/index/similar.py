"""Products that are similar to another one."""

from __future__ import annotations

from tantivy import Occur, Query, Searcher

from stallage.search.index.engine import ProductTraits
from stallage.search.index.filters import between, term, unscored
from stallage.search.index.schema import SEPARATOR

MAX_VALUES = 8
"""Values of attributes that are compared."""


def similar_products(searcher: Searcher, traits: ProductTraits, limit: int) -> list[int]:
    """Return ids of similar products in stock: by category first, then brand, attributes and price."""
    similar: list[tuple[Occur, Query]] = []
    if traits.category_id:
        similar.append(_scored(term("category", traits.category_id), 4))
    if traits.brand_id:
        similar.append(_scored(term("brand_id", traits.brand_id), 2))
    values = [(name, value) for name, each in traits.attributes.items() for value in each]
    for name, value in values[:MAX_VALUES]:
        similar.append(_scored(term("attribute", f"{name}{SEPARATOR}{value}"), 1))
    if not similar:
        return []
    clauses = [
        (Occur.Must, Query.boolean_query(similar)),
        (Occur.Must, unscored(term("in_stock", 1))),
        (Occur.MustNot, term("id", traits.product_id)),
    ]
    if traits.price:
        # A price alone makes no product similar.
        close = between("price", traits.price * 2 // 3, traits.price * 3 // 2)
        clauses.append(_scored(close, 1))
    hits = searcher.search(Query.boolean_query(clauses), limit, count=False).hits
    ids = searcher.fast_field_values("id", [address for _, address in hits])
    return [int(one or 0) for one in ids]


def _scored(query: Query, score: int) -> tuple[Occur, Query]:
    return (Occur.Should, Query.const_score_query(query, score))
