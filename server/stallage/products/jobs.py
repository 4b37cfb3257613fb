"""Background work on products: prices of sales, cards, and pictures from other hosts."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock, events
from stallage.core.jobs import enqueue, every, job
from stallage.core.retry_policies import BULK
from stallage.core.runtime import Runtime
from stallage.products.actions.cards import (
    CardsToRebuild,
    rebuild_cards,
    refresh_products,
    refresh_reduced,
)
from stallage.products.actions.pictures import (
    mark_pictures_failed,
    pending_pictures,
    store_pictures,
)
from stallage.products.actions.sales import PricesDue, notify_of_sales, stale_prices
from stallage.products.actions.stock_levels import forget_stock_changes
from stallage.products.events import PicturesPending
from stallage.products.gateway_calls import download_pictures

PICTURE_PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 10, 60, 360))
"""Pauses before each new attempt to download a picture."""


@job
async def change_prices(runtime: Runtime, _due: PricesDue) -> None:
    """Rebuild the cards of products whose sale starts or ends."""
    async with runtime.database.transaction() as connection:
        ids = await stale_prices(connection, clock.now())
        await refresh_products(connection, ids)


@job
async def rebuild_all_cards(runtime: Runtime, cards: CardsToRebuild) -> None:
    """Rebuild a batch of cards from an earlier release, then enqueue the next batch."""
    async with runtime.database.transaction() as connection:
        rest = await rebuild_cards(connection, cards)
        if rest is not None:
            await enqueue(connection, rebuild_all_cards, rest)


@job
async def show_rounded_prices(runtime: Runtime, cards: CardsToRebuild) -> None:
    """Show sale prices by another rounding in a batch of cards, then enqueue the next batch."""
    async with runtime.database.transaction() as connection:
        rest = await refresh_reduced(connection, cards)
        if rest is not None:
            await enqueue(connection, show_rounded_prices, rest)


@every("* * * * *")
async def update_sale_prices(runtime: Runtime) -> None:
    """Rebuild the cards of sales that started or ended, also while no worker ran."""
    now = clock.now()
    async with runtime.database.transaction() as connection:
        await refresh_products(connection, await stale_prices(connection, now))
        # Two minutes, so that no sale falls between two runs.
        await notify_of_sales(connection, now - timedelta(minutes=2), now)


@every("* * * * *")
async def forget_changes(runtime: Runtime) -> None:
    """Keep the log of changes of stock short."""
    async with runtime.database.transaction() as connection:
        await forget_stock_changes(connection)


@events.on(PicturesPending, policy=BULK)
async def fetch_pictures(runtime: Runtime, event: PicturesPending) -> None:
    """Download pictures from other hosts. Retry temporary failures after `PICTURE_PAUSES`."""
    async with runtime.database.reading() as connection:
        pictures = await pending_pictures(connection, event.product_ids)
    downloads = await download_pictures(runtime, pictures)
    retries = downloads.retryable if event.tries < len(PICTURE_PAUSES) else []
    failed = downloads.failed + (downloads.retryable if not retries else [])
    async with runtime.database.transaction() as connection:
        await store_pictures(connection, downloads.stored)
        await mark_pictures_failed(connection, failed)
        if retries:
            await enqueue(
                connection,
                fetch_pictures,
                event.model_copy(update={"tries": event.tries + 1}),
                after=PICTURE_PAUSES[event.tries],
            )
