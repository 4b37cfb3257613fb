"""Background work of search: the suggestions, and sums that are deleted after some months."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from stallage.core import clock, events
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection
from stallage.core.jobs import enqueue, every, job
from stallage.core.retry_policies import BULK
from stallage.core.runtime import Runtime
from stallage.products.events import ProductsChanged
from stallage.search.actions import (
    delete_empty_lists,
    delete_failed_searches,
    delete_found_searches,
    rebuild_due,
    rebuild_lexicon_if_due,
    renew_searched_queries,
)
from stallage.search.rules import FAILED_SEARCH_DAYS

LEXICON_PAUSE = timedelta(seconds=1)
"""Changes within this time rebuild the suggestions once."""


class RebuildSuggestions(BaseModel):
    """Payload of `rebuild_suggestions`."""


@job(policy=BULK)
async def rebuild_suggestions(runtime: Runtime, _payload: RebuildSuggestions) -> None:
    """Rebuild the suggestions, or wait until that is due.

    On a dedicated connection, because reading a large catalogue takes longer than a statement may.
    """
    connection = await runtime.database.connect_dedicated()
    try:
        async with connection.transaction():
            due = await rebuild_lexicon_if_due(connection)
            if due is not None:
                await _enqueue_rebuild(connection, due)
    finally:
        await connection.close()


@events.on(ProductsChanged)
async def update_suggestions(runtime: Runtime, _changed: ProductsChanged) -> None:
    """Rebuild the suggestions soon: in a second, or later if that takes long."""
    async with runtime.database.transaction() as connection:
        soon = clock.now() + LEXICON_PAUSE
        await _enqueue_rebuild(connection, max(soon, await rebuild_due(connection) or soon))


async def _enqueue_rebuild(connection: Connection, due: datetime) -> None:
    """Enqueue one rebuild for the second in which it is due.

    The key contains the time, because a rebuild that is running does not see what changes now.
    """
    second = int(due.timestamp()) + 1
    await enqueue(
        connection,
        rebuild_suggestions,
        RebuildSuggestions(),
        after=due - clock.now(),
        deduplication_key=f"lexicon:{second}",
    )


@every("*/5 * * * *")
async def renew_searched(runtime: Runtime) -> None:
    """Suggest what several shoppers have searched for."""
    async with runtime.database.transaction() as connection:
        await renew_searched_queries(connection, _today(runtime))


@every("52 3 * * *")
async def delete_old_searches(runtime: Runtime) -> None:
    """Delete the sums of searches after some months."""
    before = _today(runtime) - timedelta(days=FAILED_SEARCH_DAYS)
    for delete in (delete_failed_searches, delete_found_searches, delete_empty_lists):
        await delete_in_batches(runtime.database, partial(_delete_before, delete, before))


async def _delete_before(
    delete: Callable[[Connection, date, int], Awaitable[int]],
    before: date,
    connection: Connection,
    limit: int,
) -> int:
    return await delete(connection, before, limit)


def _today(runtime: Runtime) -> date:
    return clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()
