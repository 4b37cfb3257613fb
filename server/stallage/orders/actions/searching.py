"""Writes the text that operators search orders by."""

from __future__ import annotations

from stallage.core.db import Connection
from stallage.orders.rules.searching import search_text

IS_PENDING = "SELECT EXISTS (SELECT FROM order_search_pending)"
PENDING = "SELECT order_id FROM order_search_pending ORDER BY order_id LIMIT $1"

# Orders are locked before their entries are deleted, as by everything that changes an order. So an
# erasure cannot run between reading a name and storing it.
LOCK = """
    SELECT id, owner_id FROM orders WHERE id = ANY($1::bigint[]) ORDER BY id FOR NO KEY UPDATE
"""
TAKE = "DELETE FROM order_search_pending WHERE order_id = ANY($1::bigint[])"

PARTS = """
    SELECT o.id, o.public_id, o.first_name, o.last_name, o.email, o.phone,
        (SELECT array_agg(DISTINCT l.sku) FROM order_lines l
            WHERE l.order_id = o.id AND l.owner_id = o.owner_id) AS skus,
        (SELECT array_agg(p.tracking_number) FROM parcels p
            WHERE p.order_id = o.id AND p.owner_id = o.owner_id
                AND p.tracking_number IS NOT NULL) AS numbers
    FROM orders o WHERE o.id = ANY($1::bigint[])
"""

STORE = """
    INSERT INTO order_search (order_id, owner_id, text)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[])
    ON CONFLICT (order_id, owner_id) DO UPDATE SET text = excluded.text
"""


async def has_pending_orders(connection: Connection) -> bool:
    """Whether there are orders whose text is to be written."""
    return bool(await connection.fetchval(IS_PENDING))


async def index_pending_orders(connection: Connection, most: int) -> int:
    """Write the text of up to `most` new or changed orders. Returns how many."""
    pending = [row["order_id"] for row in await connection.fetch(PENDING, most)]
    locked = await connection.fetch(LOCK, pending) if pending else []
    if not locked:
        return 0
    owners = {row["id"]: row["owner_id"] for row in locked}
    ids = list(owners)
    await connection.execute(TAKE, ids)
    texts: dict[int, str] = {}
    for row in await connection.fetch(PARTS, ids):
        name = f"{row['first_name']} {row['last_name']}"
        texts[row["id"]] = search_text(
            [
                row["public_id"],
                name,
                row["email"],
                row["phone"],
                *(row["skus"] or ()),
                *("".join(number.split()) for number in row["numbers"] or ()),
            ]
        )
    await connection.execute(
        STORE, list(texts), [owners[one] for one in texts], list(texts.values())
    )
    return len(ids)
