"""Checks of `stallage doctor` on connections to the database: encryption, and what a pooler drops."""

from __future__ import annotations

import asyncpg

from stallage.core.db_address import hosts_of, is_local
from stallage.core.db_limits import SessionLimits
from stallage.core.db_pooler import PooledConnection
from stallage.diagnosis import Finding, note, ok, wrong

ENCRYPTION = "SELECT version, cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl"
SETTINGS = "SELECT name, setting FROM pg_settings WHERE name = ANY($1::text[])"
DATABASE_KEY = "SELECT database_key FROM catalogue_state"
CONNECT_SECONDS = 5


async def check_connection(
    connection: asyncpg.Connection[asyncpg.Record], dsn: str, pooler_dsn: str
) -> list[Finding]:
    """Check a connection to the database, and the way through the pooler if there is one."""
    found = [await _encryption(connection, dsn)]
    if pooler_dsn:
        found += await _pooler(connection, pooler_dsn)
    return found


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


async def _pooler(connection: asyncpg.Connection[asyncpg.Record], pooler_dsn: str) -> list[Finding]:
    """Check that a pooler leads to the same database, with the settings that it drops at the start."""
    try:
        pooled = await asyncpg.connect(
            pooler_dsn,
            timeout=CONNECT_SECONDS,
            connection_class=PooledConnection,
            statement_cache_size=0,
        )
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError) as error:
        return [wrong("Pooler", f"It cannot be reached: {error or type(error).__name__}")]
    try:
        if await pooled.fetchval(DATABASE_KEY) != await connection.fetchval(DATABASE_KEY):
            return [wrong("Pooler", "It leads to another database than STALLAGE_DATABASE_URL.")]
        expected = {
            name: value
            for name, value in SessionLimits().server_settings().items()
            if name.endswith("timeout") and not name.startswith("tcp")
        } | {"jit": "off"}
        rows = await pooled.fetch(SETTINGS, list(expected))
    except asyncpg.PostgresError as error:
        return [wrong("Pooler", str(error))]
    finally:
        await pooled.close()
    missing = [row["name"] for row in rows if row["setting"] != expected[row["name"]]]
    if not missing:
        return [ok("Pooler", "It leads to the database.")]
    return [
        note(
            "Pooler",
            f"It drops {', '.join(sorted(missing))}, so locks of a lost host may remain, and plans take"
            " long. Set them with: ALTER ROLE … SET",
        )
    ]
