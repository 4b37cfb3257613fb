"""Reads transfers between locations."""

from __future__ import annotations

from stallage.core.cursors import CursorPage, CursorQuery, slice_of
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.stock_keeping.schemas.transfers import (
    StockTransfer,
    StockTransferItem,
    StockTransferLine,
)

TRANSFERS = """
    SELECT t.*, source.name AS source, target.name AS target, l.units, l.received, l.lost,
        CASE t.state WHEN 'sent' THEN l.units - l.received - l.lost - l.returned ELSE 0 END
            AS in_transit
    FROM stock_transfers t JOIN stock_locations_view source ON source.id = t.source_id
    JOIN stock_locations_view target ON target.id = t.target_id
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(quantity), 0)::bigint AS units,
            coalesce(sum(received), 0)::bigint AS received,
            coalesce(sum(lost), 0)::bigint AS lost,
            coalesce(sum(returned), 0)::bigint AS returned
        FROM stock_transfer_lines WHERE transfer_id = t.id
    ) l
"""
LINES = """
    SELECT l.sku_id, p.title AS product, array_to_string(s.options, ' / ') AS options, s.sku,
        s.barcode, l.quantity, l.received, l.lost, l.returned,
        CASE t.state WHEN 'sent' THEN l.quantity - l.received - l.lost - l.returned ELSE 0 END
            AS in_transit,
        least(s.stock, coalesce((SELECT v.on_hand FROM stock_levels_view v
            WHERE v.sku_id = l.sku_id AND v.location_id = t.source_id), 0)) AS sendable
    FROM stock_transfer_lines l JOIN stock_transfers t ON t.id = l.transfer_id
    JOIN skus_view s ON s.id = l.sku_id JOIN products_view p ON p.id = s.product_id
    WHERE l.transfer_id = $1 ORDER BY p.title, s.position, s.id
"""


async def list_transfers(
    connection: Connection, state: str | None, page: CursorQuery
) -> CursorPage[StockTransferItem]:
    """Transfers, newest first."""
    position = page.values(int)
    edge = f"AND t.id {'>' if page.backwards else '<'} $3" if position else ""
    rows = await connection.fetch(
        f"{TRANSFERS} WHERE ($1::text IS NULL OR t.state = $1) {edge}"
        f" ORDER BY t.id {'' if page.backwards else 'DESC'} LIMIT $2",
        state,
        page.limit + 1,
        *(position or ()),
    )
    found = slice_of(rows, page, lambda row: [row["id"]])
    return CursorPage[StockTransferItem](
        items=[StockTransferItem.model_validate(dict(row)) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


async def transfer_details(connection: Connection, transfer_id: int) -> StockTransfer:
    """A transfer with its lines. Raises NotFound."""
    row = await connection.fetchrow(f"{TRANSFERS} WHERE t.id = $1", transfer_id)
    if row is None:
        raise NotFound
    rows = await connection.fetch(LINES, transfer_id)
    return StockTransfer(
        transfer=StockTransferItem.model_validate(dict(row)),
        note=row["note"],
        author=row["author"],
        lines=[StockTransferLine.model_validate(dict(one)) for one in rows],
    )
