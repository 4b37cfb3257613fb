"""Customers open, answer, close and delete tickets."""

from __future__ import annotations

import secrets
from datetime import datetime

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, TooMany
from stallage.core.events import publish
from stallage.core.rate_limits import record_hits
from stallage.core.validation import message
from stallage.customers.actions.locking import lock_contacts_shared
from stallage.notes.actions import delete_notes_of
from stallage.support.actions.messages import LockedTicket, lock_own, set_state, write_message
from stallage.support.events import GuestTicketOpened, TicketOpened
from stallage.support.rules import ALPHABET, MESSAGES_PER_CUSTOMER, State, Status
from stallage.support.schemas import MessageInput, TicketInput
from stallage.uploads.queries import own_pictures

ORDER = "SELECT id FROM orders_view WHERE customer_id = $1 AND public_id = $2"
ADD = """
INSERT INTO tickets (public_id, customer_id, order_id, subject, status, created_at, updated_at,
    last_message_at)
VALUES ($1, $2, $3, $4, 0, $5, $5, $5) RETURNING id
"""
ADD_GUEST = """
INSERT INTO tickets (public_id, guest_name, guest_email, subject, status, created_at, updated_at,
    last_message_at)
VALUES ($1, $2, $3, $4, 0, $5, $5, $5) RETURNING id
"""
LOCK_CUSTOMER = "SELECT 1 FROM customers_view WHERE id = $1 FOR KEY SHARE"
CLAIM = """
UPDATE tickets t SET customer_id = c.id, guest_name = NULL, guest_email = NULL
FROM customers_view c
WHERE c.id = $1 AND c.forgotten_at IS NULL AND t.customer_id IS NULL
    AND lower(t.guest_email) = lower(c.email)
"""
MARK_READ = """
UPDATE tickets SET unread = false WHERE customer_id = $1 AND public_id = $2 AND unread
"""
DELETE_OF_CUSTOMER = "DELETE FROM tickets WHERE customer_id = $1 RETURNING id"
DELETE_OF_GUEST = """
DELETE FROM tickets WHERE customer_id IS NULL AND lower(guest_email) = lower($1) RETURNING id
"""
DELETE_OLD_OF_GUESTS = """
DELETE FROM tickets WHERE id IN (
    SELECT id FROM tickets WHERE customer_id IS NULL AND status = 2 AND updated_at <= $1
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
RETURNING id
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
    opened = LockedTicket(ticket_id, public_id, Status.OPEN, State.OPEN, None, 0)
    await write_message(connection, opened, "customer", ticket.description, images=images)
    await publish(connection, TicketOpened(ticket_id=ticket_id))
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
    opened = LockedTicket(ticket_id, public_id, Status.OPEN, State.OPEN, None, 0)
    await write_message(connection, opened, "customer", message)
    await publish(
        connection, GuestTicketOpened(ticket_id=ticket_id), TicketOpened(ticket_id=ticket_id)
    )
    return public_id


async def claim_guest_tickets(connection: Connection, customer_id: int) -> None:
    """Assign a guest's tickets to the customer who verified the email address."""
    # Lock the customer's row first, in the order of an erasure.
    await connection.execute(LOCK_CUSTOMER, customer_id)
    await connection.execute(CLAIM, customer_id)


async def add_message(
    connection: Connection, customer_id: int, public_id: str, reply: MessageInput
) -> None:
    """Add a customer's message; a closed ticket reopens. Raises NotFound, TooMany."""
    ticket = await lock_own(connection, customer_id, public_id)
    await _enforce_limit(connection, customer_id)
    images = await own_pictures(connection, customer_id, reply.images, alt="A customer's picture")
    await write_message(connection, ticket, "customer", reply.message, images=images)


async def mark_read(connection: Connection, customer_id: int, public_id: str) -> None:
    """Mark a ticket of the customer as read."""
    await connection.execute(MARK_READ, customer_id, public_id)


async def close_ticket(connection: Connection, customer_id: int, public_id: str) -> None:
    """Close a customer's ticket, if it is open. Raises NotFound."""
    ticket = await lock_own(connection, customer_id, public_id)
    if ticket.status is not Status.CLOSED:
        await set_state(connection, ticket, State.SOLVED)


async def forget_tickets(connection: Connection, customer_id: int) -> None:
    """Delete a customer's tickets and their messages."""
    await _delete(connection, DELETE_OF_CUSTOMER, customer_id)


async def delete_guest_tickets(connection: Connection, email: str) -> None:
    """Delete a guest's tickets by email address."""
    await _delete(connection, DELETE_OF_GUEST, email)


async def delete_old_guest_tickets(
    connection: Connection, updated_before: datetime, limit: int
) -> int:
    """Delete up to `limit` old closed tickets of guests; return their number."""
    return await _delete(connection, DELETE_OLD_OF_GUESTS, updated_before, limit)


async def _delete(connection: Connection, delete: str, *parameters: object) -> int:
    """Delete tickets and the notes about them; return their number."""
    ids = [row["id"] for row in await connection.fetch(delete, *parameters)]
    await delete_notes_of(connection, "ticket", ids)
    return len(ids)
