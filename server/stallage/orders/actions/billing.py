"""Changes whom an order is billed to."""

from __future__ import annotations

from dataclasses import asdict

from stallage.core.db import Connection
from stallage.customers.rules.addresses import PostalAddress

# Older addresses were written without company and tax id, which means the same as null.
SET_BILLING = """
    UPDATE orders
    SET billing_address = CASE
        WHEN jsonb_strip_nulls(address) = jsonb_strip_nulls($2) THEN NULL ELSE $2 END
    WHERE id = $1
"""


async def set_billing_address(
    connection: Connection, order_id: int, address: PostalAddress
) -> None:
    """Bills an order to an address; null is kept where that is the delivery address.

    The caller holds the order's row and has found that no invoice names the buyer yet.
    """
    await connection.execute(SET_BILLING, order_id, asdict(address))
