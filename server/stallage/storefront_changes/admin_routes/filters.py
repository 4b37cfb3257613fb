"""The operators' API of the filters of lists."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Request

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.operators.dependencies import AdminRouter
from stallage.search.cache.catalog_cache import catalog_cache_of
from stallage.storefront_changes.actions import filters as actions
from stallage.storefront_changes.queries import filters as queries
from stallage.storefront_changes.schemas.filters import FilterArrangement, FilterList

router = AdminRouter(tag="filters")


async def _indexed_values(request: Request) -> queries.Indexed:
    return await queries.indexed_values(catalog_cache_of(request))


IndexedValues = Annotated[queries.Indexed, Depends(_indexed_values)]
"""What lists can be filtered by. In a route, it comes before the connection, which must not wait for it."""


@router.get("/filters", permission="products.read", response_model=Answer[FilterList])
async def list_filters(indexed: IndexedValues, connection: Reading) -> Answer[FilterList]:
    """The attributes and options that lists offer as filters, with their values."""
    return answer(await queries.filters(connection, indexed))


@router.put(
    "/filters",
    permission="products.edit",
    response_model=Answer[FilterList],
    responses=error_responses(InvalidFields, EditConflict, PreconditionRequired),
)
async def arrange_filters(
    body: FilterArrangement,
    indexed: IndexedValues,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[FilterList]:
    """Name, order and hide filters, and order their values. Products stay as they are."""
    return answer(await actions.arrange(connection, body, indexed, if_match))
