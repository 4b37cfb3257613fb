"""Lists of orders for operators."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query, Request

from stallage.core.cursors import Count
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter
from stallage.orders.queries.admin_lists import (
    count_orders,
    filter_choices,
    list_orders,
    view_counts,
)
from stallage.orders.schemas.admin_lists import (
    OrderCountQuery,
    OrderFilterChoices,
    OrderListPage,
    OrderListQuery,
    OrderViewCounts,
)

router = AdminRouter(tag="orders")


@router.get(
    "/orders",
    permission="orders.read",
    response_model=Answer[OrderListPage],
    responses=error_responses(InvalidFields),
)
async def get_orders(
    request: Request, query: Annotated[OrderListQuery, Query()]
) -> Answer[OrderListPage]:
    """List orders, with filters and search."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        return answer(await list_orders(connection, query, runtime.settings.time_zone))


@router.get(
    "/orders/count",
    permission="orders.read",
    response_model=Answer[Count],
    responses=error_responses(InvalidFields),
)
async def get_order_count(
    request: Request, query: Annotated[OrderCountQuery, Query()]
) -> Answer[Count]:
    """Count the orders of a filter, up to 10,000."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        counted = await count_orders(
            connection, query, runtime.settings.time_zone, newer_than=query.newer_than
        )
    return answer(counted)


@router.get("/orders/counts", permission="orders.read", response_model=Answer[OrderViewCounts])
async def get_order_view_counts(request: Request, connection: Reading) -> Answer[OrderViewCounts]:
    """Count the orders of the built-in views, each up to 10,000."""
    zone = runtime_of(request).settings.time_zone
    return answer(await view_counts(connection, zone))


@router.get("/orders/filters", permission="orders.read", response_model=Answer[OrderFilterChoices])
async def get_order_filters(connection: Reading) -> Answer[OrderFilterChoices]:
    """The countries, delivery methods and tenders that filters offer."""
    return answer(await filter_choices(connection))
