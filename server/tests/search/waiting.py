"""Wait until a serving process has processed notifications of the database."""

from __future__ import annotations

from stallage.search.cache.catalog_cache import CatalogCache
from tests.shop import Shop


async def wait_for_cache(shop: Shop) -> None:
    """Wait until the shop's catalog cache has processed all notifications so far."""
    cache: CatalogCache = shop.runtime.services["catalog"]
    await shop.see_changes(cache)


async def work_and_wait(shop: Shop) -> None:
    """Run due jobs, and wait until the shop shows their results."""
    await shop.work()
    await wait_for_cache(shop)
