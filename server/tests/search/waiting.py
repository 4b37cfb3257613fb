"""Waits for what a serving process learns by itself."""

from __future__ import annotations

import itertools

from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.index.feed import CHANNEL
from tests.shop import Shop
from tests.waiting import until

_probes = itertools.count(1)


async def heard(shop: Shop) -> None:
    """Returns when the shop has heard of everything that was committed before."""
    cache: CatalogCache = shop.runtime.services["catalog"]
    # The database tells in the order of commits, so what was told before this has been heard too.
    probe = f"pages:-{next(_probes)}"
    async with shop.database.reading() as connection:
        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, probe)
    await until(lambda: cache.last_notification == probe)


async def worked(shop: Shop) -> None:
    """Runs the background work that is due, and returns when the shop shows what came of it."""
    await shop.work()
    await heard(shop)
