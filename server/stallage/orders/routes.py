"""The calls that read orders, and order again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request

from stallage.cart.actions import merge_into_cart
from stallage.cart.lines import item_of
from stallage.cart.queries import cart_of
from stallage.core.access import FOR_GUESTS_TOO, Customer, CustomerOrGuest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, refusals
from stallage.core.errors import InvalidFields, NotFound, TooMany, Unauthorized
from stallage.core.paging import AskedPageOfTen, Page, Paged, paged
from stallage.core.runtime import Runtime
from stallage.core.schemas import Between, Line
from stallage.orders import queries
from stallage.orders.actions import revoke_links
from stallage.orders.rules import guest_key
from stallage.orders.schemas import (
    OrderDetails,
    OrderKey,
    OrderProof,
    OrderSearch,
    OrderSummary,
    Reordered,
)
from stallage.signin.actions import codes
from stallage.signin.askers import Asking
from stallage.signin.errors import OtpAttemptsExceeded, OtpExpired, OtpInvalid, OtpTooOften
from stallage.signin.rules import Purpose, Verdict
from stallage.signin.schemas import CodeSent, ContactInput

router = APIRouter(tags=["orders"])

OrderId = Annotated[str, Path(alias="orderId", max_length=32, examples=["SO-7K2M-9QXD"])]
GuestKey = Annotated[
    Line | None,
    Query(alias="key", max_length=128, description="Of a guest's order, from its mail."),
]


AskedStatuses = Annotated[
    list[Annotated[int, Between(0, 15)]] | None,
    Query(description="One or more statuses.", max_length=16),
]
AskedWords = Annotated[
    Line,
    Query(
        title="Search orders",
        max_length=100,
        description="Part of a title or of an order's id.",
    ),
]


def _runtime(request: Request) -> Runtime:
    runtime: Runtime = request.app.state.runtime
    return runtime


@router.get(
    "/api/orders", response_model=Answer[Paged[OrderSummary]], responses=refusals(Unauthorized)
)
async def list_orders(
    request: Request,
    customer: Customer,
    connection: Reading,
    page: AskedPageOfTen,
    *,
    status: AskedStatuses = None,
    q: AskedWords = "",
) -> Answer[Paged[OrderSummary]]:
    """The customer's orders, newest first."""
    orders, total = await queries.orders_of(
        connection,
        customer,
        page,
        status,
        q,
        return_window_seconds=_runtime(request).settings.return_window_seconds,
    )
    return answer(paged(orders, page, total))


@router.post(
    "/api/orders/search",
    response_model=Answer[Paged[OrderSummary]],
    responses=refusals(Unauthorized, InvalidFields),
)
async def search_orders(
    request: Request,
    customer: Customer,
    connection: Reading,
    search: OrderSearch,
    *,
    status: AskedStatuses = None,
    q: AskedWords = "",
) -> Answer[Paged[OrderSummary]]:
    """The customer's orders that meet criteria, newest first.

    The query narrows them further, as that of `GET /api/orders` does.
    """
    page = Page(search.page, search.page_size)
    orders, total = await queries.orders_of(
        connection,
        customer,
        page,
        status,
        q,
        return_window_seconds=_runtime(request).settings.return_window_seconds,
        criteria=search.criteria,
        match=search.match,
    )
    return answer(paged(orders, page, total))


@router.post("/api/orders/lookup", responses=refusals(OtpTooOften))
async def request_order_code(
    given: ContactInput, request: Request, asker: Asking, connection: Transaction
) -> Answer[CodeSent]:
    """Sends a code to the contact of an order whose link is lost.

    The answer is the same whether or not anything was ordered with it.
    """
    runtime = _runtime(request)
    sent = await codes.request_code(
        connection,
        runtime,
        codes.contact_of(given, runtime.settings.phone_country_code),
        asker=asker,
        purpose=Purpose.ORDER,
    )
    return answer(sent)


@router.post(
    "/api/orders/lookup/validate",
    responses=refusals(NotFound, OtpInvalid, OtpExpired, OtpAttemptsExceeded, TooMany),
)
async def find_order_by_code(
    given: OrderProof, request: Request, asker: Asking
) -> Answer[OrderKey]:
    """The key of an order, for its number and a code that went to its contact.

    With `revokeLinks` it is a new one, and links sent before show the order no more.
    """
    runtime = _runtime(request)
    contact = codes.contact_of(given, runtime.settings.phone_country_code)
    # A wrong try has to be committed, so the refusal is raised after the transaction.
    async with runtime.database.transaction() as connection:
        verdict = await codes.judge_code(
            connection,
            runtime,
            given.otp,
            contact,
            asker=asker,
            purpose=Purpose.ORDER,
        )
        found = None
        if verdict is Verdict.RIGHT:
            found = await queries.order_placed_with(connection, given.order_id, contact)
            if found is not None and given.revoke_links:
                await revoke_links(connection, found["public_id"])
                found = await queries.order_placed_with(connection, given.order_id, contact)
    if verdict is not Verdict.RIGHT:
        raise codes.refusal_of(verdict, runtime)
    if found is None:
        raise NotFound("There is no order with this number and this contact.")
    key = guest_key(runtime.secret, found["public_id"], found["link_version"])
    return answer(OrderKey.model_construct(order_id=found["public_id"], key=key))


@router.get(
    "/api/orders/{orderId}",
    response_model=Answer[OrderDetails],
    responses=refusals(Unauthorized, NotFound),
    openapi_extra=FOR_GUESTS_TOO,
)
async def get_order(
    request: Request,
    order_id: OrderId,
    customer: CustomerOrGuest,
    connection: Reading,
    key: GuestKey = None,
) -> Answer[OrderDetails]:
    """An order whole, for its customer or for who has its key."""
    secrets = _runtime(request).secrets
    return answer(await queries.order_for(connection, secrets, order_id, customer, key))


@router.post(
    "/api/orders/{orderId}/reorder",
    response_model=Answer[Reordered],
    responses=refusals(Unauthorized, NotFound),
)
async def reorder(
    request: Request,
    order_id: OrderId,
    customer: Customer,
    connection: Transaction,
    key: GuestKey = None,
) -> Answer[Reordered]:
    """Puts an order's lines into the customer's cart again, per SKU the larger quantity.

    A guest's cart is a list in the browser, which the order's lines join there.
    """
    runtime = _runtime(request)
    found = await queries.visible_id(connection, runtime.secrets, order_id, customer, key)
    pieces = await queries.pieces_of(connection, found)
    merge = await merge_into_cart(connection, customer, pieces)
    items = [item_of(line, runtime.currency) for line in await cart_of(connection, customer)]
    return answer(Reordered.model_construct(items=items, merge=merge))
