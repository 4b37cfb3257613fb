"""Detects untrusted proxies: without `trusted_proxies` all shoppers share one client.

Each process logs a proxy once and stores it for `stallage doctor`.
"""

from __future__ import annotations

import asyncio
from datetime import timedelta

import asyncpg
import structlog
from fastapi import Request

from stallage.core import clock
from stallage.core.clients import Client, client_of
from stallage.core.db import Connection, Database

log = structlog.get_logger(__name__)

MAX_PEERS = 64
"""A bound, because anybody can send a forwarding header from any number of addresses."""
RETENTION = timedelta(days=7)

STORE = """
INSERT INTO untrusted_proxies (address, is_private, seen_at) VALUES ($1, $2, $3)
ON CONFLICT (address) DO UPDATE SET seen_at = excluded.seen_at
"""
LIST_RECENT = """
SELECT address, is_private FROM untrusted_proxies WHERE seen_at > $1
ORDER BY is_private DESC, seen_at DESC LIMIT 5
"""
DELETE_EXPIRED = "DELETE FROM untrusted_proxies WHERE seen_at <= $1"


class UntrustedProxyMonitor:
    """Reports untrusted proxies, once per process and peer."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._reported: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def check(self, request: Request) -> None:
        """Check a request that has a forwarding header."""
        client = client_of(request)
        peer = client.untrusted_proxy
        if not peer or peer in self._reported or len(self._reported) >= MAX_PEERS:
            return
        self._reported.add(peer)
        log.warning(
            "untrusted_proxy",
            peer=peer,
            advice="If this is your proxy, add it to STALLAGE_TRUSTED_PROXIES.",
        )
        task = asyncio.create_task(self._store(client))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _store(self, client: Client) -> None:
        try:
            async with self._database.reading() as connection:
                await connection.execute(
                    STORE, client.untrusted_proxy, client.is_shared, clock.now()
                )
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError):
            # The next request from this peer tries again.
            self._reported.discard(client.untrusted_proxy)


async def recent_untrusted_proxies(connection: Connection) -> list[tuple[str, bool]]:
    """Return untrusted peers that sent forwarding headers: address, and whether it is private."""
    rows = await connection.fetch(LIST_RECENT, clock.now() - RETENTION)
    return [(row["address"], row["is_private"]) for row in rows]


async def delete_expired(connection: Connection) -> None:
    """Delete peers not seen within RETENTION."""
    await connection.execute(DELETE_EXPIRED, clock.now() - RETENTION)
