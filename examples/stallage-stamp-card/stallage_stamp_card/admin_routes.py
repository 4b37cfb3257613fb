"""The operators' API of stamp cards."""

from __future__ import annotations

from fastapi import Request

from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter
from stallage_stamp_card import queries
from stallage_stamp_card.schemas import CustomerCard
from stallage_stamp_card.settings import Settings

router = AdminRouter(tag="stamp_card")


@router.get(
    "/stamp-card/cards", permission="customers.read", response_model=Answer[list[CustomerCard]]
)
async def list_cards(request: Request, connection: Reading) -> Answer[list[CustomerCard]]:
    """Return the hundred customers with the most stamps."""
    size = runtime_of(request).settings_of(Settings).size
    return answer(await queries.customer_cards(connection, size))
