"""Files with fixed names for crawlers and browsers: robots.txt, sitemap, web app manifest, icons."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import quote
from xml.sax.saxutils import escape

import orjson
from fastapi import APIRouter, Path, Query, Request, Response

from stallage.core import clock
from stallage.core.db import Connection, PublicReading, database_of
from stallage.core.errors import NotFound
from stallage.core.public import LONG_CACHE, public_response
from stallage.core.runtime import runtime_of
from stallage.head.icons import MASKABLE_SIZES, SIZES, icon_of, icon_source, manifest_icons
from stallage.shop.queries import company, company_and_theme
from stallage.themes.queries import page_colour

router = APIRouter(include_in_schema=False)

PER_PART = 50_000
"""URLs per part of the sitemap, the maximum of the sitemap protocol."""


FIXED = """
SELECT path, greatest(p.updated_at, x.changed) AS changed FROM (VALUES
    ('/', NULL::timestamptz), ('/collections', NULL),
    ('/blogs', (SELECT max(updated_at) FROM blogs WHERE published_at <= $1)),
    ('/faqs', NULL), ('/contact-us', NULL), ('/return-and-exchange', NULL),
    ('/terms-and-conditions', NULL)
) AS x (path, changed) LEFT JOIN pages p ON '/' || p.slug = x.path
"""
PRIVATE = (
    "/backoffice",
    "/cart",
    "/checkout",
    "/find-order",
    "/login",
    "/newsletter/",
    "/no-script/",
    "/order-detail/",
    # Filters, orders and pages of search results.
    "/search?*&",
    "/support-ticket",
    "/unsubscribe/",
    "/user-profile",
    "/write-review/",
    "/your-data",
)

# A list changes when a product in it changes; a category also lists products of its subcategories.
LISTS = f"""
WITH RECURSIVE below AS (
    SELECT id AS root, id FROM categories
    UNION
    SELECT b.root, c.id FROM below b JOIN categories c ON c.parent_id = b.id
), in_it AS (
    SELECT x.category_id AS id, max(p.updated_at) AS changed
    FROM product_categories x JOIN products p ON p.id = x.product_id
    WHERE p.card IS NOT NULL GROUP BY x.category_id
), in_category AS (
    SELECT b.root AS id, max(i.changed) AS changed
    FROM below b JOIN in_it i USING (id) GROUP BY b.root
), in_set AS (
    SELECT x.collection_id AS id, max(p.updated_at) AS changed
    FROM collection_products x JOIN products p ON p.id = x.product_id
    WHERE p.card IS NOT NULL GROUP BY x.collection_id
)
SELECT path, changed, '{{}}'::text[] AS images FROM ({FIXED}) fixed
UNION ALL
SELECT '/c/collections/' || slug, changed, array_remove(ARRAY[image->>'path'], NULL)
FROM categories LEFT JOIN in_category USING (id)
UNION ALL
SELECT '/sa/collections/' || slug, greatest(starts_at, changed),
    array_remove(ARRAY[image->>'path'], NULL)
FROM sales LEFT JOIN in_set ON in_set.id = collection_id
WHERE starts_at <= $1 AND (ends_at IS NULL OR ends_at > $1)
UNION ALL
SELECT '/s/collections/' || slug, greatest(starts_at, changed),
    array_remove(ARRAY[image->>'path'], NULL)
FROM sliders LEFT JOIN in_set ON in_set.id = collection_id
WHERE (starts_at IS NULL OR starts_at <= $1) AND (ends_at IS NULL OR ends_at > $1)
UNION ALL
SELECT '/collections/' || section_id || '/' || slug, changed,
    array_remove(ARRAY[image->>'path'], NULL)
FROM feature_tiles LEFT JOIN in_set ON in_set.id = collection_id
UNION ALL
SELECT '/collection/' || slug, greatest(updated_at, changed), array_remove(ARRAY[image->>'path'], NULL)
FROM collection_pages LEFT JOIN in_set ON in_set.id = collection_id
UNION ALL
SELECT '/blogs/' || slug, updated_at, array_remove(ARRAY[image->>'path'], NULL) FROM blogs
WHERE published_at <= $1
UNION ALL
SELECT '/page/' || slug, updated_at, '{{}}'::text[] FROM pages WHERE own AND NOT draft
ORDER BY path
"""
COUNT = "SELECT count(*) FROM products WHERE card IS NOT NULL AND 'search_engines' = ANY(channels)"
PRODUCTS = """
SELECT '/products/' || p.slug AS path, p.updated_at AS changed, ARRAY(
    SELECT i.path FROM product_images i WHERE i.product_id = p.id AND i.path IS NOT NULL
    ORDER BY i.position, i.id LIMIT 10
) AS images
FROM products p WHERE p.card IS NOT NULL AND 'search_engines' = ANY(p.channels)
ORDER BY p.id LIMIT $1 OFFSET $2
"""
# Products follow the lists; $1 is the number of lists, $2 the number of URLs per part.
CHANGES = """
SELECT part, max(changed) AS changed FROM (
    SELECT ($1 + row_number() OVER (ORDER BY id) - 1) / $2 + 1 AS part, updated_at AS changed
    FROM products WHERE card IS NOT NULL AND 'search_engines' = ANY(channels)
) products GROUP BY part
"""
SHORTCUTS = (("Search", "/search"), ("Cart", "/cart"), ("Orders", "/user-profile/orders"))
"""Name and path of the pages that an installed shop offers from its icon."""
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
IMAGES = "http://www.google.com/schemas/sitemap-image/1.1"


def public_url_of(request: Request) -> str:
    """The shop's public URL without a trailing slash."""
    runtime = runtime_of(request)
    return runtime.settings.public_url.rstrip("/")


@router.get("/robots.txt")
async def robots(request: Request) -> Response:
    """Lets crawlers read everything except personal pages."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE), ""]
    lines += [f"Sitemap: {public_url_of(request)}/sitemap.xml", ""]
    body = "\n".join(lines).encode()
    return public_response(request, body, cache_control=LONG_CACHE, media_type="text/plain")


def _entry(public_url: str, row: Any) -> str:
    parts = [f"<loc>{escape(public_url + quote(row['path']))}</loc>", _last_change(row["changed"])]
    parts += [
        f"<image:image><image:loc>{escape(_address(public_url, path))}</image:loc></image:image>"
        for path in row["images"]
    ]
    return f"<url>{''.join(parts)}</url>\n"


def _last_change(moment: datetime | None) -> str:
    return "" if moment is None else f"<lastmod>{moment:%Y-%m-%dT%H:%M:%SZ}</lastmod>"


async def _changes(connection: Connection, lists: list[Any]) -> dict[int, datetime]:
    """The time of the last change in each part, if known."""
    rows = await connection.fetch(CHANGES, len(lists), PER_PART)
    changes: dict[int, datetime] = {row["part"]: row["changed"] for row in rows}
    for place, row in enumerate(lists):
        part, changed = place // PER_PART + 1, row["changed"]
        if changed is not None:
            changes[part] = max(changes.get(part, changed), changed)
    return changes


def _address(public_url: str, path: str) -> str:
    return f"{public_url}{path}" if path.startswith("/") else path


async def _rows_of_part(connection: Connection, lists: list[Any], number: int) -> list[Any]:
    """The rows of a part, counted from 1: lists and articles first, then products."""
    first = (number - 1) * PER_PART
    rows = lists[first : first + PER_PART]
    missing = PER_PART - len(rows)
    if missing:
        rows += await connection.fetch(PRODUCTS, missing, max(0, first - len(lists)))
    return rows


def _part(public_url: str, rows: list[Any]) -> str:
    entries = "".join(_entry(public_url, row) for row in rows)
    return f'{XML}<urlset xmlns="{SITEMAP}" xmlns:image="{IMAGES}">\n{entries}</urlset>\n'


def _index(public_url: str, parts: int, changes: dict[int, datetime]) -> str:
    entries = "".join(
        f"<sitemap><loc>{public_url}/sitemap.xml?part={number}</loc>"
        f"{_last_change(changes.get(number))}</sitemap>\n"
        for number in range(1, parts + 1)
    )
    return f'{XML}<sitemapindex xmlns="{SITEMAP}">\n{entries}</sitemapindex>\n'


@router.get("/sitemap.xml")
async def sitemap(
    request: Request,
    part: Annotated[int | None, Query(ge=1, le=10_000)] = None,
) -> Response:
    """All public pages; for large shops, an index of parts."""
    public_url = public_url_of(request)
    async with database_of(request).limited_reading() as connection:
        lists = list(await connection.fetch(LISTS, clock.now()))
        total = len(lists) + await connection.fetchval(COUNT)
        parts = max(1, -(-total // PER_PART))
        if part is not None and part > parts:
            raise NotFound
        has_index = part is None and parts > 1
        if has_index:
            changes = await _changes(connection, lists)
        else:
            rows = await _rows_of_part(connection, lists, part or 1)
    if has_index:
        text = _index(public_url, parts, changes)
    else:
        # A full part takes most of a second, which would block all other requests.
        text = await asyncio.to_thread(_part, public_url, rows)
    return public_response(
        request, text.encode(), cache_control=LONG_CACHE, media_type="application/xml"
    )


@router.get("/favicon.ico")
async def favicon(request: Request, connection: PublicReading) -> Response:
    """Redirects to the shop's favicon, for clients that request it by its traditional name."""
    shop = await company(connection, runtime_of(request).settings)
    if shop.favicon_image is None:
        raise NotFound
    headers = {"Location": shop.favicon_image, "Cache-Control": LONG_CACHE}
    return Response(status_code=307, headers=headers)


@router.get("/icons/maskable-{size}.png")
async def maskable_icon(request: Request, size: Annotated[int, Path()]) -> Response:
    """The shop's favicon on the ground of its pages, for devices that cut icons into a shape."""
    runtime = runtime_of(request)
    async with runtime.database.public_reading() as connection:
        shop, theme = await company_and_theme(connection, runtime.settings)
    source = icon_source(shop)
    if source is None or size not in MASKABLE_SIZES:
        raise NotFound
    content = await icon_of(runtime, source, size, page_colour(theme))
    if content is None:
        raise NotFound
    return public_response(request, content, cache_control=LONG_CACHE, media_type="image/png")


@router.get("/icons/{size}.png")
async def icon(request: Request, size: Annotated[int, Path()]) -> Response:
    """The shop's favicon as a square PNG, for home screens."""
    runtime = runtime_of(request)
    # Release the connection before rendering the icon.
    async with runtime.database.public_reading() as connection:
        source = icon_source(await company(connection, runtime.settings))
    if source is None or size not in SIZES:
        raise NotFound
    content = await icon_of(runtime, source, size)
    if content is None:
        raise NotFound
    return public_response(request, content, cache_control=LONG_CACHE, media_type="image/png")


@router.get("/manifest.webmanifest")
async def manifest(request: Request, connection: PublicReading) -> Response:
    """The web app manifest, used when the shop is added to a home screen."""
    settings = runtime_of(request).settings
    shop, theme = await company_and_theme(connection, settings)
    fields = {
        "id": "/",
        "name": shop.company_name,
        "short_name": shop.company_name,
        "description": shop.tagline,
        "lang": settings.locale,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": page_colour(theme),
        "theme_color": shop.primary_colour or page_colour(theme),
        "categories": ["shopping"],
        "icons": manifest_icons(shop),
        "shortcuts": [{"name": name, "url": url} for name, url in SHORTCUTS],
    }
    return public_response(
        request,
        orjson.dumps(fields),
        cache_control=LONG_CACHE,
        media_type="application/manifest+json",
    )
