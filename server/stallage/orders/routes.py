"""Routes that read, reorder and cancel orders."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request

from stallage.cart.actions import merge_into_cart
from stallage.cart.queries.carts import cart_of
from stallage.cart.queries.lines import to_cart_item
from stallage.core.access import OPTIONAL_AUTH, CustomerId, OptionalCustomerId
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound, TooMany, Unauthorized
from stallage.core.idempotency import IdempotentRequest, Key, KeyReused
from stallage.core.paging import Page, Paged, ShortPageQuery, to_page
from stallage.core.runtime import runtime_of
from stallage.core.schemas import Between, Line
from stallage.orders import queries
from stallage.orders.actions import revoke_links
from stallage.orders.dependencies import GuestKey, OrderAccess, OrderId
from stallage.orders.errors import CancelRefused, PaymentUnavailable
from stallage.orders.gateway_calls.cancelling import (
    cancel_lines,
    cancel_order,
)
from stallage.orders.rules import guest_key
from stallage.orders.rules.quantities import quantities
from stallage.orders.schemas import (
    CancelInput,
    OrderDetails,
    OrderKey,
    OrderProof,
    OrderSearch,
    OrderSummary,
    Reordered,
)
from stallage.signin.actions import codes
from stallage.signin.dependencies import CurrentRequester
from stallage.signin.errors import OtpAttemptsExceeded, OtpExpired, OtpInvalid, OtpTooOften
from stallage.signin.rules import CodeResult, Purpose
from stallage.signin.schemas import CodeSent, ContactInput

router = APIRouter(tags=["orders"])

StatusFilter = Annotated[
    list[Annotated[int, Between(0, 15)]] | None,
    Query(description="One or more statuses.", max_length=16),
]
SearchText = Annotated[
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
    status: StatusFilter = None,
    q: SearchText = "",
) -> Answer[Paged[OrderSummary]]:
    """List the customer's orders, newest first."""
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
    status: StatusFilter = None,
    q: SearchText = "",
) -> Answer[Paged[OrderSummary]]:
    """Search the customer's orders by criteria, newest first.

    The query parameters filter further, as in `GET /api/orders`.
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
    contact_input: ContactInput,
    request: Request,
    requester: CurrentRequester,
    connection: Transaction,
) -> Answer[CodeSent]:
    """Send a code to the contact of an order whose link is lost.

    The response is the same if no order has this contact.
    """
    runtime = runtime_of(request)
    sent = await codes.request_code(
        connection,
        runtime.settings,
        runtime.secret,
        codes.parse_contact(contact_input, runtime.settings.phone_country_code),
        requester=requester,
        purpose=Purpose.ORDER,
    )
    return answer(sent)


@router.post(
    "/api/orders/lookup/validate",
    responses=error_responses(NotFound, OtpInvalid, OtpExpired, OtpAttemptsExceeded, TooMany),
)
async def find_order_by_code(
    proof: OrderProof, request: Request, requester: CurrentRequester
) -> Answer[OrderKey]:
    """Return the key of an order, for its number and a code sent to its contact.

    With `revokeLinks` it is a new key, and links sent before no longer work.
    """
    runtime = runtime_of(request)
    contact = codes.parse_contact(proof, runtime.settings.phone_country_code)
    # A wrong try has to be committed, so the error is raised after the transaction.
    async with runtime.database.transaction() as connection:
        result = await codes.verify_code(
            connection,
            runtime.settings,
            runtime.secret,
            proof.otp,
            contact,
            requester=requester,
            purpose=Purpose.ORDER,
        )
        found = None
        if result is CodeResult.CORRECT:
            found = await queries.order_placed_with(connection, proof.order_id, contact)
            if found is not None and proof.revoke_links:
                await revoke_links(connection, found.public_id)
                found = await queries.order_placed_with(connection, proof.order_id, contact)
    if result is not CodeResult.CORRECT:
        raise codes.error_for(result, runtime.settings)
    if found is None:
        raise NotFound("There is no order with this number and this contact.")
    key = guest_key(runtime.secret, found.public_id, found.link_version)
    return answer(OrderKey.model_construct(order_id=found.public_id, key=key))


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
    """Get an order, for its customer or a guest with its key."""
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
    """Add an order's lines to the customer's cart. Each SKU gets the larger of both quantities.

    Guests have their cart in the browser, which adds the lines itself.
    """
    runtime = runtime_of(request)
    found = await queries.authorize_order(connection, runtime.secrets, order_id, customer, key)
    units = await queries.ordered_units(connection, found)
    merge = await merge_into_cart(connection, customer, units)
    items = [to_cart_item(line, runtime.currency) for line in await cart_of(connection, customer)]
    return answer(Reordered.model_construct(items=items, merge=merge))


@router.post(
    "/api/orders/{orderId}/cancel",
    # Generated clients use this name.
    operation_id="returnsCancel",
    response_model=Answer[OrderDetails],
    responses=error_responses(Unauthorized, NotFound, CancelRefused, KeyReused, PaymentUnavailable),
    openapi_extra=OPTIONAL_AUTH,
)
async def cancel(
    order: OrderAccess,
    request: Request,
    body: CancelInput | None = None,
    idempotency_key: Key = None,
) -> Answer[OrderDetails]:
    """Cancel an order in status 0 to 3, or some of its lines, and refund what was paid for it."""
    idempotent = IdempotentRequest(idempotency_key, await request.body())
    if body is None or body.lines is None:
        await cancel_order(order.runtime, order.id, "customer", idempotent)
    else:
        units = quantities(body.lines)
        await cancel_lines(order.runtime, order.id, units, "customer", idempotent)
    return await order.answer()
