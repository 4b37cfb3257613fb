"""Takes in emails that answer a ticket's emails, once each."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.actor import Actor, acting
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.operators.queries import permissions_of
from stallage.support.actions.messages import LockedTicket, lock_any, write_message
from stallage.support.actions.operating import reply_to
from stallage.support.actions.tickets import open_guest_ticket
from stallage.support.errors import AlreadyDecided
from stallage.support.formats.received_email import ReceivedEmail
from stallage.support.rules.inbound import Reason, TicketAddress

# Concurrent deliveries of one email wait here for each other.
CLAIM = """
INSERT INTO inbound_emails (message_key, state, reason, sender, sender_name, subject, text, received_at)
VALUES ($1, 'ignored', $2, '', '', '', '', $3) ON CONFLICT DO NOTHING RETURNING id
"""
ADDED = "UPDATE inbound_emails SET ticket_id = $2, state = 'added', reason = 'added' WHERE id = $1"
HOLD = """
UPDATE inbound_emails SET ticket_id = $2, state = 'held', reason = $3, sender = $4, sender_name = $5,
    subject = $6, text = $7
WHERE id = $1
"""
# The customer's address, or the guest's. Locked before the ticket by nobody, so only read.
ADDRESS = """
SELECT lower(coalesce(c.email, t.guest_email, '')) AS email FROM tickets t
LEFT JOIN customers_view c ON c.id = t.customer_id WHERE t.id = $1
"""
OPERATOR = """
SELECT o.id, o.name, lower(o.email) AS email, o.role, o.permissions FROM operators_view o
WHERE o.id = $1 AND o.disabled_at IS NULL
"""
HELD = """
SELECT e.id, e.state, e.sender, e.sender_name, e.subject, e.text, t.public_id
FROM inbound_emails e LEFT JOIN tickets t ON t.id = e.ticket_id
WHERE e.id = $1 FOR UPDATE OF e
"""
DECIDE = """
UPDATE inbound_emails SET state = $2, text = '', subject = '', sender = '', sender_name = '',
    ticket_id = (SELECT id FROM tickets WHERE public_id = $3)
WHERE id = $1
"""
TOUCH = "UPDATE tickets SET version = version + 1 WHERE id = $1"
FORGET = """
DELETE FROM inbound_emails WHERE state = 'held' AND lower(sender) = lower($1)
"""
DELETE_OLD = """
DELETE FROM inbound_emails WHERE id IN (
    SELECT id FROM inbound_emails WHERE received_at <= $1
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


@dataclass(frozen=True, slots=True)
class Receipt:
    """What became of a received email."""

    reason: Reason
    ticket_id: str | None
    """Public id."""
    repeated: bool
    """It has been received before, so nothing was changed."""

    @property
    def outcome(self) -> Literal["added", "held", "ignored"]:
        """What the sender's system learns."""
        if self.reason is Reason.ADDED:
            return "added"
        return "held" if self.reason in (Reason.NO_TICKET, Reason.OTHER_SENDER) else "ignored"


async def receive_email(
    connection: Connection, email: ReceivedEmail, key: bytes, address: TicketAddress | None
) -> Receipt:
    """Add an email to its ticket, hold it for a decision, or ignore it.

    `address` is the ticket's signed address that the email was sent to.
    """
    ignored = Reason.AUTOMATIC if email.automatic else Reason.EMPTY
    email_id = await connection.fetchval(CLAIM, key, ignored, clock.now())
    if email_id is None:
        return Receipt(Reason.ADDED, None, repeated=True)
    text = _text_of(email)
    if email.automatic or not text:
        return Receipt(ignored, None, repeated=False)
    ticket = None
    if address is not None:
        try:
            ticket = await lock_any(connection, address.ticket_id)
        except NotFound:
            ticket = None
    if ticket is None or address is None:
        return await _hold(connection, email_id, email, None, Reason.NO_TICKET)
    if address.operator_id is not None:
        added = await _add_as_operator(connection, ticket, email, text, address.operator_id)
    else:
        added = await _add_as_customer(connection, ticket, email, text)
    if not added:
        # Nobody but the customer's address may be added to the ticket as the customer.
        held_for = ticket if address.operator_id is None else None
        return await _hold(connection, email_id, email, held_for, Reason.OTHER_SENDER)
    await connection.execute(ADDED, email_id, ticket.id)
    return Receipt(Reason.ADDED, ticket.public_id, repeated=False)


def _text_of(email: ReceivedEmail) -> str:
    if not email.attachments or not email.text:
        return email.text
    return f"{email.text}\n\n[Attached files, not stored: {', '.join(email.attachments)}]"


async def _add_as_customer(
    connection: Connection, ticket: LockedTicket, email: ReceivedEmail, text: str
) -> bool:
    expected = await connection.fetchval(ADDRESS, ticket.id)
    if not expected or email.sender != expected:
        return False
    await write_message(connection, ticket, "customer", text, via="email")
    return True


async def _add_as_operator(
    connection: Connection,
    ticket: LockedTicket,
    email: ReceivedEmail,
    text: str,
    operator_id: int,
) -> bool:
    row = await connection.fetchrow(OPERATOR, operator_id)
    if row is None or email.sender != row["email"]:
        return False
    if "support.reply" not in permissions_of(row["role"], row["permissions"]):
        return False
    with acting(Actor("operator", operator_id, row["name"])):
        await reply_to(connection, ticket, text, via="email")
    return True


async def _hold(
    connection: Connection,
    email_id: int,
    email: ReceivedEmail,
    ticket: LockedTicket | None,
    reason: Reason,
) -> Receipt:
    await connection.execute(
        HOLD,
        email_id,
        None if ticket is None else ticket.id,
        reason,
        email.sender,
        email.sender_name,
        email.subject,
        _text_of(email),
    )
    if ticket is not None:
        await connection.execute(TOUCH, ticket.id)
    return Receipt(reason, None if ticket is None else ticket.public_id, repeated=False)


async def accept_email(connection: Connection, email_id: int) -> str:
    """Add a held email to its ticket as the customer's message, or open a ticket for its sender.

    Returns the ticket's public id. Raises NotFound and AlreadyDecided.
    """
    row = await connection.fetchrow(HELD, email_id)
    if row is None:
        raise NotFound
    if row["state"] != "held":
        raise AlreadyDecided
    if row["public_id"] is None:
        if not row["sender"]:
            raise AlreadyDecided("This email has no sender to answer. You can only refuse it.")
        ticket_id = await open_guest_ticket(
            connection,
            name=row["sender_name"] or row["sender"],
            email=row["sender"],
            subject=row["subject"] or "Email",
            message=row["text"],
        )
    else:
        ticket = await lock_any(connection, row["public_id"])
        ticket_id = ticket.public_id
        text = f"[Email from {row['sender'] or 'an unknown sender'}]\n{row['text']}"
        await write_message(connection, ticket, "customer", text, via="email")
    await connection.execute(DECIDE, email_id, "accepted", ticket_id)
    await record(
        connection,
        "inbound_email.accepted",
        Subject("ticket", ticket_id, ticket_id),
        after={"email": email_id},
    )
    return ticket_id


async def refuse_email(connection: Connection, email_id: int) -> None:
    """Drop a held email. Raises NotFound and AlreadyDecided."""
    row = await connection.fetchrow(HELD, email_id)
    if row is None:
        raise NotFound
    if row["state"] != "held":
        raise AlreadyDecided
    await connection.execute(DECIDE, email_id, "refused", row["public_id"])
    subject = Subject("inbound_email", email_id, f"Email {email_id}")
    await record(connection, "inbound_email.refused", subject)


async def delete_held_emails(connection: Connection, sender: str) -> None:
    """Delete the emails of a person that wait for a decision."""
    await connection.execute(FORGET, sender)


async def delete_old_emails(connection: Connection, received_before: datetime, limit: int) -> int:
    """Delete up to `limit` old rows; return their number. Messages in tickets stay."""
    return affected_rows(await connection.execute(DELETE_OLD, received_before, limit))
