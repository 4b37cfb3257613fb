"""Sales."""

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
from stallage.promotions.actions import sales as actions
from stallage.promotions.errors import PromotionEnded, SaleStarted
from stallage.promotions.queries import sales as queries
from stallage.promotions.schemas import Deleted, Search
from stallage.promotions.schemas.discounts import ScheduleFilter
from stallage.promotions.schemas.sales import (
    Sale,
    SaleInput,
    SaleItem,
    SalePreview,
    SalePreviewInput,
)

router = AdminRouter(tag="promotions")

SaleId = Annotated[int, Path(alias="saleId", ge=1, le=MAX_ID)]
Text = Annotated[Search | None, Query(alias="q", description="Part of the title.")]
State = Annotated[ScheduleFilter | None, Query(description="Without it, all.")]


@router.get(
    "/promotions/sales",
    permission="promotions.read",
    operation_id="listSales",
    response_model=Answer[CursorPage[SaleItem]],
    responses=error_responses(InvalidFields),
)
async def list_sales(
    page: CursorRequest, connection: Reading, q: Text = None, state: State = None
) -> Answer[CursorPage[SaleItem]]:
    """List sales, newest first."""
    return answer(await queries.list_sales(connection, q, state, page))


@router.get(
    "/promotions/sales/count",
    permission="promotions.read",
    operation_id="countSales",
    response_model=Answer[Count],
    responses=error_responses(InvalidFields),
)
async def count_sales(connection: Reading, q: Text = None, state: State = None) -> Answer[Count]:
    """Count sales, up to 10,000."""
    return answer(await queries.count_sales(connection, q, state))


@router.post(
    "/promotions/sales/preview",
    permission="promotions.read",
    operation_id="previewSale",
    response_model=Answer[SalePreview],
    responses=error_responses(InvalidFields),
)
async def preview_sale(
    body: SalePreviewInput, request: Request, connection: Reading
) -> Answer[SalePreview]:
    """What products would cost in a sale, with warnings."""
    return answer(await queries.preview_sale(connection, body, runtime_of(request).currency))


@router.post(
    "/promotions/sales",
    permission="promotions.edit",
    operation_id="createSale",
    status_code=201,
    response_model=Answer[Sale],
    responses=error_responses(InvalidFields),
)
async def create_sale(body: SaleInput, request: Request, connection: Transaction) -> Answer[Sale]:
    """Create a sale. Its prices apply from its start."""
    return answer(await actions.create_sale(connection, body, runtime_of(request).currency))


@router.get(
    "/promotions/sales/{saleId}",
    permission="promotions.read",
    operation_id="getSale",
    response_model=Answer[Sale],
    responses=error_responses(NotFound),
)
async def get_sale(sale_id: SaleId, request: Request, connection: Reading) -> Answer[Sale]:
    """Get a sale with its products."""
    return answer(await queries.sale_by_id(connection, sale_id, runtime_of(request).currency))


@router.put(
    "/promotions/sales/{saleId}",
    permission="promotions.edit",
    operation_id="changeSale",
    response_model=Answer[Sale],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_sale(
    sale_id: SaleId,
    body: SaleInput,
    request: Request,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[Sale]:
    """Change a sale. While it runs, prices change at once."""
    currency = runtime_of(request).currency
    return answer(await actions.change_sale(connection, sale_id, body, if_match, currency))


@router.post(
    "/promotions/sales/{saleId}/end",
    permission="promotions.edit",
    operation_id="endSale",
    response_model=Answer[Sale],
    responses=error_responses(NotFound, PromotionEnded),
)
async def end_sale(sale_id: SaleId, request: Request, connection: Transaction) -> Answer[Sale]:
    """End a running sale now; its products cost what they did before."""
    return answer(await actions.end_sale(connection, sale_id, runtime_of(request).currency))


@router.delete(
    "/promotions/sales/{saleId}",
    permission="promotions.edit",
    operation_id="deleteSale",
    response_model=Answer[Deleted],
    responses=error_responses(NotFound, SaleStarted),
)
async def delete_sale(
    sale_id: SaleId, request: Request, connection: Transaction
) -> Answer[Deleted]:
    """Delete a sale that has not started."""
    await actions.delete_sale(connection, sale_id, runtime_of(request).currency)
    return answer(Deleted(id=sale_id))
