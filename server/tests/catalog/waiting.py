"""Waits for what a serving process learns by itself."""

from __future__ import annotations

import asyncio
import itertools

from stallage.catalog.search.feed import CHANNEL
from stallage.catalog.shelf import Shelf
from tests.shop import Shop

_probes = itertools.count(1)


async def heard(shop: Shop) -> None:
    """Returns when the shop has heard of everything that was committed before."""
    shelf: Shelf = shop.runtime.kept["catalog"]
    # The database tells in the order of commits, so what was told before this has been heard too.
    probe = f"pages:-{next(_probes)}"
    async with shop.database.reading() as connection:
        await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, probe)
    while True:
        if shelf.last_heard == probe:
            return
        await asyncio.sleep(0.002)


async def worked(shop: Shop) -> None:
    """Runs the background work that is due, and returns when the shop shows what came of it."""
    await shop.work()
    await heard(shop)
