"""The import of orders of another shop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from stallage.core.db import Connection
from stallage.core.json_types import JsonObject
from stallage.core.runtime import Runtime
from stallage.imports.drafts import (
    AppliedItem,
    ImportRecord,
    ImportSource,
    PlannedItem,
    RecognisedFile,
    StoredItem,
    TargetField,
    UndoneItem,
)
from stallage.imports.operations.registry import ImportKind, register_kind
from stallage.moving_in.actions.orders import plan_undo_of_orders, put_order, undo_order
from stallage.moving_in.drafts import OrderDraft
from stallage.moving_in.formats.columns import recognise
from stallage.moving_in.formats.shopify_orders import SHOPIFY_ORDERS, read_shopify_orders
from stallage.moving_in.formats.woocommerce_orders import (
    WOOCOMMERCE_ORDERS,
    read_woocommerce_orders,
)
from stallage.moving_in.queries.drafts import stored_numbers
from stallage.moving_in.rules import fingerprint_of

EXPECTED = "a Shopify order export or a WooCommerce order export, as CSV"
FORMATS = {one.id: one for one in (SHOPIFY_ORDERS, WOOCOMMERCE_ORDERS)}


def _recognise(path: Path, _name: str) -> RecognisedFile:
    return recognise(FORMATS.values(), path, EXPECTED)


def _fields(name: str) -> tuple[TargetField, ...]:
    return FORMATS[name].targets()


def _read(runtime: Runtime, source: ImportSource) -> Iterator[ImportRecord]:
    read = read_shopify_orders if source.format == SHOPIFY_ORDERS.id else read_woocommerce_orders
    return read(source, runtime.settings.time_zone, runtime.currency)


async def _plan(
    _runtime: Runtime,
    connection: Connection,
    records: Sequence[ImportRecord],
    _options: JsonObject,
) -> list[PlannedItem]:
    drafts = [OrderDraft.model_validate(record.payload) for record in records]
    if not drafts:
        return []
    # All orders of a file are of one system.
    stored = await stored_numbers(connection, drafts[0].system, [draft.number for draft in drafts])
    return [_planned(draft, stored.get(draft.number)) for draft in drafts]


def _planned(draft: OrderDraft, stored: str | None) -> PlannedItem:
    if stored == fingerprint_of(draft):
        return PlannedItem("unchanged")
    payload: JsonObject = draft.model_dump(mode="json")
    return PlannedItem("created" if stored is None else "changed", payload=payload)


async def _apply(
    _runtime: Runtime, connection: Connection, items: Sequence[StoredItem]
) -> list[AppliedItem]:
    return [await put_order(connection, item) for item in items]


async def _plan_undo(
    _runtime: Runtime, connection: Connection, items: Sequence[StoredItem]
) -> list[UndoneItem]:
    return await plan_undo_of_orders(connection, items)


async def _undo(_runtime: Runtime, connection: Connection, item: StoredItem) -> UndoneItem:
    return await undo_order(connection, item)


register_kind(
    ImportKind(
        name="orders",
        permissions=("orders.read", "orders.edit", "customers.read"),
        formats={one.id: one.name for one in FORMATS.values()},
        fields=_fields,
        recognise=_recognise,
        read=_read,
        plan=_plan,
        apply=_apply,
        plan_undo=_plan_undo,
        undo=_undo,
    )
)
