"""Background work of search: the suggestions, and sums that are deleted after some months."""

from __future__ import annotations

from datetime import timedelta
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from stallage.core import clock, events
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection
from stallage.core.jobs import enqueue, every, job
from stallage.core.runtime import Runtime
from stallage.products.events import ProductsChanged
from stallage.search.actions import delete_failed_searches, rebuild_lexicon
from stallage.search.rules import FAILED_SEARCH_DAYS

LEXICON_PAUSE = timedelta(seconds=1)
"""Changes within this time rebuild the suggestions once."""


class RebuildSuggestions(BaseModel):
    """Payload of `rebuild_suggestions`."""


@job
async def rebuild_suggestions(runtime: Runtime, _payload: RebuildSuggestions) -> None:
    """Rebuild the suggestions that are shown while a shopper types."""
    async with runtime.database.transaction() as connection:
        await rebuild_lexicon(connection)


@events.on(ProductsChanged)
async def update_suggestions(runtime: Runtime, _changed: ProductsChanged) -> None:
    """Rebuild the suggestions soon."""
    async with runtime.database.transaction() as connection:
        await enqueue(
            connection,
            rebuild_suggestions,
            RebuildSuggestions(),
            after=LEXICON_PAUSE,
            deduplication_key="lexicon",
        )


@every("52 3 * * *")
async def delete_old_failed_searches(runtime: Runtime) -> None:
    """Delete the sums of searches without result after some months."""
    today = clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()
    before = today - timedelta(days=FAILED_SEARCH_DAYS)

    async def delete(connection: Connection, limit: int) -> int:
        return await delete_failed_searches(connection, before, limit)

    await delete_in_batches(runtime.database, delete)
