"""Promo codes, generated codes, and the orders that used them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request

from stallage.core.cursors import Count, CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter
from stallage.promotions.actions import codes as actions
from stallage.promotions.errors import NameTaken, PromoCodeUsed, PromotionEnded
from stallage.promotions.queries import codes as queries
from stallage.promotions.schemas import Deleted, Ended, PromoUse, Search
from stallage.promotions.schemas.codes import (
    Batch,
    BatchCodes,
    BatchInput,
    CodeChangeInput,
    CodeFilter,
    CodeInput,
    CodeSort,
    PromoCode,
)

router = AdminRouter(tag="promotions")

CodeId = Annotated[int, Path(alias="codeId", ge=1, le=MAX_ID)]
BatchId = Annotated[int, Path(alias="batchId", ge=1, le=MAX_ID)]
Text = Annotated[Search | None, Query(alias="q", description="Part of the code or the title.")]
State = Annotated[CodeFilter | None, Query(description="Without it, all.")]
Public = Annotated[bool | None, Query(description="Those that the cart offers, or the others.")]
OfBatch = Annotated[int | None, Query(ge=1, le=MAX_ID, description="Codes of this batch.")]


@router.get(
    "/promotions/codes",
    permission="promotions.read",
    operation_id="listPromoCodes",
    response_model=Answer[CursorPage[PromoCode]],
    responses=error_responses(InvalidFields),
)
async def list_codes(
    request: Request,
    page: CursorRequest,
    connection: Reading,
    q: Text = None,
    state: State = None,
    *,
    public: Public = None,
    batch: OfBatch = None,
    sort: CodeSort = "newest",
) -> Answer[CursorPage[PromoCode]]:
    """List codes. Generated codes are listed by their batch, and found by a search."""
    filters = queries.CodeFilters(q, state, public, batch)
    currency = runtime_of(request).currency
    return answer(await queries.list_codes(connection, filters, sort, page, currency))


@router.get(
    "/promotions/codes/count",
    permission="promotions.read",
    operation_id="countPromoCodes",
    response_model=Answer[Count],
    responses=error_responses(InvalidFields),
)
async def count_codes(
    connection: Reading,
    q: Text = None,
    state: State = None,
    *,
    public: Public = None,
    batch: OfBatch = None,
) -> Answer[Count]:
    """Count codes, up to 10,000."""
    filters = queries.CodeFilters(q, state, public, batch)
    return answer(await queries.count_codes(connection, filters))


@router.post(
    "/promotions/codes",
    permission="promotions.edit",
    operation_id="createPromoCode",
    status_code=201,
    response_model=Answer[PromoCode],
    responses=error_responses(InvalidFields, NameTaken),
)
async def create_code(
    body: CodeInput, request: Request, connection: Transaction
) -> Answer[PromoCode]:
    """Create a code."""
    return answer(await actions.create_code(connection, body, runtime_of(request).currency))


@router.get(
    "/promotions/codes/{codeId}",
    permission="promotions.read",
    operation_id="getPromoCode",
    response_model=Answer[PromoCode],
    responses=error_responses(NotFound),
)
async def get_code(code_id: CodeId, request: Request, connection: Reading) -> Answer[PromoCode]:
    """Get a code."""
    return answer(await queries.code_by_id(connection, code_id, runtime_of(request).currency))


@router.put(
    "/promotions/codes/{codeId}",
    permission="promotions.edit",
    operation_id="changePromoCode",
    response_model=Answer[PromoCode],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_code(
    code_id: CodeId,
    body: CodeChangeInput,
    request: Request,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[PromoCode]:
    """Change the terms of a code. Orders that were placed keep theirs."""
    currency = runtime_of(request).currency
    return answer(await actions.change_code(connection, code_id, body, if_match, currency))


@router.post(
    "/promotions/codes/{codeId}/end",
    permission="promotions.edit",
    operation_id="endPromoCode",
    response_model=Answer[PromoCode],
    responses=error_responses(NotFound, PromotionEnded),
)
async def end_code(code_id: CodeId, request: Request, connection: Transaction) -> Answer[PromoCode]:
    """End a code now."""
    return answer(await actions.end_code(connection, code_id, runtime_of(request).currency))


@router.delete(
    "/promotions/codes/{codeId}",
    permission="promotions.edit",
    operation_id="deletePromoCode",
    response_model=Answer[Deleted],
    responses=error_responses(NotFound, PromoCodeUsed),
)
async def delete_code(
    code_id: CodeId, request: Request, connection: Transaction
) -> Answer[Deleted]:
    """Delete a code that no order has used."""
    await actions.delete_code(connection, code_id, runtime_of(request).currency)
    return answer(Deleted(id=code_id))


@router.get(
    "/promotions/codes/{codeId}/uses",
    permission="promotions.read",
    operation_id="listPromoUses",
    response_model=Answer[CursorPage[PromoUse]],
    responses=error_responses(InvalidFields),
)
async def list_uses(
    code_id: CodeId, page: CursorRequest, connection: Reading
) -> Answer[CursorPage[PromoUse]]:
    """List the orders that used a code, newest first."""
    return answer(await queries.uses_of(connection, code_id, page))


@router.get(
    "/promotions/batches",
    permission="promotions.read",
    operation_id="listPromoBatches",
    response_model=Answer[CursorPage[Batch]],
    responses=error_responses(InvalidFields),
)
async def list_batches(
    request: Request, page: CursorRequest, connection: Reading
) -> Answer[CursorPage[Batch]]:
    """List batches of generated codes, newest first."""
    return answer(await queries.list_batches(connection, page, runtime_of(request).currency))


@router.post(
    "/promotions/batches",
    permission="promotions.edit",
    operation_id="generatePromoCodes",
    status_code=201,
    response_model=Answer[Batch],
    responses=error_responses(InvalidFields),
)
async def generate_codes(
    body: BatchInput, request: Request, connection: Transaction
) -> Answer[Batch]:
    """Generate up to 10,000 unique codes that can be used once each."""
    currency = runtime_of(request).currency
    batch_id = await actions.generate_batch(connection, body, currency)
    return answer(await queries.batch_by_id(connection, batch_id, currency))


@router.get(
    "/promotions/batches/{batchId}",
    permission="promotions.read",
    operation_id="getPromoBatch",
    response_model=Answer[Batch],
    responses=error_responses(NotFound),
)
async def get_batch(batch_id: BatchId, request: Request, connection: Reading) -> Answer[Batch]:
    """Get a batch."""
    return answer(await queries.batch_by_id(connection, batch_id, runtime_of(request).currency))


@router.get(
    "/promotions/batches/{batchId}/codes",
    permission="promotions.read",
    operation_id="listPromoBatchCodes",
    response_model=Answer[BatchCodes],
)
async def list_batch_codes(batch_id: BatchId, connection: Reading) -> Answer[BatchCodes]:
    """All codes of a batch, for a file."""
    return answer(await queries.batch_codes(connection, batch_id))


@router.post(
    "/promotions/batches/{batchId}/end",
    permission="promotions.edit",
    operation_id="endPromoBatch",
    response_model=Answer[Ended],
    responses=error_responses(NotFound, PromotionEnded),
)
async def end_batch(batch_id: BatchId, request: Request, connection: Transaction) -> Answer[Ended]:
    """End all codes of a batch now."""
    count = await actions.end_batch(connection, batch_id, runtime_of(request).currency)
    return answer(Ended(count=count))
