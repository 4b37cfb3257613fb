"""The calls that read orders, order again, and cancel."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from stallage.cart.actions import merge_into_cart
from stallage.cart.lines import item_of
from stallage.cart.queries import cart_of
from stallage.core.access import OPTIONAL_AUTH, CustomerId, OptionalCustomerId
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound, TooMany, Unauthorized
from stallage.core.idempotency import Key, KeyReused
from stallage.core.paging import Page, Paged, ShortPageQuery, to_page
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Between, Line
from stallage.orders import queries
from stallage.orders.actions import revoke_links
from stallage.orders.errors import CancelRefused, PaymentUnavailable
from stallage.orders.gateway_calls.cancelling import Call, cancel_lines, cancel_order
from stallage.orders.rules import guest_key
from stallage.orders.schemas import (
    CancelInput,
    OrderDetails,
    OrderKey,
    OrderProof,
    OrderSearch,
    OrderSummary,
    Reordered,
)
from stallage.orders.seen import GuestKey, OrderId, SeenOrder, quantities
from stallage.signin.actions import codes
from stallage.signin.clients import Asking
from stallage.signin.errors import OtpAttemptsExceeded, OtpExpired, OtpInvalid, OtpTooOften
from stallage.signin.rules import Purpose, Verdict
from stallage.signin.schemas import CodeSent, ContactInput

router = APIRouter(tags=["orders"])

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


@router.get(
    "/api/orders",
    response_model=Answer[Paged[OrderSummary]],
    responses=error_responses(Unauthorized),
)
async def list_orders(
    request: Request,
    customer: CustomerId,
    connection: Reading,
    page: ShortPageQuery,
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
        return_window_seconds=runtime_of(request).settings.return_window_seconds,
    )
    return answer(to_page(orders, page, total))


@router.post(
    "/api/orders/search",
    response_model=Answer[Paged[OrderSummary]],
    responses=error_responses(Unauthorized, InvalidFields),
)
async def search_orders(
    request: Request,
    customer: CustomerId,
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
        return_window_seconds=runtime_of(request).settings.return_window_seconds,
        criteria=search.criteria,
        match=search.match,
    )
    return answer(to_page(orders, page, total))


@router.post("/api/orders/lookup", responses=error_responses(OtpTooOften))
async def request_order_code(
    given: ContactInput, request: Request, asker: Asking, connection: Transaction
) -> Answer[CodeSent]:
    """Sends a code to the contact of an order whose link is lost.

    The answer is the same whether or not anything was ordered with it.
    """
    runtime = runtime_of(request)
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
    responses=error_responses(NotFound, OtpInvalid, OtpExpired, OtpAttemptsExceeded, TooMany),
)
async def find_order_by_code(
    given: OrderProof, request: Request, asker: Asking
) -> Answer[OrderKey]:
    """The key of an order, for its number and a code that went to its contact.

    With `revokeLinks` it is a new one, and links sent before show the order no more.
    """
    runtime = runtime_of(request)
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
    responses=error_responses(Unauthorized, NotFound),
    openapi_extra=OPTIONAL_AUTH,
)
async def get_order(
    request: Request,
    order_id: OrderId,
    customer: OptionalCustomerId,
    connection: Reading,
    key: GuestKey = None,
) -> Answer[OrderDetails]:
    """An order whole, for its customer or for who has its key."""
    secrets = runtime_of(request).secrets
    return answer(await queries.order_for(connection, secrets, order_id, customer, key))


@router.post(
    "/api/orders/{orderId}/reorder",
    response_model=Answer[Reordered],
    responses=error_responses(Unauthorized, NotFound),
)
async def reorder(
    request: Request,
    order_id: OrderId,
    customer: CustomerId,
    connection: Transaction,
    key: GuestKey = None,
) -> Answer[Reordered]:
    """Puts an order's lines into the customer's cart again, per SKU the larger quantity.

    A guest's cart is a list in the browser, which the order's lines join there.
    """
    runtime = runtime_of(request)
    found = await queries.visible_id(connection, runtime.secrets, order_id, customer, key)
    pieces = await queries.pieces_of(connection, found)
    merge = await merge_into_cart(connection, customer, pieces)
    items = [item_of(line, runtime.currency) for line in await cart_of(connection, customer)]
    return answer(Reordered.model_construct(items=items, merge=merge))


@router.post(
    "/api/orders/{orderId}/cancel",
    # Generated clients know it by this name.
    operation_id="returnsCancel",
    response_model=Answer[OrderDetails],
    responses=error_responses(Unauthorized, NotFound, CancelRefused, KeyReused, PaymentUnavailable),
    openapi_extra=OPTIONAL_AUTH,
)
async def cancel(
    seen: SeenOrder,
    request: Request,
    wanted: CancelInput | None = None,
    idempotency_key: Key = None,
) -> Answer[OrderDetails]:
    """Cancels an order in status 0 to 3, whole or by line. What was paid goes back where it came from."""
    call = Call(idempotency_key, await request.body())
    if wanted is None or wanted.lines is None:
        await cancel_order(seen.runtime, seen.id, "customer", call)
    else:
        await cancel_lines(seen.runtime, seen.id, quantities(wanted.lines), "customer", call)
    return await seen.answer()
