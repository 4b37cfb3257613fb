"""The calls that take something back: return and withdraw."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request

from stallage.core.access import OPTIONAL_AUTH
from stallage.core.clients import client_of
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound, TooMany, Unauthorized
from stallage.core.idempotency import Key, KeyReused, idempotent
from stallage.core.rate_limits import RateLimit, enforce_limits
from stallage.core.runtime import runtime_of
from stallage.core.states import InvalidTransition
from stallage.core.validation import message
from stallage.orders.actions import lock_order
from stallage.orders.errors import CancelRefused, PaymentUnavailable
from stallage.orders.gateway_calls.cancelling import Call
from stallage.orders.queries import order_placed_with
from stallage.orders.schemas import OrderDetails
from stallage.orders.seen import SeenOrder, quantities
from stallage.returns import actions, queries
from stallage.returns.errors import (
    ExchangeRefused,
    OrderNotFound,
    ReturnRefused,
    WithdrawalRefused,
)
from stallage.returns.gateway_calls.withdrawing import Statement, withdraw_from_contract
from stallage.returns.schemas import (
    OpenWithdrawalInput,
    OrderReturns,
    ReturnInput,
    WithdrawalInput,
    WithdrawalStated,
)
from stallage.signin.actions.codes import contact_of
from stallage.signin.schemas import ContactInput

router = APIRouter(tags=["orders"])

STATEMENTS = RateLimit("withdrawal", 20, 3600)


@router.get(
    "/api/orders/{orderId}/returns",
    response_model=Answer[OrderReturns],
    responses=error_responses(Unauthorized, NotFound),
    openapi_extra=OPTIONAL_AUTH,
)
async def list_returns(seen: SeenOrder, connection: Reading) -> Answer[OrderReturns]:
    """The returns of an order, what of it can still be returned, and until when."""
    return answer(await queries.returns_of(connection, seen.id, seen.runtime.settings))


@router.post(
    "/api/orders/{orderId}/return",
    status_code=201,
    response_model=Answer[OrderDetails],
    responses=error_responses(Unauthorized, NotFound, ReturnRefused, ExchangeRefused, KeyReused),
    openapi_extra=OPTIONAL_AUTH,
)
async def request_return(
    seen: SeenOrder, asked: ReturnInput, request: Request, idempotency_key: Key = None
) -> Answer[OrderDetails]:
    """Asks to send things back, for money or in exchange, within the window after delivery."""
    settings = seen.runtime.settings
    return_request = _request_of(asked)
    sent = await request.body()
    async with seen.runtime.database.transaction() as connection:

        async def act() -> dict[str, Any]:
            order = await lock_order(connection, seen.id)
            window = settings.return_window_seconds
            return {"id": await actions.request_return(connection, order, return_request, window)}

        await idempotent(
            connection,
            scope=f"return:{seen.id}",
            key=idempotency_key,
            body=sent,
            keep_seconds=settings.idempotency_seconds,
            act=act,
        )
    return await seen.answer()


def _request_of(asked: ReturnInput) -> actions.ReturnRequest:
    exchanges = {
        line.line_id: line.exchange_sku_id
        for line in asked.lines
        if line.exchange_sku_id is not None
    }
    if (asked.resolution == "exchange") != bool(exchanges):
        raise InvalidFields(fields={"resolution": [message("invalid", "resolution")]})
    return actions.ReturnRequest(
        lines=quantities(asked.lines),
        reason=asked.reason,
        refund_to=asked.refund_to,
        exchanges=exchanges,
    )


@router.post(
    "/api/orders/{orderId}/return/withdraw",
    response_model=Answer[OrderDetails],
    responses=error_responses(Unauthorized, NotFound, ReturnRefused),
    openapi_extra=OPTIONAL_AUTH,
)
async def withdraw_return(seen: SeenOrder) -> Answer[OrderDetails]:
    """Takes a return back that has not been picked up yet: the shopper keeps the things."""
    async with seen.runtime.database.transaction() as connection:
        try:
            await actions.withdraw_return(connection, await lock_order(connection, seen.id))
        except InvalidTransition as error:
            raise ReturnRefused("This return has gone too far to be taken back.") from error
    return await seen.answer()


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
    seen: SeenOrder, said: WithdrawalInput, request: Request, idempotency_key: Key = None
) -> Answer[WithdrawalStated]:
    """Withdraws from the contract by right; acknowledged by message."""
    lines = None if said.lines is None else quantities(said.lines)
    call = Call(idempotency_key, await request.body())
    stated = Statement(said.name, None, lines)
    withdrawal_id = await withdraw_from_contract(seen.runtime, seen.id, stated, call)
    async with seen.runtime.database.reading() as connection:
        return answer(await queries.stated(connection, withdrawal_id))


@router.post(
    "/api/withdrawals",
    status_code=201,
    response_model=Answer[WithdrawalStated],
    responses=error_responses(
        OrderNotFound, WithdrawalRefused, CancelRefused, KeyReused, TooMany, PaymentUnavailable
    ),
)
async def withdraw_without_account(
    said: OpenWithdrawalInput, request: Request, idempotency_key: Key = None
) -> Answer[WithdrawalStated]:
    """Withdraws from the contract by right, for whoever has the order's number and its contact.

    The acknowledgement goes to that contact.
    """
    runtime = runtime_of(request)
    given = ContactInput(email=said.email, phone=said.phone)
    contact = contact_of(given, runtime.settings.phone_country_code)
    # Counted and committed before anything is looked for, so that guessing is slow.
    await enforce_limits(runtime.database, STATEMENTS.of_client(client_of(request)))
    async with runtime.database.reading() as connection:
        found = await order_placed_with(connection, said.order_id, contact)
    if found is None:
        raise OrderNotFound
    stated = Statement(said.name, contact.address, None)
    call = Call(idempotency_key, await request.body())
    withdrawal_id = await withdraw_from_contract(runtime, found["id"], stated, call)
    async with runtime.database.reading() as connection:
        return answer(await queries.stated(connection, withdrawal_id))
