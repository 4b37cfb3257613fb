"""Lists from the database while the search index is being built: no searches, no facets."""

from __future__ import annotations

from collections.abc import Collection

from stallage.core.db import Database
from stallage.core.errors import NotReady
from stallage.core.paging import Page
from stallage.search.index.engine import ListOptions, ProductTraits
from stallage.search.index.lists import LARGEST_COLLECTION, IndexedList
from stallage.search.index.memberships import Memberships
from stallage.search.rules import ENGLISH, ListQuery, ListResult, Sort, WordRules

RETRY_AFTER = 10
"""Seconds."""
DEFAULT_OPTIONS = ListOptions()

# The window counts all products of the list, also where a page lies beyond the end.
READ = """
    WITH listed AS (
        SELECT p.id, p.in_stock, p.popularity, p.created_at, p.price, p.rating_sum, p.rating_count,
            p.discount_percent
        FROM products_view p
        WHERE p.card IS NOT NULL
            AND ($1::bigint IS NULL OR EXISTS (
                SELECT FROM product_categories_view pc JOIN categories_view own ON own.id = pc.category_id
                WHERE pc.product_id = p.id AND $1 = ANY(own.path)))
            AND NOT EXISTS (
                SELECT FROM unnest($2::bigint[]) AS one WHERE NOT EXISTS (
                    SELECT FROM collection_products_view cp
                    WHERE cp.product_id = p.id AND cp.collection_id = one))
            AND ($3::bigint[] = '{{}}' OR p.brand_id = ANY($3::bigint[]))
            AND ($4::bigint IS NULL OR p.price >= $4)
            AND ($5::bigint IS NULL OR p.price <= $5)
            AND ($6::bigint IS NULL OR p.rating_count > 0 AND p.rating_sum >= $6 * p.rating_count)
            AND (NOT $7::boolean OR p.in_stock)
            AND ($8::bigint IS NULL OR p.discount_percent >= $8)
            AND ($9::bigint[] IS NULL OR p.id = ANY($9::bigint[]))
    )
    SELECT (SELECT count(*) FROM listed) AS total,
        ARRAY(SELECT id FROM listed ORDER BY {order}, id DESC LIMIT $10 OFFSET $11) AS ids
"""
ORDERS: dict[Sort, str] = {
    "relevance": "in_stock DESC, popularity DESC, created_at DESC",
    "newest": "created_at DESC",
    "price": "price",
    "-price": "price DESC",
    "rating": "rating_sum::numeric / greatest(rating_count, 1) DESC, rating_count DESC",
    "discount": "discount_percent DESC, popularity DESC",
    "popularity": "popularity DESC",
}
READS = {sort: READ.format(order=order) for sort, order in ORDERS.items()}


class DatabaseLists:
    """A `SearchReader` without an index. Raises NotReady where it would need one."""

    def __init__(self, database: Database, language: str) -> None:
        self._database = database
        self.language = language

    async def find(
        self,
        list_query: ListQuery,
        page: Page,
        *,
        rules: WordRules = ENGLISH,  # noqa: ARG002 - of the port
        options: ListOptions = DEFAULT_OPTIONS,
    ) -> IndexedList:
        """Return a page of ids and the total of a list. There are no facets."""
        if options.of_collection and list_query.sort == "relevance":
            result = await self._read(list_query, 0, LARGEST_COLLECTION)
            if result.total <= LARGEST_COLLECTION:
                return IndexedList(result, is_collection=True, counts=None)
        result = await self._read(list_query, page.offset, page.size)
        return IndexedList(result, is_collection=False, counts=None)

    async def first(
        self,
        list_query: ListQuery,
        limit: int,
        rules: WordRules = ENGLISH,  # noqa: ARG002 - of the port
    ) -> ListResult:
        """Return the first ids of a list, and its total."""
        return await self._read(list_query, 0, limit)

    async def suggest(self, _typed: str, _limit: int, _rules: WordRules = ENGLISH) -> list[int]:
        """Raise NotReady."""
        raise NotReady(retry_after=RETRY_AFTER)

    async def similar(self, _traits: ProductTraits, _limit: int) -> list[int]:
        """Raise NotReady."""
        raise NotReady(retry_after=RETRY_AFTER)

    async def count_categories(self) -> dict[int, int]:
        """Raise NotReady."""
        raise NotReady(retry_after=RETRY_AFTER)

    async def count_attribute_values(self) -> dict[str, dict[str, int]]:
        """Raise NotReady."""
        raise NotReady(retry_after=RETRY_AFTER)

    async def memberships(self, _product_ids: Collection[int]) -> Memberships:
        """Raise NotReady."""
        raise NotReady(retry_after=RETRY_AFTER)

    async def _read(self, list_query: ListQuery, offset: int, limit: int) -> ListResult:
        filters = list_query.filters
        if list_query.words is not None or filters.attributes:
            # Stems and the names of options are known to the index only.
            raise NotReady(retry_after=RETRY_AFTER)
        low, high = filters.price or (None, None)
        async with self._database.public_reading() as connection:
            row = await connection.fetchrow(
                READS[list_query.sort],
                filters.category_id,
                list(filters.collection_ids),
                list(filters.brand_ids),
                low,
                high,
                filters.rating,
                filters.in_stock,
                filters.discount,
                None if filters.product_ids is None else list(filters.product_ids),
                limit,
                offset,
            )
        assert row is not None  # noqa: S101 - an aggregate
        return ListResult(row["ids"], row["total"])
