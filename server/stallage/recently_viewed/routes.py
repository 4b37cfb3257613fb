"""POST /customer/recentlyViewed."""

from __future__ import annotations

from fastapi import APIRouter

from stallage.core import access
from stallage.core.db import Transaction
from stallage.core.envelope import Answer, answer, refusals
from stallage.core.errors import NotFound, Unauthorized
from stallage.recently_viewed import actions
from stallage.recently_viewed.schemas import RecentlyViewed, ViewInput

router = APIRouter(tags=["customer"])


@router.post("/customer/recentlyViewed", responses=refusals(Unauthorized, NotFound))
async def view(
    given: ViewInput, customer_id: access.Customer, connection: Transaction
) -> Answer[RecentlyViewed]:
    """Puts a SKU first in the list of those looked at last; 20 are kept."""
    sku_ids = await actions.view(connection, customer_id, given.sku_id)
    return answer(RecentlyViewed.model_construct(recently_view_sku_id=sku_ids))
