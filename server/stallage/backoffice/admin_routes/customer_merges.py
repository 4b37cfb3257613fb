"""Merging two customers, and undoing it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query, Request

from stallage.backoffice.actions.merging import merge_customers, undo_merge
from stallage.backoffice.admin_routes.customers import CustomerId
from stallage.backoffice.errors.customers import (
    PreviewOutdated,
    SameCustomer,
    UndoNeedsContact,
    UndoOver,
)
from stallage.backoffice.queries.merges import preview_merge, preview_undo
from stallage.backoffice.queries.profiles import require_customer
from stallage.backoffice.schemas.merges import (
    Merged,
    MergeInput,
    MergePreview,
    Undone,
    UndoPreview,
)
from stallage.core.db import Reading, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.idempotency import KeyReused, idempotent
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID
from stallage.customers.errors import CustomerMerged
from stallage.operators.dependencies import AdminRouter, CurrentOperator, IdempotencyKey

router = AdminRouter(tag="customers")

MergeId = Annotated[int, Path(alias="mergeId", ge=1, le=MAX_ID)]


@router.get(
    "/customers/{customerId}/merge-preview",
    permission="customers.merge",
    responses=error_responses(NotFound, InvalidFields, CustomerMerged, SameCustomer),
)
async def merge_preview(
    customer_id: CustomerId,
    source_id: Annotated[int, Query(alias="sourceId", ge=1, le=MAX_ID)],
    request: Request,
    connection: Reading,
) -> Answer[MergePreview]:
    """Say in figures what merging `sourceId` into this customer moves."""
    if source_id == customer_id:
        raise SameCustomer
    source = await require_customer(connection, source_id)
    target = await require_customer(connection, customer_id)
    for one in (source, target):
        if one.merged_into is not None:
            raise CustomerMerged(mergedInto=one.merged_into)
    currency = runtime_of(request).currency
    return answer(await preview_merge(connection, source, target, currency))


@router.post(
    "/customers/{customerId}/merges",
    permission="customers.merge",
    key=True,
    responses=error_responses(
        NotFound, InvalidFields, CustomerMerged, SameCustomer, PreviewOutdated, KeyReused
    ),
)
async def merge(
    customer_id: CustomerId,
    body: MergeInput,
    request: Request,
    key: IdempotencyKey,
    operator: CurrentOperator,
) -> Answer[Merged]:
    """Merge an account into this one, as previewed. It can be undone for 30 days."""
    runtime = runtime_of(request)
    async with database_of(request).transaction() as connection:

        async def act() -> dict[str, Any]:
            merged = await merge_customers(
                connection,
                body.source_id,
                customer_id,
                version=body.version,
                operator=operator.name,
                currency=runtime.currency,
            )
            return merged.model_dump(mode="json", by_alias=True)

        result = await idempotent(
            connection,
            scope=f"admin-merge:{customer_id}",
            key=key.key,
            body=key.body,
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )
    await runtime.revoked_sessions.refresh(runtime.database)
    return answer(Merged.model_validate(result))


@router.get(
    "/customers/{customerId}/merges/{mergeId}/undo",
    permission="customers.merge",
    responses=error_responses(NotFound),
)
async def undo_preview(
    customer_id: CustomerId, merge_id: MergeId, request: Request, connection: Reading
) -> Answer[UndoPreview]:
    """Say in figures what undoing a merge gives back."""
    currency = runtime_of(request).currency
    return answer(await preview_undo(connection, customer_id, merge_id, currency))


@router.post(
    "/customers/{customerId}/merges/{mergeId}/undo",
    permission="customers.merge",
    key=True,
    responses=error_responses(NotFound, InvalidFields, UndoOver, UndoNeedsContact, KeyReused),
)
async def undo(
    customer_id: CustomerId, merge_id: MergeId, request: Request, key: IdempotencyKey
) -> Answer[Undone]:
    """Separate the two accounts again. What came since the merge stays with this customer.

    Both are signed out everywhere.
    """
    runtime = runtime_of(request)
    async with database_of(request).transaction() as connection:

        async def act() -> dict[str, Any]:
            undone = await undo_merge(connection, customer_id, merge_id)
            return undone.model_dump(mode="json", by_alias=True)

        result = await idempotent(
            connection,
            scope=f"admin-merge-undo:{merge_id}",
            key=key.key,
            body=key.body,
            keep_seconds=runtime.settings.idempotency_seconds,
            act=act,
        )
    await runtime.revoked_sessions.refresh(runtime.database)
    return answer(Undone.model_validate(result))
