"""Invoices and credit notes for operators."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request, Response

from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import Line
from stallage.invoices import queries
from stallage.invoices.actions import issue_due
from stallage.invoices.dependencies import PDF, pdf_response
from stallage.invoices.rules import read_number
from stallage.invoices.schemas import Document
from stallage.operators.dependencies import AdminRouter
from stallage.orders.queries.operator_orders import operator_order_id

router = AdminRouter(tag="orders")

OrderNumber = Annotated[Line, Path(alias="number", max_length=32, examples=["SO-7K2M-9QXD"])]
DocumentNumber = Annotated[Line, Path(alias="document", max_length=32, examples=["CN-000007"])]


async def _issue(runtime: Runtime, number: str) -> int:
    """Issue the due documents of an order, in case their job has not run yet, and return its id."""
    async with runtime.database.transaction() as connection:
        order_id = await operator_order_id(connection, number)
        await issue_due(connection, runtime.settings, order_id)
    return order_id


@router.get(
    "/orders/{number}/documents",
    permission="orders.read",
    operation_id="listOrderDocuments",
    response_model=Answer[list[Document]],
    responses=error_responses(NotFound),
)
async def list_documents(number: OrderNumber, request: Request) -> Answer[list[Document]]:
    """List the invoice and credit notes of an order, oldest first."""
    runtime = runtime_of(request)
    order_id = await _issue(runtime, number)
    async with runtime.database.reading() as connection:
        return answer(await queries.documents_of(connection, order_id))


@router.get(
    "/orders/{number}/documents/{document}",
    permission="orders.read",
    operation_id="getOrderDocument",
    response_class=Response,
    responses={**PDF, **error_responses(NotFound)},
)
async def get_document(number: OrderNumber, document: DocumentNumber, request: Request) -> Response:
    """Get an invoice or credit note of an order as a PDF."""
    runtime = runtime_of(request)
    parsed = read_number(document)
    if parsed is None:
        raise NotFound
    order_id = await _issue(runtime, number)
    async with runtime.database.reading() as connection:
        found = await queries.document(connection, order_id, *parsed)
    if found is None:
        raise NotFound
    return await pdf_response(runtime, found)
