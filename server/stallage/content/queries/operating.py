"""Reads pages, articles and FAQs for operators: drafts too, and with their sources."""

from __future__ import annotations

from stallage.content.queries import picture_of
from stallage.content.rules import PAGE_PATHS, PAGE_SLUGS, blog_state
from stallage.content.schemas.operating import (
    BlogDetails,
    BlogRow,
    BlogState,
    EditedFaq,
    FaqList,
    PageDetails,
    PageList,
    PageRow,
)
from stallage.core import clock
from stallage.core.cursors import MAX_COUNT, Count, CursorPage, CursorQuery, capped_count, slice_of
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.shop.rules.client_routes import ROUTE

PAGES = "SELECT slug, title, own, draft, updated_at FROM pages ORDER BY own, title, id LIMIT 600"
PAGE = "SELECT * FROM pages WHERE slug = $1"
BLOG = "SELECT * FROM blogs WHERE id = $1"
MATCHES = """
($1::text IS NULL OR strpos(lower(title || ' ' || slug || ' ' || author), lower($1)) > 0)
    AND ($2::text IS NULL OR $2 = CASE WHEN published_at IS NULL THEN 'draft'
        WHEN published_at > $3::timestamptz THEN 'scheduled' ELSE 'published' END)
"""
BLOGS = f"""
SELECT id, slug, title, summary, author, image, published_at, updated_at
FROM blogs WHERE {MATCHES} AND ($4::bigint IS NULL OR id {{comparison}} $4)
ORDER BY id {{direction}} LIMIT $5
"""
COUNT = f"SELECT count(*) FROM (SELECT FROM blogs WHERE {MATCHES} LIMIT {MAX_COUNT + 1}) counted"
FAQS = "SELECT heading, question, source, format FROM faqs ORDER BY position, id"


def page_path(slug: str, *, own: bool) -> str:
    """Return the address of a page in the shop."""
    return ROUTE["page"].url(slug=slug) if own else PAGE_PATHS[slug]


def _page_row(row: Record) -> PageRow:
    return PageRow(
        slug=row["slug"],
        title=row["title"],
        own=row["own"],
        state="draft" if row["draft"] else "published",
        path=page_path(row["slug"], own=row["own"]),
        updated_at=row["updated_at"],
    )


async def all_pages(connection: Connection) -> PageList:
    """Return the fixed pages, then the shop's own."""
    rows = [_page_row(row) for row in await connection.fetch(PAGES)]
    written = {row.slug: row for row in rows}
    fixed = [
        written.get(slug)
        or PageRow(
            slug=slug,
            title=title,
            own=False,
            state="unwritten",
            path=page_path(slug, own=False),
            updated_at=None,
        )
        for slug, title in PAGE_SLUGS.items()
    ]
    return PageList(items=[*fixed, *(row for row in rows if row.own)])


async def page_details(connection: Connection, slug: str, *, lock: bool = False) -> PageDetails:
    """Return a page; a fixed one that is not written has no text. Raises NotFound."""
    row = await connection.fetchrow(f"{PAGE} FOR UPDATE" if lock else PAGE, slug)
    if row is None and slug not in PAGE_SLUGS:
        raise NotFound
    if row is None:
        return PageDetails(
            slug=slug,
            title=PAGE_SLUGS[slug],
            own=False,
            state="unwritten",
            path=page_path(slug, own=False),
            updated_at=None,
            source="",
            format="html",
            content="",
            phone="",
            email="",
            hours="",
            draft=False,
            seo_title="",
            seo_description="",
            etag=etag_of(slug, "unwritten"),
        )
    return PageDetails(
        **dict(_page_row(row)),
        source=row["source"],
        format=row["format"],
        content=row["content_html"],
        phone=row["phone"],
        email=row["email"],
        hours=row["hours"],
        draft=row["draft"],
        seo_title=row["seo_title"],
        seo_description=row["seo_description"],
        etag=etag_of(*row.values()),
    )


async def page_id(connection: Connection, slug: str) -> int | None:
    """Return the id of a page; None of a fixed one that is not written. Raises NotFound."""
    found: int | None = await connection.fetchval("SELECT id FROM pages WHERE slug = $1", slug)
    if found is None and slug not in PAGE_SLUGS:
        raise NotFound
    return found


def _blog_row(row: Record) -> BlogRow:
    return BlogRow(
        id=row["id"],
        slug=row["slug"],
        title=row["title"],
        summary=row["summary"],
        author=row["author"],
        image=picture_of(row),
        state=blog_state(row["published_at"], clock.now()),
        published_at=row["published_at"],
        updated_at=row["updated_at"],
    )


async def all_blogs(
    connection: Connection, search: str | None, state: BlogState | None, page: CursorQuery
) -> CursorPage[BlogRow]:
    """Return articles with drafts, the last added first."""
    values = page.values(int)
    statement = BLOGS.format(
        comparison=">" if page.backwards else "<", direction="ASC" if page.backwards else "DESC"
    )
    after = None if values is None else values[0]
    rows = await connection.fetch(
        statement, search or None, state, clock.now(), after, page.limit + 1
    )
    found = slice_of(rows, page, lambda row: [row["id"]])
    return CursorPage(
        items=[_blog_row(row) for row in found.rows],
        next_cursor=found.next_cursor,
        previous_cursor=found.previous_cursor,
    )


async def count_blogs(connection: Connection, search: str | None, state: BlogState | None) -> Count:
    """Count the articles of a list."""
    return capped_count(await connection.fetchval(COUNT, search or None, state, clock.now()))


async def blog_details(connection: Connection, blog_id: int, *, lock: bool = False) -> BlogDetails:
    """Return an article. Raises NotFound."""
    row = await connection.fetchrow(f"{BLOG} FOR UPDATE" if lock else BLOG, blog_id)
    if row is None:
        raise NotFound
    return BlogDetails(
        **dict(_blog_row(row)),
        path=ROUTE["blog"].url(value=row["slug"]),
        source=row["source"],
        format=row["format"],
        content=row["content_html"],
        reading_minutes=row["reading_minutes"],
        product_slugs=row["product_slugs"],
        draft=row["published_at"] is None,
        seo_title=row["seo_title"],
        seo_description=row["seo_description"],
        etag=etag_of(*row.values()),
    )


async def all_faqs(connection: Connection) -> FaqList:
    """Return all questions with the sources of their answers."""
    items = [
        EditedFaq(
            group=row["heading"],
            question=row["question"],
            answer=row["source"],
            format=row["format"],
        )
        for row in await connection.fetch(FAQS)
    ]
    return FaqList(items=items, etag=etag_of(*(tuple(dict(one).values()) for one in items)))
