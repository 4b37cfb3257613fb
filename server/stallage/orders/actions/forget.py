"""Takes a person out of what was bought; the law wants the order itself kept."""

from __future__ import annotations

from stallage.core.db import Connection

# A carrier's page may name the person, so the way to it goes too.
ANONYMISE = """
    WITH forgotten AS (
        UPDATE orders SET email = NULL, phone = NULL, first_name = '', last_name = '',
            address = CASE WHEN address IS NOT NULL THEN jsonb_build_object('name', NULL,
                'first_name', '', 'last_name', '', 'line1', '', 'line2', NULL, 'city', NULL,
                'state', address -> 'state', 'postal_code', NULL, 'country', address -> 'country',
                'phone', NULL) END,
            billing_address = NULL, delivery_note = NULL, gift_message = NULL
        WHERE customer_id = $1
            OR customer_id IS NULL AND (lower(email) = lower($2) OR phone = $3)
        RETURNING id
    )
    UPDATE parcels SET tracking_number = NULL, tracking_url = NULL
    WHERE order_id IN (SELECT id FROM forgotten)
"""


# Who a gift card is from and for, and what it says. Cards that are still to be sent have it themselves.
ANONYMISE_GIFT_CARDS = """
    UPDATE order_lines l SET gift_card = l.gift_card || jsonb_build_object('recipient_name', '',
        'recipient_email', '', 'sender_name', '', 'message', '')
    FROM orders o
    WHERE o.id = l.order_id AND l.gift_card IS NOT NULL AND (o.customer_id = $1
        OR o.customer_id IS NULL AND (lower(o.email) = lower($2) OR o.phone = $3))
"""


async def anonymise_orders(
    connection: Connection, customer_id: int, email: str | None, phone: str | None
) -> None:
    """Leaves of a person's orders what an invoice needs: what, when, how much, to which state."""
    await connection.execute(ANONYMISE_GIFT_CARDS, customer_id, email, phone)
    await connection.execute(ANONYMISE, customer_id, email, phone)
