"""Adds and removes wishes; doing either twice is doing it once."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.customers.actions.locking import lock_customer
from stallage.wishlist.errors import WishlistFull
from stallage.wishlist.rules import MAX_WISHES, draw_token

IS_ON_SALE = """
SELECT EXISTS (
    SELECT FROM skus_view s JOIN products_view p ON p.id = s.product_id
    WHERE s.id = $1 AND s.active AND p.status = 'active'
)
"""

STATE = """
SELECT count(*) AS wishes, coalesce(bool_or(sku_id = $2), false) AS has_it
FROM wishlist_items WHERE customer_id = $1
"""

ADD = "INSERT INTO wishlist_items (customer_id, sku_id, created_at) VALUES ($1, $2, $3)"
# The newest that there is room for; of those the oldest is inserted first and gets the lowest position.
MERGE = """
INSERT INTO wishlist_items (customer_id, sku_id, created_at)
SELECT $1, newest.sku_id, $3 FROM (
    SELECT given.sku_id, given.place
    FROM unnest($2::bigint[]) WITH ORDINALITY AS given (sku_id, place)
    JOIN skus_view s ON s.id = given.sku_id AND s.active
    JOIN products_view p ON p.id = s.product_id AND p.status = 'active'
    WHERE NOT EXISTS (SELECT FROM wishlist_items w WHERE w.customer_id = $1 AND w.sku_id = given.sku_id)
    ORDER BY given.place
    LIMIT greatest(0, $4 - (SELECT count(*) FROM wishlist_items w WHERE w.customer_id = $1))
) newest
ORDER BY newest.place DESC
"""
# Of two that share at once both get the one link.
SHARE = """
INSERT INTO wishlist_shares (customer_id, token, created_at) VALUES ($1, $2, $3)
ON CONFLICT (customer_id) DO UPDATE SET token = wishlist_shares.token RETURNING token
"""
UNSHARE = "DELETE FROM wishlist_shares WHERE customer_id = $1"
REMOVE = "DELETE FROM wishlist_items WHERE customer_id = $1 AND sku_id = $2"
REMOVE_ALL = "DELETE FROM wishlist_items WHERE customer_id = $1"


async def add_item(connection: Connection, customer_id: int, sku_id: int) -> None:
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


async def merge_guest_items(
    connection: Connection, customer_id: int, newest_first: list[int]
) -> None:
    """Add what a guest saved. What is there stays where it is; what is not on sale is left out."""
    await lock_customer(connection, customer_id)
    distinct = list(dict.fromkeys(newest_first))
    await connection.execute(MERGE, customer_id, distinct, clock.now(), MAX_WISHES)


async def share_wishlist(connection: Connection, customer_id: int) -> str:
    """Give the customer's list a link, or return the one that it has."""
    token: str = await connection.fetchval(SHARE, customer_id, draw_token(), clock.now())
    return token


async def unshare_wishlist(connection: Connection, customer_id: int) -> None:
    """End the link; sharing again makes another."""
    await connection.execute(UNSHARE, customer_id)


async def remove_item(connection: Connection, customer_id: int, sku_id: int) -> None:
    """Forgets a wish; one that is not there is no error."""
    await connection.execute(REMOVE, customer_id, sku_id)


async def remove_all_items(connection: Connection, customer_id: int) -> None:
    """Empties a wishlist, and ends its link."""
    await connection.execute(REMOVE_ALL, customer_id)
    await connection.execute(UNSHARE, customer_id)
