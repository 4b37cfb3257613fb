"""Waits until transactions block each other, so that a race has only one outcome."""

from __future__ import annotations

import asyncio

from tests.shop import Shop

COUNT_WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


async def wait_until_blocked(shop: Shop, transactions: int = 1) -> None:
    """Wait until this many transactions are waiting for locks."""
    async with asyncio.timeout(30):
        while True:
            # Without a transaction: within one, the statistics are cached.
            async with shop.database.reading() as connection:
                if await connection.fetchval(COUNT_WAITING) >= transactions:
                    return
