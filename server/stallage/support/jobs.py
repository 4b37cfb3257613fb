"""Jobs of tickets: emails, guests' tickets, retention."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock, events
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection
from stallage.core.jobs import every
from stallage.core.retry_policies import EMAIL
from stallage.core.runtime import Runtime
from stallage.shop.queries import company
from stallage.signin.events import CustomerSignedIn
from stallage.support.actions import (
    claim_guest_tickets,
    delete_old_emails,
    delete_old_guest_tickets,
)
from stallage.support.emails import (
    answered_email,
    assigned_email,
    received_email,
    reply_headers,
)
from stallage.support.events import CustomerReplied, GuestTicketOpened, TicketAnswered
from stallage.support.rules.inbound import KEEP_HELD_SECONDS
from stallage.uploads.queries import declare_uploads_in_use

ANSWER = """
SELECT t.public_id, t.subject, m.message, t.customer_id IS NULL AS by_guest,
    coalesce(c.email, c.phone, t.guest_email) AS contact
FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id
LEFT JOIN customers_view c ON c.id = t.customer_id
WHERE m.id = $1
"""

# Only if the ticket is assigned. The name is the customer's or guest's.
FOR_ASSIGNED = """
SELECT t.public_id, t.subject, m.message, o.id AS operator_id, o.email,
    coalesce(nullif(concat_ws(' ', c.first_name, c.last_name), ''), t.guest_name, 'Customer') AS customer
FROM ticket_messages m JOIN tickets t ON t.id = m.ticket_id
JOIN operators_view o ON o.id = t.assigned_to AND o.disabled_at IS NULL
LEFT JOIN customers_view c ON c.id = t.customer_id
WHERE m.id = $1
"""

RECEIVED = "SELECT public_id, guest_email FROM tickets WHERE id = $1 AND guest_email IS NOT NULL"


declare_uploads_in_use(
    "support",
    "SELECT (image->>'id')::bigint FROM ticket_messages, jsonb_array_elements(images) AS image"
    " WHERE image ? 'id'",
)


@events.on(TicketAnswered, policy=EMAIL)
async def send_answer(runtime: Runtime, answered: TicketAnswered) -> None:
    """Send the shop's answer to the customer, unless the customer was forgotten."""
    async with runtime.database.reading() as connection:
        row = await connection.fetchrow(ANSWER, answered.message_id)
        shop = await company(connection, runtime.settings)
    if row is None or row["contact"] is None:
        return
    await runtime.mailer.send(
        answered_email(
            row["contact"],
            ticket_id=row["public_id"],
            subject=row["subject"],
            message=row["message"],
            by_guest=row["by_guest"],
            shop_name=shop.company_name,
            shop_url=runtime.settings.public_url,
            headers=_reply_headers(runtime, row["public_id"]),
        )
    )


def _reply_headers(
    runtime: Runtime, ticket_id: str, operator_id: int | None = None
) -> dict[str, str]:
    address = runtime.settings.inbound_email_address
    return reply_headers(runtime.secret, address, ticket_id, operator_id)


@events.on(CustomerReplied, policy=EMAIL)
async def tell_assigned_operator(runtime: Runtime, replied: CustomerReplied) -> None:
    """Send a customer's message to the team member that the ticket is assigned to."""
    async with runtime.database.reading() as connection:
        row = await connection.fetchrow(FOR_ASSIGNED, replied.message_id)
        shop = await company(connection, runtime.settings)
    if row is None:
        return
    await runtime.mailer.send(
        assigned_email(
            row["email"],
            ticket_id=row["public_id"],
            subject=row["subject"],
            message=row["message"],
            customer=row["customer"],
            shop_name=shop.company_name,
            shop_url=runtime.settings.public_url,
            headers=_reply_headers(runtime, row["public_id"], row["operator_id"]),
        )
    )


@events.on(GuestTicketOpened, policy=EMAIL)
async def confirm_to_guest(runtime: Runtime, opened: GuestTicketOpened) -> None:
    """Confirm a guest's message without quoting it.

    The address is not verified, so nobody can use the shop to send their own text to strangers.
    """
    async with runtime.database.reading() as connection:
        row = await connection.fetchrow(RECEIVED, opened.ticket_id)
        shop = await company(connection, runtime.settings)
    if row is None:
        return
    await runtime.mailer.send(
        received_email(
            row["guest_email"],
            ticket_id=row["public_id"],
            shop_name=shop.company_name,
            shop_url=runtime.settings.public_url,
        )
    )


@events.on(CustomerSignedIn)
async def claim_tickets(runtime: Runtime, signed_in: CustomerSignedIn) -> None:
    """Assign a guest's tickets to the customer who verified the email address."""
    async with runtime.database.transaction() as connection:
        await claim_guest_tickets(connection, signed_in.customer_id)


@every("47 3 * * *")
async def delete_old_tickets(runtime: Runtime) -> None:
    """Delete old closed tickets of guests."""
    seconds = runtime.settings.guest_data_seconds
    if not seconds:
        return
    before = clock.now() - timedelta(seconds=seconds)

    async def delete(connection: Connection, limit: int) -> int:
        return await delete_old_guest_tickets(connection, before, limit)

    await delete_in_batches(runtime.database, delete)


@every("52 3 * * *")
async def delete_old_received_emails(runtime: Runtime) -> None:
    """Delete emails that nobody has decided on, and the keys of emails received long ago."""
    before = clock.now() - timedelta(seconds=KEEP_HELD_SECONDS)

    async def delete(connection: Connection, limit: int) -> int:
        return await delete_old_emails(connection, before, limit)

    await delete_in_batches(runtime.database, delete)
