"""Waits until transactions stand in each other's way, so that a race has one outcome only."""

from __future__ import annotations

import asyncio

from tests.shop import Shop

WAITING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'
"""


async def until_blocked(shop: Shop, transactions: int = 1) -> None:
    """Returns once so many transactions wait for what others have locked."""
    async with asyncio.timeout(30):
        while True:
            # A transaction of its own each time: within one, the answer stays.
            async with shop.database.reading() as connection:
                if await connection.fetchval(WAITING) >= transactions:
                    return
