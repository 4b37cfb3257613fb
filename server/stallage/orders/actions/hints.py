"""Finds and reviews hints of duplicate and fraudulent orders."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.batches import affected_rows
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.orders.actions.events import acting_person
from stallage.orders.drafts import LockedOrder
from stallage.orders.rules.hints import LOOKED_AT, TOTALS_LOOKED_AT, HintedOrder, hints_of

COLUMNS = """
    o.public_id, o.customer_id, o.placed_at, o.total, o.email, o.phone, o.contact_proven, o.network, o.card,
    o.last_name, o.address, o.billing_address,
    (SELECT coalesce(jsonb_object_agg(l.sku_id, l.quantity), '{}') FROM (
        SELECT sku_id, sum(quantity)::int AS quantity FROM order_lines
        WHERE order_id = o.id AND owner_id = o.owner_id GROUP BY sku_id) l) AS items
"""
HINT_FIELDS = tuple(one.name for one in fields(HintedOrder))
FIELDS = ", ".join(HINT_FIELDS)
PLAIN = "translate(lower(o.address ->> '{}'), ' ', '')"
"""A part of an address as it is compared."""

# Every order that is placed pays for this, so one statement reads the order and, newest first, the few before
# it to compare it with. Most others differ in the street, so the postal code is compared last.
COMPARED = f"""
    WITH placed AS MATERIALIZED (
        SELECT o.id, {COLUMNS}, lower(o.email) AS same_email,
            {PLAIN.format("line1")} AS same_line, {PLAIN.format("postal_code")} AS same_postal_code
        FROM orders o WHERE o.id = $1
    )
    SELECT id, {FIELDS}, (
        SELECT array_agg(total) FROM orders WHERE id < $1 AND id >= $1 - {TOTALS_LOOKED_AT}) AS totals
    FROM placed
    UNION ALL
    SELECT o.id, {COLUMNS}, NULL FROM orders o, placed p
    WHERE o.id < $1 AND o.id >= $1 - {LOOKED_AT} AND (o.customer_id = p.customer_id OR o.phone = p.phone
        OR o.network = p.network OR o.card = p.card OR lower(o.email) = p.same_email
        OR {PLAIN.format("line1")} = p.same_line
            AND {PLAIN.format("postal_code")} IS NOT DISTINCT FROM p.same_postal_code)
    ORDER BY id DESC
"""

WRITE = """
    INSERT INTO order_hints (order_id, owner_id, kind, figures, found_at)
    SELECT o.id, o.owner_id, h.kind, h.figures, $4
    FROM orders o, unnest($2::text[], $3::jsonb[]) AS h (kind, figures) WHERE o.id = $1
    ON CONFLICT (order_id, kind, owner_id) DO NOTHING
"""

REVIEW = """
    UPDATE order_hints SET reviewed_at = $2, reviewed_by = $3
    WHERE order_id = $1 AND (reviewed_at IS NULL) <> ($2::timestamptz IS NULL)
    RETURNING kind
"""
HAS_HINTS = "SELECT EXISTS (SELECT FROM order_hints WHERE order_id = $1)"

SET_CARD = "UPDATE orders SET card = $2 WHERE id = $1"
# An order may be paid after later ones: the last of them has the hint.
LAST_WITH_CARD = f"""
    SELECT max(id) FROM orders WHERE card = $2 AND id >= $1 AND id <= $1 + {LOOKED_AT}
"""

FORGET_TRACES = """
    UPDATE orders SET network = NULL, card = NULL WHERE id IN (
        SELECT id FROM orders WHERE (network IS NOT NULL OR card IS NOT NULL) AND placed_at <= $1
        ORDER BY placed_at LIMIT $2 FOR UPDATE SKIP LOCKED)
"""


def _hinted(row: Record) -> HintedOrder:
    return HintedOrder(**{name: row[name] for name in HINT_FIELDS})


async def find_hints(connection: Connection, order_id: int) -> None:
    """Compare an order with those before it and store its hints. Idempotent."""
    rows = await connection.fetch(COMPARED, order_id)
    if not rows:
        return
    order, *earlier = map(_hinted, rows)
    hints = hints_of(order, earlier, rows[0]["totals"] or [])
    if hints:
        await connection.execute(
            WRITE,
            order_id,
            [hint.kind for hint in hints],
            [hint.figures for hint in hints],
            clock.now(),
        )


async def record_card(connection: Connection, order_id: int, card: str) -> None:
    """Store the keyed hash of the card that paid an order, and find hints about it. Idempotent."""
    await connection.execute(SET_CARD, order_id, card)
    last = await connection.fetchval(LAST_WITH_CARD, order_id, card)
    if last is not None:
        await find_hints(connection, last)


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


async def forget_traces(connection: Connection, placed_before: datetime, most: int) -> int:
    """Delete networks and cards of at most `most` orders placed before a time. Returns how many."""
    return affected_rows(await connection.execute(FORGET_TRACES, placed_before, most))
