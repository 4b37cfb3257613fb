"""Recently viewed SKUs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from stallage.core import access
from stallage.core.db import Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound, Unauthorized
from stallage.customers.actions.profile import remove_recently_viewed
from stallage.recently_viewed import actions
from stallage.recently_viewed.schemas import RecentlyViewed, ViewInput

router = APIRouter(tags=["customer"])


@router.post("/customer/recentlyViewed", responses=error_responses(Unauthorized, NotFound))
async def view(
    body: ViewInput, customer_id: access.CustomerId, connection: Transaction
) -> Answer[RecentlyViewed]:
    """Put a SKU first in the list. At most 20 are stored."""
    sku_ids = await actions.view(connection, customer_id, body.sku_id)
    return answer(RecentlyViewed.model_construct(recently_view_sku_id=sku_ids))


@router.delete("/customer/recentlyViewed", responses=error_responses(Unauthorized))
async def clear(customer_id: access.CustomerId, connection: Transaction) -> Answer[RecentlyViewed]:
    """Clear the list."""
    sku_ids = await remove_recently_viewed(connection, customer_id)
    return answer(RecentlyViewed.model_construct(recently_view_sku_id=sku_ids))


@router.delete("/customer/recentlyViewed/{skuId}", responses=error_responses(Unauthorized))
async def remove(
    sku_id: Annotated[int, Path(alias="skuId", ge=1, le=2**53 - 1)],
    customer_id: access.CustomerId,
    connection: Transaction,
) -> Answer[RecentlyViewed]:
    """Remove a SKU from the list, if it is in it."""
    sku_ids = await remove_recently_viewed(connection, customer_id, sku_id)
    return answer(RecentlyViewed.model_construct(recently_view_sku_id=sku_ids))
