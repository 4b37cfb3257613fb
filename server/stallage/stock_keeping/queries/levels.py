"""Reads SKUs with their units, reservations and movements."""

from __future__ import annotations

import re
from datetime import timedelta

from stallage.core import clock
from stallage.core.cursors import MAX_COUNT, Count, CursorPage, CursorQuery, capped_count, slice_of
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.orders.queries.admin_lists import PLAN_WITH_VALUES
from stallage.stock.errors import LocationGone, StockTooLow
from stallage.stock_keeping.errors import NotTracked
from stallage.stock_keeping.schemas.levels import (
    ChangePreview,
    HeldBy,
    Incoming,
    InTransit,
    Movement,
    StockDetails,
    StockFilter,
    StockItem,
    UnitsChange,
)
from stallage.stock_keeping.sql.low_levels import (
    LEVEL_OF_EACH,
    LEVELS_OF_ALL,
    LOW_AT,
    LOW_CATEGORY,
    LOW_FROM,
)

RECENT = timedelta(days=30)
MAX_WORDS = 6

# Held and owed units come from the few reservations that are not shipped yet.
COLUMNS = f"""
    s.id AS sku_id, p.title AS product, p.slug, array_to_string(s.options, ' / ') AS options, s.sku,
    s.barcode, s.tracked, s.backorder, s.stock AS sellable, s.supplied, s.product_id,
    {LOW_AT} AS low_at, s.tracked AND s.stock <= {LOW_AT} AS is_low,
    {LOW_FROM} AS low_from, {LOW_CATEGORY} AS low_category,
    h.held, h.owed, s.stock + h.held AS on_hand, s.supplied - s.stock - h.held AS sold,
    (SELECT coalesce(sum(greatest(0, l.quantity - l.received)), 0)::bigint
        FROM stock_delivery_lines l JOIN stock_deliveries d ON d.id = l.delivery_id
        WHERE l.sku_id = s.id AND d.state = 'planned') AS incoming,
    (SELECT coalesce(sum(l.quantity - l.received - l.lost), 0)::bigint
        FROM stock_transfer_lines l JOIN stock_transfers t ON t.id = l.transfer_id
        WHERE l.sku_id = s.id AND t.state = 'sent') AS in_transit,
    (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'location_id', l.location_id, 'location', place.name, 'on_hand', l.on_hand)
            ORDER BY place.priority, place.id), '[]')
        FROM stock_levels_view l JOIN stock_locations_view place ON place.id = l.location_id
        WHERE l.sku_id = s.id AND l.on_hand > 0) AS levels
"""
SOURCE = "FROM skus_view s JOIN products_view p ON p.id = s.product_id"
HELD = """
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(v.taken), 0)::bigint AS held,
            coalesce(sum(v.quantity - v.taken) FILTER (WHERE s.tracked), 0)::bigint AS owed
        FROM reservations_view v WHERE v.sku_id = s.id AND v.state = 0
    ) h
"""
CONDITIONS = """
    s.active AND p.status <> 'archived' AND {edge}
    AND ($1::text[] IS NULL OR s.sku = ANY($1) OR s.barcode = ANY($1) OR ({title}))
    AND ($2::text IS NULL
        OR $2 = 'low' AND s.tracked AND s.stock <= {low_at}
        OR $2 = 'out' AND s.tracked AND s.stock = 0
        OR $2 = 'own_level' AND (EXISTS (SELECT FROM stock_rules own WHERE own.sku_id = s.id)
            OR EXISTS (SELECT FROM stock_product_rules of WHERE of.product_id = s.product_id))
        OR $2 = 'owed' AND EXISTS (SELECT FROM reservations_view v
            WHERE v.sku_id = s.id AND v.state = 0 AND s.tracked AND v.quantity > v.taken))
    AND ($3::bigint IS NULL OR EXISTS (SELECT FROM stock_levels_view l
        WHERE l.sku_id = s.id AND l.location_id = $3 AND l.on_hand > 0))
"""
ONE = f"""
    SELECT {COLUMNS}, own.low_at AS own_low_at, of_product.low_at AS product_low_at,
        of_category.low_at AS category_low_at, state.low_stock AS shop_low_at,
        (SELECT title FROM categories_view WHERE id = of_category.category_id) AS category
    {SOURCE} {LEVEL_OF_EACH} {HELD} WHERE s.id = $1
"""

RESERVATIONS = """
    SELECT o.public_id AS order_id, v.quantity, v.taken, v.changed_at AS time
    FROM reservations_view v JOIN orders_view o ON o.id = v.order_id
    WHERE v.sku_id = $1 AND v.state = 0 ORDER BY v.changed_at, v.order_id LIMIT 100
"""
INCOMING = """
    SELECT d.id AS delivery_id, d.supplier, d.expected_on,
        greatest(0, l.quantity - l.received) AS units
    FROM stock_delivery_lines l JOIN stock_deliveries d ON d.id = l.delivery_id
    WHERE l.sku_id = $1 AND d.state = 'planned' AND l.quantity > l.received
    ORDER BY d.expected_on NULLS LAST, d.id
"""
IN_TRANSIT = """
    SELECT t.id AS transfer_id, place.name AS target, l.quantity - l.received - l.lost AS units,
        t.sent_at
    FROM stock_transfer_lines l JOIN stock_transfers t ON t.id = l.transfer_id
    JOIN stock_locations_view place ON place.id = t.target_id
    WHERE l.sku_id = $1 AND t.state = 'sent' AND l.quantity > l.received + l.lost
    ORDER BY t.sent_at, t.id
"""
SOLD_RECENTLY = """
    SELECT coalesce(-sum(quantity), 0)::bigint FROM stock_movements_view
    WHERE sku_id = $1 AND kind IN ('sold', 'not_shipped') AND happened_at > $2
"""
MOVEMENTS = """
    SELECT m.id, place.name AS location, m.quantity, m.kind, m.note, o.public_id AS order_id,
        m.delivery_id, m.count_id, m.transfer_id, m.person, m.happened_at AS time
    FROM stock_movements_view m JOIN stock_locations_view place ON place.id = m.location_id
    LEFT JOIN orders_view o ON o.id = m.order_id
    WHERE m.sku_id = $1
"""
PREVIEW = """
    SELECT s.tracked, s.stock, coalesce(l.on_hand, 0) AS on_hand,
        EXISTS (SELECT FROM stock_locations_view WHERE id = $2 AND active) AS known
    FROM skus_view s LEFT JOIN stock_levels_view l ON l.sku_id = s.id AND l.location_id = $2
    WHERE s.id = $1
"""


def _search(text: str) -> tuple[list[str] | None, list[str], str]:
    """Codes that may match exactly, patterns of words, and the SQL condition of the title."""
    words = list(dict.fromkeys(text.lower().split()))[:MAX_WORDS]
    if not words:
        return None, [], "true"
    code = text.strip()
    patterns = ["%" + re.sub(r"([\\%_])", r"\\\1", word) + "%" for word in words]
    title = " AND ".join(f"lower(p.title) LIKE ${place}" for place in range(4, len(words) + 4))
    return list({code, code.upper(), code.lower()}), patterns, title


def _item(row: Record) -> StockItem:
    return StockItem.model_validate(dict(row))


async def list_stock(
    connection: Connection,
    text: str,
    show: StockFilter | None,
    location_id: int | None,
    page: CursorQuery,
) -> CursorPage[StockItem]:
    """SKUs, the newest product first. A SKU or barcode is found exactly, a title by its words."""
    codes, patterns, title = _search(text)
    position = page.values(int)
    edge = f"s.id {'>' if page.backwards else '<'} ${len(patterns) + 5}" if position else "true"
    conditions = CONDITIONS.format(edge=edge, title=title, low_at=LOW_AT)
    # Only the page's levels are needed, unless the list is of those that are low.
    levels = LEVELS_OF_ALL if show == "low" else LEVEL_OF_EACH
    await connection.execute(PLAN_WITH_VALUES)
    rows = await connection.fetch(
        f"SELECT {COLUMNS} {SOURCE} {levels} {HELD} WHERE {conditions}"
        f" ORDER BY s.id {'' if page.backwards else 'DESC'} LIMIT ${len(patterns) + 4}",
        codes,
        show,
        location_id,
        *patterns,
        page.limit + 1,
        *(position or ()),
    )
    found = slice_of(rows, page, lambda row: [row["sku_id"]])
    return CursorPage[StockItem](
        items=[_item(row) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


async def count_stock(
    connection: Connection, text: str, show: StockFilter | None, location_id: int | None
) -> Count:
    """Count the SKUs of the list, up to 10,000."""
    codes, patterns, title = _search(text)
    # The other filters know nothing of levels.
    levels, low_at = (LEVELS_OF_ALL, LOW_AT) if show == "low" else ("", "NULL")
    conditions = CONDITIONS.format(edge="true", title=title, low_at=low_at)
    await connection.execute(PLAN_WITH_VALUES)
    counted = await connection.fetchval(
        f"SELECT count(*) FROM (SELECT {SOURCE} {levels} WHERE {conditions} LIMIT {MAX_COUNT + 1}) c",
        codes,
        show,
        location_id,
        *patterns,
    )
    return capped_count(counted)


async def stock_details(connection: Connection, sku_id: int) -> StockDetails:
    """A SKU with its units, reservations and deliveries. Raises NotFound."""
    row = await connection.fetchrow(ONE, sku_id)
    if row is None:
        raise NotFound
    recent = await connection.fetchval(SOLD_RECENTLY, sku_id, clock.now() - RECENT)
    return StockDetails(
        item=_item(row),
        supplied=row["supplied"],
        sold=row["sold"],
        product_id=row["product_id"],
        own_low_at=row["own_low_at"],
        product_low_at=row["product_low_at"],
        category_low_at=row["category_low_at"],
        category=row["category"],
        shop_low_at=row["shop_low_at"],
        sold_recently=max(0, recent),
        days_of_cover=row["sellable"] * RECENT.days // recent if recent > 0 else None,
        reservations=[
            HeldBy.model_validate(dict(one)) for one in await connection.fetch(RESERVATIONS, sku_id)
        ],
        incoming=[
            Incoming.model_validate(dict(one)) for one in await connection.fetch(INCOMING, sku_id)
        ],
        in_transit=[
            InTransit.model_validate(dict(one))
            for one in await connection.fetch(IN_TRANSIT, sku_id)
        ],
    )


async def preview_change(connection: Connection, sku_id: int, change: UnitsChange) -> ChangePreview:
    """What a change of units does. Raises NotFound, NotTracked, StockTooLow and LocationGone."""
    row = await connection.fetchrow(PREVIEW, sku_id, change.location_id)
    if row is None:
        raise NotFound
    if not row["tracked"]:
        raise NotTracked
    if not row["known"]:
        raise LocationGone
    limit = min(row["stock"], row["on_hand"])
    if -change.quantity > limit:
        raise StockTooLow(sku_id=sku_id, limit=limit)
    return ChangePreview(
        on_hand_before=row["on_hand"],
        on_hand_after=row["on_hand"] + change.quantity,
        sellable_before=row["stock"],
        sellable_after=row["stock"] + change.quantity,
    )


async def movements_of(
    connection: Connection, sku_id: int, page: CursorQuery
) -> CursorPage[Movement]:
    """The movements of a SKU, newest first."""
    position = page.values(int)
    edge = f"AND m.id {'>' if page.backwards else '<'} $3" if position else ""
    rows = await connection.fetch(
        f"{MOVEMENTS} {edge} ORDER BY m.id {'' if page.backwards else 'DESC'} LIMIT $2",
        sku_id,
        page.limit + 1,
        *(position or ()),
    )
    found = slice_of(rows, page, lambda row: [row["id"]])
    return CursorPage[Movement](
        items=[Movement.model_validate(dict(row)) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )
