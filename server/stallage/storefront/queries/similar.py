"""Products that are similar to another one, found with the search index."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from tantivy import Occur, Query, Searcher

from stallage.core.db import Connection
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.index.filters import any_of, between, term, unscored
from stallage.search.index.schema import SEPARATOR
from stallage.search.index.threads import run_search
from stallage.search.rules import ListQuery

MAX_VALUES = 8
"""Values of attributes that are compared."""

MAIN_CATEGORY = """(
    SELECT pc.category_id FROM product_categories_view pc
    JOIN categories_view c ON c.id = pc.category_id
    WHERE pc.product_id = p.id
    ORDER BY pc.position, cardinality(c.path) DESC, c.id LIMIT 1
)"""

TRAITS = f"""
    SELECT p.id, {MAIN_CATEGORY} AS category_id, p.brand_id, p.attributes, p.price, p.related
    FROM products_view p WHERE p.id = $1 AND p.card IS NOT NULL
"""


@dataclass(frozen=True, slots=True)
class ProductTraits:
    """What similar products have in common with a product."""

    product_id: int
    category_id: int | None
    brand_id: int | None
    attributes: Mapping[str, Sequence[str]]
    price: int | None
    """In minor units."""

    @classmethod
    def of(cls, row: Any) -> ProductTraits:
        """Return the traits of a row with columns of these names, and `id`."""
        return cls(row["id"], row["category_id"], row["brand_id"], row["attributes"], row["price"])


async def related_products(
    connection: Connection, searcher: Searcher, product_id: int, limit: int
) -> list[int]:
    """Return ids of products chosen by hand for a product on sale, then of similar ones.

    Those chosen by hand may be sold out. None if the product is not on sale.
    """
    row = await connection.fetchrow(TRAITS, product_id)
    if row is None:
        return []
    similar = similar_products(searcher, ProductTraits.of(row), limit)
    return list(dict.fromkeys([*row["related"], *similar]))


async def find_similar(cache: CatalogCache, traits: ProductTraits, limit: int) -> list[int]:
    """Return `similar_products`, found in a thread if the catalogue is large."""
    searcher = cache.searcher()
    work = partial(similar_products, searcher, traits, limit)
    return await run_search(cache.long_searches, searcher, ListQuery(), work)


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
