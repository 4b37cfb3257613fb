"""The operators' API of redirects."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request
from pydantic import Field

from stallage.core.cursors import Count, CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID, Line
from stallage.operators.dependencies import AdminRouter
from stallage.redirects.actions import writing as actions
from stallage.redirects.actions.undoing import REDIRECTS
from stallage.redirects.queries import lists as queries
from stallage.redirects.schemas import (
    AutomaticRedirect,
    ListedRedirect,
    OldShops,
    OldShopsInput,
    RedirectChanges,
    RedirectInput,
    RedirectTargets,
)
from stallage.shop.actions.setting_changes import register_undo

router = AdminRouter(tag="redirects")
register_undo(REDIRECTS)

RedirectId = Annotated[int, Path(alias="redirectId", ge=1, le=MAX_ID)]
Words = Annotated[
    Annotated[Line, Field(max_length=200)], Query(description="Part of a path or title.")
]


@router.get(
    "/redirects",
    permission="content.read",
    response_model=Answer[CursorPage[ListedRedirect]],
    responses=error_responses(InvalidFields),
)
async def list_redirects(
    connection: Reading, page: CursorRequest, *, q: Words = ""
) -> Answer[CursorPage[ListedRedirect]]:
    """Redirects by their old paths."""
    return answer(await queries.redirects(connection, q.strip(), page))


@router.get("/redirects/count", permission="content.read", response_model=Answer[Count])
async def count_redirects(connection: Reading, *, q: Words = "") -> Answer[Count]:
    """The number of redirects, counted up to 10,000."""
    return answer(await queries.count_redirects(connection, q.strip()))


@router.get(
    "/redirects/automatic",
    permission="content.read",
    response_model=Answer[CursorPage[AutomaticRedirect]],
    responses=error_responses(InvalidFields),
)
async def list_automatic_redirects(
    connection: Reading, page: CursorRequest, *, q: Words = ""
) -> Answer[CursorPage[AutomaticRedirect]]:
    """Redirects that the shop keeps since the addresses of pages changed."""
    return answer(await queries.automatic_redirects(connection, q.strip(), page))


@router.get("/redirects/targets", permission="content.read", response_model=Answer[RedirectTargets])
async def find_redirect_targets(connection: Reading, *, q: Words = "") -> Answer[RedirectTargets]:
    """Pages that a redirect can lead to, by part of their title."""
    return answer(await queries.targets(connection, q.strip()))


@router.get("/redirects/old-shops", permission="content.read", response_model=Answer[OldShops])
async def get_old_shops(connection: Reading) -> Answer[OldShops]:
    """Which systems' addresses are redirected by their form."""
    return answer(await queries.old_shops(connection))


@router.patch("/redirects/old-shops", permission="content.edit", response_model=Answer[OldShops])
async def set_old_shops(body: OldShopsInput, connection: Transaction) -> Answer[OldShops]:
    """Start or stop redirecting addresses of a system, such as `/product/SLUG`, by their form."""
    return answer(await actions.set_old_shops(connection, body))


@router.post(
    "/redirects",
    permission="content.edit",
    status_code=201,
    response_model=Answer[ListedRedirect],
    responses=error_responses(InvalidFields),
)
async def create_redirect(
    body: RedirectInput, connection: Transaction, request: Request
) -> Answer[ListedRedirect]:
    """Add a redirect from an old path to a page of this shop."""
    shop_url = runtime_of(request).settings.public_url
    return answer(await actions.create(connection, body, shop_url))


@router.get(
    "/redirects/{redirectId}",
    permission="content.read",
    response_model=Answer[ListedRedirect],
    responses=error_responses(NotFound),
)
async def get_redirect(redirect_id: RedirectId, connection: Reading) -> Answer[ListedRedirect]:
    """A redirect."""
    return answer(await queries.redirect_by_id(connection, redirect_id))


@router.patch(
    "/redirects/{redirectId}",
    permission="content.edit",
    response_model=Answer[ListedRedirect],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_redirect(
    redirect_id: RedirectId,
    body: RedirectChanges,
    connection: Transaction,
    request: Request,
    if_match: IfMatch = None,
) -> Answer[ListedRedirect]:
    """Change a redirect's old path or target."""
    shop_url = runtime_of(request).settings.public_url
    return answer(await actions.change(connection, redirect_id, body, if_match, shop_url))


@router.delete(
    "/redirects/{redirectId}",
    permission="content.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound),
)
async def delete_redirect(redirect_id: RedirectId, connection: Transaction) -> Answer[None]:
    """Delete a redirect. Its old path is not found from then on."""
    await actions.delete(connection, redirect_id)
    return answer(None)
