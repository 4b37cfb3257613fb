"""The operators' API of collections."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from stallage.core import clock
from stallage.core.cursors import Count, CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter
from stallage.storefront_changes.actions import collections as actions
from stallage.storefront_changes.queries import collections as queries
from stallage.storefront_changes.schemas.collections import (
    CollectionChanges,
    CollectionDetails,
    CollectionInput,
    CollectionProductChoices,
    ListedCollection,
    RuleChoices,
    RuleInput,
    RulePreview,
    SearchWords,
)

router = AdminRouter(tag="collections")

CollectionId = Annotated[int, Path(alias="collectionId", ge=1, le=MAX_ID)]
Words = Annotated[SearchWords, Query(description="Part of the title.")]


@router.get(
    "/collections",
    permission="products.read",
    response_model=Answer[CursorPage[ListedCollection]],
    responses=error_responses(InvalidFields),
)
async def list_collections(
    connection: Reading, page: CursorRequest, *, q: Words = ""
) -> Answer[CursorPage[ListedCollection]]:
    """Collections with a page of their own, by title."""
    return answer(await queries.collections(connection, q.strip(), page))


@router.get("/collections/count", permission="products.read", response_model=Answer[Count])
async def count_collections(connection: Reading, *, q: Words = "") -> Answer[Count]:
    """The number of collections, counted up to 10,000."""
    return answer(await queries.count_collections(connection, q.strip()))


@router.get("/collections/choices", permission="products.read", response_model=Answer[RuleChoices])
async def list_rule_choices(connection: Reading) -> Answer[RuleChoices]:
    """The brands and attributes that a rule can name."""
    return answer(await queries.rule_choices(connection))


@router.get(
    "/collections/products",
    permission="products.read",
    response_model=Answer[CollectionProductChoices],
)
async def find_collection_products(
    connection: Reading, *, q: Words = ""
) -> Answer[CollectionProductChoices]:
    """Products that can be added to a collection, by part of their title."""
    return answer(await queries.product_choices(connection, q.strip()))


@router.post(
    "/collections/preview",
    permission="products.read",
    response_model=Answer[RulePreview],
    responses=error_responses(InvalidFields),
)
async def preview_collection_rule(body: RuleInput, connection: Reading) -> Answer[RulePreview]:
    """The products that a rule matches now. Nothing is changed."""
    return answer(await queries.preview_rule(connection, body.rule, clock.now()))


@router.post(
    "/collections",
    permission="products.edit",
    status_code=201,
    response_model=Answer[CollectionDetails],
    responses=error_responses(InvalidFields),
)
async def create_collection(
    body: CollectionInput, connection: Transaction
) -> Answer[CollectionDetails]:
    """Add a collection, filled by hand or by a rule."""
    return answer(await actions.create(connection, body))


@router.get(
    "/collections/{collectionId}",
    permission="products.read",
    response_model=Answer[CollectionDetails],
    responses=error_responses(NotFound),
)
async def get_collection(
    collection_id: CollectionId, connection: Reading
) -> Answer[CollectionDetails]:
    """A collection with its products."""
    return answer(await queries.collection_details(connection, collection_id))


@router.patch(
    "/collections/{collectionId}",
    permission="products.edit",
    response_model=Answer[CollectionDetails],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_collection(
    collection_id: CollectionId,
    body: CollectionChanges,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[CollectionDetails]:
    """Change a collection. Its old address redirects to the new one."""
    return answer(await actions.change(connection, collection_id, body, if_match))


@router.delete(
    "/collections/{collectionId}",
    permission="products.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def delete_collection(collection_id: CollectionId, connection: Transaction) -> Answer[None]:
    """Delete a collection with its page. Its products stay."""
    await actions.delete(connection, collection_id)
    return answer(None)
