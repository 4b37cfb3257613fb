"""The operators' API of articles."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from stallage.content import actions
from stallage.content.drafts import Versioned
from stallage.content.queries import operating, versions
from stallage.content.schemas.operating import (
    BlogChanges,
    BlogDetails,
    BlogInput,
    BlogRow,
    BlogState,
    TextVersionDetails,
    TextVersionList,
)
from stallage.core.cursors import Count, CursorPage, CursorRequest
from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.schemas import Line
from stallage.operators.dependencies import AdminRouter

router = AdminRouter(tag="content")

BlogId = Annotated[int, Path(alias="blogId", ge=1, le=2**63 - 1)]
VersionId = Annotated[int, Path(alias="versionId", ge=1, le=2**63 - 1)]
Search = Annotated[Line | None, Query(max_length=200, description="Part of title, slug or author.")]
State = Annotated[BlogState | None, Query(description="Without it, all articles.")]
EDIT_ERRORS = (NotFound, InvalidFields, EditConflict, PreconditionRequired)


@router.get(
    "/content/blogs",
    permission="content.read",
    response_model=Answer[CursorPage[BlogRow]],
    responses=error_responses(InvalidFields),
)
async def list_blogs(
    connection: Reading, page: CursorRequest, *, search: Search = None, state: State = None
) -> Answer[CursorPage[BlogRow]]:
    """Articles with drafts, the last added first."""
    return answer(await operating.all_blogs(connection, search, state, page))


@router.get("/content/blogs/count", permission="content.read", response_model=Answer[Count])
async def count_blogs(
    connection: Reading, *, search: Search = None, state: State = None
) -> Answer[Count]:
    """The number of articles, counted up to 10,000."""
    return answer(await operating.count_blogs(connection, search, state))


@router.post(
    "/content/blogs",
    permission="content.edit",
    status_code=201,
    response_model=Answer[BlogDetails],
    responses=error_responses(InvalidFields),
)
async def create_blog(body: BlogInput, connection: Transaction) -> Answer[BlogDetails]:
    """Add an article. Without `draft: false`, shoppers do not see it."""
    return answer(await actions.create_blog(connection, body))


@router.get(
    "/content/blogs/{blogId}",
    permission="content.read",
    response_model=Answer[BlogDetails],
    responses=error_responses(NotFound),
)
async def get_blog(blog_id: BlogId, connection: Reading) -> Answer[BlogDetails]:
    """An article with its source."""
    return answer(await operating.blog_details(connection, blog_id))


@router.patch(
    "/content/blogs/{blogId}",
    permission="content.edit",
    response_model=Answer[BlogDetails],
    responses=error_responses(*EDIT_ERRORS),
)
async def change_blog(
    blog_id: BlogId, body: BlogChanges, connection: Transaction, if_match: IfMatch = None
) -> Answer[BlogDetails]:
    """Change, publish, schedule or hide an article. A new slug redirects from the old one."""
    return answer(await actions.change_blog(connection, blog_id, body, if_match))


@router.delete(
    "/content/blogs/{blogId}",
    permission="content.edit",
    response_model=Answer[None],
    responses=error_responses(NotFound, EditConflict, PreconditionRequired),
)
async def delete_blog(
    blog_id: BlogId, connection: Transaction, if_match: IfMatch = None
) -> Answer[None]:
    """Delete an article."""
    await actions.delete_blog(connection, blog_id, if_match)
    return answer(None)


@router.get(
    "/content/blogs/{blogId}/versions",
    permission="content.read",
    response_model=Answer[TextVersionList],
    responses=error_responses(NotFound),
)
async def list_blog_versions(blog_id: BlogId, connection: Reading) -> Answer[TextVersionList]:
    """The last 50 versions of an article, newest first."""
    await operating.blog_details(connection, blog_id)
    return answer(await versions.versions_of(connection, Versioned("blog", blog_id)))


@router.get(
    "/content/blogs/{blogId}/versions/{versionId}",
    permission="content.read",
    response_model=Answer[TextVersionDetails],
    responses=error_responses(NotFound),
)
async def get_blog_version(
    blog_id: BlogId, version_id: VersionId, connection: Reading
) -> Answer[TextVersionDetails]:
    """A version of an article, and which fields differ from the article now."""
    blog = await operating.blog_details(connection, blog_id)
    of = Versioned("blog", blog_id)
    return answer(await versions.version_details(connection, of, version_id, blog))


@router.post(
    "/content/blogs/{blogId}/versions/{versionId}/restore",
    permission="content.edit",
    response_model=Answer[BlogDetails],
    responses=error_responses(NotFound, EditConflict, PreconditionRequired),
)
async def restore_blog(
    blog_id: BlogId, version_id: VersionId, connection: Transaction, if_match: IfMatch = None
) -> Answer[BlogDetails]:
    """Write the content of a version again, as a new version. Publication stays as it is."""
    return answer(await actions.restore_blog(connection, blog_id, version_id, if_match))
