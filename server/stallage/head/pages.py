"""Which page an address is, and what its head says. The same for a first visit and a navigation."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

import orjson

from stallage.content import queries as content
from stallage.content.rules import PAGE_SLUGS, plain
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.paging import Page
from stallage.core.runtime import Runtime
from stallage.head.address import Address, parsed
from stallage.head.articles import article_head, faqs_head, journal_head
from stallage.head.home import home_head
from stallage.head.icons import APPLE_ICON, icon_source
from stallage.head.redirects import redirect_at
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.list_parameters import ListRequest, read_list
from stallage.search.listing.headings import heading_of
from stallage.search.listing.pages import count_products
from stallage.settings import Settings
from stallage.shop import links
from stallage.shop.client_routes import match_route
from stallage.shop.markup import PageHead, Site, breadcrumbs, written
from stallage.shop.queries import company
from stallage.shop.schemas import CompanyLogo
from stallage.shop.series import Part
from stallage.storefront.page_heads import list_head, search_head
from stallage.storefront.product_page import read_product

SUBSCRIPTIONS = ("alert", "newsletter")
"""What a link in an email can end."""

LONGEST_SEARCH = 200
"""Characters of a search, as the client cuts it."""


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


async def page_at(runtime: Runtime, cache: CatalogCache, address: str) -> Found:
    """The head of a client route. An unknown one has status 404 and is kept from search engines;

    one that is gone for good has 410, one that bears another name now 301.
    """
    async with runtime.database.public_reading() as connection:
        shop = await company(connection, runtime.settings)
        site = _site(runtime.settings, shop)
        list_query = parsed(address)
        head = None if list_query is None else await _own_head(connection, site, shop, list_query)
    markup = None if head is None else written(site, head)
    if markup is None and list_query is not None:
        markup = await _of_catalogue(runtime, cache, site, list_query)
    if markup is not None:
        return Found(markup, 200, _icon(shop))
    former = None
    if list_query is not None:
        async with runtime.database.public_reading() as connection:
            former = await redirect_at(connection, list_query.segments)
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


async def _of_catalogue(
    runtime: Runtime, cache: CatalogCache, site: Site, list_query: Address
) -> str | None:
    """The head of a product or a list, from what the process knows of the catalogue."""
    names = await cache.names()
    matched = match_route(list_query.segments)
    if matched is None:
        return None
    route, parameters = matched
    if route.name == "product":
        found = await read_product(runtime, cache, names, parameters["slug"], clock.now())
        return None if found is None else str(orjson.loads(found[1])["dmContent"])
    if not route.list_parameter:
        return None
    value = "/".join(parameters.values())
    if route.list_parameter == "q":
        value = " ".join(list_query.parameters.get("q", [""])[0].split())[:LONGEST_SEARCH]
        if not value:
            return written(site, search_head("", None))
    source = {route.list_parameter: value}
    answered = await _listed(cache, names, source, list_query)
    if answered is None:
        return None
    listed, part = answered
    if listed.list_query.words is not None:
        return written(site, search_head(listed.list_query.words, part))
    heading = heading_of(listed, names)
    return None if heading is None else written(site, list_head(site, heading, part))


async def _listed(
    cache: CatalogCache, names: CatalogNames, source: dict[str, str], list_query: Address
) -> tuple[ListRequest, Part] | None:
    """The list at an address and which page of it, or None where the list itself is a 404."""
    path = links.search(source["q"]) if "q" in source else list_query.path
    narrowing = [pair for pair in list_query.narrowing if pair[0] not in source]
    try:
        try:
            listed = _read(names, [*narrowing, *source.items()])
        except InvalidFields:
            # The list is refused; what it would be a list of stands all the same, with nothing in it.
            return _read(names, [*source.items()]), Part(path, list_query.page, total=0)
    except NotFound:
        return None
    total = await count_products(cache, listed.list_query)
    return listed, Part(path, list_query.page, total, urlencode(narrowing))


def _read(names: CatalogNames, parameters: list[tuple[str, str]]) -> ListRequest:
    return read_list(urlencode(parameters).encode(), names, clock.now())


async def _own_head(
    connection: Connection, site: Site, shop: CompanyLogo, list_query: Address
) -> PageHead | None:
    matched = match_route(list_query.segments)
    if matched is None:
        return None
    route, parameters = matched
    match route.name:
        case "home":
            return await home_head(connection, site, shop)
        case "blogs":
            newest = await content.blogs(connection, Page(1, 1))
            part = Part(route.url(), list_query.page, newest.total)
            return journal_head(site, newest.items, part)
        case "blog":
            article = await content.blog(connection, parameters["value"])
            return None if article is None else article_head(site, article)
        case "faqs":
            return faqs_head(site, await content.faqs(connection))
        case "collections":
            crumbs = breadcrumbs(site, [("Collections", route.url())])
            text = f"Everything at {site.name}, by category."
            return PageHead("Collections", route.url(), text, json_ld=(crumbs,))
        case "unsubscribe" if parameters["kind"] not in SUBSCRIPTIONS:
            return None
        case _ if route.path in PAGE_SLUGS:
            page = await content.page_of(connection, route.path)
            crumbs = breadcrumbs(site, [(page.title, route.url())])
            return PageHead(page.title, route.url(), plain(page.content), json_ld=(crumbs,))
        case _ if route.access != "public":
            return PageHead(route.title, list_query.path, indexed=False)
        case _:
            return None
