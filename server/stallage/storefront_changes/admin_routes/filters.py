"""The operators' API of the filters of lists."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.operators.dependencies import AdminRouter
from stallage.search.cache.catalog_cache import CatalogCache, catalog_cache_of
from stallage.storefront_changes.actions import filters as actions
from stallage.storefront_changes.queries import filters as queries
from stallage.storefront_changes.schemas.filters import FilterArrangement, FilterList

router = AdminRouter(tag="filters")

Cache = Annotated[CatalogCache, Depends(catalog_cache_of)]


@router.get("/filters", permission="products.read", response_model=Answer[FilterList])
async def list_filters(connection: Reading, cache: Cache) -> Answer[FilterList]:
    """The attributes and options that lists offer as filters, with their values."""
    return answer(await queries.filters(connection, await queries.indexed_values(cache)))


@router.put(
    "/filters",
    permission="products.edit",
    response_model=Answer[FilterList],
    responses=error_responses(InvalidFields, EditConflict, PreconditionRequired),
)
async def arrange_filters(
    body: FilterArrangement, connection: Transaction, cache: Cache, if_match: IfMatch = None
) -> Answer[FilterList]:
    """Name, order and hide filters, and order their values. Products stay as they are."""
    indexed = await queries.indexed_values(cache)
    return answer(await actions.arrange(connection, body, indexed, if_match))
