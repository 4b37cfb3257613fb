"""Lists, search and suggestions."""

from __future__ import annotations

from dataclasses import replace

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import Response

from stallage.core import clock
from stallage.core.direct_route import DirectRoute
from stallage.core.envelope import Answer, error_responses, wrap_json
from stallage.core.errors import InvalidFields, NotFound, TooMany
from stallage.core.paging import Page
from stallage.core.runtime import runtime_of
from stallage.core.validation import message
from stallage.search.cache.cached_response import response_slot
from stallage.search.cache.catalog_cache import catalog_cache_of
from stallage.search.criteria import matching_ids, search_products
from stallage.search.limits import allow_criteria, allow_search
from stallage.search.list_parameters import names_list, read_list
from stallage.search.listing.pages import list_products
from stallage.search.openapi_parameters import LIST_PARAMETERS, SEARCH_PARAMETERS, TEXT, parameter
from stallage.search.schemas import ProductList, ProductSearch, Suggestion
from stallage.search.suggestions import suggest

router = APIRouter(tags=["catalogue"])
priority_router = APIRouter(tags=["catalogue"], route_class=DirectRoute)


@priority_router.get(
    "/api/products",
    response_model=Answer[ProductList],
    responses=error_responses(NotFound, InvalidFields, TooMany),
    openapi_extra={"parameters": LIST_PARAMETERS},
)
async def list_of_products(request: Request) -> Response:
    """A page of cards with facets.

    `category`, `sale`, `slider`, `section` and `q` say what the list is of; several narrow one
    another. Values of one parameter are or-ed where it may be repeated, parameters are and-ed. Each
    facet's counts obey all parameters but its own. Unknown parameters are passed over.
    """

    slot = response_slot(request, "list")
    if slot.is_empty:
        if "q" in request.query_params:
            await allow_search(request)
        names = await slot.cache.names()
        listed = read_list(request.scope["query_string"], names, clock.now())
        slot.fill(await list_products(runtime_of(request), slot.cache, names, listed))
    return slot.response()


@priority_router.get(
    "/api/products/suggest",
    response_model=Answer[list[Suggestion]],
    responses=error_responses(TooMany),
    openapi_extra={"parameters": [parameter("q", "What was typed so far.", TEXT)]},
)
async def suggest_products(request: Request) -> Response:
    """At most 10 ways to go on: queries, categories, products."""

    slot = response_slot(request, "typed")
    if slot.is_empty:
        await allow_search(request)
        typed = request.query_params.get("q", "")
        suggested = await suggest(runtime_of(request).database, slot.cache, typed)
        slot.fill(orjson.dumps(suggested))
    return slot.response()


@router.post(
    "/api/products/search",
    response_model=Answer[ProductList],
    responses=error_responses(NotFound, InvalidFields, TooMany),
    openapi_extra={"parameters": SEARCH_PARAMETERS},
)
async def search_by_criteria(request: Request, search: ProductSearch) -> Response:
    """Searches by criteria.

    Where the query names a list, as it does for `GET /api/products`, the criteria narrow that list:
    it has its own order, heading and facets, and `sort` is a parameter of the query. Else the
    criteria search all products in the order of the body, without facets.
    """
    await allow_criteria(request, search.criteria)
    runtime = runtime_of(request)
    if not names_list(request.query_params):
        async with runtime.database.limited_reading() as connection:
            cards, total = await search_products(connection, search)
        rest = {"page": search.page, "pageSize": search.page_size, "total": total}
        output = orjson.dumps({"items": cards, **rest, "facets": [], "heading": None})
    else:
        output = await _list_by_criteria(request, search)
    return Response(wrap_json(output), media_type="application/json")


async def _list_by_criteria(request: Request, search: ProductSearch) -> bytes:
    if "sort" in search.model_fields_set:
        raise InvalidFields(fields={"sort": [message("invalid", "sort")]})
    runtime = runtime_of(request)
    cache = catalog_cache_of(request)
    names = await cache.names()
    listed = read_list(request.scope["query_string"], names, clock.now())
    list_query = listed.list_query
    if search.criteria:
        async with runtime.database.limited_reading() as connection:
            ids = await matching_ids(connection, search)
        list_query = replace(
            list_query, filters=replace(list_query.filters, product_ids=tuple(ids))
        )
    page = Page(search.page, search.page_size)
    return await list_products(
        runtime, cache, names, replace(listed, list_query=list_query, page=page)
    )
