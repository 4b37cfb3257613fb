"""Write the records of archives for download."""

from __future__ import annotations

from datetime import timedelta

from stallage.archive.errors import ArchiveGone, ArchiveRunning, ShopNotEmpty
from stallage.archive.events import ArchiveRequested, ArchiveUploaded
from stallage.archive.queries.structure import is_filled
from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.events import publish

VALID_FOR = timedelta(days=1)
"""The file has all personal data of the shop."""
ABANDONED = timedelta(hours=12)
"""After this time, an export that has not ended was lost and blocks no other."""
KEEP = timedelta(days=90)
"""How long the list names an archive that was deleted."""

_REQUEST = """
    INSERT INTO archive_exports (operator_id, operator_name, has_secrets, state, done, total, created_at)
    VALUES ($1, $2, $3, 'waiting', 0, 0, $4)
    ON CONFLICT ((true)) WHERE state IN ('waiting', 'running') DO NOTHING RETURNING id
"""
_BEGIN = """
    UPDATE archive_exports SET state = 'running', step = NULL, done = 0, total = 0
    WHERE id = $1 AND state IN ('waiting', 'running')
"""
_PROGRESS = """
    UPDATE archive_exports SET step = $2, done = $3, total = $4 WHERE id = $1 AND state = 'running'
"""
_FINISH = """
    UPDATE archive_exports SET state = 'finished', step = NULL, size = $2, rows = $3, media = $4,
        finished_at = $5, expires_at = $6
    WHERE id = $1 AND state = 'running'
"""
_FAIL = """
    UPDATE archive_exports SET state = 'failed', step = NULL, failure = $2, finished_at = $3
    WHERE id = $1 AND state IN ('waiting', 'running')
"""
_EXPIRE = """
    UPDATE archive_exports SET state = 'deleted', expires_at = $1
    WHERE state = 'finished' AND expires_at <= $1
"""
_DELETE = """
    UPDATE archive_exports SET state = 'deleted', expires_at = $2
    WHERE id = $1 AND state = 'finished'
"""
_EXISTS = "SELECT EXISTS (SELECT FROM archive_exports WHERE id = $1)"
_ABANDON = """
    UPDATE archive_exports SET state = 'failed', step = NULL, failure = $2, finished_at = $3
    WHERE state IN ('waiting', 'running') AND created_at < $1
"""
_FORGET = "DELETE FROM archive_exports WHERE created_at < $1 AND state IN ('deleted', 'failed')"


def _subject(archive_id: int) -> Subject:
    return Subject("archive", archive_id, f"Archive {archive_id}")


async def request_archive(
    connection: Connection, operator_id: int, operator_name: str, *, has_secrets: bool
) -> int:
    """Ask for an archive, which a job writes; return its id. Raises ArchiveRunning."""
    found = await connection.fetchval(
        _REQUEST, operator_id, operator_name, has_secrets, clock.now()
    )
    if found is None:
        raise ArchiveRunning
    archive_id = int(found)
    await record(
        connection, "archive.requested", _subject(archive_id), after={"secrets": has_secrets}
    )
    await publish(connection, ArchiveRequested(archive_id=archive_id))
    return archive_id


async def begin_archive(connection: Connection, archive_id: int) -> bool:
    """Record that a job writes an archive; False if it is not wanted any more."""
    return affected_rows(await connection.execute(_BEGIN, archive_id)) > 0


async def record_progress(
    connection: Connection, archive_id: int, step: str, done: int, total: int
) -> None:
    """Record how far a job is."""
    await connection.execute(_PROGRESS, archive_id, step, done, total)


async def finish_archive(
    connection: Connection, archive_id: int, *, size: int, rows: int, media: int
) -> None:
    """Record a complete archive. `size` is in bytes."""
    now = clock.now()
    await connection.execute(_FINISH, archive_id, size, rows, media, now, now + VALID_FOR)


async def fail_archive(connection: Connection, archive_id: int, reason: str) -> None:
    """Record why there is no archive."""
    await connection.execute(_FAIL, archive_id, reason, clock.now())


async def expire_archives(connection: Connection) -> None:
    """Record that the files of expired archives are deleted, and forget old archives."""
    now = clock.now()
    await connection.execute(_EXPIRE, now)
    await connection.execute(_ABANDON, now - ABANDONED, "The export did not end.", now)
    await connection.execute(_FORGET, now - KEEP)


async def delete_archive(connection: Connection, archive_id: int) -> None:
    """Record that an archive's file is deleted. Raises NotFound and ArchiveGone."""
    if not affected_rows(await connection.execute(_DELETE, archive_id, clock.now())):
        raise ArchiveGone if await connection.fetchval(_EXISTS, archive_id) else NotFound
    await record(connection, "archive.deleted", _subject(archive_id))


async def record_download(connection: Connection, archive_id: int) -> None:
    """Record that an operator downloads an archive."""
    await record(connection, "archive.downloaded", _subject(archive_id))


async def publish_upload(connection: Connection, upload_id: str) -> None:
    """Have a job check an uploaded archive."""
    await publish(connection, ArchiveUploaded(upload_id=upload_id))


async def record_import_request(
    connection: Connection, upload_id: str, file_name: str, *, has_passphrase: bool
) -> None:
    """Record that an operator has an archive imported. Raises ShopNotEmpty."""
    if await is_filled(connection):
        raise ShopNotEmpty
    await record(
        connection,
        "archive.import_requested",
        Subject("archive", upload_id, file_name),
        after={"secrets": has_passphrase},
    )
