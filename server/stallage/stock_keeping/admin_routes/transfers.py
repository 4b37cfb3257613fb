"""The operators' API of transfers between locations."""

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
from stallage.stock_keeping.actions import transfers as actions
from stallage.stock_keeping.errors import (
    DocumentClosed,
    NotInTransit,
    NotTracked,
    TransferNotSent,
    TransferSent,
)
from stallage.stock_keeping.queries.transfers import list_transfers, transfer_details
from stallage.stock_keeping.schemas.transfers import (
    Arrival,
    StockTransfer,
    StockTransferInput,
    StockTransferItem,
    TransferState,
)

router = AdminRouter(tag="stock")

TransferId = Annotated[int, Path(alias="transferId", ge=1, le=MAX_ID)]


@router.get(
    "/stock/transfers",
    permission="stock.read",
    operation_id="listStockTransfers",
    response_model=Answer[CursorPage[StockTransferItem]],
    responses=error_responses(InvalidFields),
)
async def list_all(
    page: CursorRequest,
    connection: Reading,
    state: Annotated[TransferState | None, Query(description="Without it, all.")] = None,
) -> Answer[CursorPage[StockTransferItem]]:
    """List transfers, newest first."""
    return answer(await list_transfers(connection, state, page))


@router.post(
    "/stock/transfers",
    permission="stock.edit",
    operation_id="createStockTransfer",
    key=True,
    status_code=201,
    response_model=Answer[StockTransfer],
    responses=error_responses(InvalidFields, LocationGone, KeyReused),
)
async def create(
    body: StockTransferInput,
    request: Request,
    connection: Transaction,
    operator: CurrentOperator,
    key: IdempotencyKey,
) -> Answer[StockTransfer]:
    """Create the draft of a transfer. It changes no stock until it is sent."""

    async def act() -> dict[str, Any]:
        return {"id": await actions.create_transfer(connection, body, operator.name)}

    created = await idempotent(
        connection,
        scope=f"stock-transfer:{operator.id}",
        key=key.key,
        body=key.body,
        keep_seconds=runtime_of(request).settings.idempotency_seconds,
        act=act,
    )
    return answer(await transfer_details(connection, created["id"]))


@router.get(
    "/stock/transfers/{transferId}",
    permission="stock.read",
    operation_id="getStockTransfer",
    response_model=Answer[StockTransfer],
    responses=error_responses(NotFound),
)
async def get_one(transfer_id: TransferId, connection: Reading) -> Answer[StockTransfer]:
    """Get a transfer with its lines."""
    return answer(await transfer_details(connection, transfer_id))


@router.post(
    "/stock/transfers/{transferId}/send",
    permission="stock.edit",
    operation_id="sendStockTransfer",
    response_model=Answer[StockTransfer],
    responses=error_responses(
        NotFound, DocumentClosed, TransferSent, NotTracked, StockTooLow, LocationGone
    ),
)
async def send(transfer_id: TransferId, connection: Transaction) -> Answer[StockTransfer]:
    """Send the units. They cannot be ordered until they arrive."""
    await actions.send_transfer(connection, transfer_id)
    return answer(await transfer_details(connection, transfer_id))


@router.post(
    "/stock/transfers/{transferId}/receive",
    permission="stock.edit",
    operation_id="receiveStockTransfer",
    key=True,
    response_model=Answer[StockTransfer],
    responses=error_responses(
        NotFound,
        InvalidFields,
        DocumentClosed,
        TransferNotSent,
        NotInTransit,
        NotTracked,
        LocationGone,
        KeyReused,
    ),
)
async def receive(
    transfer_id: TransferId,
    body: Arrival,
    request: Request,
    connection: Transaction,
    key: IdempotencyKey,
) -> Answer[StockTransfer]:
    """Add what arrived to stock at the target, less what is damaged or lost."""

    async def act() -> dict[str, Any]:
        await actions.receive_transfer(connection, transfer_id, body)
        return {}

    await idempotent(
        connection,
        scope=f"stock-arrival:{transfer_id}",
        key=key.key,
        body=key.body,
        keep_seconds=runtime_of(request).settings.idempotency_seconds,
        act=act,
    )
    return answer(await transfer_details(connection, transfer_id))


@router.post(
    "/stock/transfers/{transferId}/cancel",
    permission="stock.edit",
    operation_id="cancelStockTransfer",
    response_model=Answer[StockTransfer],
    responses=error_responses(NotFound, DocumentClosed, NotTracked, LocationGone),
)
async def cancel(transfer_id: TransferId, connection: Transaction) -> Answer[StockTransfer]:
    """Cancel a transfer. What is in transit is in stock at the source again."""
    await actions.cancel_transfer(connection, transfer_id)
    return answer(await transfer_details(connection, transfer_id))
