"""The operators' API of count sheets."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query, Request

from stallage.core.cursors import CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.idempotency import KeyReused, idempotent
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter, CurrentOperator, IdempotencyKey
from stallage.stock.errors import LocationGone, StockTooLow
from stallage.stock_keeping.actions import counts as actions
from stallage.stock_keeping.admin_routes.levels import SkuId
from stallage.stock_keeping.errors import DocumentClosed, NothingCounted, NotTracked
from stallage.stock_keeping.queries.counts import count_sheet, list_counts
from stallage.stock_keeping.schemas.documents import (
    Counted,
    CountInput,
    CountItem,
    CountSheet,
    CountState,
)

router = AdminRouter(tag="stock")

CountId = Annotated[int, Path(alias="countId", ge=1, le=MAX_ID)]


@router.get(
    "/stock/counts",
    permission="stock.read",
    operation_id="listStockCounts",
    response_model=Answer[CursorPage[CountItem]],
    responses=error_responses(InvalidFields),
)
async def list_sheets(
    page: CursorRequest,
    connection: Reading,
    state: Annotated[CountState | None, Query(description="Without it, all counts.")] = None,
) -> Answer[CursorPage[CountItem]]:
    """List count sheets, newest first."""
    return answer(await list_counts(connection, state, page))


@router.post(
    "/stock/counts",
    permission="stock.edit",
    operation_id="openStockCount",
    key=True,
    status_code=201,
    response_model=Answer[CountSheet],
    responses=error_responses(InvalidFields, LocationGone, KeyReused),
)
async def open_sheet(
    body: CountInput,
    request: Request,
    connection: Transaction,
    operator: CurrentOperator,
    key: IdempotencyKey,
) -> Answer[CountSheet]:
    """Open a count sheet for a location."""

    async def act() -> dict[str, Any]:
        return {"id": await actions.open_count(connection, body, operator.name)}

    opened = await idempotent(
        connection,
        scope=f"stock-count:{operator.id}",
        key=key.key,
        body=key.body,
        keep_seconds=runtime_of(request).settings.idempotency_seconds,
        act=act,
    )
    return answer(await count_sheet(connection, opened["id"]))


@router.get(
    "/stock/counts/{countId}",
    permission="stock.read",
    operation_id="getStockCount",
    response_model=Answer[CountSheet],
    responses=error_responses(NotFound),
)
async def get_sheet(count_id: CountId, connection: Reading) -> Answer[CountSheet]:
    """Get a count sheet with its figures and what applying them does."""
    return answer(await count_sheet(connection, count_id))


@router.put(
    "/stock/counts/{countId}/figures/{skuId}",
    permission="stock.edit",
    operation_id="enterCountedUnits",
    response_model=Answer[CountSheet],
    responses=error_responses(NotFound, InvalidFields, DocumentClosed, NotTracked),
)
async def enter_figure(
    count_id: CountId,
    sku_id: SkuId,
    body: Counted,
    connection: Transaction,
    operator: CurrentOperator,
) -> Answer[CountSheet]:
    """Enter or replace the counted units of a SKU."""
    await actions.enter_figure(connection, count_id, sku_id, body.counted, operator.name)
    return answer(await count_sheet(connection, count_id))


@router.delete(
    "/stock/counts/{countId}/figures/{skuId}",
    permission="stock.edit",
    operation_id="removeCountedUnits",
    response_model=Answer[CountSheet],
    responses=error_responses(NotFound, DocumentClosed),
)
async def remove_figure(
    count_id: CountId, sku_id: SkuId, connection: Transaction
) -> Answer[CountSheet]:
    """Remove the figure of a SKU."""
    await actions.remove_figure(connection, count_id, sku_id)
    return answer(await count_sheet(connection, count_id))


@router.post(
    "/stock/counts/{countId}/apply",
    permission="stock.edit",
    operation_id="applyStockCount",
    key=True,
    response_model=Answer[CountSheet],
    responses=error_responses(
        NotFound, DocumentClosed, NothingCounted, StockTooLow, LocationGone, KeyReused
    ),
)
async def apply_sheet(
    count_id: CountId, request: Request, connection: Transaction, key: IdempotencyKey
) -> Answer[CountSheet]:
    """Add the differences to stock. Units that moved since a figure was entered stay as they are."""

    async def act() -> dict[str, Any]:
        await actions.apply_count(connection, count_id)
        return {}

    await idempotent(
        connection,
        scope=f"stock-count-apply:{count_id}",
        key=key.key,
        body=key.body,
        keep_seconds=runtime_of(request).settings.idempotency_seconds,
        act=act,
    )
    return answer(await count_sheet(connection, count_id))


@router.post(
    "/stock/counts/{countId}/cancel",
    permission="stock.edit",
    operation_id="cancelStockCount",
    response_model=Answer[CountSheet],
    responses=error_responses(NotFound, DocumentClosed),
)
async def cancel_sheet(count_id: CountId, connection: Transaction) -> Answer[CountSheet]:
    """Cancel a count sheet, which changes no stock."""
    await actions.cancel_count(connection, count_id)
    return answer(await count_sheet(connection, count_id))
