"""HTTP routes of stamp cards."""

from __future__ import annotations

from fastapi import APIRouter, Request

from stallage.core.access import CustomerId
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import Unauthorized
from stallage.core.runtime import runtime_of
from stallage_stamp_card import queries
from stallage_stamp_card.schemas import StampCard
from stallage_stamp_card.settings import Settings

router = APIRouter(tags=["stamp_card"])


@router.get("/api/stamp-card", responses=error_responses(Unauthorized))
async def get_stamp_card(
    request: Request, customer_id: CustomerId, connection: Reading
) -> Answer[StampCard]:
    """Return the signed-in customer's card."""
    size = runtime_of(request).settings_of(Settings).size
    return answer(await queries.stamp_card(connection, customer_id, size))
