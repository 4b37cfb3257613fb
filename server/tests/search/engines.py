"""The search engines that the contract tests run against."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

import httpx

from stallage.core.paging import Page
from stallage.search.index.engine import Batch, SearchEngine
from stallage.search.index.opensearch.engine import OpenSearchEngine
from stallage.search.index.schema import SearchDocument
from stallage.search.index.search_index import SearchIndex
from stallage.search.index.tantivy_engine import TantivyEngine
from stallage.search.rules import ListQuery, Synonyms, WordRules
from tests.search.opensearch_stand_in import open_search_stand_in

KEY = "database"
NO_SYNONYMS = Synonyms()
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)


def document(number: int, title: str, **more: Any) -> SearchDocument:
    """Return a product. Those with higher numbers are newer."""
    fields: dict[str, Any] = {"created_at": FIRST_DAY + timedelta(days=number % 1000), **more}
    return SearchDocument(id=number, title=title, **fields)


SHOP = [
    document(
        1,
        "Oak table",
        brand="Norrby",
        brand_id=1,
        category_ids=(1, 2),
        attributes={"material": ["Oak"], "room": ["Kitchen", "Office"]},
        price=30_000,
        popularity=5,
        rating_count=2,
        rating_sum=10,
    ),
    document(
        2,
        "Pine table",
        brand="Norrby",
        brand_id=1,
        category_ids=(1, 2),
        attributes={"material": ["Pine"], "room": ["Kitchen"]},
        price=20_000,
        popularity=9,
        discount_percent=25,
        rating_count=4,
        rating_sum=12,
    ),
    document(
        3,
        "Oak chair",
        brand="Sund",
        brand_id=2,
        category_ids=(1, 3),
        collection_ids=(7,),
        attributes={"material": ["Oak"]},
        price=9_000,
        popularity=1,
        discount_percent=50,
    ),
    document(
        4,
        "Tablet stand",
        brand="Sund",
        brand_id=2,
        category_ids=(4,),
        collection_ids=(7,),
        price=2_000,
        in_stock=False,
        popularity=99,
    ),
]

OpenEngine: TypeAlias = Callable[[], SearchEngine]
"""Returns another engine of the same index, as another process would have it."""


@asynccontextmanager
async def tantivy_engines(folder: Path, _dsn: str) -> AsyncIterator[OpenEngine]:
    """Engines of a data folder."""
    opened: list[SearchEngine] = []

    def open_engine() -> SearchEngine:
        engine = TantivyEngine(SearchIndex(folder / "search"))
        opened.append(engine)
        return engine

    yield open_engine
    for one in opened:
        await one.close()


@asynccontextmanager
async def _opensearch_engines(url: str, dsn: str) -> AsyncIterator[OpenEngine]:
    opened: list[SearchEngine] = []

    def open_engine() -> SearchEngine:
        engine = OpenSearchEngine(url, "english", dsn)
        opened.append(engine)
        return engine

    yield open_engine
    for one in opened:
        await one.close()


@asynccontextmanager
async def stand_in_engines(_folder: Path, dsn: str) -> AsyncIterator[OpenEngine]:
    """Engines of a stand-in for an OpenSearch server."""
    async with (
        open_search_stand_in() as stand_in,
        _opensearch_engines(f"{stand_in.url}/shop", dsn) as open_engine,
    ):
        yield open_engine


@asynccontextmanager
async def node_engines(_folder: Path, dsn: str) -> AsyncIterator[OpenEngine]:
    """Engines of the real OpenSearch server at `STALLAGE_TEST_OPENSEARCH_URL`, with an index of their own."""
    server = NODE.rstrip("/")
    name = f"stallage-test-{secrets.token_hex(6)}"
    try:
        async with _opensearch_engines(f"{server}/{name}", dsn) as open_engine:
            yield open_engine
    finally:
        async with httpx.AsyncClient(base_url=server, trust_env=False) as client:
            for one in (await client.get(f"/{name}.*/_alias")).json():
                await client.delete(f"/{one}")


NODE = os.environ.get("STALLAGE_TEST_OPENSEARCH_URL", "")

ENGINES: dict[str, Callable[[Path, str], AbstractAsyncContextManager[OpenEngine]]] = {
    "tantivy": tantivy_engines,
    "opensearch": stand_in_engines,
    **({"opensearch_node": node_engines} if NODE else {}),
}


async def in_batches(*batches: Batch) -> AsyncIterator[Batch]:
    """Yield batches."""
    for one in batches:
        yield one


async def documents_in_batches(
    *batches: Sequence[SearchDocument],
) -> AsyncIterator[Sequence[SearchDocument]]:
    """Yield batches of documents."""
    for one in batches:
        yield one


async def build(
    engine: SearchEngine, documents: Iterable[SearchDocument], position: int = 1
) -> None:
    """Make these documents the whole index, and read it."""
    async with engine.locked():
        await engine.rebuild(KEY, documents_in_batches(list(documents)), position)
    await engine.open(KEY)


async def change(
    engine: SearchEngine,
    put: Sequence[SearchDocument] = (),
    drop: Sequence[int] = (),
    position: int = 2,
) -> None:
    """Write changes, and read them."""
    async with engine.locked():
        await engine.write(KEY, in_batches(Batch(put, drop)), position)
    await engine.open(KEY)


async def found(engine: SearchEngine, words: str, synonyms: Synonyms = NO_SYNONYMS) -> list[int]:
    """Return the ids that a search finds, in order."""
    rules = WordRules(engine.language, synonyms)
    listed = await engine.find(ListQuery(words=words), Page(1, 24), rules=rules)
    assert listed.result.total == len(listed.result.ids)
    return listed.result.ids
