"""Runs jobs and timers: each lane within its limit, for as long as the database is there."""

from __future__ import annotations

import asyncio
import random
import socket
import time
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from datetime import timedelta
from functools import partial
from os import getpid
from typing import Any
from uuid import uuid4

import structlog
from pgqueuer.adapters.drivers.asyncpg import AsyncpgDriver
from pgqueuer.adapters.persistence.queries import Queries
from pgqueuer.core.qm import QueueManager
from pgqueuer.core.sm import SchedulerManager
from pgqueuer.errors import RetryRequested
from pgqueuer.models import Job as QueuedJob
from pgqueuer.models import Schedule
from pydantic import ValidationError

from stallage.core import queue
from stallage.core.lanes import LanedQueries, Lanes
from stallage.core.policies import AT_ONCE, Lane
from stallage.core.runtime import Runtime
from stallage.core.sms import Undeliverable
from stallage.core.work import JOBS, TIMERS, Job, Timer, without_values

log = structlog.get_logger(__name__)

BATCH = 10
CLOSE_SECONDS = 5
PULSE_SECONDS = 5
IDLE_SECONDS = 5
"""How long a queue without work waits for news before it looks again by itself."""
SHORTEST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
"""Seconds before a lost database is tried again."""
STATEMENT_SECONDS = 30
"""A statement that takes longer was sent into a dead connection."""
MAX_CRASHES = 5
LATE = timedelta(seconds=20)
"""A job taken over from a worker that died is at least this late."""


class HeldAtOnce(Exception):
    """The job cannot be run, however often it is tried."""


class Worker:
    """Runs jobs and timers until told to stop."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._id = uuid4()
        self._ending = asyncio.Event()
        """Set where the present connection takes no more work; PgQueuer shares it."""
        self._told_to_stop = asyncio.Event()
        self._running: set[asyncio.Task[Any]] = set()

    async def run(self) -> None:
        """Works until `stop`, and begins again where the database went away or anything else ended it.

        Jobs that still run `graceful_stop_seconds` after the stop go back into the queue.
        """
        pause = SHORTEST_PAUSE
        while not self._told_to_stop.is_set():
            # A part that ends sets the event it shares with us, whatever ended it.
            self._ending.clear()
            began = time.monotonic()
            # A task of its own: what cancels it from within must not end the worker in silence.
            session = asyncio.create_task(self._session())
            try:
                await asyncio.wait([session])
            except asyncio.CancelledError:
                session.cancel()
                raise
            error = None if session.cancelled() else session.exception()
            if self._told_to_stop.is_set():
                if error is not None:
                    log.warning("worker_stopped_without_its_database", error=repr(error))
                return
            if time.monotonic() - began > LONGEST_PAUSE:
                pause = SHORTEST_PAUSE
            # Workers that lost their database together do not return together.
            wait = pause * random.uniform(0.5, 1)  # noqa: S311
            log.error("worker_interrupted", exc_info=error, again_in_seconds=round(wait, 1))
            with suppress(TimeoutError):
                await asyncio.wait_for(self._told_to_stop.wait(), wait)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _session(self) -> None:
        async with self._connected() as driver:
            await self._work(driver)

    def stop(self) -> None:
        """Takes no more jobs and lets running ones finish."""
        self._told_to_stop.set()
        self._ending.set()

    async def drain(self) -> None:
        """Runs what is due now and returns; for tests and commands. What waits for later stays."""
        names = list(JOBS)
        async with self._connected() as driver:
            manager = self._queue_manager(driver)
            working = asyncio.create_task(
                manager.run(batch_size=BATCH, dequeue_timeout=timedelta(seconds=1))
            )
            pool = self._runtime.database.pool
            while not working.done() and await pool.fetchval(queue.UNFINISHED, names):  # noqa: ASYNC110 - see below
                # The rows say when nothing is left; there is no event to wait for.
                await asyncio.sleep(0.02)
            self._ending.set()
            await working

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncpgDriver]:
        connection = await self._runtime.database.connect_alone(statement_seconds=STATEMENT_SECONDS)
        try:
            yield AsyncpgDriver(connection)
        finally:
            await connection.close(timeout=CLOSE_SECONDS)

    def _queue_manager(self, driver: AsyncpgDriver) -> QueueManager:
        lanes = Lanes({**AT_ONCE, Lane.EMAILS: self._runtime.settings.mail_connections})
        manager = QueueManager(LanedQueries(driver, lanes=lanes))
        manager.shutdown = self._ending
        for declared in JOBS.values():
            manager.entrypoint(declared.name, on_failure="hold", accepts_context=False)(
                partial(self._run_in_lane, lanes, declared)
            )
        return manager

    def _scheduler(self, driver: AsyncpgDriver) -> SchedulerManager:
        scheduler = SchedulerManager(Queries(driver))
        scheduler.shutdown = self._ending
        for timer in TIMERS.values():
            scheduler.schedule(timer.name, timer.expression, accepts_context=False, clean_old=True)(
                partial(self._run_timer, timer)
            )
        return scheduler

    async def _work(self, driver: AsyncpgDriver) -> None:
        """Runs jobs, timers and the heartbeat; raises where one of them fails."""
        ending = asyncio.create_task(self._cancel_late_jobs())
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._part(self._run_queue(driver)))
                group.create_task(self._part(self._scheduler(driver).run()))
                group.create_task(self._part(self._pulse(driver)))
            await driver.execute(queue.FORGET_WORKER, self._id)
        finally:
            ending.cancel()

    async def _part(self, part: Coroutine[Any, Any, None]) -> None:
        """Tells the others when one part ends: half a worker would lose work in silence."""
        try:
            await part
        finally:
            self._ending.set()

    async def _run_queue(self, driver: AsyncpgDriver) -> None:
        await self._queue_manager(driver).run(
            batch_size=BATCH,
            dequeue_timeout=timedelta(seconds=IDLE_SECONDS),
            shutdown_on_listener_failure=True,
        )

    async def _pulse(self, driver: AsyncpgDriver) -> None:
        """Notes a sign of life on the connection that takes jobs, so that both fail together."""
        await driver.execute(queue.FORGET_DEAD_WORKERS)
        while not self._ending.is_set():
            await driver.execute(queue.NOTE_WORKER, self._id, socket.gethostname(), getpid())
            with suppress(TimeoutError):
                await asyncio.wait_for(self._ending.wait(), PULSE_SECONDS)

    async def _cancel_late_jobs(self) -> None:
        await self._ending.wait()
        await asyncio.sleep(self._runtime.settings.graceful_stop_seconds)
        for task in self._running:
            task.cancel()

    @contextmanager
    def _noted_as_running(self) -> Iterator[None]:
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - jobs and timers run as tasks
        self._running.add(task)
        try:
            yield
        finally:
            self._running.discard(task)

    async def _run_in_lane(self, lanes: Lanes, declared: Job[Any], queued: QueuedJob) -> None:
        async with lanes.turn(declared.policy.lane, queued.id):
            if self._told_to_stop.is_set():
                raise RetryRequested(reason="not begun before a stop")
            await self._run_job(declared, queued)

    async def _run_job(self, declared: Job[Any], queued: QueuedJob) -> None:
        with (
            self._noted_as_running(),
            structlog.contextvars.bound_contextvars(job=declared.name, job_id=queued.id),
        ):
            try:
                await self._hold_crashing(queued)
                payload = _payload_of(declared, queued)
                async with asyncio.timeout(declared.policy.run_limit.total_seconds()):
                    await declared.run(self._runtime, payload)
            except Undeliverable as refused:
                # Nobody is there to read it, and nothing that an operator could mend.
                log.warning("message_undeliverable", reason=str(refused))
            except HeldAtOnce as error:
                log.error("job_held", reason=str(error))
                raise
            except asyncio.CancelledError:
                # PgQueuer deletes a cancelled job; one that a stop interrupts has yet to be done.
                raise RetryRequested(reason="interrupted by a stop") from None
            except Exception as error:
                failures = queued.attempts + 1
                pause = declared.policy.pause_after(failures)
                if pause is None:
                    log.exception("job_held", failures=failures)
                    raise without_values(error) from None
                log.warning(
                    "job_failed",
                    failures=failures,
                    again_in_seconds=round(pause.total_seconds()),
                    error=type(error).__name__,
                    # Said once: an outage makes many jobs fail many times.
                    exc_info=failures == 1,
                )
                raise RetryRequested(delay=pause, reason=type(error).__name__) from None

    async def _hold_crashing(self, queued: QueuedJob) -> None:
        """Raises HeldAtOnce for a job whose runs have ended again and again with their worker.

        Such a job never gets to fail; it would take every new worker down.
        """
        if queued.updated - queued.execute_after < LATE:
            return
        picks = await self._runtime.database.pool.fetchval(queue.TIMES_PICKED, queued.id)
        if picks - queued.attempts > MAX_CRASHES:
            raise HeldAtOnce(f"its worker has died {MAX_CRASHES} times while it ran")

    async def _run_timer(self, timer: Timer, _schedule: Schedule) -> None:
        with self._noted_as_running(), structlog.contextvars.bound_contextvars(timer=timer.name):
            try:
                await timer.run(self._runtime)
            except asyncio.CancelledError:
                log.warning("timer_interrupted")
            except Exception:
                # A timer comes round again; one failed turn must not end the scheduler.
                log.exception("timer_failed")


def _payload_of(declared: Job[Any], queued: QueuedJob) -> Any:
    try:
        return declared.payload.model_validate_json(queued.payload or b"{}")
    except ValidationError as error:
        wrong = ", ".join(
            f"{'.'.join(str(part) for part in one['loc']) or 'payload'}: {one['type']}"
            for one in error.errors(include_input=False, include_url=False)
        )
        # Without the error itself: it quotes the payload, which speaks of persons.
        raise HeldAtOnce(f"its payload does not fit this release ({wrong})") from None
