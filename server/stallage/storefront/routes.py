"""Home page, category tree, product page, SKU cards and size guides."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from stallage.core import clock
from stallage.core.db import database_of
from stallage.core.direct_route import DirectRoute
from stallage.core.envelope import Answer, error_responses, wrap_json
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.public import LONG_CACHE, public_response
from stallage.core.validation import message
from stallage.layout.schemas import Frame, FrameLink
from stallage.products.queries.cards import cards_by_slug
from stallage.products.queries.size_guides import read_size_guide
from stallage.products.queries.sku_cards import sku_cards
from stallage.products.schemas import Card, SkuCard
from stallage.search.cache.cached_response import response_slot
from stallage.search.cache.changes import LISTED, OVERVIEWS, tags_of_cards
from stallage.search.schemas.openapi_parameters import TEXT, parameter
from stallage.storefront.queries.home import (
    find_home,
    read_category_menu,
    read_category_tree,
    read_home,
)
from stallage.storefront.queries.product_page import read_product
from stallage.storefront.schemas import CategoryNode, Home, ProductDetails, SizeGuide

priority_router = APIRouter(tags=["catalogue"], route_class=DirectRoute)
router = priority_router

MAX_SKU_IDS = 100
MAX_SLUGS = 24
_SKU_IDS = re.compile(r"^[0-9]{1,16}(,[0-9]{1,16})*$")


@priority_router.get(
    "/api/products/cards",
    response_model=Answer[list[SkuCard]],
    responses=error_responses(InvalidFields),
    openapi_extra={
        "parameters": [
            parameter("skuIds", "Comma-separated SKU ids, at most 100.", TEXT),
        ]
    },
)
async def list_sku_cards(request: Request) -> Response:
    """Return cards of SKUs in the order of `skuIds`. SKUs that are not on sale are left out."""
    ids = read_sku_ids(request.query_params.get("skuIds", ""))
    async with database_of(request).public_reading() as connection:
        cards = await sku_cards(connection, ids, clock.now())
    return public_response(request, wrap_json(cards), shows=tags_of_cards(cards))


def read_sku_ids(text: str) -> list[int]:
    """Parse `1,2` into [1, 2]. Raises InvalidFields."""
    if text and not _SKU_IDS.match(text):
        raise InvalidFields(fields={"skuIds": [message("invalid", "skuIds")]})
    ids = [int(one) for one in text.split(",")] if text else []
    if len(ids) > MAX_SKU_IDS:
        raise InvalidFields(fields={"skuIds": [message("tooMany", "skuIds", max=MAX_SKU_IDS)]})
    return ids


@priority_router.get(
    "/api/product-cards",
    response_model=Answer[list[Card]],
    responses=error_responses(InvalidFields),
    openapi_extra={
        "parameters": [
            parameter("slugs", "Comma-separated slugs of products, at most 24.", TEXT),
        ]
    },
)
async def list_product_cards(request: Request) -> Response:
    """Return cards of products in the order of `slugs`. Products that are not on sale are left out."""
    slugs = read_slugs(request.query_params.get("slugs", ""))
    async with database_of(request).public_reading() as connection:
        cards = await cards_by_slug(connection, slugs)
    return public_response(request, wrap_json(cards), shows=tags_of_cards(cards))


def read_slugs(text: str) -> list[str]:
    """Parse `a,b` into distinct slugs. Raises InvalidFields."""
    slugs = list(dict.fromkeys(slug for slug in text.split(",") if slug))
    if "\x00" in text:
        raise InvalidFields(fields={"slugs": [message("invalid", "slugs")]})
    if len(slugs) > MAX_SLUGS:
        raise InvalidFields(fields={"slugs": [message("tooMany", "slugs", max=MAX_SLUGS)]})
    return slugs


@priority_router.get(
    "/api/products/{slug}",
    response_model=Answer[ProductDetails],
    responses=error_responses(NotFound),
)
async def show_product(
    request: Request, slug: Annotated[str, Path(description="The product's slug.")]
) -> Response:
    """Return everything a product page shows."""

    slot = response_slot(request)
    if slot.is_empty:
        names = await slot.cache.names()
        product = None
        if "\x00" not in slug:
            product = await read_product(slot.cache, names, slug, clock.now())
        if product is None:
            raise NotFound
        slot.fill(product.output, product.tags)
    return slot.response()


@priority_router.get(
    "/api/size-guides/{slug}", response_model=Answer[SizeGuide], responses=error_responses(NotFound)
)
async def show_size_guide(
    request: Request, slug: Annotated[str, Path(description="The size guide's slug.")]
) -> Response:
    """Return a size guide. Products link to that of their category."""

    slot = response_slot(request)
    if slot.is_empty:
        output = None
        if "\x00" not in slug:
            async with database_of(request).public_reading() as connection:
                output = await read_size_guide(connection, slug)
        if output is None:
            raise NotFound
        # A change of names outdates everything.
        slot.fill(output, ())
    return slot.response(LONG_CACHE)


@priority_router.get("/api/home", response_model=Answer[Home])
async def show_home(request: Request) -> Response:
    """Return the home page: categories, sliders, running sales and feature sections.

    If operators composed the page, `sections` has it in order. Otherwise, if there are no sliders and
    feature sections, `highlights` has products and categories to show.
    """

    slot = response_slot(request)
    if slot.is_empty:
        names = await slot.cache.names()
        found = await find_home(slot.cache, names.home, clock.now())
        async with database_of(request).public_reading() as connection:
            output = await read_home(connection, slot.cache, names, names.home, found)
        slot.fill(output, {OVERVIEWS, LISTED} | tags_of_cards(output))
    return slot.response()


@priority_router.get("/api/frame", response_model=Answer[Frame])
async def show_frame(request: Request) -> Response:
    """Return the menus and the announcement bar. Pages have the same as JSON in their head."""

    slot = response_slot(request)
    if slot.is_empty:
        names = await slot.cache.names()
        slot.fill(names.frame.model_dump_json(by_alias=True).encode(), ())
    return slot.response()


@priority_router.get("/api/categories", response_model=Answer[list[CategoryNode]])
async def list_categories(request: Request) -> Response:
    """Return the category tree."""

    slot = response_slot(request)
    if slot.is_empty:
        names = await slot.cache.names()
        tree = await read_category_tree(slot.cache, names)
        slot.fill(tree.output, tree.tags)
    return slot.response(LONG_CACHE)


@priority_router.get("/api/category-menu", response_model=Answer[list[FrameLink]])
async def show_category_menu(request: Request) -> Response:
    """Return the automatic main menu: the categories that have products, with their subcategories."""

    slot = response_slot(request)
    if slot.is_empty:
        menu = await read_category_menu(slot.cache, await slot.cache.names())
        slot.fill(menu, {OVERVIEWS})
    return slot.response(LONG_CACHE)
