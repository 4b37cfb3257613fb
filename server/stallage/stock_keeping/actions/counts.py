"""Opens count sheets, enters figures, and applies the differences.

A figure is stored with the units that were on hand when it was entered. Applying adds the difference, so
that units sold or received in between are neither lost nor counted twice.
"""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.products.actions import refresh_cards
from stallage.stock.actions import change_units
from stallage.stock.errors import LocationGone
from stallage.stock.rules import MovementKind
from stallage.stock_keeping.actions.levels import check_tracked
from stallage.stock_keeping.errors import DocumentClosed, NothingCounted
from stallage.stock_keeping.schemas.documents import CountInput

OPEN = """
    INSERT INTO stock_counts (location_id, note, created_at, author)
    SELECT id, $2, $3, $4 FROM stock_locations_view WHERE id = $1 AND active
    RETURNING id
"""
LOCK = "SELECT id, location_id, state, note FROM stock_counts WHERE id = $1 FOR UPDATE"
ENTER = """
    INSERT INTO stock_count_lines (count_id, sku_id, expected, counted, counted_at, counted_by)
    VALUES ($1, $2, coalesce((SELECT on_hand FROM stock_levels_view
        WHERE sku_id = $2 AND location_id = $3), 0), $4, $5, $6)
    ON CONFLICT (count_id, sku_id) DO UPDATE SET expected = excluded.expected,
        counted = excluded.counted, counted_at = excluded.counted_at,
        counted_by = excluded.counted_by
"""
REMOVE = "DELETE FROM stock_count_lines WHERE count_id = $1 AND sku_id = $2"
FIGURES = """
    SELECT sku_id, counted - expected AS difference FROM stock_count_lines WHERE count_id = $1
"""
FINISH = "UPDATE stock_counts SET state = $2, finished_at = $3 WHERE id = $1"


def _subject(count_id: int) -> Subject:
    return Subject("stock_count", count_id, f"Count {count_id}")


async def open_count(connection: Connection, body: CountInput, author: str) -> int:
    """Open a count sheet and return its id. Raises LocationGone."""
    count_id = await connection.fetchval(OPEN, body.location_id, body.note, clock.now(), author)
    if count_id is None:
        raise LocationGone
    await record(connection, "stock.count_opened", _subject(count_id))
    return int(count_id)


async def _lock(connection: Connection, count_id: int) -> Record:
    row = await connection.fetchrow(LOCK, count_id)
    if row is None:
        raise NotFound
    if row["state"] != "open":
        raise DocumentClosed
    return row


async def enter_figure(
    connection: Connection, count_id: int, sku_id: int, counted: int, person: str
) -> None:
    """Enter or replace the figure of a SKU. Raises NotFound, DocumentClosed and NotTracked."""
    sheet = await _lock(connection, count_id)
    await check_tracked(connection, sku_id)
    await connection.execute(
        ENTER, count_id, sku_id, sheet["location_id"], counted, clock.now(), person
    )
    await record(
        connection,
        "stock.counted",
        _subject(count_id),
        after={"sku": sku_id, "counted": counted},
    )


async def remove_figure(connection: Connection, count_id: int, sku_id: int) -> None:
    """Remove the figure of a SKU from an open sheet. Raises NotFound and DocumentClosed."""
    await _lock(connection, count_id)
    await connection.execute(REMOVE, count_id, sku_id)
    await record(connection, "stock.figure_removed", _subject(count_id), before={"sku": sku_id})


async def apply_count(connection: Connection, count_id: int) -> None:
    """Apply the differences of a sheet, once.

    Raises NotFound, DocumentClosed, NothingCounted, and StockTooLow if more units would be removed than
    are on hand at the location, or than orders leave.
    """
    sheet = await _lock(connection, count_id)
    rows = await connection.fetch(FIGURES, count_id)
    if not rows:
        raise NothingCounted
    units = {row["sku_id"]: row["difference"] for row in rows if row["difference"]}
    products = await change_units(
        connection,
        units,
        reason=MovementKind.COUNT,
        location_id=sheet["location_id"],
        note=sheet["note"],
        count_id=count_id,
    )
    await connection.execute(FINISH, count_id, "applied", clock.now())
    await record(
        connection,
        "stock.count_applied",
        _subject(count_id),
        after={"figures": len(rows), "differences": len(units), "units": sum(units.values())},
    )
    await refresh_cards(connection, products)


async def cancel_count(connection: Connection, count_id: int) -> None:
    """Cancel an open sheet, which changes no stock. Raises NotFound and DocumentClosed."""
    await _lock(connection, count_id)
    await connection.execute(FINISH, count_id, "cancelled", clock.now())
    await record(connection, "stock.count_cancelled", _subject(count_id))
