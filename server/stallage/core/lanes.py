"""Keeps the jobs of a lane within its limit, and a full lane from holding up the others.

PgQueuer's own limits are per job name or per worker; a mail server's limit is shared by all jobs that
send mail. So full lanes are left out when the worker takes jobs, and taken jobs wait for their turn.
One queue manager for all lanes: each listens to every change of the queue and answers with queries.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.models import Job as QueuedJob
from pgqueuer.ports.repository import EntrypointExecutionParameter
from pgqueuer.types import JobId, QueueEntrypoint, QueueManagerId

from stallage.core.policies import Lane
from stallage.core.work import JOBS


class Lanes:
    """Which jobs one connection has taken, by lane, and whose turn it is."""

    def __init__(self, limits: Mapping[Lane, int]) -> None:
        self._limits = limits
        self._turns = {lane: asyncio.Semaphore(limit) for lane, limit in limits.items()}
        self._taken: dict[Lane, set[JobId]] = defaultdict(set)

    def has_room(self, lane: Lane) -> bool:
        """Whether to take more jobs of a lane: a few wait here, so that a turn is used at once."""
        return len(self._taken[lane]) < 2 * self._limits[lane]

    def note_taken(self, lane: Lane, job_id: JobId) -> None:
        """Counts a job from when it is taken, before its task has begun."""
        self._taken[lane].add(job_id)

    @asynccontextmanager
    async def turn(self, lane: Lane, job_id: JobId) -> AsyncIterator[None]:
        """One of the lane's turns, once it is free."""
        try:
            async with self._turns[lane]:
                yield
        finally:
            self._taken[lane].discard(job_id)


@dataclass
class LanedQueries(Queries):
    """Takes jobs only of lanes that have room."""

    lanes: Lanes = field(kw_only=True)

    async def dequeue(
        self,
        batch_size: int,
        entrypoints: dict[QueueEntrypoint, EntrypointExecutionParameter],
        queue_manager_id: QueueManagerId,
        global_concurrency_limit: int | None,
        heartbeat_timeout: timedelta,
    ) -> list[QueuedJob]:
        """PgQueuer's own, without the jobs of full lanes."""
        lane_of = {name: JOBS[name].policy.lane for name in entrypoints}
        jobs = await super().dequeue(
            batch_size,
            {
                name: parameter
                for name, parameter in entrypoints.items()
                if self.lanes.has_room(lane_of[name])
            },
            queue_manager_id,
            global_concurrency_limit,
            heartbeat_timeout,
        )
        for job in jobs:
            self.lanes.note_taken(lane_of[job.entrypoint], job.id)
        return jobs
