"""The operators' API of price checks."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request

from stallage.checkout.queries.price_check import check_price, checkable_items
from stallage.checkout.schemas.price_check import CheckableItem, PriceCheck, PriceCheckInput
from stallage.checkout.tenders import CheckoutTenders
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Line
from stallage.operators.dependencies import AdminRouter

router = AdminRouter(tag="settings")


@router.post(
    "/settings/price-check/preview",
    permission="settings.read",
    response_model=Answer[PriceCheck],
    responses=error_responses(InvalidFields),
)
async def check_order_price(
    body: PriceCheckInput, request: Request, connection: Reading
) -> Answer[PriceCheck]:
    """What an order would cost at a place, and which zone, rates and discounts apply."""
    runtime = runtime_of(request)
    checked = await check_price(connection, runtime.settings, CheckoutTenders(runtime), body)
    return answer(checked)


@router.get(
    "/settings/price-check/items",
    permission="settings.read",
    response_model=Answer[list[CheckableItem]],
    responses=error_responses(InvalidFields),
)
async def find_checkable_items(
    request: Request,
    connection: Reading,
    q: Annotated[Line, Query(max_length=100, description="Words of the title, or a SKU.")],
) -> Answer[list[CheckableItem]]:
    """Find variants for a price check."""
    return answer(await checkable_items(connection, runtime_of(request).currency, q))
