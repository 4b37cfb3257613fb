"""Checks of `stallage doctor` on the database connection: encryption and time limits."""

from __future__ import annotations

import asyncpg

from stallage.core.db_address import hosts_of, is_local
from stallage.core.db_limits import SessionLimits
from stallage.diagnosis import Finding, note, ok, wrong

ENCRYPTION = "SELECT version, cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl"
LIMITS = ("statement_timeout", "idle_in_transaction_session_timeout")
IN_FORCE = "SELECT name, setting FROM pg_settings WHERE name = ANY($1::text[])"


async def check_connection(
    connection: asyncpg.Connection[asyncpg.Record], dsn: str
) -> list[Finding]:
    """Check a connection that was opened with the default `SessionLimits`."""
    return [await _encryption(connection, dsn), *await _limits(connection)]


async def _encryption(connection: asyncpg.Connection[asyncpg.Record], dsn: str) -> Finding:
    row = await connection.fetchrow(ENCRYPTION)
    if row is not None:
        message = f"{row['version']}, {row['cipher']}"
        if "sslmode=verify-full" not in dsn:
            message += "; sslmode=verify-full would also verify the server's identity"
        return ok("Database TLS", message)
    if all(map(is_local, hosts_of(dsn))):
        return ok("Database TLS", "Not needed: the database is on this machine.")
    return wrong(
        "Database TLS",
        "The database is on another host and the connection is not encrypted. Set up TLS"
        " on the server, and STALLAGE_DATABASE_PLAIN_TEXT=false.",
    )


async def _limits(connection: asyncpg.Connection[asyncpg.Record]) -> list[Finding]:
    expected = SessionLimits().server_settings()
    rows = await connection.fetch(IN_FORCE, list(LIMITS))
    missing = [row["name"] for row in rows if row["setting"] != expected[row["name"]]]
    if not missing:
        return []
    return [
        note(
            "Database",
            f"A pooler drops {' and '.join(missing)}, so locks of a lost host may remain. Set them"
            " with: ALTER ROLE … SET",
        )
    ]
