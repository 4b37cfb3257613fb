"""Fills an empty shop with the demo shop, whole or not at all; twice is once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.media import Media
from stallage.core.runtime import Runtime
from stallage.demo import catalogue, surroundings
from stallage.demo.pictures import Pictures, fingerprint, named, store
from stallage.shop.actions import put_milestone
from stallage.shop.queries import milestone

MILESTONE = "demo"
_ONE_AT_A_TIME = 0x64656D6F
"""The advisory lock by which two fillings at once are one."""

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Filled:
    """What became of it."""

    outcome: Literal["filled", "pictures", "unchanged", "occupied"]
    missing: list[str]
    """Pictures that the data names and that are not there yet."""


async def fill(runtime: Runtime, say: Say) -> Filled:
    """Fills the shop. One that holds the demo shop already gets new pictures and keeps the rest.

    A shop that holds a catalogue of its own is left alone.
    """
    names = named()
    mark = await asyncio.to_thread(fingerprint, names)
    async with runtime.database.transaction() as connection:
        await connection.execute("SELECT pg_advisory_xact_lock($1)", _ONE_AT_A_TIME)
        known = await milestone(connection, MILESTONE)
        if known is None and await connection.fetchval("SELECT EXISTS (SELECT FROM products)"):
            return Filled("occupied", [])
        if (
            known is not None
            and known.facts.get("pictures") == mark
            and not await _has_lost_pictures(connection, runtime.media)
        ):
            return Filled("unchanged", known.facts.get("missing", []))
        say("Pictures")
        pictures = await asyncio.to_thread(store, runtime.media, names)
        if known is None:
            await _fill(connection, runtime, pictures, say)
        else:
            surroundings.store_marks(runtime.media)
            await catalogue.put_product_pictures(connection, pictures)
            await catalogue.put_places(connection, pictures)
            await catalogue.put_promotions(connection, pictures, known.happened_at)
            await surroundings.put_blogs(connection, pictures, known.happened_at)
        facts = {"pictures": mark, "missing": pictures.missing}
        await put_milestone(connection, MILESTONE, facts)
    return Filled("filled" if known is None else "pictures", pictures.missing)


async def _has_lost_pictures(connection: Connection, media: Media) -> bool:
    """Whether files are gone that the database speaks of: another data folder, or a tidied one."""
    rows = await connection.fetch("SELECT path FROM product_images WHERE path IS NOT NULL")
    return await asyncio.to_thread(lambda: any(not media.has(row["path"]) for row in rows))


async def _fill(connection: Connection, runtime: Runtime, pictures: Pictures, say: Say) -> None:
    now = clock.now()
    say("Company details and texts")
    await surroundings.put_the_company(connection, runtime.media)
    await surroundings.put_texts(connection)
    say("Categories and brands")
    await catalogue.put_places(connection, pictures)
    say("Products")
    await catalogue.put_all_products(connection, pictures, now)
    say("Sales, sliders and sections")
    await catalogue.put_promotions(connection, pictures, now)
    say("Journal")
    await surroundings.put_blogs(connection, pictures, now)
    say("Reviews and questions")
    await surroundings.add_reviews(connection, now)
    await surroundings.add_questions(connection, now)
    say("Delivery, taxes and codes")
    await surroundings.put_terms(connection, now)
    await surroundings.keep_gift_codes(connection, runtime.secret, now)
