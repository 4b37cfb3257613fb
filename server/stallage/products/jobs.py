"""Background work on products: prices of sales, cards, and pictures from other hosts."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock, events
from stallage.core.jobs import enqueue, every, job
from stallage.core.retry_policies import BULK
from stallage.core.runtime import Runtime
from stallage.products.actions.cards import CardsToBuild, products_changed, rebuild_cards
from stallage.products.actions.pictures import awaited_pictures, give_up_pictures, keep_pictures
from stallage.products.actions.sales import PricesDue, notify_of_sales, stale_prices
from stallage.products.events import PicturesAwaited
from stallage.products.image_download import fetch_all

PICTURE_PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 10, 60, 360))
"""Pauses before each new attempt to download a picture."""


@job
async def change_prices(runtime: Runtime, _due: PricesDue) -> None:
    """A sale begins or ends: its products' cards follow."""
    async with runtime.database.transaction() as connection:
        ids = await stale_prices(connection, clock.now())
        await products_changed(connection, ids)


@job
async def build_cards_anew(runtime: Runtime, wanted: CardsToBuild) -> None:
    """Some of the cards of an earlier release, and the rest in another transaction."""
    async with runtime.database.transaction() as connection:
        rest = await rebuild_cards(connection, wanted)
        if rest is not None:
            await enqueue(connection, build_cards_anew, rest)


@every("* * * * *")
async def update_sale_prices(runtime: Runtime) -> None:
    """Rebuild the cards of sales that started or ended, also while no worker ran."""
    now = clock.now()
    async with runtime.database.transaction() as connection:
        await products_changed(connection, await stale_prices(connection, now))
        # Two minutes, so that none falls between two runs.
        await notify_of_sales(connection, now - timedelta(minutes=2), now)


@events.on(PicturesAwaited, policy=BULK)
async def fetch_pictures(runtime: Runtime, awaited: PicturesAwaited) -> None:
    """Fetches pictures that lie elsewhere; those that cannot be had now are tried again, bounded."""
    async with runtime.database.reading() as connection:
        wanted = await awaited_pictures(connection, awaited.product_ids)
    fetched = await fetch_all(runtime, wanted)
    again = fetched.later if awaited.tries < len(PICTURE_PAUSES) else []
    given_up = fetched.gone + (fetched.later if not again else [])
    async with runtime.database.transaction() as connection:
        await keep_pictures(connection, fetched.ready)
        await give_up_pictures(connection, given_up)
        if again:
            await enqueue(
                connection,
                fetch_pictures,
                awaited.model_copy(update={"tries": awaited.tries + 1}),
                after=PICTURE_PAUSES[awaited.tries],
            )
