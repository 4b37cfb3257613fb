"""The operators' API of low-stock levels, and of emails about items that fall to them."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from fastapi import Request

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter
from stallage.stock_keeping.actions.low_levels import set_low_levels
from stallage.stock_keeping.queries.low_levels import choices, low_levels
from stallage.stock_keeping.schemas.low_levels import LowLevelChoices, LowLevels, LowLevelsInput

router = AdminRouter(tag="stock")


@router.get("/stock/low-levels", permission="stock.read", response_model=Answer[LowLevels])
async def get_low_levels(connection: Reading) -> Answer[LowLevels]:
    """All low-stock levels with the number of items that each holds for, and who gets emails."""
    return answer(await low_levels(connection))


@router.get(
    "/stock/low-levels/choices", permission="stock.edit", response_model=Answer[LowLevelChoices]
)
async def get_low_level_choices(connection: Reading) -> Answer[LowLevelChoices]:
    """The categories that may get a level, and the team members who may get emails."""
    return answer(await choices(connection))


@router.put(
    "/stock/low-levels",
    permission="stock.edit",
    operation_id="setLowStockLevels",
    response_model=Answer[LowLevels],
    responses=error_responses(InvalidFields, EditConflict, PreconditionRequired),
)
async def put_low_levels(
    body: LowLevelsInput, request: Request, connection: Transaction, if_match: IfMatch = None
) -> Answer[LowLevels]:
    """Replace the levels of all categories, and who gets emails.

    The shop's level is a setting; those of products and items are set with the item.
    """
    zone = ZoneInfo(runtime_of(request).settings.time_zone)
    return answer(await set_low_levels(connection, body, zone, if_match))
