"""Limits how many jobs of a lane run at once, without a full lane blocking the others.

PgQueuer's own limits are per job name or per worker, but a mail server's limit applies to all jobs that
send email. So the worker takes no jobs of full lanes, and jobs it has taken wait for a slot. All lanes
share one queue manager, because each manager queries the database at every change of the queue.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

import asyncpg
from pgqueuer.adapters.drivers.asyncpg import AsyncpgDriver
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.models import Job as QueuedJob
from pgqueuer.models import TracebackRecord
from pgqueuer.ports.driver import NotifyCallback
from pgqueuer.ports.repository import EntrypointExecutionParameter
from pgqueuer.types import JOB_STATUS, JobId, QueueEntrypoint, QueueManagerId

from stallage.core.jobs import JOBS, NEW_JOBS
from stallage.core.retry_policies import Lane

TAKE = """
    WITH queued AS (
        SELECT job.* FROM unnest($2::text[]) AS name CROSS JOIN LATERAL (
            SELECT id, priority FROM pgqueuer
            WHERE status = 'queued' AND execute_after < now() AND entrypoint BETWEEN name AND name
            ORDER BY entrypoint, priority DESC, id LIMIT $1 FOR UPDATE SKIP LOCKED
        ) job
    ), stale AS (
        SELECT id, priority FROM pgqueuer
        WHERE status = 'picked' AND execute_after < now() AND entrypoint = ANY($2)
            AND heartbeat < now() - $4::interval
        ORDER BY priority DESC, id LIMIT $1 FOR UPDATE SKIP LOCKED
    ), taken AS (
        UPDATE pgqueuer
        SET status = 'picked', updated = now(), heartbeat = now(), queue_manager_id = $3
        WHERE id IN (
            SELECT id FROM (SELECT * FROM queued UNION ALL SELECT * FROM stale) found
            ORDER BY priority DESC, id LIMIT $1)
        RETURNING *
    ), noted AS (
        INSERT INTO pgqueuer_log (job_id, status, entrypoint, priority)
        SELECT id, status, entrypoint, priority FROM taken WHERE id IN (SELECT id FROM stale)
    )
    SELECT * FROM taken ORDER BY priority DESC, id
"""
"""What PgQueuer does, in a form for which PostgreSQL can use only the index by name, priority and id.

With `entrypoint = name`, it may use that by priority and id, and read the whole queue for each name.
Only jobs that are taken over are logged, to count how often they have crashed their worker.
Parameters: how many, names, the manager, and after which time without a heartbeat a job is taken over.
"""
IS_QUEUED = """
    SELECT EXISTS (SELECT FROM pgqueuer WHERE status = 'queued' AND entrypoint = ANY($1::text[]))
"""
IS_DUE = f"{IS_QUEUED.rstrip().removesuffix(')')} AND execute_after <= now())"
DELETE_DONE = "DELETE FROM pgqueuer WHERE id = ANY($1)"


class Lanes:
    """The jobs that one connection has taken, by lane, and the slots to run them."""

    def __init__(self, limits: Mapping[Lane, int], on_room: Callable[[], None]) -> None:
        """`on_room` is called when a lane that was full can take jobs again."""
        self._limits = limits
        self._on_room = on_room
        self._full: set[Lane] = set()
        self._slots = {lane: asyncio.Semaphore(limit) for lane, limit in limits.items()}
        self._taken: dict[Lane, set[JobId]] = defaultdict(set)

    def has_room(self, lane: Lane) -> bool:
        """Whether to take more jobs of a lane: a few wait here, so that free slots are used at once."""
        if len(self._taken[lane]) < 2 * self._limits[lane]:
            return True
        self._full.add(lane)
        return False

    def add(self, lane: Lane, job_id: JobId) -> None:
        """Count a job as taken, before its task has started."""
        self._taken[lane].add(job_id)

    @asynccontextmanager
    async def slot(self, lane: Lane, job_id: JobId) -> AsyncIterator[None]:
        """Wait for one of the lane's slots and hold it while the context lasts."""
        try:
            async with self._slots[lane]:
                yield
        finally:
            self._taken[lane].discard(job_id)
            # Not after each job, since looking for more costs several queries.
            if lane in self._full and len(self._taken[lane]) <= self._limits[lane]:
                self._full.discard(lane)
                self._on_room()


class WakingDriver(AsyncpgDriver):
    """A connection to the queue that can wake its manager without a notification of the database."""

    def __init__(self, connection: asyncpg.Connection[asyncpg.Record]) -> None:
        super().__init__(connection)
        self._listeners: list[NotifyCallback] = []

    async def add_listener(self, channel: str, callback: NotifyCallback) -> None:
        """Call a function with each notification, and by `wake`."""
        self._listeners.append(callback)
        await super().add_listener(channel, callback)

    def wake(self) -> None:
        """Let the manager look for jobs."""
        for callback in self._listeners:
            callback(NEW_JOBS.payload)


@dataclass
class LanedQueries(Queries):
    """PgQueuer's queries, without the jobs of full lanes."""

    lanes: Lanes = field(kw_only=True)

    async def dequeue(
        self,
        batch_size: int,
        entrypoints: dict[QueueEntrypoint, EntrypointExecutionParameter],
        queue_manager_id: QueueManagerId,
        global_concurrency_limit: int | None,  # noqa: ARG002 - PgQueuer passes it; it is never set
        heartbeat_timeout: timedelta,
    ) -> list[QueuedJob]:
        """Take jobs of lanes that have room. PgQueuer's own limits are not set."""
        lane_of = {name: JOBS[name].policy.lane for name in entrypoints}
        names = [name for name, lane in lane_of.items() if self.lanes.has_room(lane)]
        if not names:
            return []
        rows = await self.driver.fetch(TAKE, batch_size, names, queue_manager_id, heartbeat_timeout)
        jobs = [QueuedJob.model_validate(row) for row in rows]
        for job in jobs:
            self.lanes.add(lane_of[job.entrypoint], job.id)
        return jobs

    async def eligible_queued_work(self, entrypoints: list[QueueEntrypoint]) -> int:
        """Return 1 if a job of a lane that has room is due, and 0 otherwise.

        PgQueuer counts the jobs of all lanes, ten times a second in a rush. A full lane wakes it later.
        """
        return await self._exists(IS_DUE, entrypoints)

    async def queued_work(self, entrypoints: list[QueueEntrypoint]) -> int:
        """Return 1 if a lane that has room has a job, due or not, and 0 otherwise."""
        return await self._exists(IS_QUEUED, entrypoints)

    async def _exists(self, sql: str, names: list[QueueEntrypoint]) -> int:
        with_room = [name for name in names if self.lanes.has_room(JOBS[name].policy.lane)]
        rows = await self.driver.fetch(sql, with_room)
        return 1 if rows[0]["exists"] else 0

    async def log_jobs(
        self, job_status: list[tuple[QueuedJob, JOB_STATUS, TracebackRecord | None]]
    ) -> None:
        """Delete jobs that have succeeded, and log the others."""
        done = [job.id for job, status, _ in job_status if status == "successful"]
        if done:
            await self.driver.execute(DELETE_DONE, done)
        others = [one for one in job_status if one[1] != "successful"]
        if others:
            await super().log_jobs(others)
