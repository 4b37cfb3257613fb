"""Writes the products of an import, a batch at a time, and what their undo needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from stallage.core.db import Connection
from stallage.imports.drafts import AppliedItem, StoredItem
from stallage.product_changes.actions.recording import record_first_version, record_version
from stallage.product_changes.queries.records import stored_snapshot
from stallage.product_imports.queries.payloads import (
    PlannedDraft,
    planned_from_json,
    seen_of,
    undo_to_json,
    with_stock,
    with_stock_of_today,
)
from stallage.products.actions.pictures import retry_failed_pictures
from stallage.products.actions.put_products import lock_catalogue, put_products
from stallage.products.drafts import ProductDraft, SkuDraft
from stallage.products.queries.product_reader import StoredProduct, stored_products

CHANGED_SINCE_CHECK = (
    "The product was changed after the file was checked. Check the file again to import it."
)
OPTIONS_MISSING = (
    "The product has options, but the file has no columns for them. It was not changed."
)


async def import_products(connection: Connection, items: Sequence[StoredItem]) -> list[AppliedItem]:
    """Create, change and archive products as planned; return what happened, in the same order.

    A product that is not as the dry run saw it, sales aside, stays as it is.
    """
    planned = [planned_from_json(item.payload) for item in items]
    slugs = [one.draft.slug for one in planned]
    await lock_catalogue(connection, slugs)
    before = await stored_products(connection, slugs)
    is_current = [_is_as_seen(one, before.get(one.draft.slug)) for one in planned]
    current = [one for one, fits in zip(planned, is_current, strict=True) if fits]
    for one in current:
        if stored := before.get(one.draft.slug):
            await record_first_version(connection, stored.product_id, stored_snapshot(stored))
    drafts = [with_stock_of_today(one, before.get(one.draft.slug)) for one in current]
    puts = {put.slug: put for put in await put_products(connection, drafts)}
    ids = [put.product_id for put in puts.values()]
    await retry_failed_pictures(connection, ids)
    await record_version(connection, ids)
    after = await stored_products(connection, list(puts))
    results: list[AppliedItem] = []
    for one, fits in zip(planned, is_current, strict=True):
        slug = one.draft.slug
        if not fits:
            results.append(AppliedItem(message=CHANGED_SINCE_CHECK))
        elif puts[slug].outcome == "refused":
            results.append(AppliedItem(message=OPTIONS_MISSING))
        else:
            stored = before.get(slug)
            undo = undo_to_json(with_stock(stored) if stored else None, with_stock(after[slug]))
            is_changed = puts[slug].outcome != "unchanged"
            results.append(AppliedItem(puts[slug].product_id, undo if is_changed else None))
    return results


def _is_as_seen(planned: PlannedDraft, stored: StoredProduct | None) -> bool:
    return planned.seen == (None if stored is None else seen_of(stored))


def archiving_draft(stored: StoredProduct) -> ProductDraft:
    """Return a draft that archives a product and changes nothing else."""
    return replace(
        ProductDraft(stored.draft.slug, stored.draft.title, ()),
        option_names=stored.draft.option_names,
        skus=tuple(SkuDraft(options=sku.options) for sku in stored.draft.skus),
        status="archived",
    )
