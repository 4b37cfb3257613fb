"""The bulk operations of products, and the preview of a bulk edit."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stallage.bulk.actions import create_job
from stallage.bulk.operations.registry import (
    BulkList,
    BulkOperation,
    Verdict,
    register_list,
    register_operation,
)
from stallage.bulk.operations.starting import preview_selection, start_bulk
from stallage.bulk.queries import has_job_with, runnable_job, undo_of, undoable_items
from stallage.bulk.rules import EXAMPLES
from stallage.bulk.schemas import BulkInput, BulkPreviewInput, Scope
from stallage.core import clock
from stallage.core.actor import Actor
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.product_changes.actions.bulk import apply_edit, undo_edit
from stallage.product_changes.errors.lists import BulkEditRunning, NothingToUndo, TooLateToUndo
from stallage.product_changes.queries.bulk import category_names, editable_products, resolve_edit
from stallage.product_changes.queries.lists import matching_products
from stallage.product_changes.rules.bulk import (
    MAX_PRODUCTS,
    SAMPLE,
    UNDO_FOR,
    EditableProduct,
    Planned,
    PriceWarning,
    plan_edit,
)
from stallage.product_changes.schemas.bulk import (
    EditedField,
    ProductBulkPreview,
    ProductEdit,
    SampleChange,
    SampleRow,
    UndoEdit,
    WarningCount,
)
from stallage.product_changes.schemas.lists import ProductFilter

EDIT = "products.edit"
UNDO = "products.undo_edit"
BATCH = 1000
"""Products that are planned at a time, between which other requests are served."""
MAX_CHANGES = 4
"""Changes of a product in the sample."""
NOT_CHANGED = "Was not changed"

FIELDS: dict[str, EditedField] = {
    "status": "status",
    "tags": "tags",
    "categories": "categories",
    "brand": "brand",
    "max_per_order": "maxPerOrder",
    "returnable": "returnable",
    "price": "price",
    "compare_at_price": "compareAtPrice",
}


@dataclass(frozen=True, slots=True)
class PlannedEdit:
    """A product with what would change. Its text is part of the preview's version."""

    product: EditableProduct
    planned: Planned

    def __repr__(self) -> str:
        one = self.planned
        return f"{one.before}{one.after}{one.skus_before}{one.skus_after}"


async def _plan(
    connection: Connection, ids: Sequence[int], requested: ProductEdit
) -> list[Verdict]:
    edit = await resolve_edit(connection, requested)
    verdicts: list[Verdict] = []
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        products = await editable_products(connection, batch, with_prices=edit.changes_prices)
        for product in products:
            planned = plan_edit(product, edit)
            detail = PlannedEdit(product, planned)
            verdicts.append(Verdict(product.id, product.title, planned.reason, detail))
        await asyncio.sleep(0)
    return verdicts


async def _apply(connection: Connection, product_id: int, requested: ProductEdit) -> JsonObject:
    return await apply_edit(connection, product_id, await resolve_edit(connection, requested))


async def _plan_undo(
    connection: Connection, ids: Sequence[int], requested: UndoEdit
) -> list[Verdict]:
    labels = dict(await undoable_items(connection, requested.job))
    return [
        Verdict(one, labels.get(one, str(one)), None if one in labels else NOT_CHANGED)
        for one in ids
    ]


async def _undo(connection: Connection, product_id: int, requested: UndoEdit) -> None:
    change = await undo_of(connection, requested.job, product_id)
    if change is None:
        raise NothingToUndo
    await undo_edit(connection, product_id, change)


register_list("products", BulkList(ProductFilter, matching_products))
register_operation(
    BulkOperation(
        EDIT,
        "products.edit",
        _plan,
        effects=("Shoppers see the new values at once.", "You can undo this for 24 hours."),
        parameters=ProductEdit,
        act=_apply,
        max_items=MAX_PRODUCTS,
    )
)
register_operation(
    BulkOperation(
        UNDO,
        "products.edit",
        _plan_undo,
        effects=("Products that were changed since stay as they are.",),
        parameters=UndoEdit,
        act=_undo,
        max_items=MAX_PRODUCTS,
    )
)


def _parameters(edit: ProductEdit) -> JsonObject:
    parameters: JsonObject = edit.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return parameters


async def preview_edit(
    connection: Connection, scope: Scope, edit: ProductEdit, time_zone: str, currency: Currency
) -> ProductBulkPreview:
    """What a bulk edit would change. Raises InvalidFields and SelectionTooLarge."""
    request = BulkPreviewInput(operation=EDIT, scope=scope, parameters=_parameters(edit))
    preview, selection = await preview_selection(connection, request, time_zone)
    details = [one.detail for one in selection.verdicts if isinstance(one.detail, PlannedEdit)]
    planned = [one for one in details if one.planned.reason is None]
    sample = planned[:SAMPLE]
    ids = {
        category_id
        for one in sample
        for values in (one.planned.before, one.planned.after)
        for category_id in values.get("categories", ())
    }
    names = await category_names(connection, sorted(ids))
    return ProductBulkPreview(
        total=preview.total,
        to_do=preview.to_do,
        reasons=preview.reasons,
        effects=preview.effects,
        warnings=_warnings(planned),
        sample=[_sample_row(one, names, currency) for one in sample],
        version=preview.version,
    )


def _warnings(planned: Iterable[PlannedEdit]) -> list[WarningCount]:
    titles: dict[PriceWarning, list[str]] = defaultdict(list)
    for one in planned:
        for warning in one.planned.warnings:
            titles[warning].append(one.product.title)
    return [
        WarningCount(warning=warning, count=len(found), examples=found[:EXAMPLES])
        for warning, found in sorted(titles.items(), key=lambda one: -len(one[1]))
    ]


def _sample_row(one: PlannedEdit, names: dict[int, str], currency: Currency) -> SampleRow:
    planned, several = one.planned, len(one.product.skus) > 1
    changes = [
        SampleChange(
            field=FIELDS[name],
            variant="",
            before=_text(name, planned.before[name], names),
            after=_text(name, value, names),
        )
        for name, value in planned.after.items()
    ]
    titles = {sku.id: sku.title for sku in one.product.skus}
    for sku_id, after in planned.skus_after.items():
        before = planned.skus_before[sku_id]
        changes += [
            SampleChange(
                field=FIELDS[name],
                variant=titles[sku_id] if several else "",
                before=_amount(before[name], currency),
                after=_amount(value, currency),
            )
            for name, value in after.items()
            if value != before[name]
        ]
    return SampleRow(
        product_id=one.product.id,
        title=one.product.title,
        changes=changes[:MAX_CHANGES],
        more=max(0, len(changes) - MAX_CHANGES),
        warnings=sorted(planned.warnings),
    )


def _amount(value: int | None, currency: Currency) -> str:
    return "" if value is None else currency.format(value)


def _text(name: str, value: object, names: dict[int, str]) -> str:
    match value:
        case bool():
            return "Yes" if value else "No"
        case list() if name == "categories":
            return ", ".join(names.get(one, str(one)) for one in value)
        case list():
            return ", ".join(value)
        case 0:
            return ""
        case _:
            return str(value).capitalize() if name == "status" else str(value)


async def start_edit(
    connection: Connection,
    scope: Scope,
    edit: ProductEdit,
    version: str,
    time_zone: str,
    *,
    operator_id: int,
    actor: Actor,
) -> int:
    """Start a bulk edit. Returns the id of its job.

    Raises InvalidFields, SelectionTooLarge, SelectionChanged and NothingToDo.
    """
    request = BulkInput(operation=EDIT, scope=scope, parameters=_parameters(edit), version=version)
    return await start_bulk(connection, request, time_zone, operator_id=operator_id, actor=actor)


async def start_undo(connection: Connection, job_id: int, *, operator_id: int, actor: Actor) -> int:
    """Start undoing a bulk edit. Returns the id of the job that does it.

    Raises NotFound, BulkEditRunning, TooLateToUndo and NothingToUndo.
    """
    job = await runnable_job(connection, job_id, lock=True)
    if job is None or job.operation != EDIT:
        raise NotFound
    if job.state in ("waiting", "running"):
        raise BulkEditRunning
    if job.created_at <= clock.now() - UNDO_FOR:
        raise TooLateToUndo
    items = await undoable_items(connection, job_id)
    if not items or await has_job_with(connection, UNDO, "job", job_id):
        raise NothingToUndo
    return await create_job(
        connection,
        operation=UNDO,
        operator_id=operator_id,
        actor=actor,
        scope={"kind": "ids"},
        parameters={"job": job_id},
        items=items,
        total=len(items),
    )
