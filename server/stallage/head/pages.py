"""Which page an address is, and what its head says. The same for a first visit and a navigation."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

import orjson

from stallage.catalog import links
from stallage.catalog.asking import AskedList, read_list
from stallage.catalog.details import read_product
from stallage.catalog.head import list_head, search_head
from stallage.catalog.listing import count_products, heading_of
from stallage.catalog.shelf import Shelf
from stallage.catalog.vocabulary import Vocabulary
from stallage.content import queries as content
from stallage.content.rules import PAGE_SLUGS, plain
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.paging import Page
from stallage.core.runtime import Runtime
from stallage.head.address import Address, parsed
from stallage.head.articles import article_head, faqs_head, journal_head
from stallage.head.former import former_at
from stallage.head.home import home_head
from stallage.head.icons import APPLE_ICON, icon_source
from stallage.settings import Settings
from stallage.shop.markup import PageHead, Site, breadcrumbs, written
from stallage.shop.queries import company
from stallage.shop.schemas import CompanyLogo
from stallage.shop.series import Part

LISTS = {"c": "category", "sa": "sale", "s": "slider"}
"""The first part of a list's address → the list's parameter."""

LONGEST_SEARCH = 200
"""Characters of a search, as the client cuts it."""

PRIVATE = {
    ("login",): "Sign in",
    ("cart",): "Cart",
    ("wishlist",): "Wishlist",
    ("checkout",): "Checkout",
    ("compare",): "Compare products",
    ("support-ticket",): "Support tickets",
    ("user-profile",): "Profile",
    ("user-profile", "profile"): "Profile",
    ("user-profile", "addresses"): "Addresses",
    ("user-profile", "wishlist"): "Wishlist",
    ("user-profile", "wallet"): "Wallet",
    ("user-profile", "orders"): "Orders",
    ("user-profile", "recentlyViewed"): "Recently viewed",
    ("user-profile", "notifications"): "Emails and alerts",
    ("user-profile", "privacy"): "Sign-in and privacy",
    ("your-data",): "Your data",
    ("withdraw",): "Withdraw from contract",
    ("find-order",): "Find your order",
}
"""Routes that are nobody else's business: kept out of search engines."""

PRIVATE_WITH_ID = {
    "order-detail": "Order",
    "shared-wishlist": "Shared wishlist",
    "write-review": "Write a review",
    "newsletter": "Newsletter",
}


@dataclass(frozen=True, slots=True)
class Found:
    """The head of an address and the status of a first visit to it."""

    markup: str
    status: int
    icon: str = ""
    """The link to the shop's mark. It is the site's, not the page's, so no navigation replaces it."""
    moved_to: str | None = None
    """Where the page is now, with status 301."""


def _site(settings: Settings, shop: CompanyLogo) -> Site:
    return Site(
        shop.company_name, settings.public_url.rstrip("/"), settings.locale, shop.logo_image
    )


def bare(settings: Settings, status: int) -> Found:
    """A head that says the shop's name alone, for when nothing can be looked up."""
    site = Site(settings.shop_name, settings.public_url.rstrip("/"), settings.locale, None)
    return Found(written(site, PageHead("", "/", indexed=False)), status)


async def page_at(runtime: Runtime, shelf: Shelf, address: str) -> Found:
    """The head of a client route. An unknown one has status 404 and is kept from search engines;

    one that is gone for good has 410, one that bears another name now 301.
    """
    async with runtime.database.public_reading() as connection:
        shop = await company(connection, runtime.settings)
        site = _site(runtime.settings, shop)
        asked = parsed(address)
        head = None if asked is None else await _own_head(connection, site, shop, asked)
    markup = None if head is None else written(site, head)
    if markup is None and asked is not None:
        markup = await _of_catalogue(runtime, shelf, site, asked)
    if markup is not None:
        return Found(markup, 200, _icon(shop))
    former = None
    if asked is not None:
        async with runtime.database.public_reading() as connection:
            former = await former_at(connection, asked.segments)
    missing = written(site, PageHead("Page not found", "/", indexed=False))
    if former is None:
        return Found(missing, 404, _icon(shop))
    if former.moved_to is None:
        return Found(missing, 410, _icon(shop))
    return Found(missing, 301, _icon(shop), former.moved_to)


def _icon(shop: CompanyLogo) -> str:
    if shop.favicon_image is None:
        return ""
    # A path that core.media gave out holds nothing to escape.
    link = f'\n    <link rel="icon" href="{shop.favicon_image}">'
    if icon_source(shop) is None:
        return link
    return f'{link}\n    <link rel="apple-touch-icon" href="/icons/{APPLE_ICON}.png">'


async def _of_catalogue(runtime: Runtime, shelf: Shelf, site: Site, asked: Address) -> str | None:
    """The head of a product or a list, from what the process knows of the catalogue."""
    names = await shelf.vocabulary()
    match asked.segments:
        case ("products", slug):
            found = await read_product(runtime, shelf, names, slug, clock.now())
            return None if found is None else str(orjson.loads(found[1])["dmContent"])
        case (kind, "collections", slug) if kind in LISTS:
            source = {LISTS[kind]: slug}
        case ("collections", parent_id, slug):
            source = {"section": f"{parent_id}/{slug}"}
        case ("search",):
            words = " ".join(asked.parameters.get("q", [""])[0].split())[:LONGEST_SEARCH]
            if not words:
                return written(site, search_head("", None))
            source = {"q": words}
        case _:
            return None
    answered = await _listed(shelf, names, source, asked)
    if answered is None:
        return None
    listed, part = answered
    if listed.asked.words is not None:
        return written(site, search_head(listed.asked.words, part))
    heading = heading_of(listed, names)
    return None if heading is None else written(site, list_head(site, heading, part))


async def _listed(
    shelf: Shelf, names: Vocabulary, source: dict[str, str], asked: Address
) -> tuple[AskedList, Part] | None:
    """The list at an address and which page of it, or None where the list itself is a 404."""
    path = links.search(source["q"]) if "q" in source else asked.path
    narrowing = [pair for pair in asked.narrowing if pair[0] not in source]
    try:
        try:
            listed = _read(names, [*narrowing, *source.items()])
        except InvalidFields:
            # The list is refused; what it would be a list of stands all the same, with nothing in it.
            return _read(names, [*source.items()]), Part(path, asked.page, total=0)
    except NotFound:
        return None
    total = await count_products(shelf, listed.asked)
    return listed, Part(path, asked.page, total, urlencode(narrowing))


def _read(names: Vocabulary, parameters: list[tuple[str, str]]) -> AskedList:
    return read_list(urlencode(parameters).encode(), names, clock.now())


async def _own_head(
    connection: Connection, site: Site, shop: CompanyLogo, asked: Address
) -> PageHead | None:
    match asked.segments:
        case ():
            return await home_head(connection, site, shop)
        case ("blogs",):
            newest = await content.blogs(connection, Page(1, 1))
            part = Part("/blogs", asked.page, newest.total)
            return journal_head(site, newest.items, part)
        case ("blogs", value):
            article = await content.blog(connection, value)
            return None if article is None else article_head(site, article)
        case ("faqs",):
            return faqs_head(site, await content.faqs(connection))
        case ("collections",):
            crumbs = breadcrumbs(site, [("Collections", "/collections")])
            text = f"Everything at {site.name}, by category."
            return PageHead("Collections", "/collections", text, json_ld=(crumbs,))
        case (slug,) if slug in PAGE_SLUGS and slug != "customer-care":
            page = await content.page_of(connection, slug)
            crumbs = breadcrumbs(site, [(page.title, f"/{slug}")])
            return PageHead(page.title, f"/{slug}", plain(page.content), json_ld=(crumbs,))
        case ("unsubscribe", "alert" | "newsletter", _):
            return PageHead("Unsubscribe", asked.path, indexed=False)
        case (name, _) if name in PRIVATE_WITH_ID:
            return PageHead(PRIVATE_WITH_ID[name], asked.path, indexed=False)
        case segments if segments in PRIVATE:
            return PageHead(PRIVATE[segments], asked.path, indexed=False)
        case _:
            return None
