"""Whether two shops hold the same."""

from __future__ import annotations

from pathlib import Path

import asyncpg

OWN = ("pgqueuer%", "catalogue_state")
"""Tables that differ after a restore on purpose."""
_TABLES = """
    SELECT tablename FROM pg_tables WHERE schemaname = 'public'
        AND NOT tablename LIKE ANY($1::text[]) ORDER BY tablename
"""


async def rows_of(dsn: str) -> dict[str, list[str]]:
    """Every row of every table, as text."""
    connection = await asyncpg.connect(dsn)
    try:
        tables = [row[0] for row in await connection.fetch(_TABLES, OWN)]
        return {
            table: [
                row[0]
                for row in await connection.fetch(f'SELECT t::text FROM "{table}" t ORDER BY 1')
            ]
            for table in tables
        }
    finally:
        await connection.close()


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, renditions of pictures left out."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "@" not in path.name
    }
