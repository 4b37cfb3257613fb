"""The operators' API of search words: searches, suggested queries, synonyms, redirects of searches."""

from __future__ import annotations

from datetime import date
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import Path, Request

from stallage.core import clock
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter
from stallage.search.actions import hidden_queries
from stallage.search.actions import search_redirects as redirects
from stallage.search.actions import synonyms as actions
from stallage.search.actions.starter_synonyms import switch_starter_synonyms as switch
from stallage.search.cache.catalog_cache import catalog_cache_of
from stallage.search.index.analysis import language_of
from stallage.search.queries import searches
from stallage.search.queries import synonyms as queries
from stallage.search.queries.starter_synonyms import starter_set
from stallage.search.schemas.search_redirects import SearchRedirectDetails, SearchRedirectInput
from stallage.search.schemas.search_words import SearchWords
from stallage.search.schemas.searches import MissedSales, QueryInput, SuggestedQueries
from stallage.search.schemas.starter_synonyms import StarterSwitch, StarterSynonyms
from stallage.search.schemas.synonyms import SynonymDetails, SynonymInput

router = AdminRouter(tag="search words")

RedirectId = Annotated[int, Path(alias="searchRedirectId", ge=1, le=MAX_ID)]
SynonymId = Annotated[int, Path(alias="synonymId", ge=1, le=MAX_ID)]


@router.get("/search-words", permission="products.read", response_model=Answer[SearchWords])
async def get_search_words(request: Request, connection: Reading) -> Answer[SearchWords]:
    """What shoppers searched for without result in the last 30 days, all synonyms and redirects."""
    names = await catalog_cache_of(request).names()
    return answer(
        await queries.search_words(
            connection, _today(request), _language(request), names.leads_somewhere
        )
    )


@router.get("/missed-sales", permission="products.read", response_model=Answer[MissedSales])
async def get_missed_sales(request: Request, connection: Reading) -> Answer[MissedSales]:
    """Searches whose results nobody opened, and filters that left nothing of a list."""
    currency = runtime_of(request).currency
    return answer(
        await searches.missed_sales(connection, _today(request), currency, _language(request))
    )


@router.get(
    "/suggested-queries", permission="products.read", response_model=Answer[SuggestedQueries]
)
async def get_suggested_queries(request: Request, connection: Reading) -> Answer[SuggestedQueries]:
    """The queries of shoppers that others are suggested, and those that are hidden."""
    return answer(await searches.suggested_queries(connection, _today(request)))


@router.post(
    "/suggested-queries/hide",
    permission="products.edit",
    response_model=Answer[None],
    responses=error_responses(InvalidFields),
)
async def hide_suggested_query(body: QueryInput, connection: Transaction) -> Answer[None]:
    """Suggest a query no more, whether shoppers or the catalogue made it a suggestion."""
    await hidden_queries.hide_query(connection, body.query)
    return answer(None)


@router.post(
    "/suggested-queries/show",
    permission="products.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound, InvalidFields),
)
async def show_suggested_query(body: QueryInput, connection: Transaction) -> Answer[None]:
    """Let a hidden query be suggested again."""
    await hidden_queries.show_query(connection, body.query)
    return answer(None)


@router.post(
    "/synonyms",
    permission="products.edit",
    status_code=201,
    response_model=Answer[SynonymDetails],
    responses=error_responses(InvalidFields),
)
async def add_synonym(body: SynonymInput, connection: Transaction) -> Answer[SynonymDetails]:
    """Add synonyms of a phrase. Searches find them at once."""
    return answer(await actions.add_synonym(connection, body))


@router.put(
    "/synonyms/{synonymId}",
    permission="products.edit",
    response_model=Answer[SynonymDetails],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_synonym(
    synonym_id: SynonymId,
    body: SynonymInput,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[SynonymDetails]:
    """Replace the synonyms of a phrase."""
    return answer(await actions.change_synonym(connection, synonym_id, body, if_match))


@router.delete(
    "/synonyms/{synonymId}",
    permission="products.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def delete_synonym(synonym_id: SynonymId, connection: Transaction) -> Answer[None]:
    """Delete the synonyms of a phrase."""
    await actions.delete_synonym(connection, synonym_id)
    return answer(None)


@router.get("/starter-synonyms", permission="products.read", response_model=Answer[StarterSynonyms])
async def get_starter_synonyms(request: Request, connection: Reading) -> Answer[StarterSynonyms]:
    """The synonyms that come with Stallage, and which of them are used."""
    return answer(await starter_set(connection, _language(request)))


@router.post(
    "/starter-synonyms/switch",
    permission="products.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound, InvalidFields),
)
async def switch_starter_synonyms(
    request: Request, body: StarterSwitch, connection: Transaction
) -> Answer[None]:
    """Switch the starter set of synonyms, or a group of it, off or on, at once."""
    await switch(connection, body, _language(request))
    return answer(None)


@router.post(
    "/search-redirects",
    permission="products.edit",
    status_code=201,
    response_model=Answer[SearchRedirectDetails],
    responses=error_responses(InvalidFields),
)
async def add_search_redirect(
    body: SearchRedirectInput, connection: Transaction
) -> Answer[SearchRedirectDetails]:
    """Let a search lead to a page of the shop, at once."""
    return answer(await redirects.add_search_redirect(connection, body))


@router.put(
    "/search-redirects/{searchRedirectId}",
    permission="products.edit",
    response_model=Answer[SearchRedirectDetails],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_search_redirect(
    redirect_id: RedirectId,
    body: SearchRedirectInput,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[SearchRedirectDetails]:
    """Replace the redirect of a search."""
    changed = await redirects.change_search_redirect(connection, redirect_id, body, if_match)
    return answer(changed)


@router.delete(
    "/search-redirects/{searchRedirectId}",
    permission="products.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def delete_search_redirect(redirect_id: RedirectId, connection: Transaction) -> Answer[None]:
    """Delete the redirect of a search."""
    await redirects.delete_search_redirect(connection, redirect_id)
    return answer(None)


def _language(request: Request) -> str:
    return language_of(runtime_of(request).settings.locale)


def _today(request: Request) -> date:
    time_zone = ZoneInfo(runtime_of(request).settings.time_zone)
    return clock.now().astimezone(time_zone).date()
