"""Undoes the import of a product, or says what undoing it would do."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.imports.drafts import StoredItem, UndoneItem
from stallage.product_changes.actions.lifecycle import remove_product, set_status
from stallage.product_changes.actions.recording import record_version
from stallage.product_changes.actions.writing import write_product
from stallage.product_imports.queries.absent import ordered_products
from stallage.product_imports.queries.payloads import (
    levels_of,
    undo_from_json,
    with_stock,
    without_stock,
)
from stallage.product_imports.rules.undoing import ChangedSinceImport, Restored, restore
from stallage.products.actions.editing import lock_for_edit
from stallage.products.queries.product_reader import StoredProduct, stored_products_by_id

DELETED = "It was deleted since."
CHANGED = "It was changed since, so it stays as it is."
ORDERED = "It was ordered since, so it is archived instead of removed."


async def plan_undo(connection: Connection, items: Sequence[StoredItem]) -> list[UndoneItem]:
    """Return what undoing these items would do now."""
    ids = [item.target_id for item in items if item.target_id is not None]
    stored = await stored_products_by_id(connection, ids)
    ordered = await ordered_products(connection, ids)
    return [
        _planned(item, stored.get(item.target_id or 0), (item.target_id or 0) in ordered)[0]
        for item in items
    ]


async def undo_item(connection: Connection, item: StoredItem) -> UndoneItem:
    """Remove what an import created, or give a product its former values; return which."""
    product_id = item.target_id or 0
    await lock_for_edit(connection, product_id)
    stored = (await stored_products_by_id(connection, [product_id])).get(product_id)
    is_ordered = product_id in await ordered_products(connection, [product_id])
    result, restored = _planned(item, stored, is_ordered)
    if stored is None or result.result == "conflict":
        return result
    match result.result:
        case "removed":
            await remove_product(connection, product_id)
        case "archived":
            await set_status(connection, product_id, "archived")
            await record_version(connection, [product_id])
        case "restored" if restored is not None:
            await write_product(connection, stored, restored.draft, restored.sku_ids)
    return result


def _planned(
    item: StoredItem, stored: StoredProduct | None, is_ordered: bool
) -> tuple[UndoneItem, Restored | None]:
    if not item.undo:
        return UndoneItem("restored"), None
    before, after = undo_from_json(item.undo)
    if stored is None:
        # There is nothing left to remove.
        return (UndoneItem("removed") if before is None else UndoneItem("conflict", DELETED)), None
    now = with_stock(stored)
    if before is None:
        if without_stock(now) != without_stock(after):
            return UndoneItem("conflict", CHANGED), None
        return (UndoneItem("archived", ORDERED) if is_ordered else UndoneItem("removed")), None
    try:
        return UndoneItem("restored"), restore(before, after, now, levels_of(stored))
    except ChangedSinceImport:
        return UndoneItem("conflict", CHANGED), None
