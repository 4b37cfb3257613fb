"""Personal data in orders."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.customers.personal_data import Person, PersonalData, declare
from stallage.orders.actions.claim import claim_contacts_orders
from stallage.orders.actions.forget import anonymise_orders, has_gift_cards_to_issue

PUBLIC_IDS = "SELECT public_id FROM orders WHERE customer_id = $1"


async def _at_once(connection: Connection, person: Person) -> None:
    await claim_contacts_orders(connection, person.customer_id, person.email, person.phone)


async def _erase(connection: Connection, person: Person) -> None:
    await anonymise_orders(connection, person.customer_id)


async def _has_unfinished(connection: Connection, person: Person) -> bool:
    return await has_gift_cards_to_issue(connection, person.customer_id)


async def _mentions(connection: Connection, person: Person) -> list[str]:
    return [row["public_id"] for row in await connection.fetch(PUBLIC_IDS, person.customer_id)]


declare(
    PersonalData(
        feature="orders",
        tables={
            "orders": "kept, as the law requires for invoices, without the person: of the address only"
            " country and state, which the tax depends on",
            "order_lines": "kept; the texts of a gift card are erased once the card is issued",
            "order_tenders": "kept: how the order was paid, and amounts",
            "order_manual_payments": "kept: amount, method and day; the reference is erased",
            "order_manual_refunds": "kept: amount, method and day; the reference is erased",
            "order_events": "kept: status and time",
            "order_cancellations": "kept: units and amounts",
            "order_refunds": "kept: units, amounts and reason; what was written to the person is erased",
            "order_states": "kept: states, amounts and dates, and the country of the address",
            "order_search": "erased; written again without the person",
            "order_search_pending": "kept: the orders whose search text is to be written",
            "order_hints": "kept: counts, amounts, countries and numbers of orders",
            "notes": "deleted, with those about tickets and the customer",
            "note_mentions": "deleted with the notes; who was mentioned",
            "order_emails": "kept: which messages were sent, not the recipient",
            "parcels": "kept without tracking number and link, because the carrier's page may name"
            " the person",
        },
        at_once=_at_once,
        erase=_erase,
        has_unfinished=_has_unfinished,
        mentions=_mentions,
    )
)
