"""Changes the units of one SKU, moves them between locations, and sets when it counts as low."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.json_types import JsonObject
from stallage.core.validation import message
from stallage.products.actions import refresh_cards
from stallage.shop.actions.setting_changes import (
    OwnSettings,
    UndoArea,
    register_undo,
    remember_change,
)
from stallage.shop.rules.setting_changes import differences
from stallage.stock.actions import change_units, move_units
from stallage.stock_keeping.actions.stock_alerts import accept_low
from stallage.stock_keeping.errors import NotTracked
from stallage.stock_keeping.schemas.levels import UnitsChange, UnitsMove

SKU = """
    SELECT s.sku, s.tracked, p.title FROM skus_view s JOIN products_view p ON p.id = s.product_id
    WHERE s.id = $1
"""
PRODUCT_OF = "SELECT product_id FROM skus_view WHERE id = $1"
SET_RULE = """
    INSERT INTO stock_rules (sku_id, low_at) VALUES ($1, $2)
    ON CONFLICT (sku_id) DO UPDATE SET low_at = excluded.low_at
"""
DELETE_RULE = "DELETE FROM stock_rules WHERE sku_id = $1"
RULE = "SELECT low_at FROM stock_rules WHERE sku_id = $1"

SET_PRODUCT_RULE = """
    INSERT INTO stock_product_rules (product_id, low_at) VALUES ($1, $2)
    ON CONFLICT (product_id) DO UPDATE SET low_at = excluded.low_at
"""
DELETE_PRODUCT_RULE = "DELETE FROM stock_product_rules WHERE product_id = $1"
PRODUCT_RULE = "SELECT low_at FROM stock_product_rules WHERE product_id = $1"
PRODUCT_TITLE = "SELECT title FROM products_view WHERE id = $1"
LOCK_LEVELS = "SELECT pg_advisory_xact_lock(hashtext('low_stock_levels'))"

LOW_LEVELS = "low-stock"
"""The area of the history of settings. Its keys are `sku:ID` and `product:ID`."""
SKU_KEY, PRODUCT_KEY = "sku:", "product:"


async def _subject(connection: Connection, sku_id: int) -> Subject:
    """The SKU in the audit log. Raises NotFound."""
    row = await connection.fetchrow(SKU, sku_id)
    if row is None:
        raise NotFound
    return Subject("sku", sku_id, row["sku"] or row["title"])


async def check_tracked(connection: Connection, sku_id: int) -> None:
    """Raise NotFound if there is no such SKU, and NotTracked if its units are not counted."""
    row = await connection.fetchrow(SKU, sku_id)
    if row is None:
        raise NotFound
    if not row["tracked"]:
        raise NotTracked


def check_change(change: UnitsChange) -> None:
    """Raise InvalidFields for a change that adds and removes nothing."""
    if change.quantity == 0:
        raise InvalidFields(fields={"quantity": [message("invalid", "quantity")]})


def check_move(move: UnitsMove) -> None:
    """Raise InvalidFields for a move from a location to itself."""
    if move.source_id == move.target_id:
        raise InvalidFields(fields={"targetId": [message("invalid", "targetId")]})


async def change_sku(connection: Connection, sku_id: int, change: UnitsChange) -> None:
    """Add or remove units of a SKU at a location, with a reason.

    Raises NotFound, NotTracked, InvalidFields, StockTooLow and LocationGone.
    """
    check_change(change)
    await check_tracked(connection, sku_id)
    products = await change_units(
        connection,
        {sku_id: change.quantity},
        reason=change.reason,
        location_id=change.location_id,
        note=change.note,
    )
    await record(
        connection,
        "stock.changed",
        await _subject(connection, sku_id),
        after=change.model_dump(),
    )
    await refresh_cards(connection, products)


async def move_sku(connection: Connection, sku_id: int, move: UnitsMove) -> None:
    """Move units of a SKU to another location, those that orders hold included.

    Raises NotFound, InvalidFields, StockTooLow and LocationGone.
    """
    check_move(move)
    subject = await _subject(connection, sku_id)
    await move_units(
        connection,
        {sku_id: move.quantity},
        source_id=move.source_id,
        target_id=move.target_id,
        note=move.note,
    )
    await record(connection, "stock.moved", subject, after=move.model_dump())


async def set_low_at(connection: Connection, sku_id: int, low_at: int | None) -> None:
    """Set from how many units a SKU counts as low; None for its product's level. Raises NotFound."""
    subject = await _subject(connection, sku_id)
    await _set_level(connection, f"{SKU_KEY}{sku_id}", low_at, "stock.low_level_set", subject)


async def set_product_low_at(connection: Connection, product_id: int, low_at: int | None) -> None:
    """Set the level of a product's SKUs without their own; None for the next rule. Raises NotFound."""
    subject = await _product_subject(connection, product_id)
    key = f"{PRODUCT_KEY}{product_id}"
    await _set_level(connection, key, low_at, "stock.product_low_level_set", subject)


async def _product_subject(connection: Connection, product_id: int) -> Subject:
    title = await connection.fetchval(PRODUCT_TITLE, product_id)
    if title is None:
        raise NotFound
    return Subject("product", product_id, title)


async def _set_level(
    connection: Connection, key: str, low_at: int | None, action: str, subject: Subject
) -> None:
    """Store a level, record it, and remember what it replaced."""
    values = await _read_levels(connection, [key])
    await _write_level(connection, key, low_at)
    entry = await record(
        connection,
        action,
        subject,
        before={"low_at": values.get(key)},
        after={"low_at": low_at},
    )
    now: JsonObject = {} if low_at is None else {key: low_at}
    before, after = differences(values, now)
    if before or after:
        await remember_change(connection, LOW_LEVELS, before, after, entry)


async def _write_level(connection: Connection, key: str, low_at: int | None) -> None:
    """Store a level; a variant that only counts as low now is not reported as a fall."""
    owner_id = int(key.rpartition(":")[2])
    is_sku = key.startswith(SKU_KEY)
    put, delete = (SET_RULE, DELETE_RULE) if is_sku else (SET_PRODUCT_RULE, DELETE_PRODUCT_RULE)
    if low_at is None:
        await connection.execute(delete, owner_id)
    else:
        await connection.execute(put, owner_id, low_at)
    product_id = await connection.fetchval(PRODUCT_OF, owner_id) if is_sku else owner_id
    await accept_low(connection, product_id)


async def _read_levels(connection: Connection, keys: Collection[str]) -> JsonObject:
    await connection.execute(LOCK_LEVELS)
    levels: JsonObject = {}
    for key in keys:
        rule = RULE if key.startswith(SKU_KEY) else PRODUCT_RULE
        low_at = await connection.fetchval(rule, int(key.rpartition(":")[2]))
        if low_at is not None:
            levels[key] = low_at
    return levels


async def _restore_levels(
    connection: Connection, _own: OwnSettings, keys: Collection[str], values: Mapping[str, Any]
) -> None:
    for key in keys:
        find = _subject if key.startswith(SKU_KEY) else _product_subject
        await find(connection, int(key.rpartition(":")[2]))
        await _write_level(connection, key, values.get(key))


register_undo(
    UndoArea(
        name=LOW_LEVELS,
        read=_read_levels,
        restore=_restore_levels,
        read_permission="stock.read",
        edit_permission="stock.edit",
    )
)
