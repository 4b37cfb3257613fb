"""Changes the billing address of orders."""

from __future__ import annotations

from dataclasses import asdict

from stallage.core.db import Connection
from stallage.customers.rules.addresses import PostalAddress

# Older addresses lack company and tax id, which means the same as null.
SET_BILLING = """
    UPDATE orders
    SET billing_address = CASE
        WHEN jsonb_strip_nulls(address) = jsonb_strip_nulls($2) THEN NULL ELSE $2 END
    WHERE id = $1
"""


async def set_billing_address(
    connection: Connection, order_id: int, address: PostalAddress
) -> None:
    """Set the billing address of an order. Stores null if it equals the delivery address.

    The caller holds the lock of the order's row and has checked that no invoice exists yet.
    """
    await connection.execute(SET_BILLING, order_id, asdict(address))
