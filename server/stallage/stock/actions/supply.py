"""Adds and removes units; see the rules of the package.

The triggers of `skus` write the movements and the levels of locations.
"""

from __future__ import annotations

from collections.abc import Mapping

from stallage.core.db import Connection, Record
from stallage.core.events import publish
from stallage.products.actions.stock_changes import describe_change
from stallage.products.actions.stock_levels import change_supply, set_stock
from stallage.stock.actions.reservations import hold_location, lock, products_to_refresh
from stallage.stock.errors import StockTooLow
from stallage.stock.events import StockPutBack
from stallage.stock.rules import MovementKind

LEVELS = """
    SELECT s.id, s.tracked, s.stock, coalesce(l.on_hand, 0) AS on_hand
    FROM skus_view s LEFT JOIN stock_levels l ON l.sku_id = s.id AND l.location_id = $2
    WHERE s.id = ANY($1::bigint[])
"""

# Moves nothing in or out of supply, so the triggers of `skus` do not see it.
MOVE = """
    SELECT move_stock(given.sku_id, given.quantity, $3, NULL)
    FROM unnest($1::bigint[], $2::bigint[]) AS given (sku_id, quantity)
"""


async def put_back(
    connection: Connection, units: Mapping[int, int], order_id: int | None = None
) -> set[int]:
    """Put returned units, by SKU id, back into stock. SKUs that are not tracked are left out.

    The caller makes sure that it happens once. Returns products as `release` does.
    """
    await describe_change(connection, MovementKind.RETURNED, order_id=order_id)
    changes = await change_supply(connection, units)
    await publish(connection, StockPutBack(sku_ids=sorted(units)))
    return products_to_refresh(changes)


async def set_level(
    connection: Connection,
    levels: Mapping[int, int],
    *,
    reason: str = MovementKind.COUNT,
    note: str = "",
    location_id: int | None = None,
) -> None:
    """Set the stock of SKUs, by id, to units that can still be ordered. Units that orders hold remain.

    `reason` is a `MovementKind`. The difference is added to `location_id` or removed from it; without
    one, it is added to the default location, or removed from locations by priority. Raises StockTooLow
    if the location has fewer units than are removed, and LocationGone.
    """
    if location_id is not None:
        await hold_location(connection, location_id)
        await lock(connection, list(levels))
        for row in await _levels(connection, list(levels), location_id):
            _check_on_hand(row, levels[row["id"]] - row["stock"])
    await describe_change(
        connection, reason, note=note, location_id=location_id, strict=location_id is not None
    )
    await set_stock(connection, levels)


async def change_units(
    connection: Connection,
    units: Mapping[int, int],
    *,
    reason: str,
    location_id: int,
    note: str = "",
    delivery_id: int | None = None,
    count_id: int | None = None,
    transfer_id: int | None = None,
) -> set[int]:
    """Add units, by SKU id, at a location, or remove them if negative: all of them, or none.

    `reason` is a `MovementKind`. Returns products as `release` does. Raises StockTooLow if the location
    has fewer units, if orders hold them, or if a SKU is not tracked, and LocationGone.
    """
    await hold_location(connection, location_id)
    await lock(connection, list(units))
    rows = {row["id"]: row for row in await _levels(connection, list(units), location_id)}
    for sku_id, quantity in units.items():
        row = rows.get(sku_id)
        if row is None or not row["tracked"]:
            raise StockTooLow(sku_id=sku_id, limit=0)
        _check_on_hand(row, quantity)
        if quantity < -row["stock"]:
            raise StockTooLow(sku_id=sku_id, limit=row["stock"])
    await describe_change(
        connection,
        reason,
        note=note,
        location_id=location_id,
        strict=True,
        delivery_id=delivery_id,
        count_id=count_id,
        transfer_id=transfer_id,
    )
    changes = await change_supply(connection, units)
    if len(changes) < len(units):
        raise AssertionError("the SKUs were checked under their locks")
    await publish(connection, StockPutBack(sku_ids=sorted(units)))
    return products_to_refresh(changes)


async def move_units(
    connection: Connection,
    units: Mapping[int, int],
    *,
    source_id: int,
    target_id: int,
    note: str = "",
) -> None:
    """Move units, by SKU id, from one location to another. What can be ordered stays the same.

    Raises StockTooLow if the location has fewer units, and LocationGone.
    """
    await hold_location(connection, source_id)
    await hold_location(connection, target_id)
    await lock(connection, list(units))
    for row in await _levels(connection, list(units), source_id):
        _check_on_hand(row, -units[row["id"]])
    for kind, location_id, sign in (
        (MovementKind.TRANSFER_OUT, source_id, -1),
        (MovementKind.TRANSFER_IN, target_id, 1),
    ):
        await describe_change(connection, kind, note=note, location_id=location_id, strict=True)
        quantities = [sign * quantity for quantity in units.values()]
        await connection.execute(MOVE, list(units), quantities, kind)


async def _levels(connection: Connection, sku_ids: list[int], location_id: int) -> list[Record]:
    """The units of locked SKUs at a location."""
    return await connection.fetch(LEVELS, sku_ids, location_id)


def _check_on_hand(row: Record, change: int) -> None:
    if change < -row["on_hand"]:
        raise StockTooLow(sku_id=row["id"], limit=row["on_hand"])
