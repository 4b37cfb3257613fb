"""Jobs of a restored database that wait for the operator's decision."""

from __future__ import annotations

from stallage.core.db import Connection, Record

_HELD = "status = 'failed' AND headers->>'held' IS NOT NULL"
_LIST = f"""
    SELECT entrypoint AS job, count(*) AS count, min(created) AS oldest FROM pgqueuer
    WHERE {_HELD} GROUP BY entrypoint ORDER BY entrypoint
"""
_RELEASE = f"""
    UPDATE pgqueuer SET status = 'queued', headers = NULL, attempts = 0, updated = now(),
        execute_after = greatest(execute_after, now())
    WHERE {_HELD} AND ($1::text IS NULL OR entrypoint = $1) RETURNING id
"""
_DISCARD = (
    f"DELETE FROM pgqueuer WHERE {_HELD} AND ($1::text IS NULL OR entrypoint = $1) RETURNING id"
)


async def held_jobs(connection: Connection) -> list[Record]:
    """Held jobs by kind: `job`, `count`, `oldest`."""
    return await connection.fetch(_LIST)


async def release(connection: Connection, job: str | None) -> int:
    """Let held jobs of a kind, or all, run; how many."""
    return len(await connection.fetch(_RELEASE, job))


async def discard(connection: Connection, job: str | None) -> int:
    """Delete held jobs of a kind, or all; how many."""
    return len(await connection.fetch(_DISCARD, job))
