"""Data of uninstalled plug-ins in the database: tables, waiting jobs and timers.

Uninstalling deletes nothing, so that a plug-in can come back with its data. `stallage drop-feature`
deletes it.
"""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.packages import plugin_entry_points

VERSION_TABLES = """
SELECT left(tablename, -length('_alembic_version')) AS feature FROM pg_tables
WHERE schemaname = current_schema() AND tablename LIKE '%\\_alembic\\_version' ORDER BY 1
"""
TABLES = """
SELECT format('%I', tablename) AS name FROM pg_tables
WHERE schemaname = current_schema() AND starts_with(tablename, $1) ORDER BY 1
"""
DROP_JOBS = "DELETE FROM pgqueuer WHERE starts_with(entrypoint, $1)"
DROP_TIMERS = "DELETE FROM pgqueuer_schedules WHERE starts_with(entrypoint, $1)"


class NothingLeft(Exception):
    """The feature has no tables, or is still installed; the text says which."""


async def uninstalled_features(connection: Connection) -> list[str]:
    """Return features that have tables but whose package is not installed."""
    installed = {entry_point.name for entry_point in plugin_entry_points()}
    found = [row["feature"] for row in await connection.fetch(VERSION_TABLES)]
    return [name for name in found if name not in installed]


async def drop_feature(connection: Connection, name: str) -> list[str]:
    """Delete the tables, jobs and timers of an uninstalled plug-in; return the tables' names.

    Raises NothingLeft.
    """
    if name in {entry_point.name for entry_point in plugin_entry_points()}:
        raise NothingLeft(f"{name} is installed. Uninstall its package first.")
    if name not in await uninstalled_features(connection):
        raise NothingLeft(f"The database has no tables of a plug-in {name}.")
    # No other table has this prefix: `plugins.tables` refuses it.
    tables = [str(row["name"]) for row in await connection.fetch(TABLES, f"{name}_")]
    await connection.execute(f"DROP TABLE {', '.join(tables)}")
    await connection.execute(DROP_JOBS, f"{name}.")
    await connection.execute(DROP_TIMERS, f"{name}.")
    return tables
