"""The operators' API of brands."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query
from pydantic import Field

from stallage.core.cursors import Count, CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.schemas import MAX_ID, Line
from stallage.operators.dependencies import AdminRouter
from stallage.storefront_changes.actions import brands as actions
from stallage.storefront_changes.errors import BrandInUse
from stallage.storefront_changes.queries import brands as queries
from stallage.storefront_changes.schemas.brands import (
    BrandChanges,
    BrandDetails,
    BrandMerge,
    ListedBrand,
)

router = AdminRouter(tag="brands")

BrandId = Annotated[int, Path(alias="brandId", ge=1, le=MAX_ID)]
Words = Annotated[
    Annotated[Line, Field(max_length=200)], Query(description="Part of a name or slug.")
]
Unused = Annotated[bool, Query(description="Only brands that no product has.")]


@router.get(
    "/brands",
    permission="products.read",
    response_model=Answer[CursorPage[ListedBrand]],
    responses=error_responses(InvalidFields),
)
async def list_brands(
    connection: Reading, page: CursorRequest, *, q: Words = "", unused: Unused = False
) -> Answer[CursorPage[ListedBrand]]:
    """Brands by name, with their numbers of products."""
    return answer(await queries.brands(connection, q.strip(), page, unused=unused))


@router.get("/brands/count", permission="products.read", response_model=Answer[Count])
async def count_brands(
    connection: Reading, *, q: Words = "", unused: Unused = False
) -> Answer[Count]:
    """The number of brands, counted up to 10,000."""
    return answer(await queries.count_brands(connection, q.strip(), unused=unused))


@router.get(
    "/brands/{brandId}",
    permission="products.read",
    response_model=Answer[BrandDetails],
    responses=error_responses(NotFound),
)
async def get_brand(brand_id: BrandId, connection: Reading) -> Answer[BrandDetails]:
    """A brand, and what names it."""
    return answer(await queries.brand_details(connection, brand_id))


@router.patch(
    "/brands/{brandId}",
    permission="products.edit",
    response_model=Answer[BrandDetails],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_brand(
    brand_id: BrandId, body: BrandChanges, connection: Transaction, if_match: IfMatch = None
) -> Answer[BrandDetails]:
    """Change a brand. Lists that are filtered by its old slug show its products as before."""
    return answer(await actions.change(connection, brand_id, body, if_match))


@router.post(
    "/brands/{brandId}/merge",
    permission="products.edit",
    response_model=Answer[BrandDetails],
    responses=error_responses(NotFound, InvalidFields, BrandInUse),
)
async def merge_brand(
    brand_id: BrandId, body: BrandMerge, connection: Transaction
) -> Answer[BrandDetails]:
    """Give all products of a brand to another one and delete it, for two spellings of one name."""
    return answer(await actions.merge(connection, brand_id, body.into_id))


@router.delete(
    "/brands/{brandId}",
    permission="products.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound, BrandInUse),
)
async def delete_brand(brand_id: BrandId, connection: Transaction) -> Answer[None]:
    """Delete a brand that no product has, and that no collection or discount names."""
    await actions.delete(connection, brand_id)
    return answer(None)
