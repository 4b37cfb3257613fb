"""Fills an empty shop with the demo shop, whole or not at all; twice is once."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Literal, TypeAlias

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.media import Media
from stallage.core.runtime import Runtime
from stallage.declaration.pictures import Stored
from stallage.declaration.reading import read_declaration
from stallage.declaration.running import apply_declaration, start_of, store_pictures
from stallage.products.actions import products_changed
from stallage.shop.actions import put_milestone
from stallage.shop.queries import milestone
from stallage.wallet.actions.gift_codes import keep_gift_code
from stallage.wallet.rules import gift_code_hash

SHOP = Path(__file__).parent / "shop"
MILESTONE = "demo"
ONE_AT_A_TIME = 0x64656D6F
"""The advisory lock by which two fillings at once are one."""

GIFT_CODES = {"KILN-2500-OAK": 2500, "KILN-5000-ASH": 5000}
"""Codes to try and their worth in cents. The database keeps hashes, so no file declares them."""
GIFT_CODE_DAYS = 365
VOID_CODES = """
UPDATE gift_codes SET voided_at = $2
WHERE code_hash = ANY($1) AND redeemed_at IS NULL AND voided_at IS NULL
"""

Filled: TypeAlias = Literal["filled", "pictures", "unchanged", "occupied"]
"""What became of it; `pictures`: only lost pictures were put back."""


async def fill(runtime: Runtime) -> Filled:
    """Fills the shop. One that holds the demo shop already keeps what it is.

    A shop that holds a catalogue of its own is left alone.
    """
    async with runtime.database.reading() as connection:
        outcome = await _standing(connection)
        start = await start_of(connection)
    if outcome == "occupied":
        return outcome
    if outcome == "unchanged":
        return await _with_pictures(runtime)
    declaration = read_declaration(SHOP, runtime.settings, start)
    stored = await store_pictures(declaration, runtime.media)
    async with runtime.database.long_transaction() as connection:
        await connection.execute("SELECT pg_advisory_xact_lock($1)", ONE_AT_A_TIME)
        outcome = await _standing(connection)
        if outcome == "filled":
            await apply_declaration(connection, runtime, declaration, stored)
            await _backdate_prices(connection)
            await _keep_gift_codes(connection, runtime.secret)
            await put_milestone(connection, MILESTONE, {})
    return outcome


async def _standing(connection: Connection) -> Filled:
    """What filling would come to now."""
    if await milestone(connection, MILESTONE) is not None:
        return "unchanged"
    has_products = await connection.fetchval("SELECT EXISTS (SELECT FROM products)")
    return "occupied" if has_products else "filled"


async def _backdate_prices(connection: Connection) -> None:
    """Makes the past: the sales began days ago, and their products cost more before."""
    await connection.execute("UPDATE skus SET created_at = NULL")
    await connection.execute("UPDATE collection_products SET added_at = NULL")
    rows = await connection.fetch("SELECT id FROM products WHERE card IS NOT NULL")
    await products_changed(connection, [row["id"] for row in rows])


async def _with_pictures(runtime: Runtime) -> Filled:
    """Puts back pictures that the media have lost: another data folder, or a tidied one."""
    async with runtime.database.reading() as connection:
        rows = await connection.fetch("SELECT path FROM product_images WHERE path IS NOT NULL")
    media: Media = runtime.media
    lost = await asyncio.to_thread(lambda: any(not media.has(row["path"]) for row in rows))
    if not lost:
        return "unchanged"
    await Stored().take(media, _drawings_and_pictures())
    return "pictures"


def _drawings_and_pictures() -> Iterator[str]:
    for suffix in ("*.webp", "*.svg"):
        yield from (str(path) for path in SHOP.rglob(suffix))


async def void_gift_codes(runtime: Runtime) -> int:
    """Voids the published codes, which everybody knows; how many could still have been redeemed."""
    hashes = [gift_code_hash(secret, code) for secret in runtime.secrets for code in GIFT_CODES]
    async with runtime.database.transaction() as connection:
        done: str = await connection.execute(VOID_CODES, hashes, clock.now())
    return int(done.rpartition(" ")[2])


async def _keep_gift_codes(connection: Connection, secret: bytes) -> None:
    expires_at = clock.now() + timedelta(days=GIFT_CODE_DAYS)
    for code, amount in GIFT_CODES.items():
        await keep_gift_code(connection, secret, code, amount, expires_at=expires_at)
