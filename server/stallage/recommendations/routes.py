"""What is often bought together: the same for everybody, and cacheable."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stallage.catalog.parameters import TEXT, parameter
from stallage.catalog.ready_route import ReadyRoute
from stallage.catalog.schemas import Card
from stallage.core.db import database_of
from stallage.core.envelope import Answer, ready, refusals
from stallage.core.errors import InvalidFields
from stallage.core.public import public_response
from stallage.core.validation import message, required
from stallage.recommendations import rules
from stallage.recommendations.queries import cards_beside

often = APIRouter(tags=["catalogue"], route_class=ReadyRoute)
router = often

IDS = ("productIds", "skuIds")


@often.get(
    "/api/bought-together",
    response_model=Answer[list[Card]],
    responses=refusals(InvalidFields),
    openapi_extra={
        "parameters": [
            parameter(name, f"Ids with commas between them, at most {rules.MAX_IDS}.", TEXT)
            for name in IDS
        ]
    },
)
async def list_bought_together(request: Request) -> Response:
    """At most 4 cards of what is often bought with some products, in stock and none of them.

    `productIds` names them, or `skuIds`, as a cart knows them.
    """
    given = {name: _ids(name, request.query_params.get(name, "")) for name in IDS}
    if not any(given.values()):
        raise InvalidFields(fields=required("productIds"))
    async with database_of(request).public_reading() as connection:
        cards = await cards_beside(connection, given["productIds"], given["skuIds"])
    return public_response(request, ready(cards))


def _ids(name: str, text: str) -> list[int]:
    """The ids of a parameter; none where it is left out. Raises InvalidFields."""
    try:
        return rules.ids_in(text) if text else []
    except ValueError as error:
        raise InvalidFields(fields={name: [message("invalid", name)]}) from error
