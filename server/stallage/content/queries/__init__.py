"""Read pages, FAQs and blog articles as shoppers see them. Drafts do not exist for shoppers."""

from __future__ import annotations

from stallage.content.drafts import SeoTexts
from stallage.content.rules import PAGE_SLUGS
from stallage.content.schemas import Blog, BlogSummary, CareDetails, ContactDetails, Faq, Page
from stallage.core import clock
from stallage.core.db import Connection, Record
from stallage.core.paging import Page as PageNumber
from stallage.core.paging import Paged, to_page
from stallage.core.schemas import Picture
from stallage.settings import Settings
from stallage.shop.queries import company

PAGE = """
SELECT title, content_html, phone, email, hours, seo_title, seo_description
FROM pages WHERE slug = $1
"""
OWN_PAGE = """
SELECT title, content_html, seo_title, seo_description
FROM pages WHERE slug = $1 AND own AND NOT draft
"""
BLOG_SEO = "SELECT seo_title, seo_description FROM blogs WHERE id = $1"

FAQS = "SELECT id, heading, question, answer_html FROM faqs ORDER BY position, id"

# A page past the end is one row with only the total. Drafts have no `published_at`, so that no
# comparison with a time finds them.
BLOGS = """
SELECT page.*, whole.total
FROM (SELECT count(*) AS total FROM blogs WHERE published_at <= $1) whole LEFT JOIN LATERAL (
    SELECT id, slug, title, summary, author, image, reading_minutes, published_at
    FROM blogs WHERE published_at <= $1
    ORDER BY published_at DESC, id DESC LIMIT $2 OFFSET $3
) page ON true
ORDER BY page.published_at DESC, page.id DESC
"""

BLOG = """
SELECT id, slug, title, summary, author, image, reading_minutes, published_at, content_html,
    updated_at, product_slugs
FROM blogs WHERE (slug = $1 OR id = $2) AND published_at <= $3
ORDER BY slug = $1 DESC LIMIT 1
"""


async def read_page(connection: Connection, slug: str) -> Page:
    """Return one of the fixed pages; until it is written, empty with its default title."""
    row = await connection.fetchrow(PAGE, slug)
    if row is None:
        return Page(title=PAGE_SLUGS[slug], content="")
    return Page(title=row["title"], content=row["content_html"])


async def own_page(connection: Connection, slug: str) -> Page | None:
    """Return a page of the shop's own; None if there is none, or it is a draft."""
    row = await connection.fetchrow(OWN_PAGE, slug)
    return None if row is None else Page(title=row["title"], content=row["content_html"])


async def page_seo(connection: Connection, slug: str) -> SeoTexts:
    """Return what search engines read about a page instead of its title and text."""
    row = await connection.fetchrow(PAGE, slug)
    return SeoTexts("", "") if row is None else SeoTexts(row["seo_title"], row["seo_description"])


async def blog_seo(connection: Connection, blog_id: int) -> SeoTexts:
    """Return what search engines read about an article instead of its title and summary."""
    row = await connection.fetchrow(BLOG_SEO, blog_id)
    return SeoTexts("", "") if row is None else SeoTexts(row["seo_title"], row["seo_description"])


async def contact_details(connection: Connection, settings: Settings) -> ContactDetails:
    """Return the contact page with the company details."""
    page = await read_page(connection, "contact-us")
    shop = await company(connection, settings)
    return ContactDetails(
        title=page.title,
        content=page.content,
        email=shop.email,
        phone=shop.phone,
        address=shop.address,
        social_links=shop.social_links,
    )


async def care_details(connection: Connection, settings: Settings) -> CareDetails:
    """Return the customer care page. Empty fields are filled from the company details."""
    row = await connection.fetchrow(PAGE, "customer-care")
    shop = await company(connection, settings)
    if row is None:
        return CareDetails(
            title=PAGE_SLUGS["customer-care"],
            content="",
            phone=shop.phone,
            email=shop.email,
            hours="",
        )
    return CareDetails(
        title=row["title"],
        content=row["content_html"],
        phone=row["phone"] or shop.phone,
        email=row["email"] or shop.email,
        hours=row["hours"],
    )


async def faqs(connection: Connection) -> list[Faq]:
    """Return all FAQs in order."""
    return [
        Faq(
            id=row["id"],
            group=row["heading"],
            question=row["question"],
            answer=row["answer_html"],
        )
        for row in await connection.fetch(FAQS)
    ]


def picture_of(row: Record) -> Picture | None:
    """Return the picture of an article."""
    return None if row["image"] is None else Picture.model_validate(row["image"])


async def blogs(connection: Connection, page: PageNumber) -> Paged[BlogSummary]:
    """Return a page of the published articles, newest first."""
    rows = await connection.fetch(BLOGS, clock.now(), page.size, page.offset)
    articles = [
        BlogSummary(
            id=row["id"],
            slug=row["slug"],
            title=row["title"],
            summary=row["summary"],
            author=row["author"],
            image=picture_of(row),
            reading_minutes=row["reading_minutes"],
            created_at=row["published_at"],
        )
        for row in rows
        if row["id"] is not None
    ]
    return to_page(articles, page, rows[0]["total"])


async def blog(connection: Connection, value: str) -> Blog | None:
    """Return the article with this slug, or else with this id."""
    number = int(value) if value.isascii() and value.isdigit() and len(value) < 19 else None
    row = await connection.fetchrow(BLOG, value, number, clock.now())
    if row is None:
        return None
    return Blog(
        id=row["id"],
        slug=row["slug"],
        title=row["title"],
        summary=row["summary"],
        author=row["author"],
        image=picture_of(row),
        reading_minutes=row["reading_minutes"],
        created_at=row["published_at"],
        content=row["content_html"],
        updated_at=row["updated_at"],
        product_slugs=row["product_slugs"],
    )
