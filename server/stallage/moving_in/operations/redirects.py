"""The import of redirects: Shopify's file, or any with an old and a new address."""

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
    RowMessage,
    StoredItem,
    TargetField,
    UndoneItem,
)
from stallage.imports.operations.registry import ImportKind, register_kind
from stallage.moving_in.formats.columns import recognise
from stallage.moving_in.formats.redirects import EXPECTED, REDIRECTS, read_redirects
from stallage.redirects.actions.importing import (
    plan_undo_of_redirects,
    put_redirect,
    undo_redirect,
)
from stallage.redirects.queries.lookups import destinations


def _recognise(path: Path, _name: str) -> RecognisedFile:
    return recognise((REDIRECTS,), path, EXPECTED)


def _fields(_name: str) -> tuple[TargetField, ...]:
    return REDIRECTS.targets()


def _read(runtime: Runtime, source: ImportSource) -> Iterator[ImportRecord]:
    return read_redirects(source, runtime.settings.public_url)


async def _plan(
    _runtime: Runtime,
    connection: Connection,
    records: Sequence[ImportRecord],
    _options: JsonObject,
) -> list[PlannedItem]:
    payloads = [record.payload or {} for record in records]
    stored = await destinations(connection, [payload["path"] for payload in payloads])
    planned: list[PlannedItem] = []
    for record, payload in zip(records, payloads, strict=True):
        known = stored.get(payload["path"])
        if known is None:
            planned.append(PlannedItem("created", payload=payload))
        elif known.path == payload["target"]:
            planned.append(PlannedItem("unchanged"))
        else:
            text = (
                f"There is a redirect to {known.path or 'a page that is gone'} already. It stays."
            )
            message = RowMessage("warning", record.line, text, value=payload["target"])
            planned.append(PlannedItem("unchanged", messages=(message,)))
    return planned


async def _apply(
    _runtime: Runtime, connection: Connection, items: Sequence[StoredItem]
) -> list[AppliedItem]:
    return [await put_redirect(connection, item) for item in items]


async def _plan_undo(
    _runtime: Runtime, connection: Connection, items: Sequence[StoredItem]
) -> list[UndoneItem]:
    return await plan_undo_of_redirects(connection, items)


async def _undo(_runtime: Runtime, connection: Connection, item: StoredItem) -> UndoneItem:
    return await undo_redirect(connection, item)


register_kind(
    ImportKind(
        name="redirects",
        permissions=("content.read", "content.edit"),
        formats={REDIRECTS.id: REDIRECTS.name},
        fields=_fields,
        recognise=_recognise,
        read=_read,
        plan=_plan,
        apply=_apply,
        plan_undo=_plan_undo,
        undo=_undo,
    )
)
