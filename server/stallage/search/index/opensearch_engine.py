"""The search engine in another service: an OpenSearch server that several machines share.

An alias names the active index. A rebuild fills another index and then moves the alias, in one step. The
mapping's `_meta` has the position. A session lock of PostgreSQL serialises the writers of all machines.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterable, AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import asyncpg

from stallage.core.db_limits import UNLIMITED
from stallage.core.errors import NotReady
from stallage.core.json_types import JsonObject
from stallage.core.paging import Page
from stallage.search.index.analysis import analysis_of
from stallage.search.index.engine import (
    Batch,
    IndexState,
    IndexUnusable,
    ListOptions,
    ProductTraits,
)
from stallage.search.index.lists import IndexedList
from stallage.search.index.memberships import Memberships
from stallage.search.index.opensearch_client import OpenSearchClient, index_actions
from stallage.search.index.opensearch_documents import FORMAT, PROPERTIES, SETTINGS, document
from stallage.search.index.opensearch_lists import attribute_values
from stallage.search.index.opensearch_search import OpenSearchReader
from stallage.search.index.schema import SearchDocument
from stallage.search.rules import ENGLISH, ListQuery, ListResult, WordRules

LOCK = "SELECT pg_advisory_lock(hashtext($1))"
CONNECT_SECONDS = 5
DEFAULT_OPTIONS = ListOptions()


class OpenSearchEngine:
    """A `SearchEngine` of a server. `dsn`: the shop's database, which has the writers' lock."""

    is_shared = True

    def __init__(self, url: str, language: str, dsn: str) -> None:
        self.indexed: dict[int, int] = {}
        self._client = OpenSearchClient(url)
        self._reader = OpenSearchReader(self._client)
        self._analysis = analysis_of(language)
        self._dsn = dsn

    @property
    def language(self) -> str:
        """The language that texts are stemmed in."""
        return self._analysis.language

    async def find(
        self,
        list_query: ListQuery,
        page: Page,
        *,
        rules: WordRules = ENGLISH,
        options: ListOptions = DEFAULT_OPTIONS,
    ) -> IndexedList:
        """Return a page of ids, the total and the facet counts of a list."""
        return await self._reader.find(list_query, page, rules, options)

    async def first(
        self, list_query: ListQuery, limit: int, rules: WordRules = ENGLISH
    ) -> ListResult:
        """Return the first ids of a list, and its total."""
        return await self._reader.first(list_query, limit, rules)

    async def suggest(self, typed: str, limit: int, rules: WordRules = ENGLISH) -> list[int]:
        """Return the first ids for a text that is being typed."""
        return (await self.first(ListQuery(words=typed), limit, rules)).ids

    async def similar(self, traits: ProductTraits, limit: int) -> list[int]:
        """Return ids of similar products in stock."""
        return await self._reader.similar(traits, limit)

    async def count_categories(self) -> dict[int, int]:
        """Return the number of products by category, including its subcategories."""
        values = await self._reader.values("category")
        return {int(key): count for key, count in values.items()}

    async def count_attribute_values(self) -> dict[str, dict[str, int]]:
        """Return the number of products by attribute or option and value."""
        values = await self._reader.values("attribute")
        return attribute_values({str(key): count for key, count in values.items()})

    async def memberships(self, product_ids: Collection[int]) -> Memberships:
        """Count the categories and collections of products."""
        return await self._reader.memberships(product_ids)

    async def open(self, database_key: str) -> None:
        """Check that the index can be used. Reads always see what was written. Raises IndexUnusable."""
        await self._active(database_key)

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Lock out writers of all machines. Waits for the lock.

        The lock has a connection of its own, and ends with it if the process dies.
        """
        connection = await asyncpg.connect(
            self._dsn, timeout=CONNECT_SECONDS, server_settings=UNLIMITED
        )
        try:
            await connection.execute(LOCK, f"search:{self._client.name}")
            yield
        finally:
            connection.terminate()

    async def state(self, database_key: str) -> IndexState:
        """Return the state of the active index. Raises IndexUnusable."""
        _, meta = await self._active(database_key)
        return IndexState(int(meta["position"]), datetime.fromisoformat(meta["written_at"]))

    async def count(self, database_key: str) -> int:
        """Return the number of products in the active index. Raises IndexUnusable."""
        index, _ = await self._active(database_key)
        found = await self._client.request("GET", f"/{index}/_count")
        if found is None:
            raise IndexUnusable("The search index is missing.")
        if not isinstance(found.get("count"), int):
            raise NotReady
        return int(found["count"])

    async def write(self, database_key: str, batches: AsyncIterable[Batch], position: int) -> None:
        """Put and drop products and move the position. Raises IndexUnusable."""
        index, _ = await self._active(database_key)
        async for batch in batches:
            await self._bulk(index, batch)
        await self._refresh(index)
        await self._set_meta(index, database_key, position)

    async def move(self, database_key: str, position: int) -> None:
        """Store a later position. Raises IndexUnusable."""
        index, _ = await self._active(database_key)
        await self._set_meta(index, database_key, position)

    async def rebuild(
        self, database_key: str, batches: AsyncIterable[Sequence[SearchDocument]], position: int
    ) -> int:
        """Fill a new index, which becomes active when it is complete; return its number of products."""
        # Names of aliases have no dot, so that no shop takes the index of another for its own.
        index = f"{self._client.name}.{secrets.token_hex(6)}"
        mappings = {"dynamic": "strict", "_source": {"enabled": False}, "properties": PROPERTIES}
        await self._client.request("PUT", f"/{index}", {"settings": SETTINGS, "mappings": mappings})
        count = 0
        async for batch in batches:
            await self._bulk(index, Batch(batch))
            count += len(batch)
        await self._refresh(index)
        await self._set_meta(index, database_key, position)
        await self._activate(index)
        return count

    async def close(self) -> None:
        """Close the connections to the server."""
        await self._client.close()

    async def _active(self, database_key: str) -> tuple[str, JsonObject]:
        """Return the active index and its metadata. Raises IndexUnusable."""
        found = await self._client.request("GET", f"/{self._client.name}/_mapping")
        if found is None:
            raise IndexUnusable("There is no search index.")
        every = [(name, _meta_of(one)) for name, one in found.items()]
        if not every:
            raise NotReady
        if len(every) > 1:
            raise IndexUnusable(f"{self._client.name} names several indexes: {', '.join(found)}.")
        [(index, meta)] = every
        expected = (FORMAT, self.language, database_key)
        if (meta.get("format"), meta.get("language"), meta.get("database_key")) != expected:
            raise IndexUnusable(
                "The search index is of another version, another language or another database."
            )
        return index, meta

    async def _bulk(self, index: str, batch: Batch) -> None:
        documents = [document(one, self._analysis) for one in batch.put]
        await self._client.bulk(index, index_actions(batch.drop, documents))

    async def _refresh(self, index: str) -> None:
        if await self._client.request("POST", f"/{index}/_refresh") is None:
            raise NotReady

    async def _set_meta(self, index: str, database_key: str, position: int) -> None:
        meta = {
            "format": FORMAT,
            "language": self.language,
            "database_key": database_key,
            "position": position,
            "written_at": datetime.now(UTC).isoformat(),
        }
        await self._client.request("PUT", f"/{index}/_mapping", {"_meta": meta})

    async def _activate(self, index: str) -> None:
        """Move the alias to an index, and delete all others, also those of rebuilds that died."""
        name = self._client.name
        active = await self._client.request("GET", f"/_alias/{name}") or {}
        actions: list[JsonObject] = [
            {"remove": {"index": one, "alias": name}} for one in active if one != index
        ]
        actions.append({"add": {"index": index, "alias": name}})
        await self._client.request("POST", "/_aliases", {"actions": actions})
        every = await self._client.request("GET", f"/{name}.*/_alias") or {}
        for other in every:
            if other != index:
                await self._client.request("DELETE", f"/{other}")


def _meta_of(index: object) -> JsonObject:
    """Return the metadata in the response to a request for mappings."""
    match index:
        case {"mappings": {"_meta": dict(meta)}}:
            return meta
        case {"mappings": dict()}:
            return {}
        case _:
            raise NotReady
