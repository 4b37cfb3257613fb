"""The dry run of product imports."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.core.runtime import Runtime
from stallage.imports.drafts import (
    AbsentItem,
    Change,
    CheckedFile,
    ImportRecord,
    PlannedItem,
    RowMessage,
)
from stallage.product_changes.rules.snapshots import Snapshot
from stallage.product_imports.actions.importing import OPTIONS_MISSING, archiving_draft
from stallage.product_imports.queries.absent import absent_products
from stallage.product_imports.queries.payloads import (
    PlannedDraft,
    draft_from_json,
    levels_of,
    seen_of,
    with_stock,
)
from stallage.product_imports.rules.changes import changes_between, changes_of_new
from stallage.products.actions.put_products import PlannedProduct, plan_products
from stallage.products.drafts import ProductDraft
from stallage.products.queries.product_reader import StoredProduct, stored_products
from stallage.products.rules.merging import options_key

TWICE = "The file has this product twice. Only the first one is imported."
WITH_ERRORS = "Products that the file does not have stay, because it has rows with errors."
BATCH = 500


async def plan_records(
    runtime: Runtime, connection: Connection, records: Sequence[ImportRecord], options: JsonObject
) -> list[PlannedItem]:
    """Compare the products of a file with the stored ones."""
    firsts: dict[str, ImportRecord] = {}
    for record in records:
        firsts.setdefault(record.key, record)
    drafts = [draft_from_json((record.payload or {})["draft"]) for record in firsts.values()]
    planned = dict(zip(firsts, await plan_products(connection, drafts), strict=True))
    by_slug = dict(zip(firsts, drafts, strict=True))
    return [
        _planned(runtime, record, by_slug[record.key], planned[record.key], options)
        if firsts[record.key] is record
        else _failed(record, TWICE)
        for record in records
    ]


def _failed(record: ImportRecord, text: str) -> PlannedItem:
    return PlannedItem("failed", messages=(RowMessage("error", record.line, text),))


def _planned(
    runtime: Runtime,
    record: ImportRecord,
    draft: ProductDraft,
    planned: PlannedProduct,
    options: JsonObject,
) -> PlannedItem:
    stored, currency = planned.stored, runtime.currency
    if planned.outcome == "refused":
        return _failed(record, OPTIONS_MISSING)
    if planned.outcome == "unchanged" or (stored is not None and options["existing"] == "leave"):
        return PlannedItem("unchanged")
    after = _with_ids(planned.after, stored)
    if stored is None:
        changes = changes_of_new(after, currency)
        payload = PlannedDraft(draft, None, {}).to_json()
        return PlannedItem("created", changes, payload)
    changes = changes_between(with_stock(stored), after, currency)
    payload = PlannedDraft(draft, seen_of(stored), levels_of(stored)).to_json()
    return PlannedItem("changed", changes, payload)


def _with_ids(draft: ProductDraft, stored: StoredProduct | None) -> Snapshot:
    """Return a planned product as a snapshot; new SKUs have negative ids."""
    known = stored.sku_ids if stored else {}
    ids = (known.get(options_key(sku.options), -place) for place, sku in enumerate(draft.skus, 1))
    return Snapshot(draft, tuple(ids))


async def plan_absent(
    _runtime: Runtime, connection: Connection, file: CheckedFile
) -> list[AbsentItem]:
    """Plan to archive the products that the file does not have, if the operator chose so."""
    if file.options["absent"] != "archive":
        return []
    absent = await absent_products(connection, file.keys)
    if absent and file.has_errors:
        message = RowMessage("warning", 0, WITH_ERRORS)
        return [AbsentItem("", WITH_ERRORS, PlannedItem("failed", messages=(message,)))]
    items: list[AbsentItem] = []
    for first in range(0, len(absent), BATCH):
        batch = absent[first : first + BATCH]
        stored = await stored_products(connection, [one.slug for one in batch])
        for one in batch:
            change = Change("status", "", "", one.status, "archived")
            found = stored[one.slug]
            payload = PlannedDraft(archiving_draft(found), seen_of(found), {}).to_json()
            planned = PlannedItem("archived", (change,), payload)
            items.append(AbsentItem(one.slug, one.title, planned))
    return items
