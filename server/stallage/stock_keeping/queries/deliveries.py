"""Reads deliveries."""

from __future__ import annotations

from stallage.core.cursors import CursorPage, CursorQuery, slice_of
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.core.money import Currency
from stallage.stock_keeping.schemas.documents import (
    StockDelivery,
    StockDeliveryItem,
    StockDeliveryLine,
)

DELIVERIES = """
    SELECT d.*, p.name AS location, l.units, l.received
    FROM stock_deliveries d JOIN stock_locations_view p ON p.id = d.location_id
    CROSS JOIN LATERAL (
        SELECT coalesce(sum(quantity), 0)::bigint AS units,
            coalesce(sum(received), 0)::bigint AS received
        FROM stock_delivery_lines WHERE delivery_id = d.id
    ) l
"""
LINES = """
    SELECT l.sku_id, p.title AS product, array_to_string(s.options, ' / ') AS options, s.sku,
        s.barcode, l.quantity, l.received, l.cost, s.stock AS sellable
    FROM stock_delivery_lines l JOIN skus_view s ON s.id = l.sku_id
    JOIN products_view p ON p.id = s.product_id
    WHERE l.delivery_id = $1 ORDER BY p.title, s.position, s.id
"""


async def list_deliveries(
    connection: Connection, state: str | None, page: CursorQuery
) -> CursorPage[StockDeliveryItem]:
    """Deliveries, newest first."""
    position = page.values(int)
    edge = f"AND d.id {'>' if page.backwards else '<'} $3" if position else ""
    rows = await connection.fetch(
        f"{DELIVERIES} WHERE ($1::text IS NULL OR d.state = $1) {edge}"
        f" ORDER BY d.id {'' if page.backwards else 'DESC'} LIMIT $2",
        state,
        page.limit + 1,
        *(position or ()),
    )
    found = slice_of(rows, page, lambda row: [row["id"]])
    return CursorPage[StockDeliveryItem](
        items=[StockDeliveryItem.model_validate(dict(row)) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


async def delivery_details(
    connection: Connection, delivery_id: int, currency: Currency
) -> StockDelivery:
    """A delivery with its lines. Raises NotFound."""
    row = await connection.fetchrow(f"{DELIVERIES} WHERE d.id = $1", delivery_id)
    if row is None:
        raise NotFound
    rows = await connection.fetch(LINES, delivery_id)
    total = sum((one["cost"] or 0) * one["quantity"] for one in rows)
    return StockDelivery(
        version=etag_of(row["id"], row["version"]),
        delivery=StockDeliveryItem.model_validate(dict(row)),
        note=row["note"],
        author=row["author"],
        total=currency.money(total),
        lines=[
            StockDeliveryLine.model_validate(
                {**dict(one), "cost": currency.optional_money(one["cost"])}
            )
            for one in rows
        ],
    )
