"""Delete expired rows of sign-in."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock, proxies, rate_limits
from stallage.core.db import Connection
from stallage.settings import Settings

# An expired code is stored for another hour, so that a late shopper learns why it does not work.
LATE = timedelta(hours=1)

CODES = "DELETE FROM issued_codes WHERE expires_at <= $1"
TOKENS = "DELETE FROM refresh_tokens WHERE expires_at <= $1"
KNOWN_CLIENTS = "DELETE FROM known_clients WHERE last_used_at <= $1"
ENDED = "DELETE FROM ended_sign_ins WHERE ended_at <= clock_timestamp() - $1::interval"
SIGN_INS = """
DELETE FROM sign_ins s
WHERE NOT EXISTS (SELECT FROM refresh_tokens t WHERE t.family = s.family)
"""


async def delete_expired(connection: Connection, settings: Settings) -> None:
    """Delete expired codes, limits, tokens and known clients, and sign-ins without a token."""
    now = clock.now()
    await connection.execute(CODES, now - LATE)
    await rate_limits.delete_expired(connection)
    await proxies.delete_expired(connection)
    await connection.execute(TOKENS, now)
    await connection.execute(SIGN_INS)
    await connection.execute(KNOWN_CLIENTS, now - timedelta(seconds=settings.known_client_seconds))
    await connection.execute(ENDED, timedelta(seconds=settings.access_token_seconds) + LATE)
