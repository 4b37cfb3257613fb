"""Restores a version of a product."""

from __future__ import annotations

from dataclasses import replace

from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.etags import check_match
from stallage.product_changes.actions.writing import check_slug, write_product
from stallage.product_changes.queries.records import record_of
from stallage.product_changes.queries.versions import version_snapshot
from stallage.product_changes.rules.snapshots import Snapshot
from stallage.products.actions.editing import lock_for_edit
from stallage.products.drafts import ProductDraft
from stallage.products.queries.product_reader import StoredProduct, stored_products_by_id


async def restore_version(
    connection: Connection, product_id: int, number: int, if_match: str | None
) -> None:
    """Make a product what it was in a version; this becomes a new version. Stock stays as it is.

    Raises NotFound, PreconditionRequired, EditConflict, and InvalidFields if its slug is taken now.
    """
    if not await lock_for_edit(connection, product_id):
        raise NotFound
    stored = (await stored_products_by_id(connection, [product_id]))[product_id]
    current = await record_of(connection, stored)
    check_match(if_match, current.etag, current)
    version = await version_snapshot(connection, product_id, number)
    await check_slug(connection, version.draft.slug, product_id)
    known = set(stored.sku_ids.values())
    sku_ids = [sku_id if sku_id in known else None for sku_id in version.sku_ids]
    draft = _with_stored_stock(version, stored)
    await write_product(connection, stored, draft, sku_ids, restored=number)


def _with_stored_stock(version: Snapshot, stored: StoredProduct) -> ProductDraft:
    """Return the draft with the stock of today, and without attributes that were added since.

    A SKU that was retired since then keeps the stock that it has; a new one would have none.
    """
    levels: dict[int, int] = {}
    for sku in (*stored.retired, *stored.draft.skus):
        sku_id = stored.sku_ids.get(tuple(value.casefold() for value in sku.options))
        if sku_id is not None:
            levels[sku_id] = sku.stock or 0
    removed = dict.fromkeys(stored.draft.attributes, ())
    return replace(
        version.draft,
        skus=tuple(
            replace(sku, stock=levels.get(sku_id, 0))
            for sku_id, sku in zip(version.sku_ids, version.draft.skus, strict=True)
        ),
        attributes={**removed, **version.draft.attributes},
    )
