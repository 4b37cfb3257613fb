"""Customers: list, export, profile, edit, sign-ins, erasure."""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Path, Query, Request
from fastapi.responses import Response, StreamingResponse

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.backoffice.actions.customer_overviews import refresh_overviews
from stallage.backoffice.actions.editing import edit_customer
from stallage.backoffice.queries import profile_lists
from stallage.backoffice.queries.customers import (
    export_rows,
    list_customers,
    list_guests,
    read_segments,
)
from stallage.backoffice.queries.profiles import read_profile, require_customer
from stallage.backoffice.schemas.customers import (
    CustomerFilter,
    CustomerPage,
    CustomerRow,
    GuestPage,
    Segments,
)
from stallage.backoffice.schemas.profiles import (
    CustomerEdit,
    CustomerGiftCard,
    CustomerOrders,
    CustomerProfile,
    CustomerReview,
    CustomerSignIn,
    CustomerTicket,
    ErasureInput,
    ErasurePreview,
)
from stallage.core.cursors import CursorRequest
from stallage.core.db import LockNotAvailable, Reading, Transaction, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.core.runtime import Runtime, runtime_of
from stallage.core.schemas import MAX_ID
from stallage.core.spreadsheets import escape_formula
from stallage.core.validation import message
from stallage.customers.actions.editing import lock_for_operator
from stallage.customers.actions.forgetting import forget_customer
from stallage.customers.errors import ContactInUse, CustomerMerged, LastContact
from stallage.customers.personal_data import export_customer
from stallage.operators.dependencies import AdminRouter
from stallage.signin.actions.tokens import sign_out_everywhere

router = AdminRouter(tag="customers")

CustomerId = Annotated[int, Path(alias="customerId", ge=1, le=MAX_ID)]
Filter = Annotated[CustomerFilter, Query()]

FRESH = 200
"""Changes that a list applies before it is read, so that it shows what was just done."""
EXPORT_BATCH = 1000
COLUMNS = (
    "id",
    "name",
    "email",
    "phone",
    "country",
    "tags",
    "newsletter",
    "orders",
    "spent",
    "currency",
    "last_order_at",
    "registered_at",
)


async def _refresh(runtime: Runtime) -> None:
    """Apply what was just done, unless a job that applies more takes long."""
    with contextlib.suppress(LockNotAvailable):
        async with runtime.database.transaction() as connection:
            await refresh_overviews(connection, FRESH)


@router.get("/customers", permission="customers.read", responses=error_responses(InvalidFields))
async def customers(given: Filter, page: CursorRequest, request: Request) -> Answer[CustomerPage]:
    """List customers, by default the newest first. Figures are at most a minute old."""
    runtime = runtime_of(request)
    await _refresh(runtime)
    async with runtime.database.transaction() as connection:
        return answer(await list_customers(connection, given, page, runtime.currency))


@router.get(
    "/customers/guests", permission="customers.read", responses=error_responses(InvalidFields)
)
async def guests(given: Filter, page: CursorRequest, request: Request) -> Answer[GuestPage]:
    """List people who ordered without an account, grouped by the contact of their orders.

    The email address counts if there is one, or else the phone number. Tags do not apply.
    """
    runtime = runtime_of(request)
    await _refresh(runtime)
    async with runtime.database.transaction() as connection:
        return answer(await list_guests(connection, given, page, runtime.currency))


@router.get("/customers/segments", permission="customers.read")
async def segments(connection: Reading) -> Answer[Segments]:
    """Return the countries and tags that the list can be filtered by."""
    return answer(await read_segments(connection))


def _cells(row: CustomerRow, currency: Currency) -> list[str]:
    spent = row.spent.amount / 10**currency.decimals
    return [
        str(row.id),
        escape_formula(row.name),
        escape_formula(row.email or ""),
        # A phone number begins with a plus sign, which a spreadsheet reads as a formula.
        escape_formula(row.phone or ""),
        row.country or "",
        escape_formula(", ".join(row.tags)),
        "yes" if row.subscribed else "no",
        str(row.orders),
        f"{spent:.{currency.decimals}f}",
        row.spent.currency,
        row.last_order_at.isoformat() if row.last_order_at else "",
        row.created_at.isoformat(),
    ]


async def _csv(runtime: Runtime, given: CustomerFilter) -> AsyncIterator[bytes]:
    after: int | None = None
    header: list[list[str]] = [list(COLUMNS)]
    while True:
        async with runtime.database.reading() as connection:
            rows = await export_rows(connection, given, after, EXPORT_BATCH, runtime.currency)
        text = io.StringIO()
        csv.writer(text).writerows(header + [_cells(row, runtime.currency) for row in rows])
        header = []
        yield text.getvalue().encode()
        if len(rows) < EXPORT_BATCH:
            return
        after = rows[-1].id


@router.get(
    "/customers/export",
    permission="customers.export",
    step_up=True,
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}, **error_responses(InvalidFields)},
)
async def export(given: Filter, request: Request) -> StreamingResponse:
    """Download the customers that a filter selects, newest first, as CSV in UTF-8."""
    runtime = runtime_of(request)
    await _refresh(runtime)
    async with runtime.database.transaction() as connection:
        filters = given.model_dump(mode="json", exclude_defaults=True, exclude={"q"})
        await record(
            connection, "customers.exported", Subject("customers", None, "Customers"), after=filters
        )
    return StreamingResponse(
        _csv(runtime, given),
        media_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": 'attachment; filename="customers.csv"',
            "Cache-Control": "no-store",
        },
    )


@router.get(
    "/customers/{customerId}", permission="customers.read", responses=error_responses(NotFound)
)
async def customer(
    customer_id: CustomerId, request: Request, response: Response, connection: Reading
) -> Answer[CustomerProfile]:
    """Return a customer's profile, with figures as of now."""
    profile = await read_profile(connection, customer_id, runtime_of(request).currency)
    response.headers["ETag"] = profile.etag
    return answer(profile)


@router.patch(
    "/customers/{customerId}",
    permission="customers.edit",
    responses=error_responses(
        NotFound,
        InvalidFields,
        PreconditionRequired,
        EditConflict,
        CustomerMerged,
        ContactInUse,
        LastContact,
    ),
)
async def edit(
    customer_id: CustomerId, body: CustomerEdit, request: Request, if_match: IfMatch = None
) -> Answer[CustomerProfile]:
    """Change a customer's profile, contacts or tags.

    A new contact needs no code. The customer is informed at the old one, and signed out everywhere.
    """
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        profile = await edit_customer(
            connection,
            runtime.settings,
            customer_id,
            body,
            if_match=if_match,
            currency=runtime.currency,
        )
    if body.model_fields_set & {"email", "phone"}:
        await runtime.revoked_sessions.refresh(runtime.database)
    return answer(profile)


@router.get(
    "/customers/{customerId}/orders",
    permission="orders.read",
    responses=error_responses(NotFound, InvalidFields),
)
async def orders(
    customer_id: CustomerId, page: CursorRequest, request: Request, connection: Reading
) -> Answer[CustomerOrders]:
    """List a customer's orders, newest first."""
    await require_customer(connection, customer_id)
    currency = runtime_of(request).currency
    return answer(await profile_lists.orders_of(connection, customer_id, page, currency))


@router.get(
    "/customers/{customerId}/tickets",
    permission="support.read",
    responses=error_responses(NotFound),
)
async def tickets(customer_id: CustomerId, connection: Reading) -> Answer[list[CustomerTicket]]:
    """List a customer's tickets, newest first."""
    await require_customer(connection, customer_id)
    return answer(await profile_lists.tickets_of(connection, customer_id))


@router.get(
    "/customers/{customerId}/reviews",
    permission="customers.read",
    responses=error_responses(NotFound),
)
async def reviews(customer_id: CustomerId, connection: Reading) -> Answer[list[CustomerReview]]:
    """List a customer's reviews, newest first."""
    await require_customer(connection, customer_id)
    return answer(await profile_lists.reviews_of(connection, customer_id))


@router.get(
    "/customers/{customerId}/gift-cards",
    permission="customers.read",
    responses=error_responses(NotFound),
)
async def gift_cards(
    customer_id: CustomerId, request: Request, connection: Reading
) -> Answer[list[CustomerGiftCard]]:
    """List the gift cards that a customer bought, newest first."""
    await require_customer(connection, customer_id)
    currency = runtime_of(request).currency
    return answer(await profile_lists.gift_cards_of(connection, customer_id, currency))


@router.get(
    "/customers/{customerId}/sign-ins",
    permission="customers.read",
    responses=error_responses(NotFound),
)
async def sign_ins(customer_id: CustomerId, connection: Reading) -> Answer[list[CustomerSignIn]]:
    """List the devices on which a customer is signed in."""
    await require_customer(connection, customer_id)
    return answer(await profile_lists.sign_ins_of(connection, customer_id))


@router.delete(
    "/customers/{customerId}/sign-ins",
    permission="customers.edit",
    responses=error_responses(NotFound, CustomerMerged),
)
async def sign_out(customer_id: CustomerId, request: Request) -> Answer[None]:
    """Sign a customer out on all devices."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        await lock_for_operator(connection, customer_id)
        await sign_out_everywhere(connection, customer_id)
    await runtime.revoked_sessions.refresh(runtime.database)
    return answer(None)


@router.get(
    "/customers/{customerId}/personal-data",
    permission="customers.export",
    step_up=True,
    responses=error_responses(NotFound),
)
async def personal_data(customer_id: CustomerId, connection: Transaction) -> Answer[JsonObject]:
    """Return everything that is stored about a customer, for the customer."""
    await require_customer(connection, customer_id)
    await record(
        connection,
        "customer.exported",
        Subject("customer", customer_id, f"Customer {customer_id}"),
    )
    return answer(await export_customer(connection, customer_id))


@router.get(
    "/customers/{customerId}/erasure",
    permission="customers.erase",
    responses=error_responses(NotFound),
)
async def erasure(
    customer_id: CustomerId, request: Request, connection: Reading
) -> Answer[ErasurePreview]:
    """Say in figures what erasing a customer deletes, and what must stay."""
    await require_customer(connection, customer_id)
    currency = runtime_of(request).currency
    return answer(await profile_lists.preview_erasure(connection, customer_id, currency))


@router.post(
    "/customers/{customerId}/erasure",
    permission="customers.erase",
    step_up=True,
    responses=error_responses(NotFound, InvalidFields, CustomerMerged),
)
async def erase(customer_id: CustomerId, body: ErasureInput, request: Request) -> Answer[None]:
    """Erase a customer. Cannot be undone.

    Orders are kept as the law requires of invoices, without personal data.
    """
    if body.customer_id != customer_id:
        raise InvalidFields(fields={"customerId": [message("invalid", "customerId")]})
    async with database_of(request).transaction() as connection:
        await lock_for_operator(connection, customer_id)
        await forget_customer(connection, customer_id)
    runtime = runtime_of(request)
    await runtime.revoked_sessions.refresh(runtime.database)
    return answer(None)
