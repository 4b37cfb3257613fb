"""The wishlist. Each change returns the new list."""

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
from stallage.wishlist.queries import read_shared_list, share_token, wishlist_cards
from stallage.wishlist.schemas import SharedWishlist, WishlistItemInput, WishlistShare

router = APIRouter(tags=["wishlist"])

Sku = Annotated[int, Path(alias="sku", ge=1, le=MAX_ID, description="The SKU's id.")]


async def _cards_response(connection: Connection, customer_id: int) -> Response:
    """Respond with the current list. The database builds the cards as JSON."""
    cards = await wishlist_cards(connection, customer_id)
    return Response(wrap_json(cards), media_type="application/json")


@router.get(
    "/wishlist",
    name="list_wishes",  # The operation id of the API.
    response_model=Answer[list[SkuCard]],
    responses=error_responses(Unauthorized),
)
async def list_items(customer_id: CustomerId, connection: Reading) -> Response:
    """Return the customer's wishlist, newest first."""
    return await _cards_response(connection, customer_id)


@router.post(
    "/wishlist",
    response_model=Answer[list[SkuCard]],
    responses=error_responses(Unauthorized, NotFound, WishlistFull),
)
async def add(
    body: WishlistItemInput, customer_id: CustomerId, connection: Transaction
) -> Response:
    """Add a SKU, if it is not in the list. At most 500."""
    await add_item(connection, customer_id, body.sku)
    return await _cards_response(connection, customer_id)


@router.delete(
    "/wishlist/{sku}", response_model=Answer[list[SkuCard]], responses=error_responses(Unauthorized)
)
async def remove(sku_id: Sku, customer_id: CustomerId, connection: Transaction) -> Response:
    """Remove a SKU, if it is in the list."""
    await remove_item(connection, customer_id, sku_id)
    return await _cards_response(connection, customer_id)


@router.get("/api/wishlist/share", responses=error_responses(Unauthorized))
async def get_share(customer_id: CustomerId, connection: Reading) -> Answer[WishlistShare]:
    """Return the link to the customer's list."""
    return answer(WishlistShare(token=await share_token(connection, customer_id)))


@router.post("/api/wishlist/share", status_code=201, responses=error_responses(Unauthorized))
async def share(customer_id: CustomerId, connection: Transaction) -> Answer[WishlistShare]:
    """Return a link by which anybody can read the list; create it if there is none."""
    return answer(WishlistShare(token=await share_wishlist(connection, customer_id)))


@router.delete("/api/wishlist/share", responses=error_responses(Unauthorized))
async def unshare(customer_id: CustomerId, connection: Transaction) -> Answer[WishlistShare]:
    """Delete the link, if there is one."""
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
    """Return a shared wishlist."""
    owner, cards = await read_shared_list(connection, token)
    body = wrap_json(orjson.dumps({"owner": owner, "items": orjson.Fragment(cards)}))
    return Response(body, media_type="application/json")
