"""Check what a database holds before a restore replaces it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from stallage.core.db import Connection
from stallage.core.queue import last_heartbeat

_TABLES = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
_SHOP = "SELECT to_regclass('public.alembic_version') IS NOT NULL"
_ROWS = "SELECT EXISTS (SELECT FROM products_view) OR EXISTS (SELECT FROM customers_view)"
_RUNNING = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database()
        AND split_part(application_name, ' ', 1) IN ('stallage', 'stallage-work')
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


@dataclass(frozen=True, slots=True)
class History:
    """How far the data of a database go."""

    last_write: datetime | None
    """Of a worker, which writes every few seconds, or of an order; None without either."""
    customers: int
    orders: int
    last_order: str | None
    last_order_at: datetime | None


_HISTORY = """
SELECT (SELECT count(*) FROM customers_view) AS customers,
    (SELECT count(*) FROM orders_view) AS orders,
    last.public_id AS last_order, last.placed_at AS last_order_at
FROM (SELECT) AS always
LEFT JOIN LATERAL (
    SELECT public_id, placed_at FROM orders_view ORDER BY placed_at DESC, id DESC LIMIT 1
) AS last ON true
"""


async def read_history(connection: Connection) -> History:
    """Return how far the data of a shop's database go."""
    row = await connection.fetchrow(_HISTORY)
    if row is None:
        raise RuntimeError("a query without a table has one row")
    times = [await last_heartbeat(connection), row["last_order_at"]]
    last_write = max((one for one in times if one is not None), default=None)
    return History(last_write=last_write, **row)
