"""Queries of tickets for operators."""

from __future__ import annotations

from typing import Any

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.core.schemas import Picture
from stallage.operators.queries import permissions_of
from stallage.support.rules.saved_replies import PLACEHOLDERS, fill_in
from stallage.support.schemas.operating import (
    Assignee,
    FilledReply,
    HeldEmail,
    OperatorMessage,
    OperatorTicket,
    Placeholder,
    SavedReplies,
    SavedReply,
    TicketContact,
)

TICKET = """
SELECT t.id, t.public_id, t.subject, t.state, t.priority, t.tags, t.version, t.created_at,
    t.last_message_at, t.customer_id, t.guest_name, t.guest_email, t.assigned_to,
    a.name AS assignee, c.first_name, c.last_name, c.email, c.phone, o.public_id AS order_id
FROM tickets t
LEFT JOIN operators_view a ON a.id = t.assigned_to
LEFT JOIN customers_view c ON c.id = t.customer_id
LEFT JOIN orders_view o ON o.id = t.order_id
WHERE t.public_id = $1
"""
# The last thousand: a conversation is shorter, and a page stays bounded.
MESSAGES = """
SELECT * FROM (
    SELECT id, by, operator_name, via, message, images, created_at FROM ticket_messages
    WHERE ticket_id = $1 ORDER BY id DESC LIMIT 1000
) m ORDER BY id
"""
HELD_COLUMNS = """e.id, t.public_id AS ticket_id, e.reason, e.sender, e.sender_name, e.subject, e.text,
    e.received_at"""
HELD_OF = f"""
SELECT {HELD_COLUMNS} FROM inbound_emails e JOIN tickets t ON t.id = e.ticket_id
WHERE e.ticket_id = $1 AND e.state = 'held' ORDER BY e.id LIMIT 50
"""
HELD = f"""
SELECT {HELD_COLUMNS} FROM inbound_emails e LEFT JOIN tickets t ON t.id = e.ticket_id
WHERE e.state = 'held' ORDER BY e.id DESC LIMIT 100
"""
OPERATORS = """
SELECT id, name, role, permissions FROM operators_view WHERE disabled_at IS NULL ORDER BY name, id
"""
SAVED = "SELECT id, name, text, updated_at FROM saved_replies ORDER BY lower(name), id LIMIT 500"
ONE_SAVED = "SELECT id, name, text, updated_at FROM saved_replies WHERE id = $1"


def ticket_etag(public_id: str, version: int) -> str:
    """Return the ETag of a ticket."""
    return etag_of("ticket", public_id, version)


def _full_name(*names: str | None) -> str:
    return " ".join(name for name in names if name)


def _contact(row: Record) -> TicketContact:
    if row["customer_id"] is None:
        return TicketContact(
            customer_id=None, name=row["guest_name"] or "", email=row["guest_email"], phone=None
        )
    return TicketContact(
        customer_id=row["customer_id"],
        name=_full_name(row["first_name"], row["last_name"]),
        email=row["email"],
        phone=row["phone"],
    )


def _held(row: Record) -> HeldEmail:
    return HeldEmail(**dict(row))


async def operator_ticket(connection: Connection, public_id: str) -> OperatorTicket:
    """Return a ticket with its messages. Raises NotFound."""
    row = await connection.fetchrow(TICKET, public_id)
    if row is None:
        raise NotFound(f"There is no ticket {public_id}.")
    messages = [
        OperatorMessage(
            id=one["id"],
            by=one["by"],
            author=one["operator_name"],
            via=one["via"],
            message=one["message"],
            images=[Picture.model_validate(image) for image in one["images"]],
            created_at=one["created_at"],
        )
        for one in await connection.fetch(MESSAGES, row["id"])
    ]
    return OperatorTicket(
        ticket_id=row["public_id"],
        etag=ticket_etag(row["public_id"], row["version"]),
        subject=row["subject"],
        state=row["state"],
        priority=row["priority"],
        tags=row["tags"],
        assignee=(
            None
            if row["assigned_to"] is None
            else Assignee(id=row["assigned_to"], name=row["assignee"])
        ),
        contact=_contact(row),
        order_id=row["order_id"],
        messages=messages,
        held_emails=[_held(one) for one in await connection.fetch(HELD_OF, row["id"])],
        created_at=row["created_at"],
        last_message_at=row["last_message_at"],
    )


async def held_emails(connection: Connection) -> list[HeldEmail]:
    """Return up to a hundred emails that wait for a decision, newest first."""
    return [_held(row) for row in await connection.fetch(HELD)]


async def assignees(connection: Connection) -> list[Assignee]:
    """Return the team members who may answer tickets, by name."""
    return [
        Assignee(id=row["id"], name=row["name"])
        for row in await connection.fetch(OPERATORS)
        if "support.reply" in permissions_of(row["role"], row["permissions"])
    ]


def saved_reply_of(row: Record) -> SavedReply:
    """Return the saved reply of a row."""
    return SavedReply(
        id=row["id"],
        etag=etag_of("saved_reply", row["id"], row["updated_at"].isoformat()),
        name=row["name"],
        text=row["text"],
    )


async def saved_reply(connection: Connection, reply_id: int) -> SavedReply:
    """Return a saved reply. Raises NotFound."""
    row = await connection.fetchrow(ONE_SAVED, reply_id)
    if row is None:
        raise NotFound
    return saved_reply_of(row)


async def saved_replies(connection: Connection) -> SavedReplies:
    """Return the saved replies, by name."""
    return SavedReplies(
        items=[saved_reply_of(row) for row in await connection.fetch(SAVED)],
        placeholders=[
            Placeholder(name=name, description=description)
            for name, description in PLACEHOLDERS.items()
        ],
    )


async def filled_replies(
    connection: Connection, public_id: str, *, operator_name: str, shop_name: str
) -> list[FilledReply]:
    """Return the saved replies with the values of a ticket. Raises NotFound."""
    row = await connection.fetchrow(TICKET, public_id)
    if row is None:
        raise NotFound(f"There is no ticket {public_id}.")
    contact = _contact(row)
    values: dict[str, Any] = {
        "first_name": row["first_name"] or (row["guest_name"] or "").split(" ")[0],
        "customer_name": contact.name,
        "order_number": row["order_id"] or "",
        "ticket_number": row["public_id"],
        "operator_name": operator_name,
        "shop_name": shop_name,
    }
    return [
        FilledReply(id=one["id"], name=one["name"], text=fill_in(one["text"], values))
        for one in await connection.fetch(SAVED)
    ]
