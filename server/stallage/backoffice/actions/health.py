"""Mends what the health page shows: held jobs and refused messages. Each act is recorded."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.backoffice.errors.health import JobsNotHeld, NothingSelected
from stallage.core import queue
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.jobs import JOBS
from stallage.core.queue import Selection, State
from stallage.core.undelivered import (
    UndeliveredMessage,
    delete_undelivered,
    lock_undelivered,
    queue_again,
)
from stallage.core.validation import message
from stallage.customers.rules.contacts import InvalidContact, email_address


def _held(ids: Sequence[int], name: str | None) -> Selection:
    if bool(ids) == (name is not None):
        raise NothingSelected
    return Selection(ids=list(ids) or None, state=State.HELD, name=name)


async def _record(
    connection: Connection, action: str, ids: Sequence[int], name: str | None, count: int
) -> None:
    label = name or ", ".join(str(one) for one in ids[:5])
    await record(
        connection, action, Subject("job", name, label), after={"ids": list(ids), "count": count}
    )


async def retry_held(connection: Connection, ids: Sequence[int], name: str | None) -> int:
    """Run held jobs again, and return how many. Raises NothingSelected and JobsNotHeld."""
    count = await queue.retry_jobs(connection, _held(ids, name), list(JOBS))
    if not count:
        raise JobsNotHeld
    await _record(connection, "job.retried", ids, name, count)
    return count


async def discard_held(connection: Connection, ids: Sequence[int], name: str | None) -> int:
    """Delete held jobs, whose work is never done then. Raises NothingSelected and JobsNotHeld."""
    count = await queue.discard_jobs(connection, _held(ids, name), list(JOBS))
    if not count:
        raise JobsNotHeld
    await _record(connection, "job.discarded", ids, name, count)
    return count


async def _lock(connection: Connection, message_id: int) -> UndeliveredMessage:
    found = await lock_undelivered(connection, message_id)
    if found is None or found.queued_at is not None:
        raise NotFound("This email was sent again already.")
    return found


async def send_again(connection: Connection, message_id: int, address: str | None) -> None:
    """Record that a refused message is sent again, perhaps to another address.

    The caller enqueues the job that sends it. Raises NotFound, and InvalidFields for an invalid address.
    """
    found = await _lock(connection, message_id)
    to = found.address
    if address is not None:
        try:
            to = email_address(address)
        except InvalidContact as error:
            raise InvalidFields(fields={"address": [message("email", "email")]}) from error
    await queue_again(connection, message_id, to)
    await record(
        connection,
        "email.sent_again",
        Subject("email", message_id, found.subject),
        before={"address": found.address},
        after={"address": to},
    )


async def discard_message(connection: Connection, message_id: int) -> None:
    """Delete a refused message. Raises NotFound."""
    found = await _lock(connection, message_id)
    await delete_undelivered(connection, message_id)
    await record(
        connection,
        "email.discarded",
        Subject("email", message_id, found.subject),
        before={"address": found.address},
    )
