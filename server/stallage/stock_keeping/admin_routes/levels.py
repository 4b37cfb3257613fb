"""The operators' API of SKUs with their units."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query, Request

from stallage.core.cursors import Count, CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.idempotency import KeyReused, idempotent
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID, Line
from stallage.operators.dependencies import AdminRouter, IdempotencyKey
from stallage.stock.errors import LocationGone, StockTooLow
from stallage.stock_keeping.actions import levels as actions
from stallage.stock_keeping.errors import NotTracked
from stallage.stock_keeping.queries import levels as queries
from stallage.stock_keeping.schemas.levels import (
    ChangePreview,
    LowAt,
    Movement,
    StockDetails,
    StockFilter,
    StockItem,
    UnitsChange,
    UnitsMove,
)

router = AdminRouter(tag="stock")

SkuId = Annotated[int, Path(alias="skuId", ge=1, le=MAX_ID)]
Search = Annotated[
    Line, Query(max_length=100, description="Words of the title, a SKU or a barcode.")
]
Show = Annotated[StockFilter | None, Query(description="Without it, all SKUs.")]
At = Annotated[
    int | None, Query(alias="location", ge=1, le=MAX_ID, description="With units at a location.")
]


@router.get(
    "/stock",
    permission="stock.read",
    response_model=Answer[CursorPage[StockItem]],
    responses=error_responses(InvalidFields),
)
async def list_stock(
    page: CursorRequest, connection: Reading, q: Search = "", show: Show = None, location: At = None
) -> Answer[CursorPage[StockItem]]:
    """List SKUs with their units, newest first."""
    return answer(await queries.list_stock(connection, q, show, location, page))


@router.get("/stock/count", permission="stock.read", response_model=Answer[Count])
async def count_stock(
    connection: Reading, q: Search = "", show: Show = None, location: At = None
) -> Answer[Count]:
    """Count the SKUs of the list, up to 10,000."""
    return answer(await queries.count_stock(connection, q, show, location))


@router.get(
    "/stock/skus/{skuId}",
    permission="stock.read",
    response_model=Answer[StockDetails],
    responses=error_responses(NotFound),
)
async def get_sku_stock(sku_id: SkuId, connection: Reading) -> Answer[StockDetails]:
    """Get a SKU with its units, and the orders and deliveries that they belong to."""
    return answer(await queries.stock_details(connection, sku_id))


@router.get(
    "/stock/skus/{skuId}/movements",
    permission="stock.read",
    response_model=Answer[CursorPage[Movement]],
    responses=error_responses(InvalidFields),
)
async def list_movements(
    sku_id: SkuId, page: CursorRequest, connection: Reading
) -> Answer[CursorPage[Movement]]:
    """List the changes of a SKU's units on hand, newest first."""
    return answer(await queries.movements_of(connection, sku_id, page))


@router.post(
    "/stock/skus/{skuId}/changes/preview",
    permission="stock.edit",
    operation_id="previewStockChange",
    response_model=Answer[ChangePreview],
    responses=error_responses(NotFound, NotTracked, InvalidFields, StockTooLow, LocationGone),
)
async def preview_change(
    sku_id: SkuId, body: UnitsChange, connection: Reading
) -> Answer[ChangePreview]:
    """What adding or removing units does."""
    actions.check_change(body)
    return answer(await queries.preview_change(connection, sku_id, body))


@router.post(
    "/stock/skus/{skuId}/changes",
    permission="stock.edit",
    operation_id="changeStock",
    key=True,
    response_model=Answer[StockDetails],
    responses=error_responses(
        NotFound, NotTracked, InvalidFields, StockTooLow, LocationGone, KeyReused
    ),
)
async def change_stock(
    sku_id: SkuId,
    body: UnitsChange,
    request: Request,
    connection: Transaction,
    key: IdempotencyKey,
) -> Answer[StockDetails]:
    """Add or remove units of a SKU at a location, with a reason."""

    async def act() -> dict[str, Any]:
        await actions.change_sku(connection, sku_id, body)
        return {}

    await idempotent(
        connection,
        scope=f"stock-change:{sku_id}",
        key=key.key,
        body=key.body,
        keep_seconds=runtime_of(request).settings.idempotency_seconds,
        act=act,
    )
    return answer(await queries.stock_details(connection, sku_id))


@router.post(
    "/stock/skus/{skuId}/moves",
    permission="stock.edit",
    operation_id="moveStock",
    key=True,
    response_model=Answer[StockDetails],
    responses=error_responses(NotFound, InvalidFields, StockTooLow, LocationGone, KeyReused),
)
async def move_stock(
    sku_id: SkuId,
    body: UnitsMove,
    request: Request,
    connection: Transaction,
    key: IdempotencyKey,
) -> Answer[StockDetails]:
    """Move units of a SKU to another location. What can be ordered stays the same."""

    async def act() -> dict[str, Any]:
        await actions.move_sku(connection, sku_id, body)
        return {}

    await idempotent(
        connection,
        scope=f"stock-move:{sku_id}",
        key=key.key,
        body=key.body,
        keep_seconds=runtime_of(request).settings.idempotency_seconds,
        act=act,
    )
    return answer(await queries.stock_details(connection, sku_id))


@router.put(
    "/stock/skus/{skuId}/low-level",
    permission="stock.edit",
    operation_id="setLowStockLevel",
    response_model=Answer[StockDetails],
    responses=error_responses(NotFound, InvalidFields),
)
async def set_low_level(
    sku_id: SkuId, body: LowAt, connection: Transaction
) -> Answer[StockDetails]:
    """Set from how many units a SKU counts as low."""
    await actions.set_low_at(connection, sku_id, body.low_at)
    return answer(await queries.stock_details(connection, sku_id))


@router.put(
    "/stock/skus/{skuId}/product-low-level",
    permission="stock.edit",
    operation_id="setProductLowStockLevel",
    response_model=Answer[StockDetails],
    responses=error_responses(NotFound, InvalidFields),
)
async def set_product_low_level(
    sku_id: SkuId, body: LowAt, connection: Transaction
) -> Answer[StockDetails]:
    """Set from how many units each SKU of a SKU's product counts as low, unless it has its own level."""
    details = await queries.stock_details(connection, sku_id)
    await actions.set_product_low_at(connection, details.product_id, body.low_at)
    return answer(await queries.stock_details(connection, sku_id))
