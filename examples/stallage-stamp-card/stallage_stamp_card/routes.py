"""HTTP routes of stamp cards."""

from __future__ import annotations

from importlib.resources import files

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stallage.core.access import CustomerId
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import Unauthorized
from stallage.core.runtime import runtime_of
from stallage_stamp_card import queries
from stallage_stamp_card.schemas import StampCard
from stallage_stamp_card.settings import Settings

router = APIRouter(tags=["stamp_card"])

SCREEN = files("stallage_stamp_card").joinpath("screen.js").read_bytes()


@router.get("/api/stamp-card/screen.js", include_in_schema=False)
async def get_screen() -> Response:
    """Return the script of the back office screen."""
    headers = {"Cache-Control": "no-cache"}
    return Response(SCREEN, media_type="text/javascript", headers=headers)


@router.get("/api/stamp-card", responses=error_responses(Unauthorized))
async def get_stamp_card(
    request: Request, customer_id: CustomerId, connection: Reading
) -> Answer[StampCard]:
    """Return the signed-in customer's card."""
    size = runtime_of(request).settings_of(Settings).size
    return answer(await queries.stamp_card(connection, customer_id, size))
