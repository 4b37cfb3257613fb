"""The search engines that the contract tests run against."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeAlias

from stallage.search.index.engine import Batch, SearchEngine
from stallage.search.index.schema import SearchDocument
from stallage.search.index.search_index import SearchIndex
from stallage.search.index.tantivy_engine import TantivyEngine

KEY = "database"

OpenEngine: TypeAlias = Callable[[], SearchEngine]
"""Returns another engine of the same index, as another process would have it."""


@asynccontextmanager
async def tantivy_engines(folder: Path) -> AsyncIterator[OpenEngine]:
    """Engines of a data folder."""
    opened: list[SearchEngine] = []

    def open_engine() -> SearchEngine:
        engine = TantivyEngine(SearchIndex(folder / "search"))
        opened.append(engine)
        return engine

    yield open_engine
    for one in opened:
        one.close()


ENGINES: dict[str, Callable[[Path], AbstractAsyncContextManager[OpenEngine]]] = {
    "tantivy": tantivy_engines,
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
