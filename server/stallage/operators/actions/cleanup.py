"""Deletes what has ended: sessions, links, challenges, browsers that were not used for long."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection
from stallage.operators.rules.sessions import IDLE, KNOWN_CLIENT

SESSIONS = "DELETE FROM operator_sessions WHERE expires_at <= $1 OR last_used_at <= $2"
LINKS = "DELETE FROM operator_links WHERE expires_at <= $1"
CHALLENGES = "DELETE FROM operator_challenges WHERE expires_at <= $1"
KNOWN_CLIENTS = "DELETE FROM operator_known_clients WHERE last_used_at <= $1"


async def delete_ended(connection: Connection) -> None:
    """Delete ended sessions, expired links and challenges, and forgotten browsers."""
    now = clock.now()
    await connection.execute(SESSIONS, now, now - IDLE)
    await connection.execute(LINKS, now)
    await connection.execute(CHALLENGES, now)
    await connection.execute(KNOWN_CLIENTS, now - KNOWN_CLIENT)
