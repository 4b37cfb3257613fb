"""The operators' API of sliders."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter
from stallage.storefront_changes.actions import sliders as actions
from stallage.storefront_changes.queries import sliders as queries
from stallage.storefront_changes.schemas.sliders import (
    HomeOrder,
    SliderDetails,
    SliderInput,
    SliderList,
)

router = AdminRouter(tag="sliders")

SliderId = Annotated[int, Path(alias="sliderId", ge=1, le=MAX_ID)]


@router.get("/sliders", permission="content.read", response_model=Answer[SliderList])
async def list_sliders(connection: Reading) -> Answer[SliderList]:
    """All sliders in their order, and whether shoppers see them on the home page."""
    return answer(await queries.sliders(connection))


@router.post(
    "/sliders",
    permission="content.edit",
    status_code=201,
    response_model=Answer[SliderDetails],
    responses=error_responses(InvalidFields),
)
async def create_slider(body: SliderInput, connection: Transaction) -> Answer[SliderDetails]:
    """Add a slider as the last one. Shoppers see it at once, or when its schedule starts."""
    return answer(await actions.create(connection, body))


@router.put(
    "/sliders/order",
    permission="content.edit",
    response_model=Answer[SliderList],
    responses=error_responses(InvalidFields, EditConflict, PreconditionRequired),
)
async def order_sliders(
    body: HomeOrder, connection: Transaction, if_match: IfMatch = None
) -> Answer[SliderList]:
    """Set the order of the sliders. If-Match is the ETag of the list."""
    return answer(await actions.order(connection, body, if_match))


@router.get(
    "/sliders/{sliderId}",
    permission="content.read",
    response_model=Answer[SliderDetails],
    responses=error_responses(NotFound),
)
async def get_slider(slider_id: SliderId, connection: Reading) -> Answer[SliderDetails]:
    """A slider with its products."""
    return answer(await queries.slider_details(connection, slider_id))


@router.put(
    "/sliders/{sliderId}",
    permission="content.edit",
    response_model=Answer[SliderDetails],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_slider(
    slider_id: SliderId, body: SliderInput, connection: Transaction, if_match: IfMatch = None
) -> Answer[SliderDetails]:
    """Change a slider. The old address of its product list redirects to the new one."""
    return answer(await actions.change(connection, slider_id, body, if_match))


@router.delete(
    "/sliders/{sliderId}",
    permission="content.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def delete_slider(slider_id: SliderId, connection: Transaction) -> Answer[None]:
    """Delete a slider with its product list. Its products stay."""
    await actions.delete(connection, slider_id)
    return answer(None)
