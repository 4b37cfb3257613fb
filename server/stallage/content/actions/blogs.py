"""Operators add, change, publish and delete articles."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.content.actions.texts import put_blog
from stallage.content.actions.versions import delete_versions
from stallage.content.drafts import BlogDraft, Versioned
from stallage.content.queries.operating import blog_details
from stallage.content.queries.versions import version_content
from stallage.content.schemas.operating import BlogChanges, BlogDetails, BlogFields, BlogInput
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.core.schemas import PictureJson

ADDRESS_TAKEN = "Another article has this address."

LOCK_ALL = "SELECT pg_advisory_xact_lock(hashtext('blogs'))"
IS_TAKEN = "SELECT EXISTS (SELECT FROM blogs WHERE slug = $1)"
RENAME = "UPDATE blogs SET slug = $2 WHERE id = $1"
DELETE = "DELETE FROM blogs WHERE id = $1"

TEXTS = ("title", "source", "format", "summary", "author", "seo_title", "seo_description")
AUDITED = {
    "slug", "title", "summary", "author", "image", "published_at", "product_slugs", "seo_title",
    "seo_description",
}  # fmt: skip


def _audited(blog: BlogDetails) -> JsonObject:
    return {
        **blog.model_dump(mode="json", by_alias=True, include=AUDITED),
        "characters": len(blog.source),
    }


def _subject(blog: BlogDetails) -> Subject:
    return Subject("blog", blog.id, blog.title)


def _picture(given: BlogFields) -> PictureJson | None:
    """Return what `BlogDraft.image` means: None keeps the picture, an empty one removes it."""
    if "image" not in given.model_fields_set:
        return None
    return {} if given.image is None else given.image.model_dump()


async def _check_slug(connection: Connection, slug: str) -> None:
    if await connection.fetchval(IS_TAKEN, slug):
        raise InvalidFields(fields={"slug": [ADDRESS_TAKEN]})


async def create_blog(connection: Connection, given: BlogInput) -> BlogDetails:
    """Add an article. Raises InvalidFields if its address is taken."""
    await connection.execute(LOCK_ALL)
    await _check_slug(connection, given.slug)
    texts: dict[str, Any] = {name: getattr(given, name) or "" for name in TEXTS}
    draft = BlogDraft(
        slug=given.slug,
        image=_picture(given) or None,
        product_slugs=tuple(given.product_slugs or ()),
        published_at=given.published_at,
        draft=given.draft,
        **texts,
    )
    blog = await blog_details(connection, await put_blog(connection, draft))
    await record(connection, "blog.created", _subject(blog), after=_audited(blog))
    return blog


def _published_at(before: BlogDetails, changes: BlogChanges) -> datetime | None:
    """Return the new time of publication; None: now if the article was a draft."""
    if "published_at" in changes.model_fields_set:
        return changes.published_at
    return before.published_at


async def change_blog(
    connection: Connection, blog_id: int, changes: BlogChanges, if_match: str | None
) -> BlogDetails:
    """Change an article. A new address redirects from the old one.

    Raises NotFound, InvalidFields, PreconditionRequired and EditConflict.
    """
    await connection.execute(LOCK_ALL)
    before = await blog_details(connection, blog_id, lock=True)
    check_match(if_match, before.etag, before)
    slug = changes.slug or before.slug
    if slug != before.slug:
        await _check_slug(connection, slug)
        await connection.execute(RENAME, blog_id, slug)
    given = {name: getattr(changes, name) for name in TEXTS}
    texts: dict[str, Any] = {
        name: getattr(before, name) if value is None else value for name, value in given.items()
    }
    products = before.product_slugs if changes.product_slugs is None else changes.product_slugs
    draft = BlogDraft(
        slug=slug,
        image=_picture(changes),
        product_slugs=tuple(products),
        published_at=_published_at(before, changes),
        draft=before.draft if changes.draft is None else changes.draft,
        **texts,
    )
    return await _write(connection, before, draft)


async def _write(
    connection: Connection, before: BlogDetails, draft: BlogDraft, action: str = "blog.changed"
) -> BlogDetails:
    await put_blog(connection, draft)
    after = await blog_details(connection, before.id)
    await record(
        connection, action, _subject(after), before=_audited(before), after=_audited(after)
    )
    return after


async def restore_blog(
    connection: Connection, blog_id: int, version_id: int, if_match: str | None
) -> BlogDetails:
    """Write the content of a version again; address and publication stay. Raises as `change_blog`."""
    before = await blog_details(connection, blog_id, lock=True)
    check_match(if_match, before.etag, before)
    version = await version_content(connection, Versioned("blog", blog_id), version_id)
    draft = BlogDraft(
        slug=before.slug,
        title=version["title"],
        source=version["source"],
        format=version["format"],
        summary=version["summary"],
        author=version["author"],
        image=version["image"] or {},
        product_slugs=tuple(version["productSlugs"]),
        published_at=before.published_at,
        draft=before.draft,
        seo_title=version["seoTitle"],
        seo_description=version["seoDescription"],
    )
    return await _write(connection, before, draft, "blog.restored")


async def delete_blog(connection: Connection, blog_id: int, if_match: str | None) -> None:
    """Delete an article with its versions. Its address answers 410.

    Raises NotFound, PreconditionRequired and EditConflict.
    """
    before = await blog_details(connection, blog_id, lock=True)
    check_match(if_match, before.etag, before)
    await delete_versions(connection, Versioned("blog", blog_id))
    await connection.execute(DELETE, blog_id)
    await record(connection, "blog.deleted", _subject(before), before=_audited(before))
