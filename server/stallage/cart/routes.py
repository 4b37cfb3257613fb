"""The calls of a cart. Each change is one statement and answers with the new list."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response
from pydantic import TypeAdapter

from stallage.cart import actions
from stallage.cart.errors import LimitReached, OutOfStock, QuantityUnavailable, TooManyLines
from stallage.cart.lines import CartLine, item_of
from stallage.cart.queries import cart_of, listed
from stallage.cart.rules import MAX_LINES, counted
from stallage.cart.schemas import AddLine, CartItem, GuestSkuIds, SetLine
from stallage.core.access import Customer
from stallage.core.db import Reading, database_of
from stallage.core.envelope import Answer, answer, refusals
from stallage.core.errors import NotFound, Unauthorized
from stallage.core.runtime import Runtime

router = often = APIRouter(tags=["cart"])

LineId = Annotated[int, Path(ge=1, le=2**53 - 1)]
_CHANGES = refusals(
    Unauthorized, NotFound, QuantityUnavailable, OutOfStock, LimitReached, TooManyLines
)
_LIST = TypeAdapter(Answer[list[CartItem]])


def _said(request: Request, lines: list[CartLine]) -> Response:
    """The list, written by its schema without being checked against it a second time."""
    runtime: Runtime = request.app.state.runtime
    currency = runtime.currency
    items = [item_of(line, currency) for line in lines]
    return Response(_LIST.dump_json(answer(items)), media_type="application/json")


@router.get("/api/carts", response_model=Answer[list[CartItem]], responses=refusals(Unauthorized))
async def list_cart(request: Request, customer: Customer, connection: Reading) -> Response:
    """The customer's cart, each line with what is wrong with it now."""
    return _said(request, await cart_of(connection, customer))


@router.post("/api/carts", response_model=Answer[list[CartItem]], responses=_CHANGES)
async def add_line(body: AddLine, request: Request, customer: Customer) -> Response:
    """Adds pieces of a SKU and answers with the new cart. Reserves nothing."""
    async with database_of(request).reading() as connection:
        lines = await actions.add_line(connection, customer, body.sku_id, body.quantity)
    return _said(request, lines)


@router.put("/api/carts", response_model=Answer[list[CartItem]], responses=_CHANGES)
async def set_line(
    body: SetLine, request: Request, customer: Customer, connection: Reading
) -> Response:
    """Sets how many pieces a line has and answers with the new cart; 0 removes the line."""
    return _said(request, await actions.set_line(connection, customer, body.id, body.quantity))


@router.post(
    "/api/carts/guest", response_model=Answer[list[CartItem]], responses=refusals(TooManyLines)
)
async def list_guest_cart(body: GuestSkuIds, request: Request) -> Response:
    """A guest's list as cart items, in the list's order. Unknown ids are left out."""
    pieces = counted(body)
    if len(pieces) > MAX_LINES:
        raise TooManyLines
    async with database_of(request).reading() as connection:
        lines = await listed(connection, pieces)
    return _said(request, lines)


@router.delete(
    "/api/carts/{line_id}", response_model=Answer[list[CartItem]], responses=refusals(Unauthorized)
)
async def remove_line(
    line_id: LineId, request: Request, customer: Customer, connection: Reading
) -> Response:
    """Takes a line out and answers with the new cart. A line that is not there is no error."""
    return _said(request, await actions.remove_line(connection, customer, line_id))
