"""Lock tickets, add messages to them and change their state. No other module does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from stallage.core import clock
from stallage.core.actor import current_actor
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.events import publish
from stallage.support.events import CustomerReplied, TicketAnswered
from stallage.support.rules import (
    STATES,
    State,
    Status,
    after_customer,
    excerpt_of,
    status_in,
)
from stallage.uploads.queries import UploadedPicture

COLUMNS = "id, public_id, status, state, assigned_to, version"
OWN = f"SELECT {COLUMNS} FROM tickets WHERE customer_id = $1 AND public_id = $2 FOR UPDATE"
ANY = f"SELECT {COLUMNS} FROM tickets WHERE public_id = $1 FOR UPDATE"
ADD_MESSAGE = """
INSERT INTO ticket_messages (ticket_id, by, message, images, operator_id, operator_name, via,
    created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id
"""
RECORD_MESSAGE = """
UPDATE tickets SET updated_at = $2, last_message_at = $2, last_by = $3, excerpt = $4,
    unread = unread OR $3 = 'operator', version = version + 1
WHERE id = $1
"""
SET_STATE = """
UPDATE tickets SET state = $2, status = $3, updated_at = $4, version = version + 1 WHERE id = $1
"""

Via = Literal["shop", "email", "command"]


@dataclass(slots=True)
class LockedTicket:
    """A ticket whose row the transaction has locked."""

    id: int
    public_id: str
    status: Status
    state: State
    assigned_to: int | None
    version: int


def _locked(row: Record) -> LockedTicket:
    return LockedTicket(
        row["id"],
        row["public_id"],
        Status(row["status"]),
        State(row["state"]),
        row["assigned_to"],
        row["version"],
    )


async def lock_own(connection: Connection, customer_id: int, public_id: str) -> LockedTicket:
    """Lock a ticket of the customer. Raises NotFound."""
    row = await connection.fetchrow(OWN, customer_id, public_id)
    if row is None:
        raise NotFound
    return _locked(row)


async def lock_any(connection: Connection, public_id: str) -> LockedTicket:
    """Lock any ticket, for an operator. Raises NotFound."""
    row = await connection.fetchrow(ANY, public_id)
    if row is None:
        raise NotFound(f"There is no ticket {public_id}.")
    return _locked(row)


async def set_state(connection: Connection, ticket: LockedTicket, state: State) -> None:
    """Change a ticket's state, and its status for the customer; every change goes through here."""
    if ticket.state is state:
        return
    status = status_in(state, ticket.status)
    if status is not ticket.status:
        STATES.check(ticket.status, status)
    await connection.execute(SET_STATE, ticket.id, state, int(status), clock.now())
    ticket.state, ticket.status = state, status
    ticket.version += 1


async def write_message(
    connection: Connection,
    ticket: LockedTicket,
    by: Literal["customer", "operator"],
    text: str,
    *,
    images: Sequence[UploadedPicture] = (),
    via: Via = "shop",
    state: State | None = None,
) -> int:
    """Add a message and return its id; whoever should read it is informed later.

    `state` is the ticket's state afterwards: by default open after a customer's message, and waiting
    after the shop's.
    """
    actor = current_actor() if by == "operator" else None
    now = clock.now()
    if actor is not None and actor.kind == "command":
        via = "command"
    message_id: int = await connection.fetchval(
        ADD_MESSAGE,
        ticket.id,
        by,
        text,
        list(images),
        actor.id if actor is not None and actor.kind == "operator" else None,
        "" if actor is None else actor.name,
        via,
        now,
    )
    await connection.execute(RECORD_MESSAGE, ticket.id, now, by, excerpt_of(text))
    ticket.version += 1
    default = after_customer(ticket.state) if by == "customer" else State.WAITING
    await set_state(connection, ticket, default if state is None else state)
    if by == "operator":
        await publish(connection, TicketAnswered(message_id=message_id, ticket_id=ticket.id))
    else:
        await publish(connection, CustomerReplied(message_id=message_id))
    return message_id
