"""Lists, search and suggestions."""

from __future__ import annotations

from dataclasses import replace

import orjson
from fastapi import APIRouter, Request
from fastapi.responses import Response

from stallage.core import clock
from stallage.core.clients import client_of
from stallage.core.direct_route import DirectRoute
from stallage.core.envelope import Answer, answer, error_responses, wrap_json
from stallage.core.errors import InvalidFields, NotFound, TooMany
from stallage.core.json_types import JsonObject
from stallage.core.paging import Page
from stallage.core.runtime import runtime_of
from stallage.core.validation import message
from stallage.search.cache.cached_response import response_slot
from stallage.search.cache.catalog_cache import catalog_cache_of
from stallage.search.cache.counted_searches import counted_searches_of
from stallage.search.dependencies import allow_criteria, allow_search, allow_search_click
from stallage.search.queries.criteria import matching_ids, search_products
from stallage.search.queries.product_lists import list_facet_values, list_products
from stallage.search.queries.suggestions import suggest
from stallage.search.schemas.clicks import SearchClick
from stallage.search.schemas.facet_parameters import read_facet
from stallage.search.schemas.list_parameters import is_list_query, read_list
from stallage.search.schemas.lists import Facet, ProductList, ProductSearch, Suggestion
from stallage.search.schemas.openapi_parameters import (
    FACET_PARAMETERS,
    LIST_PARAMETERS,
    SEARCH_PARAMETERS,
    TEXT,
    parameter,
)

UNCORRECTED: JsonObject = {"correction": None, "lacksWords": False, "redirect": None, "relaxed": []}
"""Of lists that are not searches for words."""

router = APIRouter(tags=["catalogue"])
priority_router = APIRouter(tags=["catalogue"], route_class=DirectRoute)


@priority_router.get(
    "/api/products",
    response_model=Answer[ProductList],
    responses=error_responses(NotFound, InvalidFields, TooMany),
    openapi_extra={"parameters": LIST_PARAMETERS},
)
async def list_of_products(request: Request) -> Response:
    """List products, with facets.

    `category`, `sale`, `slider`, `section` and `q` select the list; a product must match all of them and
    all other parameters. Values of a repeated parameter are alternatives. The counts of a facet apply
    all parameters but its own. Unknown parameters are ignored.
    """

    query_string: bytes = request.scope["query_string"]
    slot = response_slot(request, "list")
    if slot.is_empty:
        names = await slot.cache.names()
        listed = read_list(query_string, names, clock.now())
        if listed.list_query.words is not None:
            await allow_search(request)
        found = await list_products(slot.cache, names, listed)
        slot.fill(found.parts, found.tags)
    if query_string:
        counted_searches_of(runtime_of(request)).add(
            query_string, slot.body, lambda: client_of(request).network
        )
    return slot.response()


@priority_router.get(
    "/api/products/suggest",
    response_model=Answer[list[Suggestion]],
    responses=error_responses(TooMany),
    openapi_extra={"parameters": [parameter("q", "The text typed so far.", TEXT)]},
)
async def suggest_products(request: Request) -> Response:
    """Return up to 10 suggestions: queries, categories, brands, products."""

    slot = response_slot(request, "words")
    if slot.is_empty:
        await allow_search(request)
        typed = request.query_params.get("q", "")
        suggestions = await suggest(slot.cache, typed)
        slot.fill(suggestions.output, suggestions.tags)
    return slot.response()


@router.get(
    "/api/facet-values",
    response_model=Answer[Facet],
    responses=error_responses(NotFound, InvalidFields, TooMany),
    openapi_extra={"parameters": FACET_PARAMETERS},
)
async def search_facet_values(request: Request) -> Response:
    """Search the values of one facet of a list.

    The other parameters are those of the list. Of the values whose label contains all words of `text`,
    without regard to case and accents, the 60 most frequent ones are returned.
    """

    slot = response_slot(request, "facet")
    if slot.is_empty:
        await allow_search(request)
        facet, text = read_facet(request.query_params)
        names = await slot.cache.names()
        listed = read_list(request.scope["query_string"], names, clock.now())
        found = await list_facet_values(slot.cache, names, listed, facet, text)
        slot.fill(found.parts, found.tags)
    return slot.response()


@router.post(
    "/api/products/search",
    response_model=Answer[ProductList],
    responses=error_responses(NotFound, InvalidFields, TooMany),
    openapi_extra={"parameters": SEARCH_PARAMETERS},
)
async def search_by_criteria(request: Request, search: ProductSearch) -> Response:
    """Search products by criteria.

    If the query selects a list as in `GET /api/products`, the criteria filter that list: it has its own
    order, heading and facets, and `sort` is a parameter of the query. Otherwise the criteria search all
    products in the order of the body, without facets.
    """
    await allow_criteria(request, search.criteria)
    runtime = runtime_of(request)
    if not is_list_query(request.query_params):
        async with runtime.database.limited_reading() as connection:
            cards, total = await search_products(connection, search)
        rest = {"page": search.page, "pageSize": search.page_size, "total": total}
        output = orjson.dumps(
            {"items": cards, **rest, "facets": [], "heading": None, **UNCORRECTED}
        )
    else:
        output = await _list_by_criteria(request, search)
    return Response(wrap_json(output), media_type="application/json")


@router.post(
    "/api/search-clicks",
    response_model=Answer[None],
    responses=error_responses(InvalidFields, TooMany),
)
async def count_search_click(request: Request, click: SearchClick) -> Answer[None]:
    """Count that a result of a search was opened: one for each query, network and day.

    Only sums by query and day are stored, nothing about who opened it.
    """
    await allow_search_click(request)
    network = client_of(request).network
    counted_searches_of(runtime_of(request)).open(click.q, network)
    return answer(None)


async def _list_by_criteria(request: Request, search: ProductSearch) -> bytes:
    if "sort" in search.model_fields_set:
        raise InvalidFields(fields={"sort": [message("invalid", "sort")]})
    cache = catalog_cache_of(request)
    names = await cache.names()
    listed = read_list(request.scope["query_string"], names, clock.now())
    list_query = listed.list_query
    if search.criteria:
        async with cache.database.limited_reading() as connection:
            ids = await matching_ids(connection, search)
        list_query = replace(
            list_query, filters=replace(list_query.filters, product_ids=tuple(ids))
        )
    page = Page(search.page, search.page_size)
    found = await list_products(cache, names, replace(listed, list_query=list_query, page=page))
    return b"".join(found.parts)
