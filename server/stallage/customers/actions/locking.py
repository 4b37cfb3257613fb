"""The lock that everything about one customer is changed under."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.core.errors import Unauthorized

# Not FOR UPDATE: orders and carts that refer to the customer need not wait for it.
LOCK = "SELECT 1 FROM customers WHERE id = $1 AND forgotten_at IS NULL FOR NO KEY UPDATE"


async def lock_customer(connection: Connection, customer_id: int) -> None:
    """Holds the customer's row until the transaction ends.

    Raises Unauthorized where the customer has been forgotten since the token was made.
    """
    if await connection.fetchval(LOCK, customer_id) is None:
        raise Unauthorized
