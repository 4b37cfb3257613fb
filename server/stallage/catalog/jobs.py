"""Background work of the catalogue: the search index, suggestions, and sales that begin and end."""

from __future__ import annotations

from datetime import timedelta

from pydantic import BaseModel

from stallage.catalog.actions.cards import CardsToBuild, products_changed, rebuild_cards
from stallage.catalog.actions.lexicon import rebuild_lexicon
from stallage.catalog.actions.pictures import awaited_pictures, give_up_pictures, keep_pictures
from stallage.catalog.actions.sets import PricesDue, stale_prices, tell_of_moments
from stallage.catalog.events import PicturesAwaited, ProductsChanged
from stallage.catalog.fetching import fetch_all
from stallage.catalog.search import feed
from stallage.core import clock, events
from stallage.core.policies import BULK
from stallage.core.runtime import Runtime
from stallage.core.work import enqueue, every, job

LEXICON_PAUSE = timedelta(seconds=1)
"""Changes that come close together rebuild the suggestions once."""
PICTURE_PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 10, 60, 360))
"""After how long pictures that could not be had are tried again."""


class Suggestions(BaseModel):
    """All of them."""


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
            once_as="lexicon",
        )


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
async def look_at_the_clock(runtime: Runtime) -> None:
    """Sales and sliders that began or ended, also while the worker stood still."""
    now = clock.now()
    async with runtime.database.transaction() as connection:
        await products_changed(connection, await stale_prices(connection, now))
        # A minute more than the time between two turns, so that none falls between them.
        await tell_of_moments(connection, now - timedelta(minutes=2), now)


@every("23 3 * * *")
async def index_anew(runtime: Runtime) -> None:
    """Builds the search index from the database once a night, so that no miss lasts."""
    await feed.rebuild(feed.index_of(runtime), runtime.database)


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
