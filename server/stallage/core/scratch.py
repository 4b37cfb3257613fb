"""Work whose changes are never committed, on the shop's own code, settings and data.

For rehearsals: what happens in a scratch is seen by nobody else, takes no number and sends no message.
It must not touch rows that others wait for, since it holds their locks until it ends.
"""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from stallage.core.db import Connection, Database
from stallage.core.db_limits import LIFT_LIMITS
from stallage.core.jobs import JOBS
from stallage.core.mail import Message, MessageSender
from stallage.core.runtime import Runtime
from stallage.settings import Settings

NEWEST_JOB = "SELECT coalesce(max(id), 0) FROM pgqueuer"
DUE = """
    SELECT id, entrypoint, payload FROM pgqueuer
    WHERE id > $1 AND status = 'queued' AND execute_after <= now() ORDER BY id LIMIT 1
"""
FORGET = "DELETE FROM pgqueuer WHERE id = $1"


class ScratchDatabase(Database):
    """A database whose transactions are savepoints of one transaction that is rolled back."""

    def __init__(self, database: Database, connection: Connection) -> None:
        super().__init__(database.pool, database.dsn, database.limits, database.public_limit)
        self._connection = connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Connection]:
        """The connection of the scratch."""
        yield self._connection

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        """A savepoint: rolled back on its own if anything is raised."""
        async with self._connection.transaction():
            yield self._connection


class RecordingSender(MessageSender):
    """Records messages instead of sending them."""

    def __init__(self, sender: MessageSender) -> None:
        super().__init__(sender.outbox, own_texts=sender.own_texts)
        self.messages: list[Message] = []

    async def send(self, message: Message) -> None:
        """Record a message with the shop's own texts."""
        self.messages.append(await self._with_own_texts(message))


@dataclasses.dataclass(frozen=True, slots=True)
class Scratch:
    """A runtime whose changes are rolled back, and the messages that it would have sent."""

    runtime: Runtime
    connection: Connection
    sender: RecordingSender
    first_job: int

    async def work(self, accepts: Callable[[str], bool]) -> None:
        """Run the due jobs whose name is accepted that were enqueued here, and drop the others."""
        while (job := await self.connection.fetchrow(DUE, self.first_job)) is not None:
            await self.connection.execute(FORGET, job["id"])
            declared = JOBS.get(job["entrypoint"])
            if declared is not None and accepts(declared.name):
                payload = declared.payload.model_validate_json(job["payload"])
                await declared.run(self.runtime, payload)


class _RollBack(Exception):
    pass


@asynccontextmanager
async def open_scratch(runtime: Runtime, settings: Settings) -> AsyncIterator[Scratch]:
    """Open a scratch with these settings. Its `services` may be changed."""
    async with runtime.database.reading() as connection:
        # Others' jobs that are enqueued meanwhile must not be run here.
        transaction = connection.transaction(isolation="repeatable_read")
        await transaction.start()
        try:
            await connection.execute(LIFT_LIMITS)
            sender = RecordingSender(runtime.mailer)
            changed = dataclasses.replace(
                runtime,
                settings=settings,
                database=ScratchDatabase(runtime.database, connection),
                mailer=sender,
                services=dict(runtime.services),
            )
            newest = await connection.fetchval(NEWEST_JOB)
            yield Scratch(changed, connection, sender, newest)
        finally:
            await transaction.rollback()


@asynccontextmanager
async def savepoint(connection: Connection) -> AsyncIterator[None]:
    """Roll back what the block does, and only that."""
    try:
        async with connection.transaction():
            yield
            raise _RollBack
    except _RollBack:
        pass
