"""Check what a database holds before a restore replaces it."""

from __future__ import annotations

from stallage.core.db import Connection

_TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
_SHOP = "SELECT to_regclass('public.alembic_version') IS NOT NULL"
_ROWS = "SELECT EXISTS (SELECT FROM products_view) OR EXISTS (SELECT FROM customers_view)"
_RUNNING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name IN ('stallage', 'stallage-work')
"""


async def has_shop(connection: Connection) -> bool:
    """Whether the database has the shop's schema."""
    return bool(await connection.fetchval(_SHOP))


async def has_data(connection: Connection) -> bool:
    """Whether the database has products or customers."""
    return await has_shop(connection) and bool(await connection.fetchval(_ROWS))


async def has_other_tables(connection: Connection) -> bool:
    """Whether the database has tables but no shop."""
    return not await has_shop(connection) and bool(await connection.fetchval(_TABLES))


async def database_in_use(connection: Connection) -> bool:
    """Whether a running shop is connected to the database."""
    return bool(await connection.fetchval(_RUNNING))
