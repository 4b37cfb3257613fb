"""Wait until a serving process has processed notifications of the database."""

from __future__ import annotations

import itertools

from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.index.updates import CHANNEL
from tests.shop import Shop
from tests.waiting import until

_probes = itertools.count(1)


async def wait_for_cache(shop: Shop) -> None:
    """Wait until the shop's catalog cache has processed all notifications so far."""
    cache: CatalogCache = shop.runtime.services["catalog"]
    # Notifications arrive in the order of commits, so earlier ones have been processed as well.
    probe = f"pages:-{next(_probes)}"
    async with shop.database.reading() as connection:
        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, probe)
    await until(lambda: cache.last_notification == probe and not cache.is_reading_index)


async def work_and_wait(shop: Shop) -> None:
    """Run due jobs, and wait until the shop shows their results."""
    await shop.work()
    await wait_for_cache(shop)
