"""Background work of search: the index and the suggestions."""

from __future__ import annotations

from datetime import timedelta

from pydantic import BaseModel

from stallage.core import events
from stallage.core.jobs import enqueue, every, job
from stallage.core.runtime import Runtime
from stallage.products.events import ProductsChanged
from stallage.search.actions import rebuild_lexicon
from stallage.search.index import feed

LEXICON_PAUSE = timedelta(seconds=1)
"""Changes within this time rebuild the suggestions once."""


class Suggestions(BaseModel):
    """All suggestions."""


@job
async def suggest_anew(runtime: Runtime, _all: Suggestions) -> None:
    """Rebuilds what is suggested while a shopper types."""
    async with runtime.database.transaction() as connection:
        await rebuild_lexicon(connection)


@events.on(ProductsChanged)
async def index_products(runtime: Runtime, changed: ProductsChanged) -> None:
    """Brings the search index up to date."""
    await feed.index_products(feed.index_of(runtime), runtime.database, changed.product_ids)
    async with runtime.database.transaction() as connection:
        await enqueue(
            connection,
            suggest_anew,
            Suggestions(),
            after=LEXICON_PAUSE,
            deduplication_key="lexicon",
        )


@every("23 3 * * *")
async def index_anew(runtime: Runtime) -> None:
    """Builds the search index from the database once a night, so that no miss lasts."""
    await feed.rebuild(feed.index_of(runtime), runtime.database)
