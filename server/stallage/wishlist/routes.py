"""The calls of a wishlist. Each change answers with the new list."""

from __future__ import annotations

from typing import Annotated

import orjson
from fastapi import APIRouter, Path
from fastapi.responses import Response

from stallage.core.access import CustomerId
from stallage.core.db import Connection, PublicReading, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses, wrap_json
from stallage.core.errors import NotFound, Unauthorized
from stallage.core.schemas import MAX_ID, Line
from stallage.products.schemas import SkuCard
from stallage.wishlist.actions import (
    add_item,
    remove_item,
    share_wishlist,
    unshare_wishlist,
)
from stallage.wishlist.errors import WishlistFull
from stallage.wishlist.queries import share_token, shared_list, wishlist_cards
from stallage.wishlist.schemas import SharedWishlist, WishInput, WishlistShare

router = APIRouter(tags=["wishlist"])

Sku = Annotated[int, Path(alias="sku", ge=1, le=MAX_ID, description="The SKU's id.")]


async def _said(connection: Connection, customer_id: int) -> Response:
    """The list as it is now, of cards that the database has written already."""
    cards = await wishlist_cards(connection, customer_id)
    return Response(wrap_json(orjson.dumps(cards)), media_type="application/json")


@router.get(
    "/wishlist", response_model=Answer[list[SkuCard]], responses=error_responses(Unauthorized)
)
async def list_wishes(customer_id: CustomerId, connection: Reading) -> Response:
    """What the customer wishes for, newest first."""
    return await _said(connection, customer_id)


@router.post(
    "/wishlist",
    response_model=Answer[list[SkuCard]],
    responses=error_responses(Unauthorized, NotFound, WishlistFull),
)
async def add(given: WishInput, customer_id: CustomerId, connection: Transaction) -> Response:
    """Adds a SKU; adding it twice is one entry. At most 500."""
    await add_item(connection, customer_id, given.sku)
    return await _said(connection, customer_id)


@router.delete(
    "/wishlist/{sku}", response_model=Answer[list[SkuCard]], responses=error_responses(Unauthorized)
)
async def remove(sku_id: Sku, customer_id: CustomerId, connection: Transaction) -> Response:
    """Removes a SKU; removing what is not there is no error."""
    await remove_item(connection, customer_id, sku_id)
    return await _said(connection, customer_id)


@router.get("/api/wishlist/share", responses=error_responses(Unauthorized))
async def get_share(customer_id: CustomerId, connection: Reading) -> Answer[WishlistShare]:
    """The link to the customer's list."""
    return answer(WishlistShare(token=await share_token(connection, customer_id)))


@router.post("/api/wishlist/share", status_code=201, responses=error_responses(Unauthorized))
async def share(customer_id: CustomerId, connection: Transaction) -> Answer[WishlistShare]:
    """Gives the list a link, by which anybody reads it as it is then; sharing twice is once."""
    return answer(WishlistShare(token=await share_wishlist(connection, customer_id)))


@router.delete("/api/wishlist/share", responses=error_responses(Unauthorized))
async def unshare(customer_id: CustomerId, connection: Transaction) -> Answer[WishlistShare]:
    """Ends the link; ending it twice is no error."""
    await unshare_wishlist(connection, customer_id)
    return answer(WishlistShare(token=None))


@router.get(
    "/api/wishlist/shared/{token}",
    response_model=Answer[SharedWishlist],
    responses=error_responses(NotFound),
)
async def shared(
    token: Annotated[Line, Path(max_length=64)], connection: PublicReading
) -> Response:
    """A list that its owner has shared, as it is now."""
    owner, cards = await shared_list(connection, token)
    body = wrap_json(orjson.dumps({"owner": owner, "items": cards}))
    return Response(body, media_type="application/json")
