"""Queries of tickets."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.paging import Page, Paged, to_page
from stallage.core.schemas import Picture
from stallage.customers.personal_data import export_section, guest_export_section
from stallage.customers.sql import set_unread_ticket_count
from stallage.support.queries import order_page  # noqa: F401 - declares its sections
from stallage.support.rules import LABELS, Status
from stallage.support.schemas import Ticket, TicketMessage, TicketSummary

set_unread_ticket_count(
    "SELECT count(*) FROM tickets t WHERE t.customer_id = customers.id AND t.unread"
)

COLUMNS = """t.public_id, t.subject, t.status, t.unread, t.created_at, t.updated_at,
    (SELECT o.public_id FROM orders_view o WHERE o.id = t.order_id) AS order_public_id"""

LIST = f"""
SELECT {COLUMNS}, count(*) OVER () AS total FROM tickets t WHERE t.customer_id = $1
ORDER BY t.updated_at DESC, t.id DESC LIMIT $2 OFFSET $3
"""
COUNT = "SELECT count(*) FROM tickets WHERE customer_id = $1"
ONE = f"SELECT t.id, {COLUMNS} FROM tickets t WHERE t.customer_id = $1 AND t.public_id = $2"
MESSAGES = """
SELECT id, by, message, images, created_at FROM ticket_messages WHERE ticket_id = $1 ORDER BY id
"""

OPEN_TICKETS = """
SELECT t.public_id, t.status, t.subject, t.updated_at, m.by, m.message,
    coalesce(c.email, c.phone, t.guest_email, '') AS contact
FROM tickets t LEFT JOIN customers_view c ON c.id = t.customer_id CROSS JOIN LATERAL (
    SELECT by, message FROM ticket_messages WHERE ticket_id = t.id ORDER BY id DESC LIMIT 1
) m
WHERE t.status < 2 ORDER BY t.updated_at LIMIT 200
"""

EXPORTED = """
SELECT t.public_id AS "ticketId", t.subject, t.status, m.by, m.message, m.images,
    m.created_at AS "createdAt"
FROM tickets t JOIN ticket_messages m ON m.ticket_id = t.id
WHERE t.customer_id = $1 ORDER BY m.id
"""
EXPORTED_OF_GUEST = """
SELECT t.public_id AS "ticketId", t.subject, t.status, t.guest_name AS name, m.by, m.message,
    m.created_at AS "createdAt"
FROM tickets t JOIN ticket_messages m ON m.ticket_id = t.id
WHERE t.customer_id IS NULL AND lower(t.guest_email) = lower($1) ORDER BY m.id
"""


def _summary(row: Record) -> dict[str, Any]:
    return {
        "ticket_id": row["public_id"],
        "subject": row["subject"],
        "status": row["status"],
        "label": LABELS[Status(row["status"])],
        "order_id": row["order_public_id"],
        "unread": row["unread"],
        "created_at": row["created_at"],
        "updated_at": row["updated_at"],
    }


async def tickets_of(connection: Connection, customer_id: int, page: Page) -> Paged[TicketSummary]:
    """Return a page of the customer's tickets, last updated first."""
    rows = await connection.fetch(LIST, customer_id, page.size, page.offset)
    total = rows[0]["total"] if rows else await connection.fetchval(COUNT, customer_id)
    return to_page([TicketSummary(**_summary(row)) for row in rows], page, total)


async def ticket(connection: Connection, customer_id: int, public_id: str) -> Ticket:
    """Return a ticket of the customer with its messages. Raises NotFound."""
    row = await connection.fetchrow(ONE, customer_id, public_id)
    if row is None:
        raise NotFound
    messages = [
        TicketMessage(
            id=one["id"],
            by=one["by"],
            message=one["message"],
            images=[Picture.model_validate(image) for image in one["images"]],
            created_at=one["created_at"],
        )
        for one in await connection.fetch(MESSAGES, row["id"])
    ]
    return Ticket(**_summary(row), messages=messages)


@dataclass(frozen=True, slots=True)
class OpenTicket:
    """A ticket that is not closed, for operators."""

    public_id: str
    status: Status
    subject: str
    contact: str
    """Of the customer or guest; empty if unknown."""
    last_by: str
    """`customer` or `operator`."""
    last_message: str
    updated_at: datetime


async def open_tickets(connection: Connection) -> list[OpenTicket]:
    """Return up to 200 tickets that are not closed, longest waiting first."""
    return [
        OpenTicket(
            public_id=row["public_id"],
            status=Status(row["status"]),
            subject=row["subject"],
            contact=row["contact"],
            last_by=row["by"],
            last_message=row["message"],
            updated_at=row["updated_at"],
        )
        for row in await connection.fetch(OPEN_TICKETS)
    ]


@export_section("tickets")
async def exported(connection: Connection, customer_id: int) -> object:
    """Return the messages of the customer's tickets for the export."""
    return [dict(row) for row in await connection.fetch(EXPORTED, customer_id)]


@guest_export_section("guestTickets")
async def exported_of_guest(
    connection: Connection, email: str | None, _phone: str | None
) -> list[object]:
    """Return the messages of a guest's tickets for the export."""
    return [dict(row) for row in await connection.fetch(EXPORTED_OF_GUEST, email)]
