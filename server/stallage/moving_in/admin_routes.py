"""The operators' API of orders of other shops. They can be seen, not changed."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query
from pydantic import Field

from stallage.core.cursors import Count, CursorPage, CursorRequest
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.schemas import MAX_ID, Line
from stallage.moving_in.operations import customers, orders, redirects
from stallage.moving_in.queries import orders as queries
from stallage.moving_in.schemas import ImportedOrderDetails, ListedImportedOrder
from stallage.operators.dependencies import AdminRouter

router = AdminRouter(tag="imported orders")

KINDS = (customers, orders, redirects)
"""Imported so that uploads know these kinds of import."""

ImportedOrderId = Annotated[int, Path(alias="importedOrderId", ge=1, le=MAX_ID)]
Words = Annotated[
    Annotated[Line, Field(max_length=200)],
    Query(description="Part of a number, name, email address or phone number."),
]


@router.get(
    "/imported-orders",
    permission="orders.read",
    response_model=Answer[CursorPage[ListedImportedOrder]],
    responses=error_responses(InvalidFields),
)
async def list_imported_orders(
    connection: Reading, page: CursorRequest, *, q: Words = ""
) -> Answer[CursorPage[ListedImportedOrder]]:
    """Orders that were placed in another shop, newest first."""
    return answer(await queries.imported_orders(connection, q.strip(), page))


@router.get("/imported-orders/count", permission="orders.read", response_model=Answer[Count])
async def count_imported_orders(connection: Reading, *, q: Words = "") -> Answer[Count]:
    """The number of these orders, counted up to 10,000."""
    return answer(await queries.count_imported_orders(connection, q.strip()))


@router.get(
    "/imported-orders/{importedOrderId}",
    permission="orders.read",
    response_model=Answer[ImportedOrderDetails],
    responses=error_responses(NotFound),
)
async def get_imported_order(
    imported_order_id: ImportedOrderId, connection: Reading
) -> Answer[ImportedOrderDetails]:
    """An order that was placed in another shop, as its file has it."""
    return answer(await queries.imported_order(connection, imported_order_id))


@router.get(
    "/customers/{customerId}/imported-orders",
    permission="customers.read",
    response_model=Answer[list[ListedImportedOrder]],
)
async def list_imported_orders_of_customer(
    customer_id: Annotated[int, Path(alias="customerId", ge=1, le=MAX_ID)], connection: Reading
) -> Answer[list[ListedImportedOrder]]:
    """A customer's latest 100 orders of other shops."""
    return answer(await queries.imported_orders_of(connection, customer_id))
