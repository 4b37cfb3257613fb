"""The job queue as an operator sees it: how far behind it is, which jobs wait or are held, and why.

Ages are measured by the database's clock, as PgQueuer measures them: it is one clock for all machines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from stallage.core.db import Connection, Record

UNFINISHED = """
    SELECT EXISTS (
        SELECT FROM pgqueuer WHERE entrypoint = ANY($1)
            AND (status = 'picked' OR status = 'queued' AND execute_after <= now())
    )
"""
TIMES_PICKED = "SELECT count(*) FROM pgqueuer_log WHERE job_id = $1 AND status = 'picked'"

NOTE_WORKER = """
    INSERT INTO worker_heartbeats (id, host, process_id, started_at, seen_at)
    VALUES ($1, $2, $3, now(), now()) ON CONFLICT (id) DO UPDATE SET seen_at = now()
"""
FORGET_WORKER = "DELETE FROM worker_heartbeats WHERE id = $1"
FORGET_DEAD_WORKERS = "DELETE FROM worker_heartbeats WHERE seen_at < now() - interval '1 day'"

LAG = """
    SELECT
        (SELECT extract(epoch FROM now() - max(seen_at))::int FROM worker_heartbeats)
            AS last_seen_seconds_ago,
        due.count AS due_jobs,
        due.seconds AS oldest_due_seconds,
        (SELECT count(*) FROM pgqueuer WHERE status = 'failed') AS held_jobs,
        (SELECT count(*) FROM pgqueuer WHERE status = 'queued' AND entrypoint <> ALL($1))
            AS unknown_jobs
    FROM (
        SELECT count(*), coalesce(extract(epoch FROM now() - min(execute_after))::int, 0) AS seconds
        FROM pgqueuer
        WHERE status = 'queued' AND execute_after <= now() AND entrypoint = ANY($1)
    ) due
"""


@dataclass(frozen=True, slots=True)
class Lag:
    """How far the background work is behind."""

    last_seen_seconds_ago: int | None
    """Since a worker last gave a sign of life; None where none runs, or all have stopped in order."""
    due_jobs: int
    oldest_due_seconds: int
    held_jobs: int
    unknown_jobs: int
    """Jobs whose handler this release does not have."""


async def lag_of(connection: Connection, names: Sequence[str]) -> Lag:
    """How far behind the jobs of these names are."""
    row = await connection.fetchrow(LAG, list(names))
    assert row is not None  # noqa: S101 - aggregates always answer
    return Lag(**row)


class State(StrEnum):
    """Where a job stands."""

    WAITING = "waiting"
    RETRYING = "retrying"
    RUNNING = "running"
    HELD = "held"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Selection:
    """Which jobs are meant; what is None does not limit."""

    ids: list[int] | None = None
    state: State | None = None
    name: str | None = None
    older_than: timedelta | None = None

    def arguments(self, names: Sequence[str]) -> tuple[object, ...]:
        """What MATCHING takes; `names` are the jobs that this release has."""
        return (list(names), self.ids, self.state, self.name, self.older_than)


MATCHING = """
    WITH stated AS (
        SELECT *, CASE
            WHEN status = 'failed' THEN 'held'
            WHEN status = 'picked' THEN 'running'
            WHEN entrypoint <> ALL($1::text[]) THEN 'unknown'
            WHEN attempts > 0 THEN 'retrying'
            ELSE 'waiting' END AS state
        FROM pgqueuer
    ), matching AS (
        SELECT * FROM stated
        WHERE ($2::bigint[] IS NULL OR id = ANY($2)) AND ($3::text IS NULL OR state = $3)
            AND ($4::text IS NULL OR entrypoint = $4)
            AND ($5::interval IS NULL OR created <= now() - $5)
    )
"""
COUNTS = f"""{MATCHING}
    SELECT state, entrypoint AS name, count(*),
        extract(epoch FROM now() - min(created))::int AS oldest_seconds
    FROM matching GROUP BY state, name ORDER BY state, name
"""
LIST = f"""{MATCHING}
    SELECT id, state, entrypoint AS name, attempts,
        extract(epoch FROM now() - created)::int AS age_seconds,
        extract(epoch FROM execute_after - now())::int AS due_in_seconds
    FROM matching ORDER BY id LIMIT $6
"""
SHOW = f"""{MATCHING}
    SELECT matching.id, state, matching.entrypoint AS name, attempts, matching.created,
        execute_after, convert_from(payload, 'UTF8') AS payload, failure.created AS failed_at,
        failure.traceback->>'traceback' AS failure
    FROM matching LEFT JOIN LATERAL (
        SELECT created, traceback FROM pgqueuer_log
        WHERE job_id = matching.id AND traceback IS NOT NULL ORDER BY id DESC LIMIT 1
    ) failure ON true
"""

# A running job is left alone. The key that leaves out doubles goes: another one with it may wait by now.
RETRY = f"""{MATCHING}, retried AS (
        UPDATE pgqueuer SET status = 'queued', execute_after = now(), updated = now(), attempts = 0,
            queue_manager_id = NULL, slot = NULL,
            dedupe_key = CASE WHEN status = 'failed' THEN NULL ELSE dedupe_key END
        WHERE id IN (SELECT id FROM matching WHERE state <> 'running') AND status <> 'picked'
        RETURNING id
    ), forgotten AS (
        DELETE FROM pgqueuer_log WHERE status = 'picked' AND job_id IN (SELECT id FROM retried)
    )
    SELECT count(*) FROM retried
"""
DISCARD = f"""{MATCHING}, discarded AS (
        DELETE FROM pgqueuer
        WHERE id IN (SELECT id FROM matching WHERE state <> 'running') AND status <> 'picked'
        RETURNING id, entrypoint, priority
    ), logged AS (
        INSERT INTO pgqueuer_log (job_id, status, entrypoint, priority)
        SELECT id, 'deleted', entrypoint, priority FROM discarded
    )
    SELECT count(*) FROM discarded
"""


async def count_jobs(
    connection: Connection, selection: Selection, names: Sequence[str]
) -> list[Record]:
    """How many jobs there are by state and name."""
    return await connection.fetch(COUNTS, *selection.arguments(names))


async def list_jobs(
    connection: Connection, selection: Selection, names: Sequence[str], limit: int | None
) -> list[Record]:
    """Jobs without what they carry, oldest first."""
    return await connection.fetch(LIST, *selection.arguments(names), limit)


async def show_job(connection: Connection, job_id: int, names: Sequence[str]) -> Record | None:
    """One job with its payload and its last failure."""
    return await connection.fetchrow(SHOW, *Selection(ids=[job_id]).arguments(names))


async def retry_jobs(connection: Connection, selection: Selection, names: Sequence[str]) -> int:
    """Makes jobs due now, with all their tries before them; how many."""
    count: int = await connection.fetchval(RETRY, *selection.arguments(names))
    return count


async def discard_jobs(connection: Connection, selection: Selection, names: Sequence[str]) -> int:
    """Deletes jobs that do not run; how many."""
    count: int = await connection.fetchval(DISCARD, *selection.arguments(names))
    return count
