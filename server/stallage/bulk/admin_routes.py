"""The operators' API of bulk operations."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Path, Request
from fastapi.responses import Response, StreamingResponse

from stallage.bulk import actions, queries
from stallage.bulk.errors import (
    BulkFinished,
    NoFile,
    NothingToDo,
    SelectionChanged,
    SelectionTooLarge,
)
from stallage.bulk.formats import BYTE_ORDER_MARK, RESULT_COLUMNS, csv_lines
from stallage.bulk.operations.registry import OPERATIONS, operation_named
from stallage.bulk.operations.starting import preview_bulk, start_bulk
from stallage.bulk.schemas import (
    BulkInput,
    BulkJob,
    BulkJobDetails,
    BulkPreview,
    BulkPreviewInput,
)
from stallage.core.cursors import CursorPage, CursorRequest
from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.idempotency import KeyReused, idempotent
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import (
    AdminRouter,
    CurrentOperator,
    IdempotencyKey,
    actor_of,
    require,
    require_step_up,
)
from stallage.operators.rules.permissions import SIGNED_IN

router = AdminRouter(tag="bulk")

JobId = Annotated[int, Path(alias="jobId", ge=1, le=MAX_ID)]
RESULT_BATCH = 1000


def _exports() -> set[str]:
    return {name for name, operation in OPERATIONS.items() if operation.is_export}


def _allowed(operator: CurrentOperator) -> list[str]:
    """The operations that an operator may use, and so may see."""
    return [name for name, one in OPERATIONS.items() if operator.can(one.permission)]


async def _job(connection: Connection, job_id: int, operator: CurrentOperator) -> BulkJobDetails:
    job = await queries.bulk_job(
        connection, job_id, operator_id=operator.operator_id, exports=_exports()
    )
    if job.operation not in _allowed(operator):
        raise NotFound
    return job


@router.post(
    "/bulk/preview",
    # The operation's permission, which depends on the body, is checked below.
    permission=SIGNED_IN,
    audited=False,
    response_model=Answer[BulkPreview],
    responses=error_responses(InvalidFields, SelectionTooLarge),
)
async def preview_operation(
    request: Request, body: BulkPreviewInput, operator: CurrentOperator
) -> Answer[BulkPreview]:
    """What an operation would do with the selected records, and why not with the others."""
    require(operator, operation_named(body.operation).permission)
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        return answer(await preview_bulk(connection, body, runtime.settings.time_zone))


@router.post(
    "/bulk",
    permission=SIGNED_IN,
    key=True,
    status_code=202,
    response_model=Answer[BulkJobDetails],
    responses=error_responses(
        InvalidFields, SelectionTooLarge, SelectionChanged, NothingToDo, KeyReused
    ),
)
async def start_operation(
    request: Request, body: BulkInput, operator: CurrentOperator, key: IdempotencyKey
) -> Answer[BulkJobDetails]:
    """Start an operation for the selected records. They are fixed now; a job runs them."""
    operation = operation_named(body.operation)
    require(operator, operation.permission)
    if operation.step_up:
        require_step_up(operator)
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:

        async def act() -> dict[str, Any]:
            job_id = await start_bulk(
                connection,
                body,
                runtime.settings.time_zone,
                operator_id=operator.operator_id,
                actor=actor_of(request, operator),
            )
            return {"id": job_id}

        started = await idempotent(
            connection,
            scope=f"bulk:{operator.operator_id}",
            key=key.key,
            body=key.body,
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )
        return answer(await _job(connection, started["id"], operator))


@router.get(
    "/bulk",
    permission=SIGNED_IN,
    response_model=Answer[CursorPage[BulkJob]],
    responses=error_responses(InvalidFields),
)
async def list_operations(
    page: CursorRequest, operator: CurrentOperator, connection: Reading
) -> Answer[CursorPage[BulkJob]]:
    """List bulk operations that the operator has the permission for, newest first."""
    found = await queries.bulk_jobs(
        connection,
        page,
        operator_id=operator.operator_id,
        operations=_allowed(operator),
        exports=_exports(),
    )
    return answer(found)


@router.get(
    "/bulk/{jobId}",
    permission=SIGNED_IN,
    response_model=Answer[BulkJobDetails],
    responses=error_responses(NotFound),
)
async def get_operation(
    job_id: JobId, operator: CurrentOperator, connection: Reading
) -> Answer[BulkJobDetails]:
    """Read the progress of a bulk operation."""
    return answer(await _job(connection, job_id, operator))


@router.post(
    "/bulk/{jobId}/cancel",
    permission=SIGNED_IN,
    response_model=Answer[BulkJobDetails],
    responses=error_responses(NotFound, BulkFinished),
)
async def cancel_operation(
    job_id: JobId, operator: CurrentOperator, connection: Transaction
) -> Answer[BulkJobDetails]:
    """Run no more records. What has been changed stays."""
    await _job(connection, job_id, operator)
    await actions.cancel_job(connection, job_id)
    return answer(await _job(connection, job_id, operator))


@router.get(
    "/bulk/{jobId}/file",
    permission=SIGNED_IN,
    response_class=Response,
    responses={
        200: {"content": {"text/csv": {}}, "description": "CSV."},
        **error_responses(NotFound, NoFile),
    },
)
async def get_file(request: Request, job_id: JobId, operator: CurrentOperator) -> Response:
    """The result file: one line for each record, or the export. Exports need step-up authentication."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        job = await _job(connection, job_id, operator)
        if job.is_export:
            if job.file_name is None:
                raise NoFile
            require_step_up(operator)
            await actions.record_download(connection, job_id, job.operation)
    name = job.file_name or f"{job.operation.replace('.', '-')}-{job.id}.csv"
    return StreamingResponse(
        _export_parts(runtime, job_id) if job.is_export else _results(runtime, job_id),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-store",
            "X-Content-Type-Options": "nosniff",
        },
    )


async def _export_parts(runtime: Runtime, job_id: int) -> AsyncIterator[bytes]:
    """The parts of an export. No connection is held while a part is being sent."""
    position = 0
    while True:
        async with runtime.database.reading() as connection:
            part = await queries.file_part(connection, job_id, position)
        if part is None:
            return
        yield part
        position += 1


async def _results(runtime: Runtime, job_id: int) -> AsyncIterator[bytes]:
    async with runtime.database.reading() as connection:
        rows = [row async for row in queries.result_rows(connection, job_id)]
    yield BYTE_ORDER_MARK + csv_lines([RESULT_COLUMNS])
    for first in range(0, len(rows), RESULT_BATCH):
        yield csv_lines(rows[first : first + RESULT_BATCH])
