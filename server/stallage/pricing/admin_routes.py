"""The operators' API of delivery and taxes."""

from __future__ import annotations

from fastapi import Request, Response

from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter
from stallage.pricing.actions.settings_areas import (
    DELIVERY_AREA,
    TAX_AREA,
    delivery_to_values,
    tax_settings,
    tax_to_values,
)
from stallage.pricing.schemas.settings import (
    DeliveryInput,
    DeliverySettings,
    TaxInput,
    TaxSettings,
)
from stallage.shop.actions.setting_changes import etag_of_values, save_area

router = AdminRouter(tag="settings")

ERRORS = error_responses(EditConflict, PreconditionRequired, InvalidFields)


async def _delivery(connection: Connection, response: Response) -> Answer[DeliverySettings]:
    values = await DELIVERY_AREA.read(connection)
    response.headers["ETag"] = etag_of_values(values)
    found = await DELIVERY_AREA.to_schema(connection, values)
    return answer(DeliverySettings.model_validate(found))


@router.get(
    "/settings/delivery", permission="settings.read", response_model=Answer[DeliverySettings]
)
async def get_delivery_settings(
    connection: Reading, response: Response
) -> Answer[DeliverySettings]:
    """Delivery zones and methods with their rates, and their ETag."""
    return await _delivery(connection, response)


@router.put(
    "/settings/delivery",
    permission="settings.edit",
    response_model=Answer[DeliverySettings],
    responses=ERRORS,
)
async def save_delivery_settings(
    body: DeliveryInput, connection: Transaction, response: Response, if_match: IfMatch = None
) -> Answer[DeliverySettings]:
    """Replace all delivery zones and methods. Placed orders keep theirs."""
    await save_area(connection, DELIVERY_AREA, delivery_to_values(body), if_match)
    return await _delivery(connection, response)


async def _taxes(
    request: Request, connection: Connection, response: Response
) -> Answer[TaxSettings]:
    values = await TAX_AREA.read(connection)
    response.headers["ETag"] = etag_of_values(values)
    return answer(await tax_settings(connection, values, runtime_of(request).settings.country))


@router.get("/settings/taxes", permission="settings.read", response_model=Answer[TaxSettings])
async def get_tax_settings(
    request: Request, connection: Reading, response: Response
) -> Answer[TaxSettings]:
    """Tax rates and classes, with suggestions by country, and their ETag."""
    return await _taxes(request, connection, response)


@router.put(
    "/settings/taxes",
    permission="settings.edit",
    response_model=Answer[TaxSettings],
    responses=ERRORS,
)
async def save_tax_settings(
    body: TaxInput,
    request: Request,
    connection: Transaction,
    response: Response,
    if_match: IfMatch = None,
) -> Answer[TaxSettings]:
    """Replace all tax rates and classes. Placed orders keep their taxes."""
    await save_area(connection, TAX_AREA, tax_to_values(body), if_match)
    return await _taxes(request, connection, response)
