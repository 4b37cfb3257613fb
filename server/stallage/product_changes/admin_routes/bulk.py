"""Bulk edits of products."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import Path, Request

from stallage.bulk.errors import NothingToDo, SelectionChanged, SelectionTooLarge
from stallage.bulk.queries import bulk_job
from stallage.bulk.schemas import BulkJobDetails
from stallage.core.db import Connection, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.idempotency import KeyReused, idempotent
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import (
    AdminRouter,
    CurrentOperator,
    IdempotencyKey,
    actor_of,
)
from stallage.product_changes.errors.lists import BulkEditRunning, NothingToUndo, TooLateToUndo
from stallage.product_changes.operations.bulk_edit import preview_edit, start_edit, start_undo
from stallage.product_changes.schemas.bulk import (
    ProductBulkInput,
    ProductBulkPreview,
    ProductBulkPreviewInput,
)

router = AdminRouter(tag="products")

JobId = Annotated[int, Path(alias="jobId", ge=1, le=MAX_ID)]


async def _once(
    request: Request,
    connection: Connection,
    operator: CurrentOperator,
    key: IdempotencyKey,
    start: Callable[[], Awaitable[int]],
) -> Answer[BulkJobDetails]:
    """Start a job, or return the one that a repeated request has started."""

    async def act() -> dict[str, Any]:
        return {"id": await start()}

    started = await idempotent(
        connection,
        scope=f"products.bulk:{operator.operator_id}",
        key=key.key,
        body=request.url.path.encode() + key.body,
        keep_seconds=runtime_of(request).settings.idempotency_seconds,
        act=act,
    )
    job = await bulk_job(connection, started["id"], operator_id=operator.operator_id, exports=())
    return answer(job)


@router.post(
    "/products/bulk/preview",
    permission="products.edit",
    response_model=Answer[ProductBulkPreview],
    responses=error_responses(InvalidFields, SelectionTooLarge),
)
async def preview_bulk_edit(
    request: Request, body: ProductBulkPreviewInput, connection: Transaction
) -> Answer[ProductBulkPreview]:
    """What a bulk edit would change, with a sample of up to 20 products and warnings."""
    runtime = runtime_of(request)
    preview = await preview_edit(
        connection, body.scope, body.edit, runtime.settings.time_zone, runtime.currency
    )
    return answer(preview)


@router.post(
    "/products/bulk",
    permission="products.edit",
    key=True,
    status_code=202,
    response_model=Answer[BulkJobDetails],
    responses=error_responses(
        InvalidFields, SelectionTooLarge, SelectionChanged, NothingToDo, KeyReused
    ),
)
async def start_bulk_edit(
    request: Request,
    body: ProductBulkInput,
    operator: CurrentOperator,
    key: IdempotencyKey,
    connection: Transaction,
) -> Answer[BulkJobDetails]:
    """Start a bulk edit. The products are fixed now; a job changes them."""
    zone = runtime_of(request).settings.time_zone

    async def start() -> int:
        return await start_edit(
            connection,
            body.scope,
            body.edit,
            body.version,
            zone,
            operator_id=operator.operator_id,
            actor=actor_of(request, operator),
        )

    return await _once(request, connection, operator, key, start)


@router.post(
    "/products/bulk/{jobId}/undo",
    permission="products.edit",
    key=True,
    status_code=202,
    response_model=Answer[BulkJobDetails],
    responses=error_responses(NotFound, BulkEditRunning, TooLateToUndo, NothingToUndo, KeyReused),
)
async def undo_bulk_edit(
    request: Request,
    job_id: JobId,
    operator: CurrentOperator,
    key: IdempotencyKey,
    connection: Transaction,
) -> Answer[BulkJobDetails]:
    """Undo a bulk edit of the last 24 hours. Products that were changed since stay as they are."""

    async def start() -> int:
        return await start_undo(
            connection,
            job_id,
            operator_id=operator.operator_id,
            actor=actor_of(request, operator),
        )

    return await _once(request, connection, operator, key, start)
