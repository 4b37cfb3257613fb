"""The port of the search engine: what the shop asks of an index, whichever engine has it.

Everything outside `search/index` uses a `SearchEngine`. Engines know products as `SearchDocument` and return
ids and counts; what is shown comes from PostgreSQL. `updates` keeps an engine at the database's position.

Reads raise `NotReady` if the engine has no capacity or cannot be reached. No caller holds a database
connection while it waits for an engine, which may be another service.
"""

from __future__ import annotations

from collections.abc import AsyncIterable, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, TypeAlias

from stallage.core.paging import Page
from stallage.search.index.lists import IndexedList
from stallage.search.index.memberships import Memberships
from stallage.search.index.schema import SearchDocument
from stallage.search.rules import ENGLISH, ListQuery, ListResult, WordRules

OnVisible: TypeAlias = Callable[[], Awaitable[None]]


class IndexUnusable(Exception):
    """There is no index, or it is broken, of another version, language or database."""


@dataclass(frozen=True, slots=True)
class IndexState:
    """What the active index contains."""

    position: int
    """The transaction before which it lacks no change, see `updates`."""
    written_at: datetime
    """When it was last written."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Products to write."""

    put: Sequence[SearchDocument]
    """Added, or replaced if the index has a product of this id."""
    drop: Sequence[int] = ()
    """Ids that are removed. Unknown ones are ignored."""


@dataclass(frozen=True, slots=True)
class ListOptions:
    """What a list needs besides the ids of a page."""

    of_collection: bool = False
    """A sale, slider or tile names the list, which may have an order of its own."""
    category_is_source: bool = False
    """A category names the list, so its filter applies to the counts of categories too."""
    with_facets: bool = True


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


class SearchReader(Protocol):
    """What finds products: an index, or the database while there is none."""

    @property
    def language(self) -> str:
        """The language that texts are stemmed in."""
        ...

    async def find(
        self,
        list_query: ListQuery,
        page: Page,
        *,
        rules: WordRules = ENGLISH,
        options: ListOptions = ListOptions(),
    ) -> IndexedList:
        """Return a page of ids, the total and the facet counts of a list."""
        ...

    async def first(
        self, list_query: ListQuery, limit: int, rules: WordRules = ENGLISH
    ) -> ListResult:
        """Return the first ids of a list, and its total."""
        ...

    async def suggest(self, typed: str, limit: int, rules: WordRules = ENGLISH) -> list[int]:
        """Return the first ids for a text that is being typed."""
        ...

    async def similar(self, traits: ProductTraits, limit: int) -> list[int]:
        """Return ids of similar products in stock: by category, then brand, attributes and price."""
        ...

    async def count_categories(self) -> dict[int, int]:
        """Return the number of products by category, including its subcategories."""
        ...

    async def count_attribute_values(self) -> dict[str, dict[str, int]]:
        """Return the number of products by attribute or option and value."""
        ...

    async def memberships(self, product_ids: Collection[int]) -> Memberships:
        """Count the categories and collections of products."""
        ...


class SearchEngine(SearchReader, Protocol):
    """An index of the products on sale, for reading and writing.

    `database_key` identifies the database. An index of another one is unusable.
    """

    indexed: dict[int, int]
    """Changes at or after the position that this process has written: product → transaction."""

    @property
    def is_shared(self) -> bool:
        """Whether the index is in another service, where other machines write it too.

        Then reads wait for that service, and what the index had before a change is gone.
        """
        ...

    @property
    def is_open(self) -> bool:
        """Whether there has been an index to read; a service tells with each request."""
        ...

    async def open(self, database_key: str) -> None:
        """Read what has been written so far. Raises IndexUnusable; reads go on with what they had."""
        ...

    def locked(self) -> AbstractAsyncContextManager[None]:
        """Lock out other writers of this index, in all processes. Waits for the lock."""
        ...

    async def state(self, database_key: str) -> IndexState:
        """Return the state of the active index. Raises IndexUnusable."""
        ...

    async def count(self, database_key: str) -> int:
        """Return the number of products in the active index. Raises IndexUnusable."""
        ...

    async def write(
        self,
        database_key: str,
        batches: AsyncIterable[Batch],
        position: int,
        on_visible: OnVisible | None = None,
    ) -> None:
        """Put and drop products and move the position. The caller holds the lock.

        They become visible together, then `on_visible` is called; the engine may have more to do after that.
        If a batch fails, the position stays. Raises IndexUnusable.
        """
        ...

    async def move(self, database_key: str, position: int) -> None:
        """Store a later position. The caller holds the lock. Raises IndexUnusable."""
        ...

    async def rebuild(
        self, database_key: str, batches: AsyncIterable[Sequence[SearchDocument]], position: int
    ) -> int:
        """Fill a new index and return its number of products. The caller holds the lock.

        It becomes the active one when it is complete. If a batch fails, the old one stays active.
        """
        ...

    async def close(self) -> None:
        """Wait for running searches, and free what they use."""
        ...
