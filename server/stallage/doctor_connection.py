"""Checks of `stallage doctor` on connections to the database: encryption, pooler, replicas."""

from __future__ import annotations

import asyncio

import asyncpg

from stallage.core.db_address import addresses_by_host, hosts_of, is_local
from stallage.core.db_limits import SessionLimits
from stallage.core.db_pooler import PooledConnection
from stallage.core.db_replicas import MAX_BEHIND_SECONDS, ON_DISK, REPLAYED, name_of
from stallage.diagnosis import Finding, note, ok, wrong

ENCRYPTION = "SELECT version, cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl"
SETTINGS = "SELECT name, setting FROM pg_settings WHERE name = ANY($1::text[])"
DATABASE_KEY = "SELECT database_key FROM catalogue_state"
SYSTEM = "SELECT system_identifier, current_database() FROM pg_control_system()"
CONNECT_SECONDS = 5
POLL_SECONDS = 0.1


async def check_connection(
    connection: asyncpg.Connection[asyncpg.Record], dsn: str, pooler_dsn: str, replica_dsn: str
) -> list[Finding]:
    """Check a connection to the database, and the pooler and the replicas if there are any."""
    found = [await _encryption(connection, dsn)]
    if pooler_dsn:
        found += await _pooler(connection, pooler_dsn)
    if replica_dsn:
        found += [await _replica(connection, one) for one in addresses_by_host(replica_dsn)]
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


async def _replica(connection: asyncpg.Connection[asyncpg.Record], dsn: str) -> Finding:
    """Check that a server follows the primary, and reaches in time what is written now."""
    name = name_of(dsn)
    try:
        replica = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError) as error:
        reason = error or type(error).__name__
        return note("Replicas", f"{name} cannot be reached, so it takes no reads: {reason}")
    try:
        if await replica.fetchrow(SYSTEM) != await connection.fetchrow(SYSTEM):
            return wrong("Replicas", f"{name} is no copy of the database of STALLAGE_DATABASE_URL.")
        written = await connection.fetchval(ON_DISK)
        async with asyncio.timeout(MAX_BEHIND_SECONDS):
            while await replica.fetchval(REPLAYED) < written:  # noqa: ASYNC110 - no event
                await asyncio.sleep(POLL_SECONDS)
    except TimeoutError:
        message = f"{name} is more than {MAX_BEHIND_SECONDS} seconds behind, so it takes no reads."
        return note("Replicas", message)
    except asyncpg.PostgresError as error:
        return wrong("Replicas", f"{name}: {error}")
    finally:
        await replica.close()
    return ok("Replicas", f"{name} follows the primary.")
