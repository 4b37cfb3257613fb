"""Changes the units of one SKU, moves them between locations, and sets when it counts as low."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.validation import message
from stallage.products.actions import refresh_cards
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
PRODUCT = """
    SELECT p.title, (SELECT low_at FROM stock_product_rules WHERE product_id = $1) AS low_at
    FROM products_view p WHERE p.id = $1
"""


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
    before = await connection.fetchval(RULE, sku_id)
    if low_at is None:
        await connection.execute(DELETE_RULE, sku_id)
    else:
        await connection.execute(SET_RULE, sku_id, low_at)
    await accept_low(connection, await connection.fetchval(PRODUCT_OF, sku_id))
    await record(
        connection,
        "stock.low_level_set",
        subject,
        before={"low_at": before},
        after={"low_at": low_at},
    )


async def set_product_low_at(connection: Connection, product_id: int, low_at: int | None) -> None:
    """Set the level of a product's SKUs without their own; None for the next rule. Raises NotFound."""
    product = await connection.fetchrow(PRODUCT, product_id)
    if product is None:
        raise NotFound
    if low_at is None:
        await connection.execute(DELETE_PRODUCT_RULE, product_id)
    else:
        await connection.execute(SET_PRODUCT_RULE, product_id, low_at)
    await accept_low(connection, product_id)
    await record(
        connection,
        "stock.product_low_level_set",
        Subject("product", product_id, product["title"]),
        before={"low_at": product["low_at"]},
        after={"low_at": low_at},
    )
