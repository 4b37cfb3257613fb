"""The operators' API of locations."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired, check_match
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter
from stallage.stock.actions import locations as actions
from stallage.stock.drafts import LocationDraft
from stallage.stock.errors import LocationInUse
from stallage.stock_keeping.actions.transfers import check_no_transfer
from stallage.stock_keeping.errors import TransferUnderWay
from stallage.stock_keeping.queries.locations import all_locations, location_details
from stallage.stock_keeping.schemas.levels import Location, LocationInput, LocationList

router = AdminRouter(tag="stock")

LocationId = Annotated[int, Path(alias="locationId", ge=1, le=MAX_ID)]


def _draft(body: LocationInput) -> LocationDraft:
    return LocationDraft(name=body.name, address=body.address, priority=body.priority)


@router.get("/stock/locations", permission="stock.read", response_model=Answer[LocationList])
async def list_locations(connection: Reading) -> Answer[LocationList]:
    """List all locations in the order in which units leave them, removed ones last."""
    return answer(LocationList(items=await all_locations(connection)))


@router.post(
    "/stock/locations",
    permission="stock.edit",
    status_code=201,
    response_model=Answer[Location],
    responses=error_responses(InvalidFields),
)
async def add_location(body: LocationInput, connection: Transaction) -> Answer[Location]:
    """Add a location."""
    draft = _draft(body)
    location_id = await actions.add_location(connection, draft)
    if body.is_default:
        await actions.change_location(connection, location_id, draft, is_default=True)
    return answer(await location_details(connection, location_id))


@router.put(
    "/stock/locations/{locationId}",
    permission="stock.edit",
    response_model=Answer[Location],
    responses=error_responses(
        NotFound, InvalidFields, LocationInUse, EditConflict, PreconditionRequired
    ),
)
async def change_location(
    location_id: LocationId,
    body: LocationInput,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[Location]:
    """Change a location, or make it the default."""
    await actions.lock_location(connection, location_id)
    current = await location_details(connection, location_id)
    check_match(if_match, current.version, current)
    await actions.change_location(connection, location_id, _draft(body), is_default=body.is_default)
    return answer(await location_details(connection, location_id))


@router.delete(
    "/stock/locations/{locationId}",
    permission="stock.edit",
    response_model=Answer[Location],
    responses=error_responses(NotFound, LocationInUse, TransferUnderWay),
)
async def remove_location(location_id: LocationId, connection: Transaction) -> Answer[Location]:
    """Remove a location without units. It can be restored."""
    await actions.remove_location(connection, location_id)
    await check_no_transfer(connection, location_id)
    return answer(await location_details(connection, location_id))


@router.post(
    "/stock/locations/{locationId}/restore",
    permission="stock.edit",
    response_model=Answer[Location],
    responses=error_responses(NotFound),
)
async def restore_location(location_id: LocationId, connection: Transaction) -> Answer[Location]:
    """Bring back a removed location."""
    await actions.restore_location(connection, location_id)
    return answer(await location_details(connection, location_id))
