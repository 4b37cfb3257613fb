"""Personal data of webhooks: the content of messages about a customer."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare

# Messages that were not sent yet are built from the records, which are erased too.
ERASE = """
WITH erased AS (
    UPDATE webhook_events SET payload = NULL
    WHERE (customer_id = $1 OR subject IN (
        SELECT 'order:' || id FROM orders_view WHERE customer_id = $1))
        AND payload IS NOT NULL
    RETURNING id
)
UPDATE webhook_attempts SET response = '' WHERE delivery_id IN (
    SELECT d.id FROM webhook_deliveries d JOIN erased e ON e.id = d.event_id)
"""

# What guests wrote, which only their contact leads to.
ERASE_GUEST_TICKETS = """
WITH erased AS (
    UPDATE webhook_events SET payload = NULL
    WHERE topic LIKE 'ticket.%' AND payload IS NOT NULL
        AND lower(payload::jsonb #>> '{data,ticket,guestEmail}') = ANY($1::text[])
    RETURNING id
)
UPDATE webhook_attempts SET response = '' WHERE delivery_id IN (
    SELECT d.id FROM webhook_deliveries d JOIN erased e ON e.id = d.event_id)
"""


async def _erase(connection: Connection, person: Person) -> None:
    await connection.execute(ERASE, person.customer_id)


async def _at_once(connection: Connection, person: Person) -> None:
    await connection.execute(ERASE_GUEST_TICKETS, person.contacts)


declare(
    PersonalData(
        feature="webhooks",
        tables={
            "webhook_events": "the content of messages is deleted; all rows after 30 days",
            "webhook_attempts": "the responses to these messages are deleted",
        },
        erase=_erase,
        at_once=_at_once,
    )
)
