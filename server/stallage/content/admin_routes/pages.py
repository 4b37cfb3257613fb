"""The operators' API of pages."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path

from stallage.content import actions
from stallage.content.drafts import Versioned
from stallage.content.errors import FixedPage, TooManyPages
from stallage.content.queries import operating, versions
from stallage.content.rules import plain_text, reading_minutes, to_html
from stallage.content.schemas.operating import (
    PageChanges,
    PageDetails,
    PageInput,
    PageList,
    Preview,
    PreviewInput,
    TextVersionDetails,
    TextVersionList,
)
from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.schemas import Line
from stallage.operators.dependencies import AdminRouter

router = AdminRouter(tag="content")

Slug = Annotated[Line, Path(max_length=200)]
VersionId = Annotated[int, Path(alias="versionId", ge=1, le=2**63 - 1)]
EDIT_ERRORS = (NotFound, FixedPage, InvalidFields, EditConflict, PreconditionRequired)
EXCERPT = 300


async def _versioned(connection: Connection, slug: str) -> Versioned:
    # A page that is not written has no id and no versions.
    return Versioned("page", await operating.page_id(connection, slug) or 0)


@router.post("/content/preview", permission="content.read", response_model=Answer[Preview])
async def preview_text(body: PreviewInput) -> Answer[Preview]:
    """A text as shoppers would see it. Nothing is stored."""
    html = to_html(body.source, body.format)
    excerpt = plain_text(html)[:EXCERPT]
    return answer(Preview(content=html, reading_minutes=reading_minutes(html), excerpt=excerpt))


@router.get("/content/pages", permission="content.read", response_model=Answer[PageList])
async def list_pages(connection: Reading) -> Answer[PageList]:
    """The pages that every shop has, then the shop's own. There are at most 500 of these."""
    return answer(await operating.all_pages(connection))


@router.post(
    "/content/pages",
    permission="content.edit",
    status_code=201,
    response_model=Answer[PageDetails],
    responses=error_responses(TooManyPages, InvalidFields),
)
async def create_page(body: PageInput, connection: Transaction) -> Answer[PageDetails]:
    """Add a page of the shop's own, at `/page/{slug}`. Without `draft: false`, shoppers do not see it."""
    return answer(await actions.create_page(connection, body))


@router.get(
    "/content/pages/{slug}",
    permission="content.read",
    response_model=Answer[PageDetails],
    responses=error_responses(NotFound),
)
async def get_page(slug: Slug, connection: Reading) -> Answer[PageDetails]:
    """A page with its source."""
    return answer(await operating.page_details(connection, slug))


@router.patch(
    "/content/pages/{slug}",
    permission="content.edit",
    response_model=Answer[PageDetails],
    responses=error_responses(*EDIT_ERRORS),
)
async def change_page(
    slug: Slug, body: PageChanges, connection: Transaction, if_match: IfMatch = None
) -> Answer[PageDetails]:
    """Change a page. A new slug redirects from the old one."""
    return answer(await actions.change_page(connection, slug, body, if_match))


@router.delete(
    "/content/pages/{slug}",
    permission="content.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound, FixedPage, EditConflict, PreconditionRequired),
)
async def delete_page(
    slug: Slug, connection: Transaction, if_match: IfMatch = None
) -> Answer[None]:
    """Delete a page of the shop's own."""
    await actions.delete_page(connection, slug, if_match)
    return answer(None)


@router.get(
    "/content/pages/{slug}/versions",
    permission="content.read",
    response_model=Answer[TextVersionList],
    responses=error_responses(NotFound),
)
async def list_page_versions(slug: Slug, connection: Reading) -> Answer[TextVersionList]:
    """The last 50 versions of a page, newest first."""
    return answer(await versions.versions_of(connection, await _versioned(connection, slug)))


@router.get(
    "/content/pages/{slug}/versions/{versionId}",
    permission="content.read",
    response_model=Answer[TextVersionDetails],
    responses=error_responses(NotFound),
)
async def get_page_version(
    slug: Slug, version_id: VersionId, connection: Reading
) -> Answer[TextVersionDetails]:
    """A version of a page, and which fields differ from the page now."""
    page = await operating.page_details(connection, slug)
    of = await _versioned(connection, slug)
    return answer(await versions.version_details(connection, of, version_id, page))


@router.post(
    "/content/pages/{slug}/versions/{versionId}/restore",
    permission="content.edit",
    response_model=Answer[PageDetails],
    responses=error_responses(NotFound, EditConflict, PreconditionRequired),
)
async def restore_page(
    slug: Slug, version_id: VersionId, connection: Transaction, if_match: IfMatch = None
) -> Answer[PageDetails]:
    """Write the texts of a version again, as a new version."""
    return answer(await actions.restore_page(connection, slug, version_id, if_match))
