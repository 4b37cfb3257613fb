"""The job queue for operators: its lag, which jobs wait or are held, and why.

Ages are measured by the database's clock, as in PgQueuer: it is the same for all machines.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from stallage.core.db import Connection, Record

UNFINISHED = """
    SELECT EXISTS (
        SELECT FROM pgqueuer WHERE entrypoint = ANY($1)
            AND (status = 'picked' OR status = 'queued' AND execute_after <= now())
    )
"""
TIMES_TAKEN_OVER = "SELECT count(*) FROM pgqueuer_log WHERE job_id = $1 AND status = 'picked'"

FAILURE = "(traceback #>> '{}')::jsonb"
"""A column of the log. PgQueuer writes JSON as text, which connections encode once more."""

RECORD_HEARTBEAT = """
    INSERT INTO worker_heartbeats (id, host, process_id, started_at, seen_at)
    VALUES ($1, $2, $3, now(), now()) ON CONFLICT (id) DO UPDATE SET seen_at = now()
"""
DELETE_HEARTBEAT = "DELETE FROM worker_heartbeats WHERE id = $1"
DELETE_DEAD_WORKERS = "DELETE FROM worker_heartbeats WHERE seen_at < now() - interval '1 day'"

# Those of this release stay: another worker may be running them, or they are due since none ran.
DELETE_OTHER_TIMERS = """
    DELETE FROM pgqueuer_schedules
    WHERE (entrypoint, expression) NOT IN (SELECT * FROM unnest($1::text[], $2::text[]))
"""

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
    """How far behind the queue is."""

    last_seen_seconds_ago: int | None
    """Since the last heartbeat of a worker; None if none runs, or all have shut down cleanly."""
    due_jobs: int
    oldest_due_seconds: int
    held_jobs: int
    unknown_jobs: int
    """Jobs without a handler in this release."""


async def load_lag(connection: Connection, names: Sequence[str]) -> Lag:
    """Return the lag of the jobs with these names."""
    row = await connection.fetchrow(LAG, list(names))
    assert row is not None  # noqa: S101 - aggregates always return a row
    return Lag(**row)


async def last_heartbeat(connection: Connection) -> datetime | None:
    """Return when a worker last wrote its heartbeat; None if none runs."""
    seen_at: datetime | None = await connection.fetchval(
        "SELECT max(seen_at) FROM worker_heartbeats"
    )
    return seen_at


class State(StrEnum):
    """The state of a job."""

    WAITING = "waiting"
    RETRYING = "retrying"
    RUNNING = "running"
    HELD = "held"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Selection:
    """A filter for jobs; fields that are None match all."""

    ids: list[int] | None = None
    state: State | None = None
    name: str | None = None
    older_than: timedelta | None = None

    def arguments(self, names: Sequence[str]) -> tuple[object, ...]:
        """Return the parameters of MATCHING; `names` are the jobs that this release has."""
        return (list(names), self.ids, self.state, self.name, self.older_than)


MATCHING = """
    WITH with_state AS (
        SELECT *, CASE
            WHEN status = 'failed' THEN 'held'
            WHEN status = 'picked' THEN 'running'
            WHEN entrypoint <> ALL($1::text[]) THEN 'unknown'
            WHEN attempts > 0 THEN 'retrying'
            ELSE 'waiting' END AS state
        FROM pgqueuer
    ), matching AS (
        SELECT * FROM with_state
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
LOAD = f"""{MATCHING}
    SELECT matching.id, state, matching.entrypoint AS name, attempts, matching.created,
        execute_after, convert_from(payload, 'UTF8') AS payload, failure.created AS failed_at,
        failure.traceback->>'traceback' AS failure
    FROM matching LEFT JOIN LATERAL (
        SELECT created, {FAILURE} AS traceback FROM pgqueuer_log
        WHERE job_id = matching.id AND traceback IS NOT NULL ORDER BY id DESC LIMIT 1
    ) failure ON true
"""

# Running jobs are not touched. Held jobs lose their deduplication key, because another job with the same
# key may be waiting by now.
RETRY = f"""{MATCHING}, retried AS (
        UPDATE pgqueuer SET status = 'queued', execute_after = now(), updated = now(), attempts = 0,
            queue_manager_id = NULL, slot = NULL,
            dedupe_key = CASE WHEN status = 'failed' THEN NULL ELSE dedupe_key END
        WHERE id IN (SELECT id FROM matching WHERE state <> 'running') AND status <> 'picked'
        RETURNING id
    ), forgotten_crashes AS (
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
    """Count jobs by state and name."""
    return await connection.fetch(COUNTS, *selection.arguments(names))


async def list_jobs(
    connection: Connection, selection: Selection, names: Sequence[str], limit: int | None
) -> list[Record]:
    """Return jobs without their payloads, oldest first."""
    return await connection.fetch(LIST, *selection.arguments(names), limit)


async def load_job(connection: Connection, job_id: int, names: Sequence[str]) -> Record | None:
    """Return a job with its payload and last failure, or None if absent."""
    return await connection.fetchrow(LOAD, *Selection(ids=[job_id]).arguments(names))


async def retry_jobs(connection: Connection, selection: Selection, names: Sequence[str]) -> int:
    """Make jobs due now with all their retries; return how many."""
    count: int = await connection.fetchval(RETRY, *selection.arguments(names))
    return count


async def discard_jobs(connection: Connection, selection: Selection, names: Sequence[str]) -> int:
    """Delete jobs that are not running; return how many."""
    count: int = await connection.fetchval(DISCARD, *selection.arguments(names))
    return count
