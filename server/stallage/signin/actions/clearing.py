"""Clears away what has lived its time."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock, limits, proxies
from stallage.core.db import Connection

# An expired code is kept for an hour, so that who types it late is told why it does not work.
LATE = timedelta(hours=1)

CODES = "DELETE FROM one_time_codes WHERE expires_at <= $1"
TOKENS = "DELETE FROM refresh_tokens WHERE expires_at <= $1"
SIGN_INS = """
DELETE FROM sign_ins s
WHERE NOT EXISTS (SELECT FROM refresh_tokens t WHERE t.family = s.family)
"""


async def clear_away(connection: Connection) -> None:
    """Deletes codes, limits and refresh tokens of the past, and sign-ins that have no token left."""
    now = clock.now()
    await connection.execute(CODES, now - LATE)
    await limits.forget_old(connection)
    await proxies.forget_old(connection)
    await connection.execute(TOKENS, now)
    await connection.execute(SIGN_INS)
