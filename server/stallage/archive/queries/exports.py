"""Archives for download."""

from __future__ import annotations

from stallage.archive.errors import ArchiveGone
from stallage.archive.schemas import ArchiveExport, ArchiveExports
from stallage.core.db import Connection
from stallage.core.errors import NotFound

_SHOWN = 20
_COLUMNS = """
    id, state, operator_name, step, done, total, size, rows, media, failure, created_at,
    finished_at, expires_at, has_secrets
"""
_LIST = f"SELECT {_COLUMNS} FROM archive_exports ORDER BY id DESC LIMIT $1"
_ONE = f"SELECT {_COLUMNS} FROM archive_exports WHERE id = $1"
_AVAILABLE = "SELECT id FROM archive_exports WHERE state <> 'deleted' AND state <> 'failed'"


async def archive_exports(connection: Connection) -> ArchiveExports:
    """Return the last archives."""
    rows = await connection.fetch(_LIST, _SHOWN)
    return ArchiveExports(items=[ArchiveExport(**row) for row in rows])


async def archive_export(connection: Connection, archive_id: int) -> ArchiveExport:
    """Return an archive. Raises NotFound."""
    row = await connection.fetchrow(_ONE, archive_id)
    if row is None:
        raise NotFound
    return ArchiveExport(**row)


async def finished_archive(connection: Connection, archive_id: int) -> ArchiveExport:
    """Return an archive that has a file. Raises NotFound and ArchiveGone."""
    found = await archive_export(connection, archive_id)
    if found.state != "finished":
        raise ArchiveGone
    return found


async def archives_with_files(connection: Connection) -> set[int]:
    """Return the ids of archives whose files must stay."""
    return {row["id"] for row in await connection.fetch(_AVAILABLE)}
