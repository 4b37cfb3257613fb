"""The operators' API of size guides."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter
from stallage.storefront_changes.actions import size_guides as actions
from stallage.storefront_changes.errors import SizeGuideInUse
from stallage.storefront_changes.queries import size_guides as queries
from stallage.storefront_changes.schemas.size_guides import (
    SizeGuideDetails,
    SizeGuideInput,
    SizeGuideList,
)

router = AdminRouter(tag="size guides")

SizeGuideId = Annotated[int, Path(alias="sizeGuideId", ge=1, le=MAX_ID)]


@router.get("/size-guides", permission="products.read", response_model=Answer[SizeGuideList])
async def list_size_guides(connection: Reading) -> Answer[SizeGuideList]:
    """All size guides by title, with the categories that have them."""
    return answer(await queries.size_guides(connection))


@router.post(
    "/size-guides",
    permission="products.edit",
    status_code=201,
    response_model=Answer[SizeGuideDetails],
    responses=error_responses(InvalidFields),
)
async def create_size_guide(
    body: SizeGuideInput, connection: Transaction
) -> Answer[SizeGuideDetails]:
    """Add a size guide. Categories refer to it."""
    return answer(await actions.create(connection, body))


@router.get(
    "/size-guides/{sizeGuideId}",
    permission="products.read",
    response_model=Answer[SizeGuideDetails],
    responses=error_responses(NotFound),
)
async def get_size_guide(
    size_guide_id: SizeGuideId, connection: Reading
) -> Answer[SizeGuideDetails]:
    """A size guide with its table."""
    return answer(await queries.size_guide_details(connection, size_guide_id))


@router.put(
    "/size-guides/{sizeGuideId}",
    permission="products.edit",
    response_model=Answer[SizeGuideDetails],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_size_guide(
    size_guide_id: SizeGuideId,
    body: SizeGuideInput,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[SizeGuideDetails]:
    """Replace a size guide. Product pages show the change at once."""
    return answer(await actions.change(connection, size_guide_id, body, if_match))


@router.delete(
    "/size-guides/{sizeGuideId}",
    permission="products.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound, SizeGuideInUse),
)
async def delete_size_guide(size_guide_id: SizeGuideId, connection: Transaction) -> Answer[None]:
    """Delete a size guide that no category has."""
    await actions.delete(connection, size_guide_id)
    return answer(None)
