"""The calls of a cart. Each change is one statement and answers with the new list."""

from __future__ import annotations

from datetime import date
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from pydantic import TypeAdapter

from stallage.cart import actions
from stallage.cart.errors import LimitReached, OutOfStock, QuantityUnavailable, TooManyLines
from stallage.cart.gift_cards import GiftCardLines, checked, checked_lines
from stallage.cart.lines import CartLine, item_of
from stallage.cart.queries import cart_of, listed, listed_gift_cards
from stallage.cart.rules import MAX_LINES, counted
from stallage.cart.schemas import AddLine, CartItem, GuestCart, GuestSkuIds, SetLine
from stallage.core import clock
from stallage.core.access import CustomerId
from stallage.core.db import Reading, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound, Unauthorized
from stallage.core.runtime import runtime_of

router = priority_router = APIRouter(tags=["cart"])

LineId = Annotated[int, Path(ge=1, le=2**53 - 1)]
_CHANGES = error_responses(
    Unauthorized, NotFound, QuantityUnavailable, OutOfStock, LimitReached, TooManyLines
)
_LIST = TypeAdapter(Answer[list[CartItem]])


def _today(request: Request) -> date:
    runtime = runtime_of(request)
    return clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()


def _said(request: Request, lines: list[CartLine]) -> Response:
    """The list, written by its schema without being checked against it a second time."""
    runtime = runtime_of(request)
    currency = runtime.currency
    items = [item_of(line, currency) for line in lines]
    return Response(_LIST.dump_json(answer(items)), media_type="application/json")


@router.get(
    "/api/carts", response_model=Answer[list[CartItem]], responses=error_responses(Unauthorized)
)
async def list_cart(request: Request, customer: CustomerId, connection: Reading) -> Response:
    """The customer's cart, each line with what is wrong with it now."""
    return _said(request, await cart_of(connection, customer))


@router.post("/api/carts", response_model=Answer[list[CartItem]], responses=_CHANGES)
async def add_line(body: AddLine, request: Request, customer: CustomerId) -> Response:
    """Adds pieces of a SKU and answers with the new cart. Reserves nothing."""
    if body.gift_card is not None:
        gift = checked(body.gift_card, _today(request))
        if body.quantity != 1:
            raise LimitReached("Each gift card is a line of its own.")
        async with database_of(request).transaction() as connection:
            lines = await actions.add_gift_card(connection, customer, body.sku_id, gift)
        return _said(request, lines)
    async with database_of(request).reading() as connection:
        lines = await actions.add_line(connection, customer, body.sku_id, body.quantity)
    return _said(request, lines)


@router.put("/api/carts", response_model=Answer[list[CartItem]], responses=_CHANGES)
async def set_line(
    body: SetLine, request: Request, customer: CustomerId, connection: Reading
) -> Response:
    """Sets the quantity of a line and answers with the new cart; 0 removes the line.

    Of a gift card it sets what stands on it.
    """
    if body.gift_card is not None and body.quantity == 1:
        gift = checked(body.gift_card, _today(request))
        return _said(request, await actions.change_gift_card(connection, customer, body.id, gift))
    return _said(request, await actions.set_line(connection, customer, body.id, body.quantity))


@router.post(
    "/api/carts/guest",
    response_model=Answer[list[CartItem]],
    responses=error_responses(TooManyLines),
)
async def list_guest_cart(body: GuestSkuIds | GuestCart, request: Request) -> Response:
    """A guest's list as cart items, in the list's order. Unknown ids are left out.

    Gift cards come last, with the fields that their buyer filled in.
    """
    cart = GuestCart(sku_ids=body) if isinstance(body, list) else body
    pieces = counted(cart.sku_ids)
    gifts = checked_lines(cart.gift_cards, _today(request))
    if len(pieces) > MAX_LINES:
        raise TooManyLines
    async with database_of(request).reading() as connection:
        lines = await listed(connection, pieces)
        lines += await listed_gift_cards(connection, gifts)
    return _said(request, lines)


@router.post(
    "/api/carts/guest/gift-cards",
    response_model=Answer[list[CartItem]],
    responses=error_responses(Unauthorized),
)
async def merge_gift_cards(body: GiftCardLines, request: Request, customer: CustomerId) -> Response:
    """Joins a guest's gift cards to the cart after signing in. Doing it twice changes nothing."""
    gifts = checked_lines(body, _today(request))
    async with database_of(request).transaction() as connection:
        lines = await actions.merge_gift_cards(connection, customer, gifts)
    return _said(request, lines)


@router.delete(
    "/api/carts/{line_id}",
    response_model=Answer[list[CartItem]],
    responses=error_responses(Unauthorized),
)
async def remove_line(
    line_id: LineId, request: Request, customer: CustomerId, connection: Reading
) -> Response:
    """Takes a line out and answers with the new cart. A line that is not there is no error."""
    return _said(request, await actions.remove_line(connection, customer, line_id))
