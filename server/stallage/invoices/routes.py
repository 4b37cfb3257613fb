"""Routes of invoices, credit notes and billing addresses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from stallage.core.access import OPTIONAL_AUTH, OptionalCustomerId
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound, Unauthorized
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import Line
from stallage.customers.actions.addresses import validate_address
from stallage.customers.schemas import AddressInput
from stallage.invoices import queries
from stallage.invoices.actions import change_billing, issue_due
from stallage.invoices.dependencies import PDF, pdf_response
from stallage.invoices.errors import BillingFixed, InvoiceNotReady
from stallage.invoices.rules import Kind, StoredDocument, read_number
from stallage.invoices.schemas import Document
from stallage.orders.dependencies import GuestKey, OrderId
from stallage.orders.queries import authorize_order, order_details
from stallage.orders.schemas import OrderDetails

router = APIRouter(tags=["orders"])


@dataclass(frozen=True, slots=True)
class AuthorizedOrder:
    """An order that the requester may act on, with all due documents issued."""

    id: int
    runtime: Runtime


async def _authorize(
    request: Request, order_id: OrderId, customer: OptionalCustomerId, key: GuestKey = None
) -> AuthorizedOrder:
    """Authorize access and issue the due documents, in case their job has not run yet."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        found = await authorize_order(connection, runtime.secrets, order_id, customer, key)
        await issue_due(connection, runtime.settings, found)
    return AuthorizedOrder(found, runtime)


OrderAccess = Annotated[AuthorizedOrder, Depends(_authorize)]


async def _document(
    order: AuthorizedOrder, kind: Kind, number: int | None
) -> StoredDocument | None:
    async with order.runtime.database.reading() as connection:
        return await queries.document(connection, order.id, kind, number)


@router.get(
    "/api/orders/{orderId}/invoice",
    response_class=Response,
    responses={**PDF, **error_responses(Unauthorized, NotFound, InvoiceNotReady)},
    openapi_extra=OPTIONAL_AUTH,
)
async def get_invoice(order: OrderAccess) -> Response:
    """Get the order's invoice as a PDF."""
    document = await _document(order, "invoice", None)
    if document is None:
        raise InvoiceNotReady
    return await pdf_response(order.runtime, document)


@router.get(
    "/api/orders/{orderId}/documents",
    response_model=Answer[list[Document]],
    responses=error_responses(Unauthorized, NotFound),
    openapi_extra=OPTIONAL_AUTH,
)
async def list_documents(order: OrderAccess) -> Answer[list[Document]]:
    """List the order's invoice and credit notes."""
    async with order.runtime.database.reading() as connection:
        return answer(await queries.documents_of(connection, order.id))


@router.get(
    "/api/orders/{orderId}/documents/{number}",
    response_class=Response,
    responses={**PDF, **error_responses(Unauthorized, NotFound)},
    openapi_extra=OPTIONAL_AUTH,
)
async def get_document(
    order: OrderAccess,
    number: Annotated[Line, Path(max_length=32, examples=["CN-000007"])],
) -> Response:
    """Get an invoice or credit note of the order as a PDF."""
    parsed = read_number(number)
    document = None if parsed is None else await _document(order, *parsed)
    if document is None:
        raise NotFound
    return await pdf_response(order.runtime, document)


@router.put(
    "/api/orders/{orderId}/billing-address",
    response_model=Answer[OrderDetails],
    responses=error_responses(Unauthorized, NotFound, BillingFixed),
    openapi_extra=OPTIONAL_AUTH,
)
async def change_billing_address(order: OrderAccess, address: AddressInput) -> Answer[OrderDetails]:
    """Change the billing address, company or tax id of the order, until its invoice is issued.

    To bill the order to its delivery address again, send that address.
    """
    checked = validate_address(address, order.runtime.settings.phone_country_code)
    async with order.runtime.database.transaction() as connection:
        await change_billing(connection, order.id, checked)
        return answer(await order_details(connection, order.id))
