"""The operators' API of carriers."""

from __future__ import annotations

from fastapi import Response

from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.operators.dependencies import AdminRouter
from stallage.orders.actions.carriers import CARRIERS_AREA, save_carriers
from stallage.orders.queries.carriers import carrier_choices
from stallage.orders.schemas.carriers import CarrierSettings, CarriersInput
from stallage.orders.schemas.operator import CarrierChoice
from stallage.shop.actions.setting_changes import etag_of_values

router = AdminRouter(tag="orders")


@router.get("/carriers", permission="orders.read", response_model=Answer[list[CarrierChoice]])
async def list_carriers(connection: Reading) -> Answer[list[CarrierChoice]]:
    """List the carriers whose tracking links are known. Any other name can be used as well."""
    return answer(await carrier_choices(connection))


async def _settings(connection: Connection, response: Response) -> Answer[CarrierSettings]:
    values = await CARRIERS_AREA.read(connection)
    response.headers["ETag"] = etag_of_values(values)
    found = await CARRIERS_AREA.to_schema(connection, values)
    return answer(CarrierSettings.model_validate(found))


@router.get(
    "/settings/carriers", permission="settings.read", response_model=Answer[CarrierSettings]
)
async def get_carrier_settings(connection: Reading, response: Response) -> Answer[CarrierSettings]:
    """The shop's own carriers and those that every shop knows, and their ETag."""
    return await _settings(connection, response)


@router.put(
    "/settings/carriers",
    permission="settings.edit",
    response_model=Answer[CarrierSettings],
    responses=error_responses(EditConflict, PreconditionRequired, InvalidFields),
)
async def save_carrier_settings(
    body: CarriersInput, connection: Transaction, response: Response, if_match: IfMatch = None
) -> Answer[CarrierSettings]:
    """Replace the shop's own carriers. Parcels that were shipped keep their tracking links."""
    await save_carriers(connection, body, if_match)
    return await _settings(connection, response)
