"""The calls of the recently viewed list."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from stallage.core import access
from stallage.core.db import Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound, Unauthorized
from stallage.customers.actions.profile import drop_recently_viewed
from stallage.recently_viewed import actions
from stallage.recently_viewed.schemas import RecentlyViewed, ViewInput

router = APIRouter(tags=["customer"])


@router.post("/customer/recentlyViewed", responses=error_responses(Unauthorized, NotFound))
async def view(
    given: ViewInput, customer_id: access.CustomerId, connection: Transaction
) -> Answer[RecentlyViewed]:
    """Puts a SKU first in the list of those looked at last; 20 are kept."""
    sku_ids = await actions.view(connection, customer_id, given.sku_id)
    return answer(RecentlyViewed.model_construct(recently_view_sku_id=sku_ids))


@router.delete("/customer/recentlyViewed", responses=error_responses(Unauthorized))
async def clear(customer_id: access.CustomerId, connection: Transaction) -> Answer[RecentlyViewed]:
    """Empties the list."""
    sku_ids = await drop_recently_viewed(connection, customer_id)
    return answer(RecentlyViewed.model_construct(recently_view_sku_id=sku_ids))


@router.delete("/customer/recentlyViewed/{skuId}", responses=error_responses(Unauthorized))
async def remove(
    sku_id: Annotated[int, Path(alias="skuId", ge=1, le=2**53 - 1)],
    customer_id: access.CustomerId,
    connection: Transaction,
) -> Answer[RecentlyViewed]:
    """Removes a SKU from the list; removing one that is not in it is no error."""
    sku_ids = await drop_recently_viewed(connection, customer_id, sku_id)
    return answer(RecentlyViewed.model_construct(recently_view_sku_id=sku_ids))
