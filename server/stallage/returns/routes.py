"""Routes of returns and withdrawals."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from stallage.core.access import OPTIONAL_AUTH
from stallage.core.clients import client_of
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound, TooMany, Unauthorized
from stallage.core.idempotency import IdempotentRequest, Key, KeyReused, idempotent
from stallage.core.rate_limits import RateLimit, enforce_limits
from stallage.core.runtime import runtime_of
from stallage.core.states import InvalidTransition
from stallage.core.validation import message
from stallage.orders.actions import lock_order
from stallage.orders.dependencies import OrderAccess
from stallage.orders.errors import CancelRefused, PaymentUnavailable
from stallage.orders.queries import order_placed_with
from stallage.orders.rules.quantities import quantities
from stallage.orders.schemas import OrderDetails
from stallage.returns import actions, queries
from stallage.returns.errors import (
    ExchangeRefused,
    OrderNotFound,
    ReturnRefused,
    WithdrawalRefused,
)
from stallage.returns.gateway_calls.withdrawing import WithdrawalStatement, withdraw_from_contract
from stallage.returns.schemas import (
    OpenWithdrawalInput,
    OrderReturns,
    ReturnInput,
    WithdrawalInput,
    WithdrawalStated,
)
from stallage.signin.actions.codes import parse_contact
from stallage.signin.schemas import ContactInput

router = APIRouter(tags=["orders"])

WITHDRAWALS = RateLimit("withdrawal", 20, 3600)


@router.get(
    "/api/orders/{orderId}/returns",
    response_model=Answer[OrderReturns],
    responses=error_responses(Unauthorized, NotFound),
    openapi_extra=OPTIONAL_AUTH,
)
async def list_returns(order: OrderAccess, connection: Reading) -> Answer[OrderReturns]:
    """List the returns of an order, and what can still be returned and until when."""
    return answer(await queries.returns_of(connection, order.id, order.runtime.settings))


@router.post(
    "/api/orders/{orderId}/return",
    status_code=201,
    response_model=Answer[OrderDetails],
    responses=error_responses(Unauthorized, NotFound, ReturnRefused, ExchangeRefused, KeyReused),
    openapi_extra=OPTIONAL_AUTH,
)
async def request_return(
    order: OrderAccess, return_input: ReturnInput, request: Request, idempotency_key: Key = None
) -> Answer[OrderDetails]:
    """Request a return, for a refund or an exchange, within the time limit after delivery."""
    settings = order.runtime.settings
    return_request = _request_of(return_input)
    body = await request.body()
    async with order.runtime.database.transaction() as connection:

        async def action() -> dict[str, Any]:
            locked = await lock_order(connection, order.id)
            window = settings.return_window_seconds
            return {"id": await actions.request_return(connection, locked, return_request, window)}

        await idempotent(
            connection,
            scope=f"return:{order.id}",
            key=idempotency_key,
            body=body,
            keep_seconds=settings.idempotency_seconds,
            act=action,
        )
    return await order.answer()


def _request_of(return_input: ReturnInput) -> actions.ReturnRequest:
    exchanges = {
        line.line_id: line.exchange_sku_id
        for line in return_input.lines
        if line.exchange_sku_id is not None
    }
    if (return_input.resolution == "exchange") != bool(exchanges):
        raise InvalidFields(fields={"resolution": [message("invalid", "resolution")]})
    return actions.ReturnRequest(
        lines=quantities(return_input.lines),
        reason_code=return_input.reason_code,
        reason=return_input.reason,
        refund_to=return_input.refund_to,
        exchanges=exchanges,
    )


@router.post(
    "/api/orders/{orderId}/return/withdraw",
    response_model=Answer[OrderDetails],
    responses=error_responses(Unauthorized, NotFound, ReturnRefused),
    openapi_extra=OPTIONAL_AUTH,
)
async def withdraw_return(order: OrderAccess) -> Answer[OrderDetails]:
    """Withdraw a return that has not been picked up yet. The shopper keeps the items."""
    async with order.runtime.database.transaction() as connection:
        try:
            await actions.withdraw_return(connection, await lock_order(connection, order.id))
        except InvalidTransition as error:
            raise ReturnRefused("This return can no longer be withdrawn.") from error
    return await order.answer()


@router.post(
    "/api/orders/{orderId}/withdrawal",
    status_code=201,
    response_model=Answer[WithdrawalStated],
    responses=error_responses(
        Unauthorized, NotFound, WithdrawalRefused, CancelRefused, KeyReused, PaymentUnavailable
    ),
    openapi_extra=OPTIONAL_AUTH,
)
async def withdraw(
    order: OrderAccess, body: WithdrawalInput, request: Request, idempotency_key: Key = None
) -> Answer[WithdrawalStated]:
    """Withdraw from the contract. An email acknowledges it."""
    lines = None if body.lines is None else quantities(body.lines)
    statement = WithdrawalStatement(body.name, None, lines)
    idempotent_request = IdempotentRequest(idempotency_key, await request.body())
    withdrawal_id = await withdraw_from_contract(
        order.runtime, order.id, statement, idempotent_request
    )
    async with order.runtime.database.reading() as connection:
        return answer(await queries.withdrawal_receipt(connection, withdrawal_id))


@router.post(
    "/api/withdrawals",
    status_code=201,
    response_model=Answer[WithdrawalStated],
    responses=error_responses(
        OrderNotFound, WithdrawalRefused, CancelRefused, KeyReused, TooMany, PaymentUnavailable
    ),
)
async def withdraw_without_account(
    body: OpenWithdrawalInput, request: Request, idempotency_key: Key = None
) -> Answer[WithdrawalStated]:
    """Withdraw from the contract, with the order's number and contact.

    The acknowledgement goes to that contact.
    """
    runtime = runtime_of(request)
    contact_input = ContactInput(email=body.email, phone=body.phone)
    contact = parse_contact(contact_input, runtime.settings.phone_country_code)
    # Committed before the order is looked up, so that guessing is slow.
    await enforce_limits(runtime.database, WITHDRAWALS.of_client(client_of(request)))
    async with runtime.database.reading() as connection:
        found = await order_placed_with(connection, body.order_id, contact)
    if found is None:
        raise OrderNotFound
    statement = WithdrawalStatement(body.name, contact.address, None)
    idempotent_request = IdempotentRequest(idempotency_key, await request.body())
    withdrawal_id = await withdraw_from_contract(runtime, found.id, statement, idempotent_request)
    async with runtime.database.reading() as connection:
        return answer(await queries.withdrawal_receipt(connection, withdrawal_id))
