"""Previews bulk operations and starts them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from stallage.bulk.actions import create_job
from stallage.bulk.errors import NothingToDo, SelectionChanged, SelectionTooLarge
from stallage.bulk.operations.registry import (
    LISTS,
    BulkOperation,
    Verdict,
    operation_named,
    read_filter,
    read_parameters,
)
from stallage.bulk.rules import EXAMPLES, MAX_ITEMS
from stallage.bulk.schemas import (
    BulkInput,
    BulkPreview,
    BulkPreviewInput,
    BulkReason,
    IdScope,
)
from stallage.core.actor import Actor
from stallage.core.db import Connection
from stallage.core.etags import etag_of
from stallage.core.json_types import JsonObject


@dataclass(frozen=True, slots=True)
class Selection:
    """The selected records, and what the operation would do with each."""

    verdicts: list[Verdict]
    is_complete: bool
    """False for an export of more records than are fixed at its start."""


async def _select(
    connection: Connection, operation: BulkOperation, request: BulkPreviewInput, time_zone: str
) -> Selection:
    """Find the selected records. Raises InvalidFields and SelectionTooLarge."""
    parameters = read_parameters(operation, request.parameters)
    most = operation.max_items or MAX_ITEMS
    if isinstance(request.scope, IdScope):
        ids = list(dict.fromkeys(request.scope.ids))
    else:
        filters = read_filter(operation, request.scope.filter)
        find_ids = LISTS[operation.list_name].find_ids
        ids = await find_ids(connection, filters, time_zone, most + 1)
    if len(ids) > most:
        if not operation.is_export:
            raise SelectionTooLarge(maximum=most)
        return Selection([], is_complete=False)
    return Selection(await operation.preview(connection, ids, parameters), is_complete=True)


def _preview_of(
    operation: BulkOperation, request: BulkPreviewInput, selection: Selection
) -> BulkPreview:
    refused: dict[str, list[str]] = defaultdict(list)
    for verdict in selection.verdicts:
        if verdict.reason is not None:
            refused[verdict.reason].append(verdict.label)
    total = len(selection.verdicts) if selection.is_complete else MAX_ITEMS
    to_do = total - sum(len(labels) for labels in refused.values())
    scope = request.scope.model_dump_json() if not selection.is_complete else ""
    return BulkPreview(
        operation=operation.name,
        total=total,
        to_do=to_do,
        reasons=[
            BulkReason(reason=reason, count=len(labels), examples=labels[:EXAMPLES])
            for reason, labels in sorted(refused.items(), key=lambda one: -len(one[1]))
        ],
        effects=list(operation.effects) if to_do else [],
        columns=list(operation.columns),
        exact=selection.is_complete,
        version=etag_of(
            operation.name,
            request.parameters,
            scope,
            *((one.item_id, one.reason, one.detail) for one in selection.verdicts),
        ),
    )


async def preview_bulk(
    connection: Connection, request: BulkPreviewInput, time_zone: str
) -> BulkPreview:
    """What an operation would do now. Raises InvalidFields and SelectionTooLarge."""
    preview, _selection = await preview_selection(connection, request, time_zone)
    return preview


async def preview_selection(
    connection: Connection, request: BulkPreviewInput, time_zone: str
) -> tuple[BulkPreview, Selection]:
    """The same with the verdict on each record, for an operation with a preview of its own."""
    operation = operation_named(request.operation)
    selection = await _select(connection, operation, request, time_zone)
    return _preview_of(operation, request, selection), selection


async def start_bulk(
    connection: Connection,
    request: BulkInput,
    time_zone: str,
    *,
    operator_id: int,
    actor: Actor,
) -> int:
    """Fix the selected records and start the operation, in the caller's transaction. Returns its id.

    Records that the preview refused are included, so that the result names them. Raises InvalidFields,
    SelectionTooLarge, NothingToDo, and SelectionChanged if the preview is out of date.
    """
    operation = operation_named(request.operation)
    selection = await _select(connection, operation, request, time_zone)
    preview = _preview_of(operation, request, selection)
    if preview.version != request.version:
        raise SelectionChanged(preview=preview.model_dump(mode="json", by_alias=True))
    if preview.to_do == 0:
        raise NothingToDo
    items = None
    if selection.is_complete:
        items = [(one.item_id, one.label) for one in selection.verdicts]
    scope: JsonObject = request.scope.model_dump(mode="json", by_alias=True)
    scope.pop("ids", None)
    return await create_job(
        connection,
        operation=operation.name,
        operator_id=operator_id,
        actor=actor,
        scope=scope,
        parameters=request.parameters,
        items=items,
        total=preview.total if selection.is_complete else 0,
    )
