"""Open, answer, close and delete tickets."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import datetime

from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound, TooMany
from stallage.core.events import publish
from stallage.core.rate_limits import record_hits
from stallage.core.validation import message
from stallage.customers.actions.locking import lock_contacts_shared
from stallage.support.events import GuestTicketOpened, TicketAnswered
from stallage.support.rules import ALPHABET, MESSAGES_PER_CUSTOMER, STATES, Status, after_customer
from stallage.support.schemas import MessageInput, TicketInput
from stallage.uploads.queries import own_pictures

ORDER = "SELECT id FROM orders_view WHERE customer_id = $1 AND public_id = $2"
ADD = """
INSERT INTO tickets (public_id, customer_id, order_id, subject, status, created_at, updated_at)
VALUES ($1, $2, $3, $4, 0, $5, $5) RETURNING id
"""
ADD_MESSAGE = """
INSERT INTO ticket_messages (ticket_id, by, message, images, created_at)
VALUES ($1, $2, $3, $4, $5) RETURNING id
"""
ADD_GUEST = """
INSERT INTO tickets (public_id, guest_name, guest_email, subject, status, created_at, updated_at)
VALUES ($1, $2, $3, $4, 0, $5, $5) RETURNING id
"""
LOCK_CUSTOMER = "SELECT 1 FROM customers_view WHERE id = $1 FOR KEY SHARE"
CLAIM = """
UPDATE tickets t SET customer_id = c.id, guest_name = NULL, guest_email = NULL
FROM customers_view c
WHERE c.id = $1 AND c.forgotten_at IS NULL AND t.customer_id IS NULL
    AND lower(t.guest_email) = lower(c.email)
"""
OWN = "SELECT id, status FROM tickets WHERE customer_id = $1 AND public_id = $2 FOR UPDATE"
ANY = "SELECT id, status FROM tickets WHERE public_id = $1 FOR UPDATE"
SET_STATUS = "UPDATE tickets SET status = $2, updated_at = $3 WHERE id = $1"
TOUCH = "UPDATE tickets SET updated_at = $2, unread = unread OR $3 WHERE id = $1"
MARK_READ = """
UPDATE tickets SET unread = false WHERE customer_id = $1 AND public_id = $2 AND unread
"""
DELETE_OF_GUEST = """
DELETE FROM tickets WHERE customer_id IS NULL AND lower(guest_email) = lower($1)
"""
DELETE_OLD_OF_GUESTS = """
DELETE FROM tickets WHERE id IN (
    SELECT id FROM tickets WHERE customer_id IS NULL AND status = 2 AND updated_at <= $1
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


def _public_id() -> str:
    chars = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"ST-{chars[:4]}-{chars[4:]}"


async def _enforce_limit(connection: Connection, customer_id: int) -> None:
    wait = await record_hits(connection, MESSAGES_PER_CUSTOMER.of(customer_id))
    if wait is not None:
        raise TooMany(wait)


async def open_ticket(connection: Connection, customer_id: int, ticket: TicketInput) -> str:
    """Open a ticket and return its public id.

    Raises TooMany, and InvalidFields if the order or a picture is not the customer's.
    """
    await _enforce_limit(connection, customer_id)
    return await open_ticket_for(connection, customer_id, ticket)


async def open_ticket_for(connection: Connection, customer_id: int, ticket: TicketInput) -> str:
    """Open a ticket without a rate limit, for messages that another feature has limited already.

    Returns its public id. Raises InvalidFields if the order or a picture is not the customer's.
    """
    order_id: int | None = None
    if ticket.order_id is not None:
        order_id = await connection.fetchval(ORDER, customer_id, ticket.order_id)
        if order_id is None:
            raise InvalidFields(fields={"orderId": [message("invalid", "orderId")]})
    images = await own_pictures(connection, customer_id, ticket.images, alt="A customer's picture")
    now = clock.now()
    public_id = _public_id()
    ticket_id = await connection.fetchval(
        ADD, public_id, customer_id, order_id, ticket.subject, now
    )
    await connection.execute(ADD_MESSAGE, ticket_id, "customer", ticket.description, images, now)
    return public_id


async def open_guest_ticket(
    connection: Connection, *, name: str, email: str, subject: str, message: str
) -> str:
    """Open a ticket for a guest and return its public id.

    The address is not verified. A customer who verifies it by signing in gets the ticket.
    """
    await lock_contacts_shared(connection, email)
    now = clock.now()
    public_id = _public_id()
    ticket_id = await connection.fetchval(ADD_GUEST, public_id, name, email, subject, now)
    await connection.execute(ADD_MESSAGE, ticket_id, "customer", message, [], now)
    await publish(connection, GuestTicketOpened(ticket_id=ticket_id))
    return public_id


async def claim_guest_tickets(connection: Connection, customer_id: int) -> None:
    """Assign a guest's tickets to the customer who verified the email address."""
    # Lock the customer's row first, in the order of an erasure.
    await connection.execute(LOCK_CUSTOMER, customer_id)
    await connection.execute(CLAIM, customer_id)


@dataclass(frozen=True, slots=True)
class _LockedTicket:
    id: int
    status: Status


async def _lock_own(connection: Connection, customer_id: int, public_id: str) -> _LockedTicket:
    row = await connection.fetchrow(OWN, customer_id, public_id)
    if row is None:
        raise NotFound
    return _LockedTicket(row["id"], Status(row["status"]))


async def _lock_any(connection: Connection, public_id: str) -> _LockedTicket:
    row = await connection.fetchrow(ANY, public_id)
    if row is None:
        raise NotFound(f"There is no ticket {public_id}.")
    return _LockedTicket(row["id"], Status(row["status"]))


async def _set_status(connection: Connection, ticket: _LockedTicket, status: Status) -> None:
    """Change a ticket's status; every change goes through here."""
    if ticket.status is not status:
        STATES.check(ticket.status, status)
        await connection.execute(SET_STATUS, ticket.id, int(status), clock.now())


async def add_message(
    connection: Connection, customer_id: int, public_id: str, reply: MessageInput
) -> None:
    """Add a customer's message; a closed ticket reopens. Raises NotFound, TooMany."""
    ticket = await _lock_own(connection, customer_id, public_id)
    await _enforce_limit(connection, customer_id)
    images = await own_pictures(connection, customer_id, reply.images, alt="A customer's picture")
    now = clock.now()
    await connection.execute(ADD_MESSAGE, ticket.id, "customer", reply.message, images, now)
    await connection.execute(TOUCH, ticket.id, now, False)
    await _set_status(connection, ticket, after_customer(ticket.status))


async def mark_read(connection: Connection, customer_id: int, public_id: str) -> None:
    """Mark a ticket of the customer as read."""
    await connection.execute(MARK_READ, customer_id, public_id)


async def close_ticket(connection: Connection, customer_id: int, public_id: str) -> None:
    """Close a customer's ticket, if it is open. Raises NotFound."""
    ticket = await _lock_own(connection, customer_id, public_id)
    await _set_status(connection, ticket, Status.CLOSED)


async def close_as_operator(connection: Connection, public_id: str) -> None:
    """Close any ticket, if it is open. Raises NotFound."""
    await _set_status(connection, await _lock_any(connection, public_id), Status.CLOSED)


async def reply(connection: Connection, public_id: str, text: str) -> None:
    """Add the shop's answer and inform the customer by email. Raises NotFound."""
    ticket = await _lock_any(connection, public_id)
    now = clock.now()
    message_id = await connection.fetchval(ADD_MESSAGE, ticket.id, "operator", text, [], now)
    await connection.execute(TOUCH, ticket.id, now, True)
    await _set_status(connection, ticket, Status.IN_PROGRESS)
    await publish(connection, TicketAnswered(message_id=message_id))


async def forget_tickets(connection: Connection, customer_id: int) -> None:
    """Delete a customer's tickets and their messages."""
    await connection.execute("DELETE FROM tickets WHERE customer_id = $1", customer_id)


async def delete_guest_tickets(connection: Connection, email: str) -> None:
    """Delete a guest's tickets by email address."""
    await connection.execute(DELETE_OF_GUEST, email)


async def delete_old_guest_tickets(
    connection: Connection, updated_before: datetime, limit: int
) -> int:
    """Delete up to `limit` old closed tickets of guests; return their number."""
    return affected_rows(await connection.execute(DELETE_OLD_OF_GUESTS, updated_before, limit))
