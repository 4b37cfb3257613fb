"""Whether a database holds anything that a restore would replace."""

from __future__ import annotations

from stallage.core.db import Connection

_TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
_SHOP = "SELECT to_regclass('public.alembic_version') IS NOT NULL"
_ROWS = "SELECT EXISTS (SELECT FROM products) OR EXISTS (SELECT FROM customers)"
_RUNNING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name IN ('stallage', 'stallage-work')
"""


async def has_shop(connection: Connection) -> bool:
    """Whether the shop's schema is there."""
    return bool(await connection.fetchval(_SHOP))


async def has_data(connection: Connection) -> bool:
    """Whether products or customers are there."""
    return await has_shop(connection) and bool(await connection.fetchval(_ROWS))


async def has_other_tables(connection: Connection) -> bool:
    """Whether there are tables that belong to something else than a shop."""
    return not await has_shop(connection) and bool(await connection.fetchval(_TABLES))


async def is_in_use(connection: Connection) -> bool:
    """Whether a shop is connected."""
    return bool(await connection.fetchval(_RUNNING))
