"""Finds and reviews hints of duplicate and fraudulent orders."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields
from datetime import datetime
from itertools import groupby
from operator import itemgetter

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
PLAIN = "translate(lower(o.address ->> '{}'), ' ', '')"
"""A part of an address as it is compared."""

# Every order that is placed pays for this, so one statement reads orders and, newest first, the few before
# each to compare it with. What is compared is read once for all orders, of which there are many in a rush.
# Most others differ in the street, so the postal code is compared last.
COMPARED = f"""
    WITH near AS MATERIALIZED (
        SELECT o.id, o.customer_id, o.phone, o.network, o.card, o.address,
            lower(o.email) AS same_email, {PLAIN.format("line1")} AS same_line
        FROM orders o WHERE o.id >= $2 - {LOOKED_AT} AND o.id <= $3
    ), pairs AS MATERIALIZED (
        SELECT p.id AS compared, o.id
        FROM near p JOIN near o ON o.id < p.id AND o.id >= p.id - {LOOKED_AT} AND (
            o.customer_id = p.customer_id OR o.phone = p.phone OR o.network = p.network OR o.card = p.card
            OR o.same_email = p.same_email OR o.same_line = p.same_line
                AND {PLAIN.format("postal_code")}
                    IS NOT DISTINCT FROM {PLAIN.format("postal_code").replace("o.", "p.")})
        WHERE p.id = ANY($1)
        UNION ALL
        SELECT id, id FROM near WHERE id = ANY($1)
    )
    SELECT pairs.compared, {COLUMNS}, CASE WHEN o.id = pairs.compared THEN (
            SELECT array_agg(t.total) FROM orders t
            WHERE t.id < o.id AND t.id >= o.id - {TOTALS_LOOKED_AT}) END AS totals
    FROM pairs JOIN orders o ON o.id = pairs.id
    ORDER BY pairs.compared, o.id DESC
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


def _near_each_other(order_ids: Collection[int]) -> Iterator[list[int]]:
    """Split orders into groups that share those before them."""
    group: list[int] = []
    for order_id in sorted(set(order_ids)):
        if group and order_id - group[-1] > LOOKED_AT:
            yield group
            group = []
        group.append(order_id)
    if group:
        yield group


async def find_hints(connection: Connection, order_ids: Collection[int]) -> None:
    """Compare orders with those before them and store their hints. Idempotent."""
    for group in _near_each_other(order_ids):
        rows = await connection.fetch(COMPARED, group, group[0], group[-1])
        for order_id, compared in groupby(rows, key=itemgetter("compared")):
            await _store_hints(connection, order_id, list(compared))


async def _store_hints(connection: Connection, order_id: int, rows: Sequence[Record]) -> None:
    """Store the hints of an order. `rows` has it first."""
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
        await find_hints(connection, [last])


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
