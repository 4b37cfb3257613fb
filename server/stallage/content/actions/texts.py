"""Create and replace pages, blog articles and FAQs. All actions are idempotent."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.content.actions.versions import store_version
from stallage.content.drafts import BlogDraft, FaqDraft, PageDraft, Versioned
from stallage.content.rules import PAGE_SLUGS, reading_minutes, to_html
from stallage.core import clock
from stallage.core.db import Connection

PAGE_ID = "SELECT id FROM pages WHERE slug = $1 FOR UPDATE"
PUT_PAGE = """
INSERT INTO pages (slug, title, source, format, content_html, phone, email, hours, updated_at,
    own, draft, seo_title, seo_description)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
ON CONFLICT (slug) DO UPDATE SET
    title = excluded.title, source = excluded.source, format = excluded.format,
    content_html = excluded.content_html, phone = excluded.phone, email = excluded.email,
    hours = excluded.hours, updated_at = excluded.updated_at, draft = excluded.draft,
    seo_title = excluded.seo_title, seo_description = excluded.seo_description
RETURNING id
"""

BLOG_ID = "SELECT id FROM blogs WHERE slug = $1 FOR UPDATE"
# An empty picture removes the stored one, and NULL keeps it.
PUT_BLOG = """
INSERT INTO blogs (slug, title, summary, author, image, source, format, content_html,
    reading_minutes, product_slugs, published_at, updated_at, seo_title, seo_description)
VALUES ($1, $2, $3, $4, nullif($5::jsonb, '{}'), $6, $7, $8, $9, $10,
    CASE WHEN NOT $13 THEN coalesce($11::timestamptz, $12::timestamptz) END, $12, $14, $15)
ON CONFLICT (slug) DO UPDATE SET
    title = excluded.title, summary = excluded.summary, author = excluded.author,
    image = CASE WHEN $5::jsonb IS NULL THEN blogs.image ELSE excluded.image END,
    source = excluded.source, format = excluded.format, content_html = excluded.content_html,
    reading_minutes = excluded.reading_minutes, product_slugs = excluded.product_slugs,
    published_at = CASE WHEN NOT $13 THEN coalesce($11, blogs.published_at, $12) END,
    updated_at = excluded.updated_at, seo_title = excluded.seo_title,
    seo_description = excluded.seo_description
RETURNING id
"""

PUT_FAQS = """
INSERT INTO faqs (heading, question, source, answer_html, format, position)
SELECT heading, question, source, answer_html, format, position
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[])
    WITH ORDINALITY AS faq (heading, question, source, answer_html, format, position)
"""


async def put_page(connection: Connection, draft: PageDraft) -> int:
    """Create or replace a page and return its id."""
    known: int | None = await connection.fetchval(PAGE_ID, draft.slug)
    if known is not None:
        await store_version(connection, Versioned("page", known), if_first=True)
    own = draft.slug not in PAGE_SLUGS
    page_id: int = await connection.fetchval(
        PUT_PAGE,
        draft.slug,
        draft.title,
        draft.source,
        draft.format,
        to_html(draft.source, draft.format),
        draft.phone,
        draft.email,
        draft.hours,
        clock.now(),
        own,
        draft.draft and own,
        draft.seo_title,
        draft.seo_description,
    )
    await store_version(connection, Versioned("page", page_id))
    return page_id


async def put_blog(connection: Connection, draft: BlogDraft) -> int:
    """Create or replace an article and return its id."""
    html = to_html(draft.source, draft.format)
    known: int | None = await connection.fetchval(BLOG_ID, draft.slug)
    if known is not None:
        await store_version(connection, Versioned("blog", known), if_first=True)
    blog_id: int = await connection.fetchval(
        PUT_BLOG,
        draft.slug,
        draft.title,
        draft.summary,
        draft.author,
        draft.image,
        draft.source,
        draft.format,
        html,
        reading_minutes(html),
        list(draft.product_slugs),
        draft.published_at,
        clock.now(),
        draft.draft,
        draft.seo_title,
        draft.seo_description,
    )
    await store_version(connection, Versioned("blog", blog_id))
    return blog_id


async def put_faqs(connection: Connection, drafts: Sequence[FaqDraft]) -> None:
    """Replace all FAQs, in this order."""
    await connection.execute("DELETE FROM faqs")
    await connection.execute(
        PUT_FAQS,
        [draft.group for draft in drafts],
        [draft.question for draft in drafts],
        [draft.answer for draft in drafts],
        [to_html(draft.answer, draft.format) for draft in drafts],
        [draft.format for draft in drafts],
    )
