"""Reads count sheets, with what applying them does."""

from __future__ import annotations

from stallage.core.cursors import CursorPage, CursorQuery, slice_of
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.stock_keeping.schemas.documents import CountItem, CountLine, CountSheet

SHEETS = """
    SELECT c.id, c.location_id, p.name AS location, c.note, c.state, c.created_at, c.finished_at,
        c.author, (SELECT count(*) FROM stock_count_lines l WHERE l.count_id = c.id) AS lines
    FROM stock_counts c JOIN stock_locations_view p ON p.id = c.location_id
"""
# Of a finished count, the lines show what it did, so nothing has moved since.
LINES = """
    SELECT l.sku_id, p.title AS product, array_to_string(s.options, ' / ') AS options, s.sku,
        s.barcode, l.expected, l.counted, l.counted - l.expected AS difference,
        CASE c.state WHEN 'open' THEN now.on_hand - l.expected ELSE 0 END AS moved, now.on_hand,
        now.on_hand + CASE c.state WHEN 'open' THEN l.counted - l.expected ELSE 0 END AS on_hand_after,
        (SELECT coalesce(sum(v.taken), 0)::bigint FROM reservations_view v
            WHERE v.sku_id = l.sku_id AND v.state = 0) AS held,
        c.state = 'open' AND l.counted < l.expected
            AND l.expected - l.counted > least(now.on_hand, s.stock) AS blocked,
        l.counted_at, l.counted_by
    FROM stock_count_lines l JOIN stock_counts c ON c.id = l.count_id
    JOIN skus_view s ON s.id = l.sku_id JOIN products_view p ON p.id = s.product_id
    CROSS JOIN LATERAL (SELECT coalesce((SELECT v.on_hand FROM stock_levels_view v
        WHERE v.sku_id = l.sku_id AND v.location_id = c.location_id), 0) AS on_hand) now
    WHERE l.count_id = $1 ORDER BY l.counted_at DESC, l.sku_id
"""


async def list_counts(
    connection: Connection, state: str | None, page: CursorQuery
) -> CursorPage[CountItem]:
    """Count sheets, newest first."""
    position = page.values(int)
    edge = f"AND c.id {'>' if page.backwards else '<'} $3" if position else ""
    rows = await connection.fetch(
        f"{SHEETS} WHERE ($1::text IS NULL OR c.state = $1) {edge}"
        f" ORDER BY c.id {'' if page.backwards else 'DESC'} LIMIT $2",
        state,
        page.limit + 1,
        *(position or ()),
    )
    found = slice_of(rows, page, lambda row: [row["id"]])
    return CursorPage[CountItem](
        items=[CountItem.model_validate(dict(row)) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


async def count_sheet(connection: Connection, count_id: int) -> CountSheet:
    """A count sheet with its figures. Raises NotFound."""
    row = await connection.fetchrow(f"{SHEETS} WHERE c.id = $1", count_id)
    if row is None:
        raise NotFound
    lines = [CountLine.model_validate(dict(one)) for one in await connection.fetch(LINES, count_id)]
    return CountSheet(
        sheet=CountItem.model_validate(dict(row)),
        lines=lines,
        units=sum(line.difference for line in lines),
    )
