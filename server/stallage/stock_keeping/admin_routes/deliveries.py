"""The operators' API of suppliers' deliveries."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query, Request

from stallage.core.cursors import CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired, check_match
from stallage.core.idempotency import KeyReused, idempotent
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter, CurrentOperator, IdempotencyKey
from stallage.stock.errors import LocationGone, StockTooLow
from stallage.stock_keeping.actions import deliveries as actions
from stallage.stock_keeping.errors import DeliveryStarted, DocumentClosed
from stallage.stock_keeping.queries.deliveries import delivery_details, list_deliveries
from stallage.stock_keeping.schemas.documents import (
    DeliveryState,
    Receipt,
    StockDelivery,
    StockDeliveryInput,
    StockDeliveryItem,
)

router = AdminRouter(tag="stock")

DeliveryId = Annotated[int, Path(alias="deliveryId", ge=1, le=MAX_ID)]


@router.get(
    "/stock/deliveries",
    permission="stock.read",
    operation_id="listStockDeliveries",
    response_model=Answer[CursorPage[StockDeliveryItem]],
    responses=error_responses(InvalidFields),
)
async def list_planned(
    page: CursorRequest,
    connection: Reading,
    state: Annotated[DeliveryState | None, Query(description="Without it, all.")] = None,
) -> Answer[CursorPage[StockDeliveryItem]]:
    """List deliveries, newest first."""
    return answer(await list_deliveries(connection, state, page))


@router.post(
    "/stock/deliveries",
    permission="stock.edit",
    operation_id="planStockDelivery",
    key=True,
    status_code=201,
    response_model=Answer[StockDelivery],
    responses=error_responses(InvalidFields, LocationGone, KeyReused),
)
async def plan(
    body: StockDeliveryInput,
    request: Request,
    connection: Transaction,
    operator: CurrentOperator,
    key: IdempotencyKey,
) -> Answer[StockDelivery]:
    """Plan a delivery. It adds nothing to stock until it is received."""

    async def act() -> dict[str, Any]:
        return {"id": await actions.plan_delivery(connection, body, operator.name)}

    runtime = runtime_of(request)
    planned = await idempotent(
        connection,
        scope=f"stock-delivery:{operator.id}",
        key=key.key,
        body=key.body,
        keep_seconds=runtime.settings.idempotency_seconds,
        act=act,
    )
    return answer(await delivery_details(connection, planned["id"], runtime.currency))


@router.get(
    "/stock/deliveries/{deliveryId}",
    permission="stock.read",
    operation_id="getStockDelivery",
    response_model=Answer[StockDelivery],
    responses=error_responses(NotFound),
)
async def get_one(
    delivery_id: DeliveryId, request: Request, connection: Reading
) -> Answer[StockDelivery]:
    """Get a delivery with its lines."""
    currency = runtime_of(request).currency
    return answer(await delivery_details(connection, delivery_id, currency))


@router.put(
    "/stock/deliveries/{deliveryId}",
    permission="stock.edit",
    operation_id="changeStockDelivery",
    response_model=Answer[StockDelivery],
    responses=error_responses(
        NotFound,
        InvalidFields,
        DocumentClosed,
        DeliveryStarted,
        LocationGone,
        EditConflict,
        PreconditionRequired,
    ),
)
async def change(
    delivery_id: DeliveryId,
    body: StockDeliveryInput,
    request: Request,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[StockDelivery]:
    """Replace a delivery of which nothing has arrived."""
    currency = runtime_of(request).currency
    await actions.lock_planned(connection, delivery_id)
    current = await delivery_details(connection, delivery_id, currency)
    check_match(if_match, current.version, current)
    await actions.change_delivery(connection, delivery_id, body)
    return answer(await delivery_details(connection, delivery_id, currency))


@router.post(
    "/stock/deliveries/{deliveryId}/receive",
    permission="stock.edit",
    operation_id="receiveStockDelivery",
    key=True,
    response_model=Answer[StockDelivery],
    responses=error_responses(
        NotFound, InvalidFields, DocumentClosed, StockTooLow, LocationGone, KeyReused
    ),
)
async def receive(
    delivery_id: DeliveryId,
    body: Receipt,
    request: Request,
    connection: Transaction,
    key: IdempotencyKey,
) -> Answer[StockDelivery]:
    """Add what arrived to stock. The delivery closes once everything has arrived."""

    async def act() -> dict[str, Any]:
        await actions.receive(connection, delivery_id, body)
        return {}

    runtime = runtime_of(request)
    await idempotent(
        connection,
        scope=f"stock-receive:{delivery_id}",
        key=key.key,
        body=key.body,
        keep_seconds=runtime.settings.idempotency_seconds,
        act=act,
    )
    return answer(await delivery_details(connection, delivery_id, runtime.currency))


@router.post(
    "/stock/deliveries/{deliveryId}/close",
    permission="stock.edit",
    operation_id="closeStockDelivery",
    response_model=Answer[StockDelivery],
    responses=error_responses(NotFound, DocumentClosed),
)
async def close(
    delivery_id: DeliveryId, request: Request, connection: Transaction
) -> Answer[StockDelivery]:
    """Close a delivery: what has not arrived is no longer expected."""
    await actions.close_delivery(connection, delivery_id)
    currency = runtime_of(request).currency
    return answer(await delivery_details(connection, delivery_id, currency))


@router.post(
    "/stock/deliveries/{deliveryId}/cancel",
    permission="stock.edit",
    operation_id="cancelStockDelivery",
    response_model=Answer[StockDelivery],
    responses=error_responses(NotFound, DocumentClosed, DeliveryStarted),
)
async def cancel(
    delivery_id: DeliveryId, request: Request, connection: Transaction
) -> Answer[StockDelivery]:
    """Cancel a delivery of which nothing has arrived."""
    await actions.cancel_delivery(connection, delivery_id)
    currency = runtime_of(request).currency
    return answer(await delivery_details(connection, delivery_id, currency))
