"""Deletes the contents of abandoned carts."""

from __future__ import annotations

from datetime import timedelta

from stallage.cart.actions import delete_old_gift_cards, delete_old_lines
from stallage.core import clock
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection
from stallage.core.jobs import every
from stallage.core.runtime import Runtime


@every("7 4 * * *")
async def empty_old_carts(runtime: Runtime) -> None:
    """Delete lines that were added more than `cart_seconds` ago."""
    before = clock.now() - timedelta(seconds=runtime.settings.cart_seconds)

    async def delete_lines(connection: Connection, limit: int) -> int:
        return await delete_old_lines(connection, before, limit)

    async def delete_gift_cards(connection: Connection, limit: int) -> int:
        return await delete_old_gift_cards(connection, before, limit)

    await delete_in_batches(runtime.database, delete_lines)
    await delete_in_batches(runtime.database, delete_gift_cards)
