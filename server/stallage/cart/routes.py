"""Routes of carts. Every change responds with the new cart."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from pydantic import TypeAdapter

from stallage.cart import actions
from stallage.cart.errors import LimitReached, OutOfStock, QuantityUnavailable, TooManyLines
from stallage.cart.queries.carts import cart_of, lines_for_gift_cards, lines_for_skus
from stallage.cart.queries.lines import CartLine, to_cart_item
from stallage.cart.rules.gift_cards import validate_gift_card, validate_gift_cards
from stallage.cart.rules.lines import MAX_LINES, count_units
from stallage.cart.schemas import (
    AddLine,
    CartItem,
    GiftCardLines,
    GuestCart,
    GuestSkuIds,
    SetLine,
)
from stallage.core import clock
from stallage.core.access import CustomerId
from stallage.core.db import Reading, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound, Unauthorized
from stallage.core.idempotency import Key, KeyReused, idempotent
from stallage.core.runtime import runtime_of
from stallage.core.schemas import OneOf

router = priority_router = APIRouter(tags=["cart"])

SentCart = Annotated[GuestSkuIds | GuestCart, OneOf]
LineId = Annotated[int, Path(ge=1, le=2**53 - 1)]
_CHANGES = error_responses(
    Unauthorized, NotFound, QuantityUnavailable, OutOfStock, LimitReached, TooManyLines
)
_ADDITION = error_responses(
    Unauthorized, NotFound, QuantityUnavailable, OutOfStock, LimitReached, TooManyLines, KeyReused
)
_LIST = TypeAdapter(Answer[list[CartItem]])


def _today(request: Request) -> date:
    runtime = runtime_of(request)
    return clock.now().astimezone(ZoneInfo(runtime.settings.time_zone)).date()


def _cart_response(request: Request, lines: list[CartLine]) -> Response:
    """Serialize the cart without validating it against its schema again."""
    runtime = runtime_of(request)
    currency = runtime.currency
    items = [to_cart_item(line, currency) for line in lines]
    return Response(_LIST.dump_json(answer(items)), media_type="application/json")


@router.get(
    "/api/carts", response_model=Answer[list[CartItem]], responses=error_responses(Unauthorized)
)
async def list_cart(request: Request, customer: CustomerId, connection: Reading) -> Response:
    """The customer's cart; each line carries its current problem."""
    return _cart_response(request, await cart_of(connection, customer))


@router.post("/api/carts", response_model=Answer[list[CartItem]], responses=_ADDITION)
async def add_line(
    body: AddLine, request: Request, customer: CustomerId, key: Key = None
) -> Response:
    """Adds units of a SKU and returns the new cart. Reserves nothing."""
    if key is not None and body.gift_card is None:
        return _cart_response(request, await _add_once(body, request, customer, key))
    if body.gift_card is not None:
        gift = validate_gift_card(body.gift_card, _today(request))
        if body.quantity != 1:
            raise LimitReached("Please add gift cards one at a time.")
        async with database_of(request).transaction() as connection:
            lines = await actions.add_gift_card(connection, customer, body.sku_id, gift)
        return _cart_response(request, lines)
    async with database_of(request).reading() as connection:
        lines = await actions.add_line(connection, customer, body.sku_id, body.quantity)
    return _cart_response(request, lines)


async def _add_once(body: AddLine, request: Request, customer: int, key: str) -> list[CartLine]:
    """Adds units unless a request with this key has; returns the cart as it is now."""
    async with database_of(request).transaction() as connection:

        async def act() -> dict[str, Any]:
            await actions.add_line(connection, customer, body.sku_id, body.quantity)
            return {}

        await idempotent(
            connection,
            scope=f"cart:customer:{customer}",
            key=key,
            body=body.model_dump_json().encode(),
            keep_seconds=runtime_of(request).settings.idempotency_seconds,
            act=act,
        )
        return await cart_of(connection, customer)


@router.put("/api/carts", response_model=Answer[list[CartItem]], responses=_CHANGES)
async def set_line(
    body: SetLine, request: Request, customer: CustomerId, connection: Reading
) -> Response:
    """Sets the quantity of a line and returns the new cart; 0 removes the line.

    For a gift card, it changes the details.
    """
    if body.gift_card is not None and body.quantity == 1:
        gift = validate_gift_card(body.gift_card, _today(request))
        return _cart_response(
            request, await actions.change_gift_card(connection, customer, body.id, gift)
        )
    return _cart_response(
        request, await actions.set_line(connection, customer, body.id, body.quantity)
    )


@router.post(
    "/api/carts/guest",
    response_model=Answer[list[CartItem]],
    responses=error_responses(TooManyLines),
)
async def list_guest_cart(body: SentCart, request: Request) -> Response:
    """A guest's list as cart items, in the order of the list, without unknown ids.

    Gift cards come last, with their details.
    """
    cart = GuestCart(sku_ids=body) if isinstance(body, list) else body
    units = count_units(cart.sku_ids)
    gifts = validate_gift_cards(cart.gift_cards, _today(request))
    if len(units) > MAX_LINES:
        raise TooManyLines
    async with database_of(request).reading() as connection:
        lines = await lines_for_skus(connection, units)
        lines += await lines_for_gift_cards(connection, gifts)
    return _cart_response(request, lines)


@router.post(
    "/api/carts/guest/gift-cards",
    response_model=Answer[list[CartItem]],
    responses=error_responses(Unauthorized),
)
async def merge_gift_cards(body: GiftCardLines, request: Request, customer: CustomerId) -> Response:
    """Merges a guest's gift cards into the cart after sign-in. Repeating it changes nothing."""
    gifts = validate_gift_cards(body, _today(request))
    async with database_of(request).transaction() as connection:
        lines = await actions.merge_gift_cards(connection, customer, gifts)
    return _cart_response(request, lines)


@router.delete(
    "/api/carts/{line_id}",
    response_model=Answer[list[CartItem]],
    responses=error_responses(Unauthorized),
)
async def remove_line(
    line_id: LineId, request: Request, customer: CustomerId, connection: Reading
) -> Response:
    """Removes a line and returns the new cart. A missing line is not an error."""
    return _cart_response(request, await actions.remove_line(connection, customer, line_id))
