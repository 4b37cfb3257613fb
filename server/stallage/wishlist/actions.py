"""Adds and removes wishes; doing either twice is doing it once."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.customers.actions.locking import lock_customer
from stallage.wishlist.errors import WishlistFull
from stallage.wishlist.rules import MAX_WISHES

IS_ON_SALE = """
SELECT EXISTS (
    SELECT FROM skus s JOIN products p ON p.id = s.product_id
    WHERE s.id = $1 AND s.active AND p.status = 'active'
)
"""

STATE = """
SELECT count(*) AS wishes, coalesce(bool_or(sku_id = $2), false) AS has_it
FROM wishes WHERE customer_id = $1
"""

ADD = "INSERT INTO wishes (customer_id, sku_id, created_at) VALUES ($1, $2, $3)"
REMOVE = "DELETE FROM wishes WHERE customer_id = $1 AND sku_id = $2"
REMOVE_ALL = "DELETE FROM wishes WHERE customer_id = $1"


async def add_wish(connection: Connection, customer_id: int, sku_id: int) -> None:
    """Remembers a SKU. Raises NotFound where it is not on sale, WishlistFull."""
    # The customer's row is locked, so that the limit holds whoever adds at once.
    await lock_customer(connection, customer_id)
    state = await connection.fetchrow(STATE, customer_id, sku_id)
    if state is not None and state["has_it"]:
        return
    if not await connection.fetchval(IS_ON_SALE, sku_id):
        raise NotFound
    if state is not None and state["wishes"] >= MAX_WISHES:
        raise WishlistFull
    await connection.execute(ADD, customer_id, sku_id, clock.now())


async def remove_wish(connection: Connection, customer_id: int, sku_id: int) -> None:
    """Forgets a wish; one that is not there is no error."""
    await connection.execute(REMOVE, customer_id, sku_id)


async def remove_all_wishes(connection: Connection, customer_id: int) -> None:
    """Empties a wishlist."""
    await connection.execute(REMOVE_ALL, customer_id)
