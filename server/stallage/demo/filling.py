"""Fill an empty database with the demo shop, in one transaction. Idempotent."""

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
from stallage.declaration.pictures import StoredPictures
from stallage.declaration.reading import read_declaration
from stallage.declaration.running import apply_declaration, relative_date_start, store_pictures
from stallage.products.actions.start_times import clear_start_times
from stallage.setup_guide.actions import set_dismissed
from stallage.shop.actions import put_milestone
from stallage.shop.queries import milestone
from stallage.wallet.actions.gift_codes import store_gift_code
from stallage.wallet.actions.void_gift_codes import void_gift_codes
from stallage.wallet.rules import gift_code_hash

SHOP = Path(__file__).parent / "shop"
MILESTONE = "demo"
LOCK = 0x64656D6F
"""Advisory lock that serializes fills."""

GIFT_CODES = {"KILN-2500-OAK": 2500, "KILN-5000-ASH": 5000}
"""Code → amount in cents. The database stores only hashes, so files cannot declare codes."""
GIFT_CODE_DAYS = 365

FillResult: TypeAlias = Literal["filled", "pictures", "unchanged", "occupied"]
"""`pictures`: only missing pictures were restored; `occupied`: there is another catalogue."""


async def fill(runtime: Runtime) -> FillResult:
    """Fill the shop. A shop that already has products is not changed.

    If these are the demo shop's, missing pictures are restored.
    """
    async with runtime.database.reading() as connection:
        outcome = await _expected_result(connection)
        start = await relative_date_start(connection)
    if outcome == "occupied":
        return outcome
    if outcome == "unchanged":
        return await _restore_pictures(runtime)
    declaration = read_declaration(SHOP, runtime.settings, start)
    stored = await store_pictures(declaration, runtime.media)
    async with runtime.database.long_transaction() as connection:
        await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
        outcome = await _expected_result(connection)
        if outcome == "filled":
            await apply_declaration(connection, runtime, declaration, stored)
            # The sales began days ago, and their products cost more before.
            await clear_start_times(connection)
            await _store_gift_codes(connection, runtime.secret)
            await put_milestone(connection, MILESTONE, {})
            # It is complete, except that nothing is sent.
            await set_dismissed(connection, True)
    return outcome


async def _expected_result(connection: Connection) -> FillResult:
    if await milestone(connection, MILESTONE) is not None:
        return "unchanged"
    has_products = await connection.fetchval("SELECT EXISTS (SELECT FROM products)")
    return "occupied" if has_products else "filled"


async def _restore_pictures(runtime: Runtime) -> FillResult:
    """Restore missing pictures, for example after a change of the data folder."""
    async with runtime.database.reading() as connection:
        rows = await connection.fetch("SELECT path FROM product_images WHERE path IS NOT NULL")
    media: Media = runtime.media
    missing = await asyncio.to_thread(lambda: any(not media.has(row["path"]) for row in rows))
    if not missing:
        return "unchanged"
    await StoredPictures().store(media, _picture_files())
    return "pictures"


def _picture_files() -> Iterator[str]:
    for suffix in ("*.webp", "*.svg", "*.webm"):
        yield from (str(path) for path in SHOP.rglob(suffix))


async def void_demo_codes(runtime: Runtime) -> int:
    """Void the demo's published gift codes; return how many could still have been redeemed."""
    hashes = [gift_code_hash(secret, code) for secret in runtime.secrets for code in GIFT_CODES]
    async with runtime.database.transaction() as connection:
        return await void_gift_codes(connection, hashes, clock.now())


async def _store_gift_codes(connection: Connection, secret: bytes) -> None:
    expires_at = clock.now() + timedelta(days=GIFT_CODE_DAYS)
    for code, amount in GIFT_CODES.items():
        await store_gift_code(connection, secret, code, amount, expires_at=expires_at)
