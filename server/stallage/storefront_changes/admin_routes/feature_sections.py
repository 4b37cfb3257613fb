"""The operators' API of feature sections."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Request
from fastapi.responses import Response

from stallage.core import clock
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses, wrap_json
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter
from stallage.search.cache.catalog_cache import catalog_cache_of
from stallage.storefront.schemas import Home
from stallage.storefront_changes.actions import feature_sections as actions
from stallage.storefront_changes.queries import feature_sections as queries
from stallage.storefront_changes.schemas.feature_sections import (
    FeatureSectionDetails,
    FeatureSectionInput,
    FeatureSectionList,
)
from stallage.storefront_changes.schemas.sliders import HomeOrder

router = AdminRouter(tag="feature-sections")

SectionId = Annotated[int, Path(alias="sectionId", ge=1, le=MAX_ID)]


@router.get(
    "/feature-sections", permission="content.read", response_model=Answer[FeatureSectionList]
)
async def list_feature_sections(connection: Reading) -> Answer[FeatureSectionList]:
    """All feature sections in their order, and whether shoppers see them on the home page."""
    return answer(await queries.feature_sections(connection))


@router.post(
    "/feature-sections",
    permission="content.edit",
    status_code=201,
    response_model=Answer[FeatureSectionDetails],
    responses=error_responses(InvalidFields),
)
async def create_feature_section(
    body: FeatureSectionInput, connection: Transaction
) -> Answer[FeatureSectionDetails]:
    """Add a feature section as the last one."""
    return answer(await actions.create(connection, body))


@router.post(
    "/feature-sections/preview",
    permission="content.read",
    response_model=Answer[Home],
    responses=error_responses(InvalidFields),
)
async def preview_feature_section(
    body: FeatureSectionInput, request: Request, connection: Reading
) -> Response:
    """A home page with this feature section alone. Nothing is stored."""
    home = await queries.preview_section(connection, catalog_cache_of(request), body, clock.now())
    return Response(
        wrap_json(home), media_type="application/json", headers={"Cache-Control": "no-store"}
    )


@router.put(
    "/feature-sections/order",
    permission="content.edit",
    response_model=Answer[FeatureSectionList],
    responses=error_responses(InvalidFields, EditConflict, PreconditionRequired),
)
async def order_feature_sections(
    body: HomeOrder, connection: Transaction, if_match: IfMatch = None
) -> Answer[FeatureSectionList]:
    """Set the order of the feature sections. If-Match is the ETag of the list."""
    return answer(await actions.order(connection, body, if_match))


@router.get(
    "/feature-sections/{sectionId}",
    permission="content.read",
    response_model=Answer[FeatureSectionDetails],
    responses=error_responses(NotFound),
)
async def get_feature_section(
    section_id: SectionId, connection: Reading
) -> Answer[FeatureSectionDetails]:
    """A feature section with its tiles and their products."""
    return answer(await queries.section_details(connection, section_id))


@router.put(
    "/feature-sections/{sectionId}",
    permission="content.edit",
    response_model=Answer[FeatureSectionDetails],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_feature_section(
    section_id: SectionId,
    body: FeatureSectionInput,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[FeatureSectionDetails]:
    """Change a feature section. Old addresses of its tiles redirect to the new ones."""
    return answer(await actions.change(connection, section_id, body, if_match))


@router.delete(
    "/feature-sections/{sectionId}",
    permission="content.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def delete_feature_section(section_id: SectionId, connection: Transaction) -> Answer[None]:
    """Delete a feature section with its tiles. Their products stay."""
    await actions.delete(connection, section_id)
    return answer(None)
