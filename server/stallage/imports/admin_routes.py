"""The operators' API of imports."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import File, Form, Path, Query, Request, UploadFile
from fastapi.responses import Response, StreamingResponse

from stallage.bulk.formats import BYTE_ORDER_MARK, csv_lines
from stallage.core.cursors import CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound, TooLarge
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import MAX_ID
from stallage.imports.actions import runs
from stallage.imports.errors import (
    ImportBusy,
    NothingToImport,
    TooLateToUndoImport,
    UnreadableImport,
)
from stallage.imports.formats import RESULT_COLUMNS
from stallage.imports.operations.details import (
    allowed_kinds,
    format_names,
    import_details,
    set_mapping,
)
from stallage.imports.operations.files import UploadedFile, receive_file
from stallage.imports.operations.previewing import preview_undo
from stallage.imports.operations.registry import kind_named
from stallage.imports.queries.items import import_items, import_messages, result_rows
from stallage.imports.queries.runs import list_imports as read_imports
from stallage.imports.rules import ItemState, Outcome, Severity
from stallage.imports.schemas import (
    ImportDetails,
    ImportItemRow,
    ImportMappingInput,
    ImportMessageRow,
    ImportRun,
    ImportUndoPreview,
)
from stallage.operators.dependencies import (
    PREFIX,
    AdminRouter,
    CurrentOperator,
    actor_of,
    require,
)
from stallage.operators.rules.permissions import SIGNED_IN

router = AdminRouter(tag="imports")

LARGE_UPLOAD_PATHS = (f"{PREFIX}/imports",)
ImportId = Annotated[int, Path(alias="importId", ge=1, le=MAX_ID)]
RESULT_BATCH = 1000

# The permissions of the kind, which depends on the record, are checked by `import_details`.


@router.post(
    "/imports",
    permission=SIGNED_IN,
    audited=False,
    status_code=201,
    response_model=Answer[ImportDetails],
    form_limits={"max_files": 1, "max_fields": 2, "max_part_size": 1024},
    responses=error_responses(InvalidFields, TooLarge, UnreadableImport),
)
async def upload_import(
    request: Request,
    operator: CurrentOperator,
    kind: Annotated[str, Form(max_length=40, examples=["products"])] = "",
    file: Annotated[UploadFile | None, File(description="32 MB at most.")] = None,
) -> Answer[ImportDetails]:
    """Upload a file. Its format is recognised and a mapping of its columns proposed; nothing changes."""
    runtime = runtime_of(request)
    chosen = kind_named(kind)
    for permission in chosen.permissions:
        require(operator, permission)
    uploaded = UploadedFile("", b"")
    if file is not None:
        uploaded = UploadedFile(file.filename or "", await file.read())
    import_id = await receive_file(
        runtime, chosen, uploaded, operator.operator_id, actor_of(request, operator)
    )
    async with runtime.database.reading() as connection:
        return answer(await import_details(connection, import_id, operator))


@router.get(
    "/imports",
    permission=SIGNED_IN,
    response_model=Answer[CursorPage[ImportRun]],
    responses=error_responses(InvalidFields),
)
async def list_imports(
    page: CursorRequest,
    operator: CurrentOperator,
    connection: Reading,
    kind: Annotated[list[str] | None, Query(description="Of these kinds only.")] = None,
) -> Answer[CursorPage[ImportRun]]:
    """List imports of the kinds that the operator has the permissions for, newest first."""
    kinds = [one for one in allowed_kinds(operator) if kind is None or one in kind]
    return answer(await read_imports(connection, page, kinds, format_names()))


@router.get(
    "/imports/{importId}",
    permission=SIGNED_IN,
    response_model=Answer[ImportDetails],
    responses=error_responses(NotFound),
)
async def get_import(
    import_id: ImportId, operator: CurrentOperator, connection: Reading
) -> Answer[ImportDetails]:
    """Read an import with its progress, counts and mapping."""
    return answer(await import_details(connection, import_id, operator))


@router.put(
    "/imports/{importId}/mapping",
    permission=SIGNED_IN,
    audited=False,
    status_code=202,
    response_model=Answer[ImportDetails],
    responses=error_responses(NotFound, InvalidFields, ImportBusy),
)
async def check_import(
    request: Request,
    import_id: ImportId,
    body: ImportMappingInput,
    operator: CurrentOperator,
    connection: Transaction,
) -> Answer[ImportDetails]:
    """Confirm the mapping and start the dry run, which changes nothing of the shop."""
    details = await import_details(connection, import_id, operator)
    await set_mapping(connection, details, body)
    await runs.start_check(connection, import_id, operator.operator_id, actor_of(request, operator))
    return answer(await import_details(connection, import_id, operator))


@router.get(
    "/imports/{importId}/items",
    permission=SIGNED_IN,
    response_model=Answer[CursorPage[ImportItemRow]],
    responses=error_responses(NotFound, InvalidFields),
)
async def list_import_items(
    import_id: ImportId,
    page: CursorRequest,
    operator: CurrentOperator,
    connection: Reading,
    *,
    outcome: Annotated[list[Outcome] | None, Query()] = None,
    state: Annotated[list[ItemState] | None, Query()] = None,
) -> Answer[CursorPage[ImportItemRow]]:
    """List the records of the file with what changes, in the file's order."""
    await import_details(connection, import_id, operator)
    return answer(await import_items(connection, import_id, page, outcome, state))


@router.get(
    "/imports/{importId}/messages",
    permission=SIGNED_IN,
    response_model=Answer[CursorPage[ImportMessageRow]],
    responses=error_responses(NotFound, InvalidFields),
)
async def list_import_messages(
    import_id: ImportId,
    page: CursorRequest,
    operator: CurrentOperator,
    connection: Reading,
    severity: Severity | None = None,
) -> Answer[CursorPage[ImportMessageRow]]:
    """List errors and warnings with row, column and value."""
    await import_details(connection, import_id, operator)
    return answer(await import_messages(connection, import_id, page, severity))


@router.get(
    "/imports/{importId}/file",
    permission=SIGNED_IN,
    response_class=Response,
    responses={
        200: {"content": {"text/csv": {}}, "description": "CSV."},
        **error_responses(NotFound),
    },
)
async def get_import_file(
    request: Request, import_id: ImportId, operator: CurrentOperator
) -> Response:
    """The result file: a line for each error and warning, and for each record that was not imported."""
    runtime = runtime_of(request)
    async with runtime.database.reading() as connection:
        details = await import_details(connection, import_id, operator)
    return StreamingResponse(
        _results(runtime, import_id),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="import-{details.id}-result.csv"',
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )


async def _results(runtime: Runtime, import_id: int) -> AsyncIterator[bytes]:
    async with runtime.database.reading() as connection:
        rows = [row async for row in result_rows(connection, import_id)]
    yield BYTE_ORDER_MARK + csv_lines([RESULT_COLUMNS])
    for first in range(0, len(rows), RESULT_BATCH):
        yield csv_lines(rows[first : first + RESULT_BATCH])


@router.post(
    "/imports/{importId}/start",
    permission=SIGNED_IN,
    status_code=202,
    response_model=Answer[ImportDetails],
    responses=error_responses(NotFound, ImportBusy, NothingToImport),
)
async def start_import(
    request: Request, import_id: ImportId, operator: CurrentOperator, connection: Transaction
) -> Answer[ImportDetails]:
    """Import what the dry run has planned. A second request finds the import running."""
    await import_details(connection, import_id, operator)
    actor = actor_of(request, operator)
    if not await runs.start_import(connection, import_id, operator.operator_id, actor):
        raise NothingToImport
    return answer(await import_details(connection, import_id, operator))


@router.post(
    "/imports/{importId}/stop",
    permission=SIGNED_IN,
    response_model=Answer[ImportDetails],
    responses=error_responses(NotFound, ImportBusy),
)
async def stop_import(
    import_id: ImportId, operator: CurrentOperator, connection: Transaction
) -> Answer[ImportDetails]:
    """Import no further records. What was imported stays, and can be undone."""
    await import_details(connection, import_id, operator)
    await runs.stop_import(connection, import_id)
    return answer(await import_details(connection, import_id, operator))


@router.post(
    "/imports/{importId}/undo/preview",
    permission=SIGNED_IN,
    response_model=Answer[ImportUndoPreview],
    responses=error_responses(NotFound),
)
async def preview_import_undo(
    request: Request, import_id: ImportId, operator: CurrentOperator
) -> Answer[ImportUndoPreview]:
    """What undoing the import would remove, archive, restore and leave."""
    runtime = runtime_of(request)
    async with runtime.database.reading() as connection:
        details = await import_details(connection, import_id, operator)
    return answer(await preview_undo(runtime, kind_named(details.kind), import_id))


@router.post(
    "/imports/{importId}/undo",
    permission=SIGNED_IN,
    status_code=202,
    response_model=Answer[ImportDetails],
    responses=error_responses(NotFound, ImportBusy, TooLateToUndoImport),
)
async def undo_import(
    request: Request, import_id: ImportId, operator: CurrentOperator, connection: Transaction
) -> Answer[ImportDetails]:
    """Undo the whole import within 30 days. Records that were changed since stay as they are."""
    await import_details(connection, import_id, operator)
    await runs.start_undo(connection, import_id, operator.operator_id, actor_of(request, operator))
    return answer(await import_details(connection, import_id, operator))


@router.delete(
    "/imports/{importId}",
    permission=SIGNED_IN,
    audited=False,
    response_model=Answer[ImportDetails],
    responses=error_responses(NotFound, ImportBusy),
)
async def discard_import(
    import_id: ImportId, operator: CurrentOperator, connection: Transaction
) -> Answer[ImportDetails]:
    """Discard a file that was not imported."""
    details = await import_details(connection, import_id, operator)
    await runs.discard_import(connection, import_id)
    return answer(details)
