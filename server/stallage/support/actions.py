"""Writes tickets."""

from __future__ import annotations

import secrets
from datetime import datetime

from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection, Record
from stallage.core.errors import InvalidFields, NotFound, TooMany
from stallage.core.events import publish
from stallage.core.rate_limits import record_hits
from stallage.core.validation import message
from stallage.customers.actions.locking import share_contacts
from stallage.support.events import GuestWrote, TicketAnswered
from stallage.support.rules import ALPHABET, MESSAGES, STATES, Status, after_customer
from stallage.support.schemas import MessageInput, TicketInput
from stallage.uploads.queries import own_pictures

"""Messages of one customer, in all tickets together."""

ORDER = "SELECT id FROM orders WHERE customer_id = $1 AND public_id = $2"
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
LOCK_CUSTOMER = "SELECT 1 FROM customers WHERE id = $1 FOR KEY SHARE"
CLAIM = """
UPDATE tickets t SET customer_id = c.id, guest_name = NULL, guest_email = NULL
FROM customers c
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
    letters = [secrets.choice(ALPHABET) for _ in range(8)]
    return f"ST-{''.join(letters[:4])}-{''.join(letters[4:])}"


async def _refuse_flood(connection: Connection, customer_id: int) -> None:
    wait = await record_hits(connection, MESSAGES.of(customer_id))
    if wait is not None:
        raise TooMany(wait)


async def open_ticket(connection: Connection, customer_id: int, asked: TicketInput) -> str:
    """Opens a ticket and returns its public id.

    Raises InvalidFields where the order or a picture is not the customer's, and TooMany.
    """
    await _refuse_flood(connection, customer_id)
    return await open_ticket_for(connection, customer_id, asked)


async def open_ticket_for(connection: Connection, customer_id: int, asked: TicketInput) -> str:
    """Opens a ticket with what a customer has said elsewhere, where floods are held back already.

    Raises InvalidFields where the order or a picture is not the customer's.
    """
    order_id: int | None = None
    if asked.order_id is not None:
        order_id = await connection.fetchval(ORDER, customer_id, asked.order_id)
        if order_id is None:
            raise InvalidFields(fields={"orderId": [message("invalid", "orderId")]})
    images = await own_pictures(connection, customer_id, asked.images, alt="A customer's picture")
    now = clock.now()
    public_id = _public_id()
    ticket_id = await connection.fetchval(ADD, public_id, customer_id, order_id, asked.subject, now)
    await connection.execute(ADD_MESSAGE, ticket_id, "customer", asked.description, images, now)
    return public_id


async def open_guest_ticket(
    connection: Connection, *, name: str, email: str, subject: str, message: str
) -> str:
    """Opens a ticket for somebody without an account and returns its public id.

    The address is not proven: whoever proves it by signing in finds the ticket among their own.
    """
    await share_contacts(connection, email)
    now = clock.now()
    public_id = _public_id()
    ticket_id = await connection.fetchval(ADD_GUEST, public_id, name, email, subject, now)
    await connection.execute(ADD_MESSAGE, ticket_id, "customer", message, [], now)
    await publish(connection, GuestWrote(ticket_id=ticket_id))
    return public_id


async def claim_guest_tickets(connection: Connection, customer_id: int) -> None:
    """Gives a customer the tickets opened as a guest with the address that is proven theirs."""
    # The customer's row first, as whoever forgets the customer locks it.
    await connection.execute(LOCK_CUSTOMER, customer_id)
    await connection.execute(CLAIM, customer_id)


async def _own(connection: Connection, customer_id: int, public_id: str) -> Record:
    row = await connection.fetchrow(OWN, customer_id, public_id)
    if row is None:
        raise NotFound
    return row


async def _move(connection: Connection, row: Record, wanted: Status) -> None:
    """The one place where a ticket's status changes; staying changes nothing."""
    status = Status(row["status"])
    if status is not wanted:
        STATES.check(status, wanted)
        await connection.execute(SET_STATUS, row["id"], int(wanted), clock.now())


async def add_message(
    connection: Connection, customer_id: int, public_id: str, said: MessageInput
) -> None:
    """Adds what the customer says; a closed ticket is open again. Raises NotFound."""
    row = await _own(connection, customer_id, public_id)
    await _refuse_flood(connection, customer_id)
    images = await own_pictures(connection, customer_id, said.images, alt="A customer's picture")
    now = clock.now()
    await connection.execute(ADD_MESSAGE, row["id"], "customer", said.message, images, now)
    await connection.execute(TOUCH, row["id"], now, False)
    await _move(connection, row, after_customer(Status(row["status"])))


async def mark_read(connection: Connection, customer_id: int, public_id: str) -> None:
    """The customer has looked; a ticket that is not theirs is left alone."""
    await connection.execute(MARK_READ, customer_id, public_id)


async def close_ticket(connection: Connection, customer_id: int, public_id: str) -> None:
    """The customer closes a ticket; closing it again changes nothing. Raises NotFound."""
    await _move(connection, await _own(connection, customer_id, public_id), Status.CLOSED)


async def _any(connection: Connection, public_id: str) -> Record:
    row = await connection.fetchrow(ANY, public_id)
    if row is None:
        raise NotFound(f"There is no ticket {public_id}.")
    return row


async def close_as_operator(connection: Connection, public_id: str) -> None:
    """The shop closes a ticket; closing it again changes nothing. Raises NotFound."""
    await _move(connection, await _any(connection, public_id), Status.CLOSED)


async def reply(connection: Connection, public_id: str, text: str) -> None:
    """Adds the shop's answer and tells the customer by message. Raises NotFound."""
    row = await _any(connection, public_id)
    now = clock.now()
    message_id = await connection.fetchval(ADD_MESSAGE, row["id"], "operator", text, [], now)
    await connection.execute(TOUCH, row["id"], now, True)
    await _move(connection, row, Status.IN_PROGRESS)
    await publish(connection, TicketAnswered(message_id=message_id))


async def forget_tickets(connection: Connection, customer_id: int) -> None:
    """Deletes a customer's tickets with all that was said in them."""
    await connection.execute("DELETE FROM tickets WHERE customer_id = $1", customer_id)


async def delete_guest_tickets(connection: Connection, email: str) -> None:
    """Deletes tickets that were opened with an address and without an account."""
    await connection.execute(DELETE_OF_GUEST, email)


async def delete_old_guest_tickets(
    connection: Connection, updated_before: datetime, most: int
) -> int:
    """Deletes some closed tickets of guests that are old enough; how many there were."""
    return affected_rows(await connection.execute(DELETE_OLD_OF_GUESTS, updated_before, most))
