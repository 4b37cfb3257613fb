"""Recommended products. The responses are public and say nothing about who asks for them."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stallage.core.db import database_of
from stallage.core.direct_route import DirectRoute
from stallage.core.envelope import Answer, error_responses, wrap_json
from stallage.core.errors import InvalidFields
from stallage.core.json_types import JsonObject
from stallage.core.public import REVALIDATE, public_response
from stallage.core.validation import message, required_error
from stallage.products.schemas import Card
from stallage.recommendations import rules
from stallage.recommendations.queries import (
    bought_together_cards,
    popular_cards,
    related_cards,
    viewed_cards,
)
from stallage.search.cache.catalog_cache import catalog_cache_of
from stallage.search.cache.changes import tags_of_cards
from stallage.search.schemas.openapi_parameters import TEXT, parameter

priority_router = APIRouter(tags=["catalogue"], route_class=DirectRoute)
router = priority_router

IDS = ("productIds", "skuIds")


def _ids_parameter(name: str) -> JsonObject:
    return parameter(name, f"Comma-separated ids, at most {rules.MAX_IDS}.", TEXT)


def _limit_parameter(default: int) -> JsonObject:
    schema = {"type": "integer", "minimum": 1, "maximum": rules.MAX_SHOWN, "default": default}
    return parameter("limit", "Number of cards, at most.", schema)


@priority_router.get(
    "/api/bought-together",
    response_model=Answer[list[Card]],
    responses=error_responses(InvalidFields),
    openapi_extra={
        "parameters": [*map(_ids_parameter, IDS), _limit_parameter(rules.SHOWN_TOGETHER)]
    },
)
async def list_bought_together(request: Request) -> Response:
    """Return cards of in-stock products that are often bought with the given ones.

    Pass `productIds` or `skuIds`. The given products are not returned.
    """
    ids = {name: _ids(request, name) for name in IDS}
    limit = _limit(request, rules.SHOWN_TOGETHER)
    if not any(ids.values()):
        raise InvalidFields(fields=required_error("productIds"))
    async with database_of(request).public_reading() as connection:
        cards = await bought_together_cards(connection, ids["productIds"], ids["skuIds"], limit)
    return public_response(request, wrap_json(cards), shows=tags_of_cards(cards))


@priority_router.get(
    "/api/related-products",
    response_model=Answer[list[Card]],
    responses=error_responses(InvalidFields),
    openapi_extra={
        "parameters": [
            parameter("productId", "The product's id; required.", TEXT),
            _limit_parameter(rules.SHOWN),
        ]
    },
)
async def list_related_products(request: Request) -> Response:
    """Return cards of in-stock products that are like a product, independent of orders.

    Those chosen by hand for the product come first, then similar ones by category, brand, attributes and
    price.
    """
    ids = _ids(request, "productId", most=1)
    limit = _limit(request, rules.SHOWN)
    if not ids:
        raise InvalidFields(fields=required_error("productId"))
    engine = catalog_cache_of(request).engine()
    cards = await related_cards(database_of(request), engine, ids[0], limit)
    return public_response(request, wrap_json(cards), shows=tags_of_cards(cards))


@priority_router.get(
    "/api/because-you-viewed",
    response_model=Answer[list[Card]],
    responses=error_responses(InvalidFields),
    openapi_extra={"parameters": [_ids_parameter("skuIds"), _limit_parameter(rules.SHOWN)]},
)
async def list_because_you_viewed(request: Request) -> Response:
    """Return cards of in-stock products for a shopper who viewed the SKUs `skuIds`, newest first.

    First what is bought with the viewed products, then products related to the newest one, then popular
    ones. The viewed products are not returned. The list is empty if none of the SKUs exists.
    """
    ids = _ids(request, "skuIds")
    limit = _limit(request, rules.SHOWN)
    if not ids:
        raise InvalidFields(fields=required_error("skuIds"))
    engine = catalog_cache_of(request).engine()
    cards = await viewed_cards(database_of(request), engine, ids, limit)
    # Few shoppers have viewed the same, so a shared cache would only fill up.
    return public_response(request, wrap_json(cards), cache_control=REVALIDATE)


@priority_router.get(
    "/api/popular-now",
    response_model=Answer[list[Card]],
    responses=error_responses(InvalidFields),
    openapi_extra={"parameters": [_limit_parameter(rules.SHOWN)]},
)
async def list_popular_now(request: Request) -> Response:
    """Return cards of the in-stock products that were ordered most in the last weeks."""
    limit = _limit(request, rules.SHOWN)
    async with database_of(request).public_reading() as connection:
        cards = await popular_cards(connection, limit)
    return public_response(request, wrap_json(cards), shows=tags_of_cards(cards))


def _ids(request: Request, name: str, most: int = rules.MAX_IDS) -> list[int]:
    """Return the ids of a parameter, or none if it is missing. Raises InvalidFields."""
    text = request.query_params.get(name, "")
    try:
        return rules.parse_ids(text, most) if text else []
    except ValueError as error:
        raise InvalidFields(fields={name: [message("invalid", name)]}) from error


def _limit(request: Request, default: int) -> int:
    """Return the parameter `limit`, or its default if it is missing. Raises InvalidFields."""
    text = request.query_params.get("limit", "")
    try:
        return rules.parse_limit(text) if text else default
    except ValueError as error:
        fields = {"limit": [message("between", "limit", min=1, max=rules.MAX_SHOWN)]}
        raise InvalidFields(fields=fields) from error
