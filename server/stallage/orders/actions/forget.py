"""Takes a person out of what was bought; the law wants the order itself kept."""

from __future__ import annotations

from stallage.core.db import Connection

ANONYMISE = """
    UPDATE orders SET email = NULL, phone = NULL, first_name = '', last_name = '',
        address = jsonb_build_object('name', NULL, 'first_name', '', 'last_name', '', 'line1', '',
            'line2', NULL, 'city', NULL, 'state', address -> 'state', 'postal_code', NULL,
            'country', address -> 'country', 'phone', NULL),
        billing_address = NULL, delivery_note = NULL, gift_message = NULL
    WHERE customer_id = $1
        OR customer_id IS NULL AND (lower(email) = lower($2) OR phone = $3)
"""


async def anonymise_orders(
    connection: Connection, customer_id: int, email: str | None, phone: str | None
) -> None:
    """Leaves of a person's orders what an invoice needs: what, when, how much, to which state."""
    await connection.execute(ANONYMISE, customer_id, email, phone)
