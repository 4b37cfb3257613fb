"""Feeds: all SKUs on sale for Google Merchant Center, and the blog as RSS."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from email.utils import format_datetime
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse
from starlette.requests import ClientDisconnect
from starlette.types import Receive, Scope, Send

from stallage.content import queries as content
from stallage.content.rules import plain_text
from stallage.core import clock
from stallage.core.db import PublicReading, database_of
from stallage.core.money import Currency
from stallage.core.paging import Page
from stallage.core.public import LONG_CACHE, public_response
from stallage.core.runtime import Runtime, runtime_of
from stallage.head.site_files import public_url_of
from stallage.products.sql.prices import priced_skus
from stallage.shop.queries import company
from stallage.shop.rules import links
from stallage.storefront.queries.page_heads import decimal_text

router = APIRouter(include_in_schema=False)

PAGE_SKUS = 40
"""SKUs read and sent at a time, which limits the memory that a feed uses."""
PICTURES = 10
TITLE, TEXT = 150, 5000
ARTICLES = 50

IDS_AFTER = """
SELECT one.id FROM skus one JOIN products its ON its.id = one.product_id
WHERE one.active AND its.card IS NOT NULL AND 'product_feed' = ANY(its.channels)
    AND one.id > $2 ORDER BY one.id LIMIT $3
"""
SKUS = f"""
SELECT s.id, s.sku, s.barcode, s.options, s.weight_grams,
    p.id AS product_id, p.slug, p.title, p.summary, p.description_html, p.product_type,
    p.option_names, b.name AS brand, k.price, k.compare_at_price, k.in_stock,
    (SELECT array_agg(c.title ORDER BY cardinality(c.path)) FROM categories main
        JOIN categories c ON c.id = ANY(main.path)
        WHERE main.id = (SELECT pc.category_id FROM product_categories pc
            WHERE pc.product_id = p.id ORDER BY pc.position LIMIT 1)) AS categories,
    ARRAY(SELECT i.path FROM product_images i WHERE i.product_id = p.id AND i.path IS NOT NULL
        ORDER BY i.id IS DISTINCT FROM s.image_id, i.position, i.id LIMIT {PICTURES}) AS images
FROM ({priced_skus("s.id = ANY(ARRAY(" + IDS_AFTER + "))", "$1")}) k
JOIN skus s ON s.id = k.sku_id JOIN products p ON p.id = s.product_id
LEFT JOIN brands b ON b.id = p.brand_id
ORDER BY s.id
"""
# Options that Merchant Center has attributes for; the values of others are added to the title.
KNOWN_OPTIONS = {"color": "color", "colour": "color", "size": "size", "material": "material"}
_NOT_XML = dict.fromkeys([*range(0x9), 0xB, 0xC, *range(0xE, 0x20), 0xFFFE, 0xFFFF])


def _text(text: str) -> str:
    """Escape text for XML, without characters that XML does not allow."""
    allowed = text.translate(_NOT_XML).encode("utf-8", "ignore").decode()
    return allowed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _element(name: str, text: str) -> str:
    return f"<{name}>{_text(text)}</{name}>"


def _availability(row: Any) -> str:
    """The same as on the product page: SKUs made or ordered on demand are in stock.

    "backorder" would require a date, which the catalog does not have.
    """
    return "in_stock" if row["in_stock"] else "out_of_stock"


def item(public_url: str, currency: Currency, row: Any) -> str:
    """A SKU as an item of the feed."""
    chosen = list(zip(row["option_names"], row["options"], strict=False))
    rest = [value for name, value in chosen if name.lower() not in KNOWN_OPTIONS]
    price, before = row["price"], row["compare_at_price"]
    fields: list[tuple[str, str]] = [
        ("g:id", str(row["id"])),
        ("g:item_group_id", str(row["product_id"])),
        ("g:title", ", ".join([row["title"], *rest])[:TITLE]),
        (
            "g:description",
            (row["summary"] or plain_text(row["description_html"]) or row["title"])[:TEXT],
        ),
        ("g:link", f"{public_url}{links.product(row['slug'])}?sku={row['id']}"),
        ("g:availability", _availability(row)),
        ("g:condition", "new"),
        ("g:price", f"{decimal_text(before or price, currency)} {currency.code}"),
    ]
    if before:
        fields.append(("g:sale_price", f"{decimal_text(price, currency)} {currency.code}"))
    pictures = [path if "://" in path else f"{public_url}{path}" for path in row["images"]]
    fields += [("g:image_link", one) for one in pictures[:1]]
    fields += [("g:additional_image_link", one) for one in pictures[1:]]
    fields.append(("g:brand", row["brand"] or ""))
    gtin = (
        row["barcode"]
        if row["barcode"].isdigit() and len(row["barcode"]) in (8, 12, 13, 14)
        else ""
    )
    fields += [("g:gtin", gtin), ("g:mpn", row["sku"])]
    if not gtin and not (row["brand"] and row["sku"]):
        fields.append(("g:identifier_exists", "no"))
    fields.append(("g:product_type", " > ".join(row["categories"] or ()) or row["product_type"]))
    fields += [
        (f"g:{KNOWN_OPTIONS[name.lower()]}", value)
        for name, value in chosen
        if name.lower() in KNOWN_OPTIONS
    ]
    if row["weight_grams"]:
        fields.append(("g:shipping_weight", f"{row['weight_grams']} g"))
    return "<item>" + "".join(_element(name, text) for name, text in fields if text) + "</item>\n"


class Pages(StreamingResponse):
    """A streaming response that finishes each page; the generator checks for disconnected clients.

    Starlette's own response cancels the generator at any point, even at the end of a transaction.
    """

    async def __call__(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        await self.stream_response(send)


@router.get("/feeds/google.xml")
async def google_feed(request: Request) -> Response:
    """Every SKU on sale as Google Merchant RSS, read and sent page by page."""
    runtime = runtime_of(request)
    return Pages(
        _google(request, runtime),
        media_type="application/xml",
        headers={"Cache-Control": LONG_CACHE},
    )


async def _google(request: Request, runtime: Runtime) -> AsyncIterator[bytes]:
    """The feed in pages of SKUs. No connection is held while a page is being sent."""
    public_url, now = public_url_of(request), clock.now()
    database = database_of(request)
    semaphore: asyncio.Semaphore = runtime.services.setdefault("head.feed", asyncio.Semaphore(1))
    async with database.public_reading(wait_forever=True) as connection:
        shop = await company(connection, runtime.settings)
    head = "".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>\n',
            '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>\n',
            _element("title", shop.company_name),
            _element("link", f"{public_url}/"),
            _element("description", shop.tagline or shop.company_name),
            "\n",
        ]
    )
    yield head.encode()
    last_id = 0
    while True:
        async with semaphore:
            async with database.limited_reading(wait_forever=True) as connection:
                rows = await connection.fetch(SKUS, now, last_id, PAGE_SKUS)
            started = time.perf_counter()
            page = "".join(item(public_url, runtime.currency, row) for row in rows).encode()
            # Leaves two thirds of the time to shoppers, however many feeds are requested.
            await asyncio.sleep(2 * (time.perf_counter() - started))
        if page:
            yield page
        if await request.is_disconnected():
            raise ClientDisconnect
        if len(rows) < PAGE_SKUS:
            break
        last_id = rows[-1]["id"]
    yield b"</channel></rss>\n"


@router.get("/feeds/blog.xml")
async def blog_feed(request: Request, connection: PublicReading) -> Response:
    """The newest articles as RSS."""
    public_url = public_url_of(request)
    shop = await company(connection, runtime_of(request).settings)
    articles = (await content.blogs(connection, Page(1, ARTICLES))).items
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"',
        ' xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>\n',
        _element("title", f"{shop.company_name}: Blogs"),
        _element("link", f"{public_url}/blogs"),
        _element("description", shop.tagline or shop.company_name),
        f'<atom:link href="{_text(public_url)}/feeds/blog.xml" rel="self"',
        ' type="application/rss+xml"/>\n',
    ]
    for one in articles:
        address = f"{public_url}/blogs/{one.slug}"
        parts += [
            "<item>",
            _element("title", one.title),
            _element("link", address),
            _element("guid", address),
            _element("pubDate", format_datetime(one.created_at)),
            _element("description", one.summary),
            _element("dc:creator", one.author) if one.author else "",
            "</item>\n",
        ]
    parts.append("</channel></rss>\n")
    body = "".join(parts).encode()
    return public_response(
        request, body, cache_control=LONG_CACHE, media_type="application/rss+xml"
    )
