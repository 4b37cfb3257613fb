"""Finds and reviews hints of duplicate and fraudulent orders."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.orders.actions.events import acting_person
from stallage.orders.drafts import LockedOrder
from stallage.orders.rules.hints import LOOKED_AT, HintedOrder, hints_of

COLUMNS = """
    o.public_id, o.customer_id, o.placed_at, o.total, o.email, o.phone, o.contact_proven, o.network,
    o.last_name, o.address, o.billing_address,
    (SELECT coalesce(jsonb_object_agg(l.sku_id, l.quantity), '{}') FROM (
        SELECT sku_id, sum(quantity)::int AS quantity FROM order_lines
        WHERE order_id = o.id GROUP BY sku_id) l) AS items
"""
ORDER = f"SELECT {COLUMNS} FROM orders o WHERE o.id = $1"
EARLIER = f"""
    SELECT {COLUMNS} FROM orders o WHERE o.id < $1 AND o.id >= $1 - $2::bigint ORDER BY o.id DESC
"""

WRITE = """
    INSERT INTO order_hints (order_id, kind, figures, found_at)
    SELECT $1, h.kind, h.figures, $4 FROM unnest($2::text[], $3::jsonb[]) AS h (kind, figures)
    ON CONFLICT (order_id, kind) DO NOTHING
"""

REVIEW = """
    UPDATE order_hints SET reviewed_at = $2, reviewed_by = $3
    WHERE order_id = $1 AND (reviewed_at IS NULL) <> ($2::timestamptz IS NULL)
    RETURNING kind
"""
HAS_HINTS = "SELECT EXISTS (SELECT FROM order_hints WHERE order_id = $1)"

FORGET_NETWORKS = """
    UPDATE orders SET network = NULL WHERE id IN (
        SELECT id FROM orders WHERE network IS NOT NULL AND placed_at <= $1
        ORDER BY placed_at LIMIT $2 FOR UPDATE SKIP LOCKED)
"""

HINT_FIELDS = tuple(one.name for one in fields(HintedOrder))


async def find_hints(connection: Connection, order_id: int) -> None:
    """Compare an order with those before it and store its hints. Idempotent."""
    row = await connection.fetchrow(ORDER, order_id)
    if row is None:
        return
    rows = await connection.fetch(EARLIER, order_id, LOOKED_AT)
    earlier = [HintedOrder(**{name: one[name] for name in HINT_FIELDS}) for one in rows]
    hints = hints_of(HintedOrder(**{name: row[name] for name in HINT_FIELDS}), earlier)
    if hints:
        await connection.execute(
            WRITE,
            order_id,
            [hint.kind for hint in hints],
            [hint.figures for hint in hints],
            clock.now(),
        )


async def review_hint(connection: Connection, order: LockedOrder, *, reviewed: bool) -> None:
    """Mark an order's hints as reviewed, or as not reviewed. Raises NotFound if it has none."""
    at = clock.now() if reviewed else None
    kinds = [
        row["kind"]
        for row in await connection.fetch(
            REVIEW, order.id, at, acting_person() if reviewed else None
        )
    ]
    if kinds:
        await record(
            connection,
            "order.hints_reviewed" if reviewed else "order.hints_reopened",
            Subject("order", order.id, order.public_id),
            after={"hints": sorted(kinds)},
        )
    elif not await connection.fetchval(HAS_HINTS, order.id):
        raise NotFound


async def forget_networks(connection: Connection, placed_before: datetime, most: int) -> int:
    """Delete the networks of at most `most` orders placed before a time. Returns how many."""
    return affected_rows(await connection.execute(FORGET_NETWORKS, placed_before, most))
