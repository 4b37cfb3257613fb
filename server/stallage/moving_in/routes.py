"""A customer's orders from before the shop moved."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.core.access import CustomerId
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import Unauthorized
from stallage.core.paging import Paged, ShortPageQuery, to_page
from stallage.moving_in.queries.orders import earlier_orders
from stallage.moving_in.schemas import EarlierOrder

router = APIRouter(tags=["orders"])


@router.get(
    "/api/earlier-orders",
    response_model=Answer[Paged[EarlierOrder]],
    responses=error_responses(Unauthorized),
)
async def list_earlier_orders(
    customer: CustomerId, connection: Reading, page: ShortPageQuery
) -> Answer[Paged[EarlierOrder]]:
    """List the orders that the customer placed before the shop moved here, newest first."""
    orders, total = await earlier_orders(connection, customer, page)
    return answer(to_page(orders, page, total))
