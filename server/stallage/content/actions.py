"""Create and replace pages, blog articles and FAQs. All actions are idempotent."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.content.drafts import BlogDraft, FaqDraft, PageDraft
from stallage.content.rules import reading_minutes, to_html
from stallage.core import clock
from stallage.core.db import Connection

PUT_PAGE = """
INSERT INTO pages (slug, title, source, format, content_html, phone, email, hours, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (slug) DO UPDATE SET
    title = excluded.title, source = excluded.source, format = excluded.format,
    content_html = excluded.content_html, phone = excluded.phone, email = excluded.email,
    hours = excluded.hours, updated_at = excluded.updated_at
"""

PUT_BLOG = """
INSERT INTO blogs (slug, title, summary, author, image, source, format, content_html,
    reading_minutes, product_slugs, published_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, coalesce($11::timestamptz, $12::timestamptz), $12)
ON CONFLICT (slug) DO UPDATE SET
    title = excluded.title, summary = excluded.summary, author = excluded.author,
    image = coalesce(excluded.image, blogs.image), source = excluded.source,
    format = excluded.format, content_html = excluded.content_html,
    reading_minutes = excluded.reading_minutes, product_slugs = excluded.product_slugs,
    published_at = coalesce($11, blogs.published_at), updated_at = excluded.updated_at
RETURNING id
"""

PUT_FAQS = """
INSERT INTO faqs (heading, question, source, answer_html, position)
SELECT heading, question, source, answer_html, position
FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
    WITH ORDINALITY AS faq (heading, question, source, answer_html, position)
"""


async def put_page(connection: Connection, draft: PageDraft) -> None:
    """Create or replace a page."""
    await connection.execute(
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
    )


async def put_blog(connection: Connection, draft: BlogDraft) -> int:
    """Create or replace an article and return its id."""
    html = to_html(draft.source, draft.format)
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
    )
    return blog_id


async def put_faqs(connection: Connection, drafts: Sequence[FaqDraft]) -> None:
    """Replace all FAQs, in this order."""
    await connection.execute("DELETE FROM faqs")
    await connection.execute(
        PUT_FAQS,
        [draft.group for draft in drafts],
        [draft.question for draft in drafts],
        [draft.answer for draft in drafts],
        [to_html(draft.answer, "markdown") for draft in drafts],
    )
