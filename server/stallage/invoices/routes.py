"""The calls that give out invoices and credit notes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request, Response

from stallage.core.access import OPTIONAL_AUTH, OptionalCustomerId
from stallage.core.db import Record
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound, Unauthorized
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import Line
from stallage.customers.actions.addresses import checked_address
from stallage.customers.schemas import AddressInput
from stallage.invoices import queries
from stallage.invoices.actions import change_billing, issue_due, store_pdf
from stallage.invoices.errors import BillingFixed, InvoiceNotReady
from stallage.invoices.rendering import rendered
from stallage.invoices.rules import Kind, number_text, read_number
from stallage.invoices.schemas import Document
from stallage.invoices.wording import said
from stallage.orders.queries import details_of, order_to_tell, visible_id
from stallage.orders.schemas import OrderDetails

router = APIRouter(tags=["orders"])

OrderId = Annotated[str, Path(alias="orderId", max_length=32, examples=["SO-7K2M-9QXD"])]
GuestKey = Annotated[
    Line | None,
    Query(alias="key", max_length=128, description="Of a guest's order, from its mail."),
]
PDF: dict[int | str, dict[str, object]] = {
    200: {"description": "The document.", "content": {"application/pdf": {}}}
}


@dataclass(frozen=True, slots=True)
class Seen:
    """An order that the asker may see."""

    id: int
    runtime: Runtime


async def _seen(
    request: Request, order_id: OrderId, customer: OptionalCustomerId, key: GuestKey = None
) -> Seen:
    """Finds the order and issues what it should have by now, should the job not have come yet."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        found = await visible_id(connection, runtime.secrets, order_id, customer, key)
        await issue_due(connection, runtime.settings, found)
    return Seen(found, runtime)


SeenOrder = Annotated[Seen, Depends(_seen)]


async def _pdf_of(seen: Seen, row: Record) -> Response:
    pdf = row["pdf"]
    if pdf is None:
        pdf = await rendered(said(row, seen.runtime.settings), row["issued_at"])
        async with seen.runtime.database.transaction() as connection:
            await store_pdf(connection, row, pdf)
    name = number_text(row["kind"], row["number"])
    return Response(
        pdf,
        media_type="application/pdf",
        headers={
            "Content-Disposition": f'attachment; filename="{name}.pdf"',
            "Cache-Control": "private, no-store",
        },
    )


async def _found(seen: Seen, kind: Kind, number: int | None) -> Record | None:
    async with seen.runtime.database.reading() as connection:
        return await queries.document(connection, seen.id, kind, number)


@router.get(
    "/api/orders/{orderId}/invoice",
    response_class=Response,
    responses={**PDF, **error_responses(Unauthorized, NotFound, InvoiceNotReady)},
    openapi_extra=OPTIONAL_AUTH,
)
async def get_invoice(seen: SeenOrder) -> Response:
    """The order's invoice as a PDF."""
    row = await _found(seen, "invoice", None)
    if row is None:
        raise InvoiceNotReady
    return await _pdf_of(seen, row)


@router.get(
    "/api/orders/{orderId}/documents",
    response_model=Answer[list[Document]],
    responses=error_responses(Unauthorized, NotFound),
    openapi_extra=OPTIONAL_AUTH,
)
async def list_documents(seen: SeenOrder) -> Answer[list[Document]]:
    """The order's invoice and credit notes."""
    async with seen.runtime.database.reading() as connection:
        return answer(await queries.documents_of(connection, seen.id))


@router.get(
    "/api/orders/{orderId}/documents/{number}",
    response_class=Response,
    responses={**PDF, **error_responses(Unauthorized, NotFound)},
    openapi_extra=OPTIONAL_AUTH,
)
async def get_document(
    seen: SeenOrder,
    number: Annotated[Line, Path(max_length=32, examples=["CN-000007"])],
) -> Response:
    """An invoice or a credit note of the order as a PDF."""
    wanted = read_number(number)
    row = None if wanted is None else await _found(seen, *wanted)
    if row is None:
        raise NotFound
    return await _pdf_of(seen, row)


@router.put(
    "/api/orders/{orderId}/billing-address",
    response_model=Answer[OrderDetails],
    responses=error_responses(Unauthorized, NotFound, BillingFixed),
    openapi_extra=OPTIONAL_AUTH,
)
async def change_billing_address(seen: SeenOrder, address: AddressInput) -> Answer[OrderDetails]:
    """Bills the order to another address, company or tax id, until its invoice is issued.

    The delivery address, sent again as it is, is what the order is billed to by itself.
    """
    checked = checked_address(address, seen.runtime.settings.phone_country_code)
    async with seen.runtime.database.transaction() as connection:
        await change_billing(connection, seen.id, checked)
        return answer(details_of(await order_to_tell(connection, seen.id)))
