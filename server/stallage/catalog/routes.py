"""The catalogue's calls. All answers are the same for everybody, and most are ready bytes."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Annotated

import orjson
from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from stallage.catalog.answer_keys import Depends, answer_key
from stallage.catalog.answers import Kept
from stallage.catalog.asking import names_list, read_list
from stallage.catalog.criteria import matching_ids, search_products
from stallage.catalog.details import read_product
from stallage.catalog.home import category_tree, home
from stallage.catalog.listing import list_products
from stallage.catalog.parameters import LIST_PARAMETERS, SEARCH_PARAMETERS, TEXT, parameter
from stallage.catalog.queries import sku_cards
from stallage.catalog.ready_route import ReadyRoute
from stallage.catalog.schemas import (
    CategoryNode,
    Home,
    ProductDetails,
    ProductList,
    ProductSearch,
    SizeGuide,
    SkuCard,
    Suggestion,
)
from stallage.catalog.search_limits import allow_criteria, allow_search
from stallage.catalog.shelf import Shelf, shelf_of
from stallage.catalog.size_guides import read_size_guide
from stallage.catalog.suggesting import suggest
from stallage.core import clock
from stallage.core.db import database_of
from stallage.core.envelope import Answer, ready, refusals
from stallage.core.errors import InvalidFields, NotFound, TooMany
from stallage.core.paging import Page
from stallage.core.public import LONG, SHORT, etag_of, public_response
from stallage.core.runtime import Runtime
from stallage.core.validation import message

router = APIRouter(tags=["catalogue"])
often = APIRouter(tags=["catalogue"], route_class=ReadyRoute)
"""What shoppers read all day; the application matches these first."""

MAX_SKU_IDS = 100
_SKU_IDS = re.compile(r"^[0-9]{1,16}(,[0-9]{1,16})*$")

Built = tuple[bytes, int | None]
"""An output as JSON, and the product whose page it is, if it is one."""


async def kept_answer(
    request: Request,
    build: Callable[[Runtime, Shelf], Awaitable[Built]],
    cache_control: str = SHORT,
    depends: Depends = "nothing",
) -> Response:
    """The answer that is kept for this address, or a new one, kept until something in it changes."""
    runtime: Runtime = request.app.state.runtime
    shelf = shelf_of(request)
    key = answer_key(request.scope["path"], request.scope["query_string"], depends)
    kept = shelf.answers.get(key)
    if kept is None:
        generation = shelf.answers.generation
        output, product_id = await build(runtime, shelf)
        body = ready(output)
        kept = Kept(body, etag_of(body), product_id)
        if shelf.listening:
            shelf.answers.keep(key, kept, generation)
    return public_response(request, kept.body, cache_control=cache_control, tag=kept.tag)


@often.get(
    "/api/products",
    response_model=Answer[ProductList],
    responses=refusals(NotFound, InvalidFields, TooMany),
    openapi_extra={"parameters": LIST_PARAMETERS},
)
async def list_of_products(request: Request) -> Response:
    """A page of cards with facets.

    `category`, `sale`, `slider`, `section` and `q` say what the list is of; several narrow one
    another. Values of one parameter are or-ed where it may be repeated, parameters are and-ed. Each
    facet's counts obey all parameters but its own. Unknown parameters are passed over.
    """

    async def build(runtime: Runtime, shelf: Shelf) -> Built:
        if "q" in request.query_params:
            await allow_search(request)
        names = await shelf.vocabulary()
        listed = read_list(request.scope["query_string"], names, clock.now())
        return await list_products(runtime, shelf, names, listed), None

    return await kept_answer(request, build, depends="list")


@often.get(
    "/api/products/suggest",
    response_model=Answer[list[Suggestion]],
    responses=refusals(TooMany),
    openapi_extra={"parameters": [parameter("q", "What was typed so far.", TEXT)]},
)
async def suggest_products(request: Request) -> Response:
    """At most 10 ways to go on: queries, categories, products."""

    async def build(runtime: Runtime, shelf: Shelf) -> Built:
        await allow_search(request)
        typed = request.query_params.get("q", "")
        return orjson.dumps(await suggest(runtime.database, shelf, typed)), None

    return await kept_answer(request, build, depends="typed")


@often.get(
    "/api/products/cards",
    response_model=Answer[list[SkuCard]],
    responses=refusals(InvalidFields),
    openapi_extra={
        "parameters": [
            parameter("skuIds", "SKU ids with commas between them, at most 100.", TEXT),
        ]
    },
)
async def list_sku_cards(request: Request) -> Response:
    """Cards of SKUs in the order asked for; ids of nothing on sale are left out."""
    ids = read_sku_ids(request.query_params.get("skuIds", ""))
    async with database_of(request).public_reading() as connection:
        cards = await sku_cards(connection, ids, clock.now())
    return public_response(request, ready(orjson.dumps(cards)))


def read_sku_ids(text: str) -> list[int]:
    """`1,2` → [1, 2]. Raises InvalidFields."""
    if text and not _SKU_IDS.match(text):
        raise InvalidFields(fields={"skuIds": [message("invalid", "skuIds")]})
    ids = [int(one) for one in text.split(",")] if text else []
    if len(ids) > MAX_SKU_IDS:
        raise InvalidFields(fields={"skuIds": [message("tooMany", "skuIds", max=MAX_SKU_IDS)]})
    return ids


@often.get(
    "/api/products/{slug}",
    response_model=Answer[ProductDetails],
    responses=refusals(NotFound),
)
async def show_product(
    request: Request, slug: Annotated[str, Path(description="The product's slug.")]
) -> Response:
    """The product whole."""

    async def build(runtime: Runtime, shelf: Shelf) -> Built:
        names = await shelf.vocabulary()
        found = None
        if "\x00" not in slug:
            found = await read_product(runtime, shelf, names, slug, clock.now())
        if found is None:
            raise NotFound
        product_id, output = found
        return output, product_id

    return await kept_answer(request, build)


@often.get(
    "/api/size-guides/{slug}", response_model=Answer[SizeGuide], responses=refusals(NotFound)
)
async def show_size_guide(
    request: Request, slug: Annotated[str, Path(description="The size guide's slug.")]
) -> Response:
    """A size guide; products name the one of their category."""

    async def build(runtime: Runtime, _shelf: Shelf) -> Built:
        output = None
        if "\x00" not in slug:
            async with runtime.database.public_reading() as connection:
                output = await read_size_guide(connection, slug)
        if output is None:
            raise NotFound
        return output, None

    return await kept_answer(request, build, LONG)


@often.get("/api/home", response_model=Answer[Home])
async def show_home(request: Request) -> Response:
    """The home page: categories, sliders, running sales and feature sections.

    Where there are neither sliders nor sections, `highlights` has products and categories to show.
    """

    async def build(runtime: Runtime, shelf: Shelf) -> Built:
        names = await shelf.vocabulary()
        async with runtime.database.public_reading() as connection:
            return orjson.dumps(await home(connection, shelf, names, clock.now())), None

    return await kept_answer(request, build)


@often.get("/api/categories", response_model=Answer[list[CategoryNode]])
async def list_categories(request: Request) -> Response:
    """The category tree."""

    async def build(runtime: Runtime, shelf: Shelf) -> Built:
        names = await shelf.vocabulary()
        async with runtime.database.public_reading() as connection:
            return orjson.dumps(await category_tree(connection, shelf, names)), None

    return await kept_answer(request, build, LONG)


@router.post(
    "/api/products/search",
    response_model=Answer[ProductList],
    responses=refusals(NotFound, InvalidFields, TooMany),
    openapi_extra={"parameters": SEARCH_PARAMETERS},
)
async def search_by_criteria(request: Request, search: ProductSearch) -> Response:
    """Searches by criteria.

    Where the query names a list, as it does for `GET /api/products`, the criteria narrow that list:
    it has its own order, heading and facets, and `sort` is a parameter of the query. Else the
    criteria search all products in the order of the body, without facets.
    """
    await allow_criteria(request, search.criteria)
    runtime: Runtime = request.app.state.runtime
    if not names_list(request.query_params):
        async with runtime.database.limited_reading() as connection:
            cards, total = await search_products(connection, search)
        rest = {"page": search.page, "pageSize": search.page_size, "total": total}
        output = orjson.dumps({"items": cards, **rest, "facets": [], "heading": None})
    else:
        output = await _list_by_criteria(request, search)
    return Response(ready(output), media_type="application/json")


async def _list_by_criteria(request: Request, search: ProductSearch) -> bytes:
    if "sort" in search.model_fields_set:
        raise InvalidFields(fields={"sort": [message("invalid", "sort")]})
    runtime: Runtime = request.app.state.runtime
    shelf = shelf_of(request)
    names = await shelf.vocabulary()
    listed = read_list(request.scope["query_string"], names, clock.now())
    asked = listed.asked
    if search.criteria:
        async with runtime.database.limited_reading() as connection:
            ids = await matching_ids(connection, search)
        asked = replace(asked, filters=replace(asked.filters, product_ids=tuple(ids)))
    page = Page(search.page, search.page_size)
    return await list_products(runtime, shelf, names, replace(listed, asked=asked, page=page))
