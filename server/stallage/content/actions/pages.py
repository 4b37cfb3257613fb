"""Operators add, change and delete pages."""

from __future__ import annotations

from typing import Any

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.content.actions.texts import put_page
from stallage.content.actions.versions import delete_versions
from stallage.content.drafts import PageDraft, Versioned
from stallage.content.errors import FixedPage, TooManyPages
from stallage.content.queries.operating import page_details, page_id
from stallage.content.queries.versions import version_content
from stallage.content.rules import PAGE_SLUGS
from stallage.content.schemas.operating import PageChanges, PageDetails, PageInput
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject

MAX_PAGES = 500
ADDRESS_TAKEN = "Another page has this address."

LOCK_ALL = "SELECT pg_advisory_xact_lock(hashtext('pages'))"
COUNT = "SELECT count(*) FROM pages WHERE own"
IS_TAKEN = "SELECT EXISTS (SELECT FROM pages WHERE slug = $1)"
RENAME = "UPDATE pages SET slug = $2 WHERE slug = $1"
DELETE = "DELETE FROM pages WHERE slug = $1"

TEXTS = ("title", "source", "format", "phone", "email", "hours", "seo_title", "seo_description")
AUDITED = {"slug", "title", "draft", "phone", "email", "hours", "seo_title", "seo_description"}


def _audited(page: PageDetails) -> JsonObject:
    return {
        **page.model_dump(mode="json", by_alias=True, include=AUDITED),
        "characters": len(page.source),
    }


def _subject(page: PageDetails) -> Subject:
    return Subject("page", page.slug, page.title)


async def _check_slug(connection: Connection, slug: str) -> None:
    if slug in PAGE_SLUGS or await connection.fetchval(IS_TAKEN, slug):
        raise InvalidFields(fields={"slug": [ADDRESS_TAKEN]})


async def create_page(connection: Connection, given: PageInput) -> PageDetails:
    """Add a page of the shop's own. Raises InvalidFields if its address is taken, and TooManyPages."""
    await connection.execute(LOCK_ALL)
    if await connection.fetchval(COUNT) >= MAX_PAGES:
        raise TooManyPages
    await _check_slug(connection, given.slug)
    texts: dict[str, Any] = {name: getattr(given, name) or "" for name in TEXTS}
    await put_page(connection, PageDraft(slug=given.slug, draft=given.draft, **texts))
    page = await page_details(connection, given.slug)
    await record(connection, "page.created", _subject(page), after=_audited(page))
    return page


async def change_page(
    connection: Connection, slug: str, changes: PageChanges, if_match: str | None
) -> PageDetails:
    """Change a page. A new address redirects from the old one.

    Raises NotFound, FixedPage, InvalidFields, PreconditionRequired and EditConflict.
    """
    await connection.execute(LOCK_ALL)
    before = await page_details(connection, slug, lock=True)
    check_match(if_match, before.etag, before)
    new_slug = changes.slug or slug
    draft = before.draft if changes.draft is None else changes.draft
    if not before.own and (new_slug != slug or draft):
        raise FixedPage
    if new_slug != slug:
        await _check_slug(connection, new_slug)
        await connection.execute(RENAME, slug, new_slug)
    given = {name: getattr(changes, name) for name in TEXTS}
    texts: dict[str, Any] = {
        name: getattr(before, name) if value is None else value for name, value in given.items()
    }
    return await _write(connection, before, PageDraft(slug=new_slug, draft=draft, **texts))


async def _write(
    connection: Connection, before: PageDetails, draft: PageDraft, action: str = "page.changed"
) -> PageDetails:
    await put_page(connection, draft)
    after = await page_details(connection, draft.slug)
    await record(
        connection, action, _subject(after), before=_audited(before), after=_audited(after)
    )
    return after


async def restore_page(
    connection: Connection, slug: str, version_id: int, if_match: str | None
) -> PageDetails:
    """Write the texts of a version again; address and state stay. Raises as `change_page`."""
    await connection.execute(LOCK_ALL)
    before = await page_details(connection, slug, lock=True)
    check_match(if_match, before.etag, before)
    known = await page_id(connection, slug)
    version = await version_content(connection, Versioned("page", known or 0), version_id)
    draft = PageDraft(
        slug=slug,
        title=version["title"],
        source=version["source"],
        format=version["format"],
        phone=version["phone"],
        email=version["email"],
        hours=version["hours"],
        draft=before.draft,
        seo_title=version["seoTitle"],
        seo_description=version["seoDescription"],
    )
    return await _write(connection, before, draft, "page.restored")


async def delete_page(connection: Connection, slug: str, if_match: str | None) -> None:
    """Delete a page of the shop's own with its versions. Its address answers 410.

    Raises NotFound, FixedPage, PreconditionRequired and EditConflict.
    """
    before = await page_details(connection, slug, lock=True)
    check_match(if_match, before.etag, before)
    if not before.own:
        raise FixedPage
    known = await page_id(connection, slug)
    await delete_versions(connection, Versioned("page", known or 0))
    await connection.execute(DELETE, slug)
    await record(connection, "page.deleted", _subject(before), before=_audited(before))
