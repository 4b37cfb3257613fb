"""The running processes of all hosts of a shop, which each process records for `stallage doctor`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from stallage.core.db import Connection

SILENT_SECONDS = 90
"""A process records itself every half minute; one that has not for this long is gone."""

RECORD = """
INSERT INTO process_heartbeats (id, host, process_id, role, release, key_print, folder_print, has_bucket,
    has_smtp, clock_ahead_ms, index_behind_seconds, started_at, seen_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now(), now())
ON CONFLICT (id) DO UPDATE SET clock_ahead_ms = excluded.clock_ahead_ms,
    index_behind_seconds = excluded.index_behind_seconds, seen_at = now()
"""
DELETE = "DELETE FROM process_heartbeats WHERE id = $1"
DELETE_OLD = "DELETE FROM process_heartbeats WHERE seen_at < now() - interval '1 day'"
LIST = """
SELECT host, process_id, role, release, key_print, folder_print, has_bucket, has_smtp, clock_ahead_ms,
    index_behind_seconds, started_at
FROM process_heartbeats WHERE seen_at > now() - make_interval(secs => $1)
ORDER BY host, started_at, process_id
"""


@dataclass(frozen=True, slots=True)
class Process:
    """What a process says about itself once."""

    host: str
    process_id: int
    role: str
    """`web`, `worker`, or `web and worker`."""
    release: str
    key_print: str
    """A hash under the secret key, equal on hosts with the same key."""
    folder_print: str
    """The id of the data folder."""
    has_bucket: bool
    has_smtp: bool


@dataclass(frozen=True, slots=True)
class Heartbeat(Process):
    """A running process."""

    clock_ahead_ms: int
    """Of the database's clock; negative if it is behind."""
    index_behind_seconds: float | None
    """Age of the oldest change that the host's search index lacks; None if it is unusable."""
    started_at: datetime


async def record(
    connection: Connection,
    identity: UUID,
    process: Process,
    clock_ahead_ms: int,
    index_behind_seconds: float | None,
) -> None:
    """Record that a process runs."""
    await connection.execute(
        RECORD,
        identity,
        process.host,
        process.process_id,
        process.role,
        process.release,
        process.key_print,
        process.folder_print,
        process.has_bucket,
        process.has_smtp,
        clock_ahead_ms,
        index_behind_seconds,
    )


async def delete_old(connection: Connection) -> None:
    """Delete processes that ended long ago without saying so."""
    await connection.execute(DELETE_OLD)


async def delete(connection: Connection, identity: UUID) -> None:
    """Delete a process that ends."""
    await connection.execute(DELETE, identity)


async def running_processes(connection: Connection) -> list[Heartbeat]:
    """Return the running processes, by host."""
    return [Heartbeat(**row) for row in await connection.fetch(LIST, SILENT_SECONDS)]
