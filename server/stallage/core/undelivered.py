"""Messages that a mail server or SMS provider refused for good, kept until an operator sends them again.

The message is stored as it was to be sent, because its recipient is corrected, not its content. Codes to
sign in with are not stored: they are invalid by then.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from pydantic import BaseModel

from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.core.mail import Message

RETENTION = timedelta(days=30)
SECRET_KINDS = frozenset({"otp", "code"})

STORE = """
    INSERT INTO undelivered_messages (job, address, subject, message, order_id, reason, failed_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
"""
LOCK = """
    SELECT id, job, address, subject, message, order_id, reason, failed_at, queued_at
    FROM undelivered_messages WHERE id = $1 FOR UPDATE
"""
LIST = """
    SELECT id, job, address, subject, '{}'::jsonb AS message, order_id, reason, failed_at, queued_at
    FROM undelivered_messages ORDER BY id DESC LIMIT $1
"""
SUMMARY = """
    SELECT count(*) AS count, min(failed_at) AS since, max(reason) AS reason,
        coalesce(array_agg(DISTINCT order_id ORDER BY order_id DESC)
            FILTER (WHERE order_id IS NOT NULL), '{}') AS order_ids
    FROM undelivered_messages WHERE queued_at IS NULL
"""
QUEUE = """
    UPDATE undelivered_messages SET address = $2, message = message || $3, queued_at = $4 WHERE id = $1
"""
REFUSE_AGAIN = """
    UPDATE undelivered_messages SET reason = $2, failed_at = $3, queued_at = NULL WHERE id = $1
"""
DELETE_OLD = """
    DELETE FROM undelivered_messages WHERE id IN (
        SELECT id FROM undelivered_messages WHERE failed_at < $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


@dataclass(frozen=True, slots=True)
class RefusedMessages:
    """Messages that wait for an operator."""

    count: int
    since: datetime | None
    reason: str | None
    order_ids: list[int]
    """Of the orders that they are about, newest first."""


@dataclass(frozen=True, slots=True)
class UndeliveredMessage:
    """A message that was refused."""

    id: int
    job: str
    """The job that sent it."""
    address: str
    subject: str
    message: JsonObject
    """The fields of `Message`; empty in lists."""
    order_id: int | None
    reason: str
    failed_at: datetime
    queued_at: datetime | None
    """When an operator sent it again; None while it waits for one."""

    def to_message(self) -> Message:
        """The message to send."""
        return Message(**self.message)


async def store_undelivered(
    connection: Connection, job: str, payload: BaseModel, message: Message, reason: str
) -> None:
    """Store a message that was refused, unless it contains a code."""
    if message.kind in SECRET_KINDS:
        return
    order_id = getattr(payload, "order_id", None)
    await connection.execute(
        STORE,
        job,
        message.to,
        message.subject,
        message.to_json(),
        order_id if isinstance(order_id, int) else None,
        reason[:500],
        clock.now(),
    )


async def list_undelivered(connection: Connection, limit: int) -> list[UndeliveredMessage]:
    """Return messages that were refused, the newest first."""
    return [UndeliveredMessage(**row) for row in await connection.fetch(LIST, limit)]


async def lock_undelivered(connection: Connection, message_id: int) -> UndeliveredMessage | None:
    """Lock and return a message, or None if it was sent or deleted."""
    row = await connection.fetchrow(LOCK, message_id)
    return None if row is None else UndeliveredMessage(**row)


async def queue_again(connection: Connection, message_id: int, address: str) -> None:
    """Record that a message is sent again, to `address`. The caller enqueues the job."""
    await connection.execute(QUEUE, message_id, address, {"to": address}, clock.now())


async def record_refused_again(connection: Connection, message_id: int, reason: str) -> None:
    """Record that a message was refused once more."""
    await connection.execute(REFUSE_AGAIN, message_id, reason[:500], clock.now())


async def delete_undelivered(connection: Connection, message_id: int) -> None:
    """Delete a message that was sent or is not wanted any more."""
    await connection.execute("DELETE FROM undelivered_messages WHERE id = $1", message_id)


async def delete_undelivered_to(connection: Connection, contacts: Collection[str]) -> None:
    """Delete the messages to these contacts, given in lower case."""
    await connection.execute(
        "DELETE FROM undelivered_messages WHERE lower(address) = ANY($1)", list(contacts)
    )


async def purge_undelivered(connection: Connection, limit: int) -> int:
    """Delete up to `limit` old messages; return how many were deleted."""
    return affected_rows(await connection.execute(DELETE_OLD, clock.now() - RETENTION, limit))


async def refused_messages(connection: Connection) -> RefusedMessages:
    """Return how many messages wait for an operator, and why."""
    row = await connection.fetchrow(SUMMARY)
    if row is None:
        return RefusedMessages(0, None, None, [])
    return RefusedMessages(row["count"], row["since"], row["reason"], row["order_ids"])
