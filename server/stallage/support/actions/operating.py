"""Operators answer, assign and sort tickets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.core.validation import message
from stallage.support.actions.messages import (
    LockedTicket,
    Via,
    lock_any,
    set_state,
    write_message,
)
from stallage.support.rules import State, clean_tags

ACTIVE_OPERATOR = "SELECT 1 FROM operators_view WHERE id = $1 AND disabled_at IS NULL"
ORDER = "SELECT id FROM orders_view WHERE public_id = $1"
BEFORE = """
SELECT t.assigned_to, t.priority, t.tags, o.public_id AS order_id
FROM tickets t LEFT JOIN orders_view o ON o.id = t.order_id WHERE t.id = $1
"""
CHANGE = """
UPDATE tickets SET assigned_to = $2, priority = $3, tags = $4,
    order_id = (SELECT id FROM orders_view WHERE public_id = $5), version = version + 1
WHERE id = $1
"""


@dataclass(frozen=True, slots=True)
class TicketChange:
    """What an operator changes about a ticket."""

    state: State
    assigned_to: int | None
    priority: int
    tags: Sequence[str]
    order_id: str | None
    """Public id."""


def subject_of(ticket: LockedTicket) -> Subject:
    """Return what the audit log calls a ticket."""
    return Subject("ticket", ticket.public_id, ticket.public_id)


async def reply(
    connection: Connection,
    public_id: str,
    text: str,
    *,
    state: State = State.WAITING,
    via: Via = "shop",
) -> int:
    """Add the shop's answer, inform the customer by email, and return the message's id.

    Raises NotFound.
    """
    ticket = await lock_any(connection, public_id)
    return await reply_to(connection, ticket, text, state=state, via=via)


async def reply_to(
    connection: Connection,
    ticket: LockedTicket,
    text: str,
    *,
    state: State = State.WAITING,
    via: Via = "shop",
) -> int:
    """Do the same for a locked ticket."""
    before = ticket.state
    message_id = await write_message(connection, ticket, "operator", text, via=via, state=state)
    await record(
        connection,
        "ticket.answered",
        subject_of(ticket),
        before={"state": before},
        after={"state": ticket.state, "message": message_id},
    )
    return message_id


async def close_as_operator(connection: Connection, public_id: str) -> None:
    """Close any ticket, if it is open. Raises NotFound."""
    ticket = await lock_any(connection, public_id)
    if ticket.state is State.SOLVED:
        return
    before = ticket.state
    await set_state(connection, ticket, State.SOLVED)
    await record(
        connection,
        "ticket.changed",
        subject_of(ticket),
        before={"state": before},
        after={"state": State.SOLVED},
    )


async def change_ticket(connection: Connection, ticket: LockedTicket, change: TicketChange) -> None:
    """Change state, assignment, priority, tags and order of a locked ticket.

    Raises InvalidFields if the operator or the order does not exist.
    """
    found = await connection.fetchrow(BEFORE, ticket.id)
    if found is None:
        raise AssertionError("the caller has locked the ticket")
    new = change.assigned_to
    if new not in (None, found["assigned_to"]) and not await connection.fetchval(
        ACTIVE_OPERATOR, new
    ):
        raise InvalidFields(fields={"assigneeId": [message("invalid", "assigneeId")]})
    if change.order_id is not None and not await connection.fetchval(ORDER, change.order_id):
        raise InvalidFields(fields={"orderId": [message("invalid", "orderId")]})
    tags = clean_tags(change.tags)
    state = ticket.state
    before: JsonObject = {"state": state, **dict(found)}
    after: JsonObject = {
        "state": change.state,
        "assigned_to": new,
        "priority": change.priority,
        "tags": tags,
        "order_id": change.order_id,
    }
    if before == after:
        return
    await connection.execute(CHANGE, ticket.id, new, change.priority, tags, change.order_id)
    ticket.version += 1
    await set_state(connection, ticket, change.state)
    changed = [name for name in after if after[name] != before[name]]
    await record(
        connection,
        "ticket.changed",
        subject_of(ticket),
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )
