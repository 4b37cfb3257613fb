"""Notices proxies that nobody has named: without `trusted_proxies` all shoppers look like one.

Each process says so once in the log and notes it for `stallage doctor`.
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

NOTED_AT_ONCE = 64
"""So many peers are remembered; a stranger can send the header from any number of addresses."""
REMEMBERED = timedelta(days=7)

NOTE = """
INSERT INTO untrusted_proxies (address, is_private, seen_at) VALUES ($1, $2, $3)
ON CONFLICT (address) DO UPDATE SET seen_at = excluded.seen_at
"""
LATELY = """
SELECT address, is_private FROM untrusted_proxies WHERE seen_at > $1
ORDER BY is_private DESC, seen_at DESC LIMIT 5
"""
FORGET = "DELETE FROM untrusted_proxies WHERE seen_at <= $1"


class ProxyWatch:
    """What one process has noticed."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._noted: set[str] = set()
        self._notes: set[asyncio.Task[None]] = set()

    def look_at(self, request: Request) -> None:
        """Looks at a request that has a forwarding header."""
        client = client_of(request)
        peer = client.untrusted_proxy
        if not peer or peer in self._noted or len(self._noted) >= NOTED_AT_ONCE:
            return
        self._noted.add(peer)
        log.warning(
            "untrusted_proxy",
            peer=peer,
            advice="If this is your proxy, name it in STALLAGE_TRUSTED_PROXIES.",
        )
        note = asyncio.create_task(self._note(client))
        self._notes.add(note)
        note.add_done_callback(self._notes.discard)

    async def _note(self, client: Client) -> None:
        try:
            async with self._database.reading() as connection:
                await connection.execute(
                    NOTE, client.untrusted_proxy, client.is_hidden, clock.now()
                )
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError):
            # The next request from there tries again.
            self._noted.discard(client.untrusted_proxy)


async def noticed_lately(connection: Connection) -> list[tuple[str, bool]]:
    """Peers that sent forwarding headers untrusted: address, and whether it is a private one."""
    rows = await connection.fetch(LATELY, clock.now() - REMEMBERED)
    return [(row["address"], row["is_private"]) for row in rows]


async def forget_old(connection: Connection) -> None:
    """Deletes what was noticed long ago."""
    await connection.execute(FORGET, clock.now() - REMEMBERED)
