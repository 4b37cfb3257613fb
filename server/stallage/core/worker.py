"""The worker: runs jobs, each lane within its limit, and timers."""

from __future__ import annotations

import asyncio
import random
import socket
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext, suppress
from datetime import timedelta
from functools import partial
from os import getpid
from typing import Any
from uuid import uuid4

import structlog
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.core.qm import QueueManager
from pgqueuer.core.sm import SchedulerManager
from pgqueuer.errors import RetryRequested
from pgqueuer.models import Job as QueuedJob
from pgqueuer.models import Schedule
from pydantic import BaseModel, ValidationError

from stallage.core import queue
from stallage.core.jobs import JOBS, TIMERS, Job, Timer, redact_failure
from stallage.core.lanes import LanedQueries, Lanes, WakingDriver
from stallage.core.mail import Message
from stallage.core.pacing import Pacing
from stallage.core.retry_policies import CONCURRENCY, Lane
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.core.tracing import active
from stallage.core.undelivered import store_undelivered

log = structlog.get_logger(__name__)

BATCH = 10
CLOSE_SECONDS = 5
HEARTBEAT_SECONDS = 5
IDLE_SECONDS = 5
"""How long an idle queue waits for a notification before it polls."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds before a lost connection is opened again."""
STATEMENT_SECONDS = 30
"""A statement that takes longer was sent on a dead connection."""
MAX_CRASHES = 5
NEVER = timedelta()
"""Turns off PgQueuer's statistics of its log."""
LATE = timedelta(seconds=20)
"""A job taken over from a crashed worker is at least this late."""


class _Manager(QueueManager):
    """Does not check the queue's tables: the shop's migrations create them, and it takes 17 queries."""

    async def verify_structure(self) -> None:
        """Do nothing."""


class PermanentFailure(Exception):
    """Retrying the job is useless; it is held at once."""


class Worker:
    """Runs jobs and timers until `stop`."""

    def __init__(self, runtime: Runtime, *, pacing: Pacing | None = None) -> None:
        """With `pacing`, requests that the same process serves go first."""
        self._runtime = runtime
        self._pacing = pacing
        self._id = uuid4()
        self._session_ending = asyncio.Event()
        """Set when the current session takes no more work; shared with PgQueuer."""
        self._stop_requested = asyncio.Event()
        self._running: set[asyncio.Task[Any]] = set()

    async def run(self) -> None:
        """Work until `stop`, reconnecting whenever a session ends for another reason.

        Jobs that are still running `graceful_stop_seconds` after `stop` return to the queue.
        """
        pause = SHORTEST_PAUSE
        while not self._stop_requested.is_set():
            # It was set by whichever part of the last session ended first.
            self._session_ending.clear()
            began = time.monotonic()
            # A separate task, so that a cancellation inside it does not end the worker silently.
            session = asyncio.create_task(self._session())
            try:
                await asyncio.wait([session])
            except asyncio.CancelledError:
                session.cancel()
                raise
            error = None if session.cancelled() else session.exception()
            if self._stop_requested.is_set():
                if error is not None:
                    log.warning("worker_stopped_without_database", error=repr(error))
                return
            if time.monotonic() - began > LONGEST_PAUSE:
                pause = SHORTEST_PAUSE
            # Jitter, so that workers that lost the database together do not reconnect together.
            wait = pause * random.uniform(0.5, 1)  # noqa: S311 - jitter, no secret
            log.error("worker_interrupted", exc_info=error, retry_in_seconds=round(wait, 1))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._stop_requested.wait(), wait)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _session(self) -> None:
        async with self._connected() as driver:
            await self._work(driver)

    def stop(self) -> None:
        """Take no more jobs and let running ones finish."""
        self._stop_requested.set()
        self._session_ending.set()

    async def drain(self) -> None:
        """Run all due jobs, then return; for tests and commands. Jobs due later stay in the queue."""
        names = list(JOBS)
        pool = self._runtime.database.pool
        if not await pool.fetchval(queue.UNFINISHED, names):
            return
        async with self._connected() as driver:
            manager = self._queue_manager(driver)
            working = asyncio.create_task(
                manager.run(
                    batch_size=BATCH,
                    dequeue_timeout=timedelta(seconds=1),
                    log_aggregation_interval=NEVER,
                )
            )
            while not working.done() and await pool.fetchval(queue.UNFINISHED, names):  # noqa: ASYNC110 - see below
                # No event tells when the queue is empty.
                await asyncio.sleep(0.02)
            self._session_ending.set()
            await working

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[WakingDriver]:
        connection = await self._runtime.database.connect_dedicated(
            statement_seconds=STATEMENT_SECONDS
        )
        try:
            yield WakingDriver(connection)
        finally:
            await connection.close(timeout=CLOSE_SECONDS)

    def _queue_manager(self, driver: WakingDriver) -> QueueManager:
        limits = {**CONCURRENCY, Lane.EMAILS: self._runtime.settings.mail_connections}
        lanes = Lanes(limits, on_room=driver.wake)
        manager = _Manager(LanedQueries(driver, lanes=lanes))
        manager.shutdown = self._session_ending
        for declared in JOBS.values():
            manager.entrypoint(declared.name, on_failure="hold", accepts_context=False)(
                partial(self._run_in_lane, lanes, declared)
            )
        return manager

    def _scheduler(self, driver: WakingDriver) -> SchedulerManager:
        scheduler = SchedulerManager(Queries(driver))
        scheduler.shutdown = self._session_ending
        for timer in TIMERS.values():
            scheduler.schedule(timer.name, timer.expression, accepts_context=False)(
                partial(self._run_timer, timer)
            )
        return scheduler

    async def _work(self, driver: WakingDriver) -> None:
        """Run jobs, timers and the heartbeat. Raises if one of them fails."""
        ending = asyncio.create_task(self._cancel_late_jobs())
        try:
            await driver.execute(
                queue.DELETE_OTHER_TIMERS,
                list(TIMERS),
                [timer.expression for timer in TIMERS.values()],
            )
            async with asyncio.TaskGroup() as group:
                group.create_task(self._run_part(self._run_queue(driver)))
                group.create_task(self._run_part(self._scheduler(driver).run()))
                group.create_task(self._run_part(self._send_heartbeats(driver)))
            await driver.execute(queue.DELETE_HEARTBEAT, self._id)
        finally:
            ending.cancel()

    async def _run_part(self, part: Coroutine[Any, Any, None]) -> None:
        """End the session when one part ends, because half a worker would silently do half the work."""
        try:
            await part
        finally:
            self._session_ending.set()

    async def _run_queue(self, driver: WakingDriver) -> None:
        await self._queue_manager(driver).run(
            batch_size=BATCH,
            dequeue_timeout=timedelta(seconds=IDLE_SECONDS),
            shutdown_on_listener_failure=True,
            log_aggregation_interval=NEVER,
        )

    async def _send_heartbeats(self, driver: WakingDriver) -> None:
        """Record heartbeats on the connection that takes jobs, so that both fail together."""
        await driver.execute(queue.DELETE_DEAD_WORKERS)
        while not self._session_ending.is_set():
            await driver.execute(queue.RECORD_HEARTBEAT, self._id, socket.gethostname(), getpid())
            with suppress(TimeoutError):
                await asyncio.wait_for(self._session_ending.wait(), HEARTBEAT_SECONDS)

    async def _cancel_late_jobs(self) -> None:
        await self._session_ending.wait()
        await asyncio.sleep(self._runtime.settings.graceful_stop_seconds)
        for task in self._running:
            task.cancel()

    @contextmanager
    def _track_running(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - jobs and timers run as tasks
        self._running.add(task)
        try:
            yield
        finally:
            self._running.discard(task)

    async def _run_in_lane(self, lanes: Lanes, declared: Job[Any], queued: QueuedJob) -> None:
        async with lanes.slot(declared.policy.lane, queued.id):
            if self._pacing is not None and declared.policy.lane is not Lane.CODES:
                await self._pacing.wait(queued.updated - queued.execute_after)
            if self._stop_requested.is_set():
                raise RetryRequested(reason="not started before a stop")
            tracing = active()
            with nullcontext() if tracing is None else tracing.job(queued):
                await self._run_job(declared, queued)

    async def _run_job(self, declared: Job[Any], queued: QueuedJob) -> None:
        with (
            self._track_running(),
            structlog.contextvars.bound_contextvars(job=declared.name, job_id=queued.id),
        ):
            payload: BaseModel
            try:
                await self._check_crashes(queued)
                payload = _payload_of(declared, queued)
                async with asyncio.timeout(declared.policy.run_limit.total_seconds()):
                    await declared.run(self._runtime, payload)
            except Undeliverable as error:
                # A retry cannot help, but an operator can correct the address.
                log.warning("message_undeliverable", reason=str(error))
                if isinstance(error.message, Message):
                    async with self._runtime.database.transaction() as connection:
                        await store_undelivered(
                            connection, declared.name, payload, error.message, str(error)
                        )
            except PermanentFailure as error:
                log.error("job_held", reason=str(error))
                raise
            except asyncio.CancelledError:
                # PgQueuer would delete a cancelled job, but this one still has to run.
                raise RetryRequested(reason="interrupted by a stop") from None
            except Exception as error:
                failures = queued.attempts + 1
                pause = declared.policy.pause_after(failures)
                if pause is None:
                    log.exception("job_held", failures=failures)
                    raise redact_failure(error) from None
                log.warning(
                    "job_failed",
                    failures=failures,
                    retry_in_seconds=round(pause.total_seconds()),
                    error=type(error).__name__,
                    # Only once, because an outage makes many jobs fail many times.
                    exc_info=failures == 1,
                )
                raise RetryRequested(delay=pause, reason=type(error).__name__) from None

    async def _check_crashes(self, queued: QueuedJob) -> None:
        """Raise PermanentFailure for a job that has crashed its worker too often.

        Such a job never fails by itself and would crash every new worker.
        """
        if queued.updated - queued.execute_after < LATE:
            return
        crashes = await self._runtime.database.pool.fetchval(queue.TIMES_TAKEN_OVER, queued.id)
        if crashes >= MAX_CRASHES:
            raise PermanentFailure(f"its worker crashed {MAX_CRASHES} times while it ran")

    async def _run_timer(self, timer: Timer, _schedule: Schedule) -> None:
        tracing = active()
        with (
            self._track_running(),
            structlog.contextvars.bound_contextvars(timer=timer.name),
            nullcontext() if tracing is None else tracing.timer(timer.name),
        ):
            try:
                await timer.run(self._runtime)
            except asyncio.CancelledError:
                log.warning("timer_interrupted")
            except Exception:
                # It runs again on schedule; a failed run must not end the scheduler.
                log.exception("timer_failed")


def _payload_of(declared: Job[Any], queued: QueuedJob) -> Any:
    try:
        return declared.payload.model_validate_json(queued.payload or b"{}")
    except ValidationError as error:
        problems = ", ".join(
            f"{'.'.join(str(part) for part in problem['loc']) or 'payload'}: {problem['type']}"
            for problem in error.errors(include_input=False, include_url=False)
        )
        # Without the original error, which quotes the payload and so personal data.
        raise PermanentFailure(f"its payload does not fit this release ({problems})") from None
