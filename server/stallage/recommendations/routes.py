"""Products that are often bought together. The response is public and cacheable."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stallage.core.db import database_of
from stallage.core.direct_route import DirectRoute
from stallage.core.envelope import Answer, error_responses, wrap_json
from stallage.core.errors import InvalidFields
from stallage.core.public import public_response
from stallage.core.validation import message, required_error
from stallage.products.schemas import Card
from stallage.recommendations import rules
from stallage.recommendations.queries import recommended_cards
from stallage.search.schemas.openapi_parameters import TEXT, parameter

priority_router = APIRouter(tags=["catalogue"], route_class=DirectRoute)
router = priority_router

IDS = ("productIds", "skuIds")


@priority_router.get(
    "/api/bought-together",
    response_model=Answer[list[Card]],
    responses=error_responses(InvalidFields),
    openapi_extra={
        "parameters": [
            parameter(name, f"Comma-separated ids, at most {rules.MAX_IDS}.", TEXT) for name in IDS
        ]
    },
)
async def list_bought_together(request: Request) -> Response:
    """Return up to 4 cards of in-stock products that are often bought with the given ones.

    Pass `productIds` or `skuIds`. The given products are not returned.
    """
    ids = {name: _ids(name, request.query_params.get(name, "")) for name in IDS}
    if not any(ids.values()):
        raise InvalidFields(fields=required_error("productIds"))
    async with database_of(request).public_reading() as connection:
        cards = await recommended_cards(connection, ids["productIds"], ids["skuIds"])
    return public_response(request, wrap_json(cards))


def _ids(name: str, text: str) -> list[int]:
    """Return the ids of a parameter, or none if it is missing. Raises InvalidFields."""
    try:
        return rules.parse_ids(text) if text else []
    except ValueError as error:
        raise InvalidFields(fields={name: [message("invalid", name)]}) from error
