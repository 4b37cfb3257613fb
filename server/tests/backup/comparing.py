"""Read the whole content of a shop, to compare two shops."""

from __future__ import annotations

from pathlib import Path

import asyncpg

EXCLUDED = ("pgqueuer%", "catalogue_state", "changed_products", "changed_stock")
"""Tables that a restore changes on purpose."""
_TABLES = """
    SELECT tablename FROM pg_tables WHERE schemaname = 'public'
        AND NOT tablename LIKE ANY($1::text[]) ORDER BY tablename
"""


async def rows_of(dsn: str) -> dict[str, list[str]]:
    """Return every row of every table, as text."""
    connection = await asyncpg.connect(dsn)
    try:
        tables = [row[0] for row in await connection.fetch(_TABLES, EXCLUDED)]
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
    """Return the content of every file below a folder, without renditions of pictures."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and "@" not in path.name
    }
