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
from stallage.core.validation import message
from stallage.recommendations import rules
from stallage.recommendations.queries import cards_beside

often = APIRouter(tags=["catalogue"], route_class=ReadyRoute)
router = often


@often.get(
    "/api/bought-together",
    response_model=Answer[list[Card]],
    responses=refusals(InvalidFields),
    openapi_extra={
        "parameters": [
            parameter(
                "productIds",
                f"Product ids with commas between them, at most {rules.MAX_IDS}.",
                TEXT,
            ),
        ]
    },
)
async def list_bought_together(request: Request) -> Response:
    """At most 4 cards of what is often bought with these products, in stock and none of them."""
    try:
        ids = rules.product_ids(request.query_params.get("productIds", ""))
    except ValueError as error:
        fields = {"productIds": [message("invalid", "productIds")]}
        raise InvalidFields(fields=fields) from error
    async with database_of(request).reading() as connection:
        cards = await cards_beside(connection, ids)
    return public_response(request, ready(cards))
