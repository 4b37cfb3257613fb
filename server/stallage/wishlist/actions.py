"""Add and remove wishlist items, and share the list. All actions are idempotent."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.customers.actions.locking import lock_customer
from stallage.products.sql.prices import OFFERED
from stallage.wishlist.errors import WishlistFull
from stallage.wishlist.rules import MAX_ITEMS, new_share_token

IS_ON_SALE = f"""
SELECT EXISTS (
    SELECT FROM skus_view s JOIN products_view p ON p.id = s.product_id
    WHERE s.id = $1 AND s.active AND {OFFERED}
)
"""

STATE = """
SELECT count(*) AS items, coalesce(bool_or(sku_id = $2), false) AS has_sku
FROM wishlist_items WHERE customer_id = $1
"""

ADD = "INSERT INTO wishlist_items (customer_id, sku_id, created_at) VALUES ($1, $2, $3)"
# The newest items that fit. The oldest of them is inserted first and gets the lowest position.
MERGE = f"""
INSERT INTO wishlist_items (customer_id, sku_id, created_at)
SELECT $1, newest.sku_id, $3 FROM (
    SELECT guest.sku_id, guest.place
    FROM unnest($2::bigint[]) WITH ORDINALITY AS guest (sku_id, place)
    JOIN skus_view s ON s.id = guest.sku_id AND s.active
    JOIN products_view p ON p.id = s.product_id AND {OFFERED}
    WHERE NOT EXISTS (SELECT FROM wishlist_items w WHERE w.customer_id = $1 AND w.sku_id = guest.sku_id)
    ORDER BY guest.place
    LIMIT greatest(0, $4 - (SELECT count(*) FROM wishlist_items w WHERE w.customer_id = $1))
) newest
ORDER BY newest.place DESC
"""
# Concurrent requests get the same link.
SHARE = """
INSERT INTO wishlist_shares (customer_id, token, created_at) VALUES ($1, $2, $3)
ON CONFLICT (customer_id) DO UPDATE SET token = wishlist_shares.token RETURNING token
"""
UNSHARE = "DELETE FROM wishlist_shares WHERE customer_id = $1"
REMOVE = "DELETE FROM wishlist_items WHERE customer_id = $1 AND sku_id = $2"
REMOVE_ALL = "DELETE FROM wishlist_items WHERE customer_id = $1"


async def add_item(connection: Connection, customer_id: int, sku_id: int) -> None:
    """Add a SKU. Raises NotFound if it is not on sale, and WishlistFull."""
    # The lock enforces the limit for concurrent requests.
    await lock_customer(connection, customer_id)
    state = await connection.fetchrow(STATE, customer_id, sku_id)
    if state is not None and state["has_sku"]:
        return
    if not await connection.fetchval(IS_ON_SALE, sku_id):
        raise NotFound
    if state is not None and state["items"] >= MAX_ITEMS:
        raise WishlistFull
    await connection.execute(ADD, customer_id, sku_id, clock.now())


async def merge_guest_items(
    connection: Connection, customer_id: int, newest_first: list[int]
) -> None:
    """Add a guest's items, without SKUs that are not on sale. Existing items keep their place."""
    await lock_customer(connection, customer_id)
    distinct = list(dict.fromkeys(newest_first))
    await connection.execute(MERGE, customer_id, distinct, clock.now(), MAX_ITEMS)


async def share_wishlist(connection: Connection, customer_id: int) -> str:
    """Return the token of the customer's link; create it if there is none."""
    token: str = await connection.fetchval(SHARE, customer_id, new_share_token(), clock.now())
    return token


async def unshare_wishlist(connection: Connection, customer_id: int) -> None:
    """Delete the link. Sharing again creates a new one."""
    await connection.execute(UNSHARE, customer_id)


async def remove_item(connection: Connection, customer_id: int, sku_id: int) -> None:
    """Remove an item, if it is in the list."""
    await connection.execute(REMOVE, customer_id, sku_id)


async def remove_all_items(connection: Connection, customer_id: int) -> None:
    """Clear a wishlist and delete its link."""
    await connection.execute(REMOVE_ALL, customer_id)
    await connection.execute(UNSHARE, customer_id)


# SKUs that the other account has saved too stay, and so do links if both have one. Rows are written again,
# because Citus cannot change the column that a table is distributed by.
MOVE_ITEMS = """
WITH moved AS (
    DELETE FROM wishlist_items WHERE customer_id = $1 AND sku_id <> ALL (
        ARRAY(SELECT sku_id FROM wishlist_items WHERE customer_id = $2))
    RETURNING sku_id, position, created_at
)
INSERT INTO wishlist_items (customer_id, sku_id, position, created_at)
SELECT $2, sku_id, position, created_at FROM moved
RETURNING sku_id
"""
RETURN_ITEMS = """
WITH moved AS (
    DELETE FROM wishlist_items
    WHERE customer_id = $1 AND sku_id = ANY($3::bigint[]) AND sku_id <> ALL (
        ARRAY(SELECT sku_id FROM wishlist_items WHERE customer_id = $2))
    RETURNING sku_id, position, created_at
)
INSERT INTO wishlist_items (customer_id, sku_id, position, created_at)
SELECT $2, sku_id, position, created_at FROM moved
"""
MOVE_SHARE = """
UPDATE wishlist_shares SET customer_id = $2 WHERE customer_id = $1
    AND NOT EXISTS (SELECT FROM wishlist_shares other WHERE other.customer_id = $2)
RETURNING token
"""
RETURN_SHARE = """
UPDATE wishlist_shares SET customer_id = $2 WHERE customer_id = $1 AND token = $3
"""


async def move_items(connection: Connection, source_id: int, target_id: int) -> list[int]:
    """Give a customer's items to the account that it is merged into; return the SKUs."""
    rows = await connection.fetch(MOVE_ITEMS, source_id, target_id)
    return [row["sku_id"] for row in rows]


async def return_items(
    connection: Connection, sku_ids: list[int], source_id: int, target_id: int
) -> None:
    """Give items back to the account that they were moved from."""
    await connection.execute(RETURN_ITEMS, target_id, source_id, sku_ids)


async def move_share(connection: Connection, source_id: int, target_id: int) -> str | None:
    """Give the link to a wishlist to the account that it is merged into; return its token."""
    token: str | None = await connection.fetchval(MOVE_SHARE, source_id, target_id)
    return token


async def return_share(connection: Connection, token: str, source_id: int, target_id: int) -> None:
    """Give the link back, unless it was replaced since."""
    await connection.execute(RETURN_SHARE, target_id, source_id, token)
