"""Removes personal data from orders. The orders themselves must be retained for accounting."""

from __future__ import annotations

from datetime import datetime

from stallage.core.db import Connection
from stallage.notes.actions import delete_notes_of
from stallage.orders.rules import CANCELLED

# In the order of their ids, as whenever several orders are locked.
LOCK_OF = "SELECT id FROM orders WHERE customer_id = $1 ORDER BY id FOR UPDATE"
LOCK_OLD_OF_GUESTS = """
    SELECT id FROM orders
    WHERE customer_id IS NULL AND placed_at <= $1 AND (email IS NOT NULL OR phone IS NOT NULL)
    ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
"""

# A carrier's page may name the person, so the tracking number and link are removed too.
ANONYMISE = """
    WITH forgotten AS (
        UPDATE orders SET email = NULL, phone = NULL, first_name = '', last_name = '',
            address = CASE WHEN address IS NOT NULL THEN jsonb_build_object('name', NULL,
                'first_name', '', 'last_name', '', 'line1', '', 'line2', NULL, 'city', NULL,
                'state', address -> 'state', 'postal_code', NULL, 'country', address -> 'country',
                'phone', NULL) END,
            billing_address = NULL, delivery_note = NULL, gift_message = NULL, network = NULL,
            card = NULL
        WHERE id = ANY($1::bigint[])
        RETURNING id, owner_id
    )
    UPDATE parcels SET tracking_number = NULL, tracking_url = NULL
    WHERE (order_id, owner_id) IN (SELECT id, owner_id FROM forgotten)
"""

# Sender, recipient and message of a gift card. A card that may still be issued keeps them.
STILL_TO_ISSUE = """
    l.gift_card IS NOT NULL AND l.cancelled < l.quantity
        AND NOT EXISTS (SELECT FROM gift_cards_view g WHERE g.order_line_id = l.id)
        AND EXISTS (SELECT FROM orders o
            WHERE o.id = l.order_id AND o.owner_id = l.owner_id AND o.status <> ALL($2::int[]))
"""
ANONYMISE_GIFT_CARDS = f"""
    UPDATE order_lines l SET gift_card = l.gift_card || jsonb_build_object('recipient_name', '',
        'recipient_email', '', 'sender_name', '', 'message', '')
    WHERE l.order_id = ANY($1::bigint[]) AND l.gift_card IS NOT NULL AND NOT ({STILL_TO_ISSUE})
"""
HAS_TO_ISSUE = f"""
    SELECT EXISTS (
        SELECT FROM order_lines l
        WHERE (l.order_id, l.owner_id) IN (SELECT id, owner_id FROM orders WHERE customer_id = $1)
            AND {STILL_TO_ISSUE}
    )
"""


# What an operator wrote to the customer. Reason and amounts are kept.
FORGET_REFUND_NOTES = """
    UPDATE order_refunds SET note = '' WHERE order_id = ANY($1::bigint[]) AND note <> ''
"""

# The text of a bank transfer often names the person.
FORGET_REFERENCES = """
    WITH payments AS (
        UPDATE order_manual_payments SET reference = ''
        WHERE order_id = ANY($1::bigint[]) AND reference <> ''
    )
    UPDATE order_manual_refunds SET reference = ''
    WHERE order_id = ANY($1::bigint[]) AND reference <> ''
"""

# The job that writes the text again runs later.
FORGET_SEARCH = """
    WITH forgotten AS (
        DELETE FROM order_search WHERE order_id = ANY($1::bigint[]) RETURNING order_id, owner_id
    )
    INSERT INTO order_search_pending (order_id, owner_id) SELECT order_id, owner_id FROM forgotten
    ON CONFLICT DO NOTHING
"""


async def anonymise_orders(connection: Connection, customer_id: int) -> None:
    """Remove personal data from a customer's orders.

    Keeps what an invoice needs: items, time, amounts, and the country and state of the address.
    """
    rows = await connection.fetch(LOCK_OF, customer_id)
    await _anonymise(connection, [row["id"] for row in rows])


async def anonymise_old_guest_orders(
    connection: Connection, placed_before: datetime, most: int
) -> list[int]:
    """Remove personal data from at most `most` guest orders placed before a time. Returns their ids."""
    rows = await connection.fetch(LOCK_OLD_OF_GUESTS, placed_before, most)
    order_ids = [row["id"] for row in rows]
    await _anonymise(connection, order_ids)
    return order_ids


async def has_gift_cards_to_issue(connection: Connection, customer_id: int) -> bool:
    """Whether a gift card in a customer's orders may still be paid or issued."""
    found: bool = await connection.fetchval(HAS_TO_ISSUE, customer_id, _cancelled())
    return found


async def _anonymise(connection: Connection, order_ids: list[int]) -> None:
    if order_ids:
        await connection.execute(ANONYMISE_GIFT_CARDS, order_ids, _cancelled())
        await connection.execute(FORGET_REFUND_NOTES, order_ids)
        await connection.execute(FORGET_REFERENCES, order_ids)
        await connection.execute(ANONYMISE, order_ids)
        await delete_notes_of(connection, "order", order_ids)
        await connection.execute(FORGET_SEARCH, order_ids)


def _cancelled() -> list[int]:
    return [int(status) for status in CANCELLED]
