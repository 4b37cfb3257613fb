"""The calls of a wishlist. Each change answers with the new list."""

from __future__ import annotations

from typing import Annotated

import orjson
from fastapi import APIRouter, Path
from fastapi.responses import Response

from stallage.catalog.schemas import SkuCard
from stallage.core.access import Customer
from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, ready, refusals
from stallage.core.errors import NotFound, Unauthorized
from stallage.core.schemas import MAX_ID
from stallage.wishlist.actions import add_wish, remove_wish
from stallage.wishlist.errors import WishlistFull
from stallage.wishlist.queries import wished_cards
from stallage.wishlist.schemas import WishInput

router = APIRouter(tags=["wishlist"])

Sku = Annotated[int, Path(alias="sku", ge=1, le=MAX_ID, description="The SKU's id.")]


async def _said(connection: Connection, customer_id: int) -> Response:
    """The list as it is now, of cards that the database has written already."""
    cards = await wished_cards(connection, customer_id)
    return Response(ready(orjson.dumps(cards)), media_type="application/json")


@router.get("/wishlist", response_model=Answer[list[SkuCard]], responses=refusals(Unauthorized))
async def list_wishes(customer_id: Customer, connection: Reading) -> Response:
    """What the customer wishes for, newest first."""
    return await _said(connection, customer_id)


@router.post(
    "/wishlist",
    response_model=Answer[list[SkuCard]],
    responses=refusals(Unauthorized, NotFound, WishlistFull),
)
async def add(given: WishInput, customer_id: Customer, connection: Transaction) -> Response:
    """Adds a SKU; adding it twice is one entry. At most 500."""
    await add_wish(connection, customer_id, given.sku)
    return await _said(connection, customer_id)


@router.delete(
    "/wishlist/{sku}", response_model=Answer[list[SkuCard]], responses=refusals(Unauthorized)
)
async def remove(sku_id: Sku, customer_id: Customer, connection: Transaction) -> Response:
    """Removes a SKU; removing what is not there is no error."""
    await remove_wish(connection, customer_id, sku_id)
    return await _said(connection, customer_id)
