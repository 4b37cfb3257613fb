"""Read wishlists."""

from __future__ import annotations

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.customers.personal_data import export_section
from stallage.products.queries.sku_cards import sku_cards_including_unavailable

NEWEST_FIRST = "SELECT sku_id FROM wishlist_items WHERE customer_id = $1 ORDER BY position DESC"

EXPORT = "SELECT sku_id, created_at FROM wishlist_items WHERE customer_id = $1 ORDER BY position"


async def wishlist_cards(connection: Connection, customer_id: int) -> bytes:
    """Return the cards of a wishlist, newest first, as JSON of `list[SkuCard]`.

    Unavailable SKUs are sold out.
    """
    sku_ids = [row["sku_id"] for row in await connection.fetch(NEWEST_FIRST, customer_id)]
    if not sku_ids:
        return b"[]"
    return await sku_cards_including_unavailable(connection, sku_ids, clock.now())


SHARE = "SELECT token FROM wishlist_shares WHERE customer_id = $1"
SHARED = """
SELECT c.id, c.first_name FROM wishlist_shares s JOIN customers_view c ON c.id = s.customer_id
WHERE s.token = $1
"""


async def share_token(connection: Connection, customer_id: int) -> str | None:
    """Return the token of the customer's link; None if the list is not shared."""
    token: str | None = await connection.fetchval(SHARE, customer_id)
    return token


async def read_shared_list(connection: Connection, token: str) -> tuple[str | None, bytes]:
    """Return the owner's first name and the cards as JSON of `list[SkuCard]`. Raises NotFound."""
    row = await connection.fetchrow(SHARED, token)
    if row is None:
        raise NotFound
    return row["first_name"], await wishlist_cards(connection, row["id"])


@export_section("wishlist")
async def export_items(connection: Connection, customer_id: int) -> object:
    """Return the items for the export of personal data."""
    return [
        {"sku_id": row["sku_id"], "created_at": row["created_at"].isoformat()}
        for row in await connection.fetch(EXPORT, customer_id)
    ]
