"""The calls that take something back: cancel, return, withdraw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request

from stallage.core.access import FOR_GUESTS_TOO, CustomerOrGuest
from stallage.core.clients import client_of
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, refusals
from stallage.core.errors import InvalidFields, NotFound, TooMany, Unauthorized
from stallage.core.idempotency import Key, KeyReused, once
from stallage.core.limits import Limit, check_limits
from stallage.core.runtime import Runtime
from stallage.core.schemas import Line
from stallage.core.states import MoveRefused
from stallage.core.validation import message
from stallage.orders.actions import lock_order
from stallage.orders.errors import CancelRefused
from stallage.orders.queries import order_for, order_placed_with, visible_id
from stallage.orders.schemas import OrderDetails
from stallage.payments.errors import PaymentUnavailable
from stallage.returns import actions, queries
from stallage.returns.errors import (
    ExchangeRefused,
    OrderNotFound,
    ReturnRefused,
    WithdrawalRefused,
)
from stallage.returns.outside.cancelling import (
    Call,
    Statement,
    cancel_lines,
    cancel_order,
    withdraw_from_contract,
)
from stallage.returns.schemas import (
    CancelInput,
    CancelledLine,
    OpenWithdrawalInput,
    OrderReturns,
    ReturnedLine,
    ReturnInput,
    WithdrawalInput,
    WithdrawalStated,
    WithdrawnLine,
)
from stallage.signin.actions.codes import contact_of
from stallage.signin.schemas import ContactInput

router = APIRouter(tags=["orders"])

OrderId = Annotated[str, Path(alias="orderId", max_length=32, examples=["SO-7K2M-9QXD"])]
GuestKey = Annotated[
    Line | None,
    Query(alias="key", max_length=128, description="Of a guest's order, from its mail."),
]

STATEMENTS = Limit("withdrawal", 20, 3600)


@dataclass(frozen=True, slots=True)
class Seen:
    """An order that the asker may act on, and how they see it."""

    id: int
    public_id: str
    customer: int | None
    key: str | None
    runtime: Runtime

    async def told(self) -> Answer[OrderDetails]:
        """The order as it stands now."""
        async with self.runtime.database.reading() as connection:
            secrets = self.runtime.secrets
            order = await order_for(connection, secrets, self.public_id, self.customer, self.key)
        return answer(order)


async def _seen(
    request: Request, order_id: OrderId, customer: CustomerOrGuest, key: GuestKey = None
) -> Seen:
    runtime: Runtime = request.app.state.runtime
    async with runtime.database.reading() as connection:
        found = await visible_id(connection, runtime.secrets, order_id, customer, key)
    return Seen(found, order_id, customer, key, runtime)


SeenOrder = Annotated[Seen, Depends(_seen)]
"""The order of the path, for its customer or for who has its key; 404 for everybody else."""


def _by_line(
    lines: Iterable[CancelledLine | ReturnedLine | WithdrawnLine],
) -> dict[int, Any]:
    """Quantities by line id. Raises InvalidFields where a line is named twice."""
    pieces: dict[int, Any] = {}
    for line in lines:
        if line.line_id in pieces:
            raise InvalidFields(fields={"lines": [message("invalid", "lines")]})
        pieces[line.line_id] = line.quantity
    return pieces


@router.post(
    "/api/orders/{orderId}/cancel",
    response_model=Answer[OrderDetails],
    responses=refusals(Unauthorized, NotFound, CancelRefused, KeyReused, PaymentUnavailable),
    openapi_extra=FOR_GUESTS_TOO,
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
        await cancel_lines(seen.runtime, seen.id, _by_line(wanted.lines), "customer", call)
    return await seen.told()


@router.get(
    "/api/orders/{orderId}/returns",
    response_model=Answer[OrderReturns],
    responses=refusals(Unauthorized, NotFound),
    openapi_extra=FOR_GUESTS_TOO,
)
async def list_returns(seen: SeenOrder, connection: Reading) -> Answer[OrderReturns]:
    """The returns of an order, what of it can still be returned, and until when."""
    return answer(await queries.returns_of(connection, seen.id, seen.runtime.settings))


@router.post(
    "/api/orders/{orderId}/return",
    status_code=201,
    response_model=Answer[OrderDetails],
    responses=refusals(Unauthorized, NotFound, ReturnRefused, ExchangeRefused, KeyReused),
    openapi_extra=FOR_GUESTS_TOO,
)
async def request_return(
    seen: SeenOrder, asked: ReturnInput, request: Request, idempotency_key: Key = None
) -> Answer[OrderDetails]:
    """Asks to send things back, for money or in exchange, within the window after delivery."""
    settings = seen.runtime.settings
    wish = _wish_of(asked)
    sent = await request.body()
    async with seen.runtime.database.transaction() as connection:

        async def act() -> dict[str, Any]:
            order = await lock_order(connection, seen.id)
            window = settings.return_window_seconds
            return {"id": await actions.request_return(connection, order, wish, window)}

        await once(
            connection,
            scope=f"return:{seen.id}",
            key=idempotency_key,
            body=sent,
            keep_seconds=settings.idempotency_seconds,
            act=act,
        )
    return await seen.told()


def _wish_of(asked: ReturnInput) -> actions.Wish:
    exchanges = {
        line.line_id: line.exchange_sku_id
        for line in asked.lines
        if line.exchange_sku_id is not None
    }
    if (asked.resolution == "exchange") != bool(exchanges):
        raise InvalidFields(fields={"resolution": [message("invalid", "resolution")]})
    return actions.Wish(
        lines=_by_line(asked.lines),
        reason=asked.reason,
        refund_to=asked.refund_to,
        exchanges=exchanges,
    )


@router.post(
    "/api/orders/{orderId}/return/withdraw",
    response_model=Answer[OrderDetails],
    responses=refusals(Unauthorized, NotFound, ReturnRefused),
    openapi_extra=FOR_GUESTS_TOO,
)
async def withdraw_return(seen: SeenOrder) -> Answer[OrderDetails]:
    """Takes a return back that has not been picked up yet: the shopper keeps the things."""
    async with seen.runtime.database.transaction() as connection:
        try:
            await actions.withdraw_return(connection, await lock_order(connection, seen.id))
        except MoveRefused as error:
            raise ReturnRefused("This return has gone too far to be taken back.") from error
    return await seen.told()


@router.post(
    "/api/orders/{orderId}/withdrawal",
    status_code=201,
    response_model=Answer[WithdrawalStated],
    responses=refusals(
        Unauthorized, NotFound, WithdrawalRefused, CancelRefused, KeyReused, PaymentUnavailable
    ),
    openapi_extra=FOR_GUESTS_TOO,
)
async def withdraw(
    seen: SeenOrder, said: WithdrawalInput, request: Request, idempotency_key: Key = None
) -> Answer[WithdrawalStated]:
    """Withdraws from the contract by right; acknowledged by message."""
    lines = None if said.lines is None else _by_line(said.lines)
    call = Call(idempotency_key, await request.body())
    stated = Statement(said.name, None, lines)
    withdrawal_id = await withdraw_from_contract(seen.runtime, seen.id, stated, call)
    async with seen.runtime.database.reading() as connection:
        return answer(await queries.stated(connection, withdrawal_id))


@router.post(
    "/api/withdrawals",
    status_code=201,
    response_model=Answer[WithdrawalStated],
    responses=refusals(
        OrderNotFound, WithdrawalRefused, CancelRefused, KeyReused, TooMany, PaymentUnavailable
    ),
)
async def withdraw_without_account(
    said: OpenWithdrawalInput, request: Request, idempotency_key: Key = None
) -> Answer[WithdrawalStated]:
    """Withdraws from the contract by right, for whoever has the order's number and its contact.

    The acknowledgement goes to that contact.
    """
    runtime: Runtime = request.app.state.runtime
    given = ContactInput(email=said.email, phone=said.phone)
    contact = contact_of(given, runtime.settings.phone_country_code)
    # Counted and committed before anything is looked for, so that guessing is slow.
    await check_limits(runtime.database, STATEMENTS.of_client(client_of(request)))
    async with runtime.database.reading() as connection:
        found = await order_placed_with(connection, said.order_id, contact)
    if found is None:
        raise OrderNotFound
    stated = Statement(said.name, contact.address, None)
    call = Call(idempotency_key, await request.body())
    withdrawal_id = await withdraw_from_contract(runtime, found["id"], stated, call)
    async with runtime.database.reading() as connection:
        return answer(await queries.stated(connection, withdrawal_id))
