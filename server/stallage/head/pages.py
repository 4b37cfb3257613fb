"""Finds the page of a URL and renders its head, for first visits and for client-side navigation."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

import orjson

from stallage.content import queries as content
from stallage.content.rules import PAGE_SLUGS
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.json_types import JsonObject
from stallage.core.paging import Page
from stallage.core.runtime import Runtime
from stallage.head.address import Address, parse_address
from stallage.head.articles import article_head, faqs_head, journal_head, page_head
from stallage.head.home import home_head
from stallage.head.icons import APPLE_ICON, icon_source
from stallage.head.redirects import redirect_at
from stallage.layout.schemas import Frame
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.queries.headings import ListHeading, build_heading
from stallage.search.queries.product_lists import count_products
from stallage.search.rules import SEARCH_PAGE
from stallage.search.schemas.list_parameters import ListRequest, read_list
from stallage.settings import Settings
from stallage.shop.formats import PageHead, breadcrumbs, render_head
from stallage.shop.queries import company_and_theme
from stallage.shop.rules import links
from stallage.shop.rules.client_routes import ROUTE, match_route
from stallage.shop.rules.list_pages import ListPage
from stallage.shop.rules.site import Site
from stallage.shop.schemas import CompanyLogo
from stallage.storefront.queries.page_heads import list_head, search_head
from stallage.storefront.queries.product_page import read_product
from stallage.themes.queries import page_style

SUBSCRIPTIONS = ("alert", "newsletter")
"""Subscriptions that a link in an email can end."""

NOTHING_ARRANGED = Frame(header=None, footer=None, announcement=None)

MAX_SEARCH = 200
"""Characters; the client truncates searches to the same length."""


@dataclass(frozen=True, slots=True)
class RenderedHead:
    """The head of a URL and the HTTP status of a first visit."""

    markup: str
    status: int
    icon: str = ""
    """Links to the shop's favicon. They are the same for all pages, so navigation does not replace them."""
    menus: str = ""
    """Menus and announcement bar as JSON."""
    frame: str = ""
    """The same in an element for the client, if operators arranged them."""
    moved_to: str | None = None
    """The new path of the page, with status 301; the page that a search leads to, with status 302."""
    style: str = ""
    """The shop's theme as a style element; empty for the standard look. Not replaced by navigation."""
    loads_font: bool = True
    """Whether pages use the storefront's own typeface."""


def _site(settings: Settings, shop: CompanyLogo) -> Site:
    return Site(
        shop.company_name, settings.public_url.rstrip("/"), settings.locale, shop.logo_image
    )


def fallback_head(settings: Settings, status: int) -> RenderedHead:
    """A head with only the shop's name, for when the database is unavailable."""
    site = Site(settings.shop_name, settings.public_url.rstrip("/"), settings.locale, None)
    return RenderedHead(render_head(site, PageHead("", "/", indexed=False)), status)


async def shell_head(runtime: Runtime, cache: CatalogCache) -> RenderedHead:
    """Render the head of the shell, the page that browsers store for addresses they have not stored."""
    return await private_head(runtime, cache, "", "/")


async def private_head(
    runtime: Runtime, cache: CatalogCache, title: str, path: str
) -> RenderedHead:
    """Render the head of a page of one visitor, which is not indexed."""
    async with runtime.database.public_reading() as connection:
        shop, theme = await company_and_theme(connection, runtime.settings)
    page = PageHead(title, path, indexed=False)
    markup = render_head(_site(runtime.settings, shop), page)
    return _rendered(markup, 200, shop, theme, (await cache.names()).frame)


async def visited_head(runtime: Runtime, cache: CatalogCache, url: str) -> RenderedHead:
    """Render the head of a visited URL. Searches that lead to a page have status 302.

    The client learns that from the list of the search.
    """
    address = parse_address(url)
    target = None if address is None else _search_redirect(await cache.names(), address)
    if target is not None:
        return RenderedHead("", 302, moved_to=target)
    return await head_at(runtime, cache, url)


async def head_at(runtime: Runtime, cache: CatalogCache, url: str) -> RenderedHead:
    """Render the head of a client route.

    Unknown routes have status 404 and are not indexed; deleted pages have 410, renamed pages 301.
    """
    async with runtime.database.public_reading() as connection:
        shop, theme = await company_and_theme(connection, runtime.settings)
        site = _site(runtime.settings, shop)
        address = parse_address(url)
        head = None if address is None else await _page_head(connection, site, shop, address)
    markup = None if head is None else render_head(site, head)
    if markup is None and address is not None:
        markup = await _catalog_head(cache, site, address)
    frame = (await cache.names()).frame
    if markup is not None:
        return _rendered(markup, 200, shop, theme, frame)
    redirect = None
    if address is not None:
        async with runtime.database.public_reading() as connection:
            redirect = await redirect_at(connection, address)
    missing = render_head(site, PageHead("Page not found", "/", indexed=False))
    if redirect is None:
        return _rendered(missing, 404, shop, theme, frame)
    if redirect.moved_to is None:
        return _rendered(missing, 410, shop, theme, frame)
    return RenderedHead(missing, 301, moved_to=redirect.moved_to)


def _rendered(
    markup: str, status: int, shop: CompanyLogo, theme: JsonObject | None, frame: Frame
) -> RenderedHead:
    """A head with what is the same for all pages: icon, theme, menus and announcement bar."""
    style, loads_font = page_style(theme)
    menus = frame.model_dump_json(by_alias=True)
    element = "" if frame == NOTHING_ARRANGED else _frame(menus)
    return RenderedHead(
        markup, status, _icon(shop), menus, element, style=style, loads_font=loads_font
    )


def _frame(menus: str) -> str:
    """A data block, which browsers do not run, so that the first paint has the bar and the menus."""
    content = menus.replace("<", "\\u003c")
    return f'\n    <script type="application/json" id="frame">{content}</script>'


def _icon(shop: CompanyLogo) -> str:
    if shop.favicon_image is None:
        return ""
    # Paths from core.media need no escaping.
    link = f'\n    <link rel="icon" href="{shop.favicon_image}">'
    if icon_source(shop) is None:
        return link
    return f'{link}\n    <link rel="apple-touch-icon" href="/icons/{APPLE_ICON}.png">'


def _search_redirect(names: CatalogNames, address: Address) -> str | None:
    """The path that a search leads to, if it has no filters and is its first page."""
    is_search = address.segments == (SEARCH_PAGE,) and address.page == 1 and not address.narrowing
    return names.search_redirect(address.parameters.get("q", [""])[-1]) if is_search else None


async def _catalog_head(cache: CatalogCache, site: Site, address: Address) -> str | None:
    """The head of a product or a list, from the catalog cache."""
    names = await cache.names()
    matched = match_route(address.segments)
    if matched is None:
        return None
    route, parameters = matched
    if route.name == "product":
        found = await read_product(cache, names, parameters["slug"], clock.now())
        return None if found is None else str(orjson.loads(found.output)["dmContent"])
    if not route.list_parameter:
        return None
    value = "/".join(parameters.values())
    if route.list_parameter == "q":
        value = " ".join(address.parameters.get("q", [""])[0].split())[:MAX_SEARCH]
        if not value:
            return render_head(site, search_head(site, "", None))
    source = {route.list_parameter: value}
    requested = await _read_list(cache, names, source, address)
    if requested is None:
        return None
    list_request, part = requested
    if list_request.list_query.words is not None:
        return render_head(site, search_head(site, list_request.list_query.words, part))
    heading = build_heading(list_request, names)
    return (
        None
        if heading is None
        else render_head(site, _list_head(site, list_request, heading, part))
    )


def _list_head(site: Site, request: ListRequest, heading: ListHeading, part: ListPage) -> PageHead:
    """The head of a list, with the texts for search engines of its category or collection."""
    described = request.source or request.category
    seo_title = "" if described is None else described.seo_title
    seo_description = "" if described is None else described.seo_description
    return list_head(site, heading, part, seo_title=seo_title, seo_description=seo_description)


async def _read_list(
    cache: CatalogCache, names: CatalogNames, source: dict[str, str], address: Address
) -> tuple[ListRequest, ListPage] | None:
    """The list of a URL and the page within it; None if the list does not exist."""
    path = links.search(source["q"]) if "q" in source else address.path
    narrowing = [pair for pair in address.narrowing if pair[0] not in source]
    try:
        try:
            listed = _read(names, [*narrowing, *source.items()])
        except InvalidFields:
            # The filters are invalid, but the list itself exists: treat it as empty.
            return _read(names, [*source.items()]), ListPage(path, address.page, total=0)
    except NotFound:
        return None
    total = await count_products(cache, listed.list_query)
    return listed, ListPage(path, address.page, total, urlencode(narrowing))


def _read(names: CatalogNames, parameters: list[tuple[str, str]]) -> ListRequest:
    return read_list(urlencode(parameters).encode(), names, clock.now())


async def _own_page_head(connection: Connection, site: Site, slug: str) -> PageHead | None:
    page = await content.own_page(connection, slug)
    if page is None:
        return None
    seo = await content.page_seo(connection, slug)
    return page_head(site, page, ROUTE["page"].url(slug=slug), seo)


async def _article_head(connection: Connection, site: Site, value: str) -> PageHead | None:
    article = await content.blog(connection, value)
    if article is None:
        return None
    return article_head(site, article, await content.blog_seo(connection, article.id))


async def _page_head(
    connection: Connection, site: Site, shop: CompanyLogo, address: Address
) -> PageHead | None:
    """The head of a page that is not in the catalog; None if there is no such page."""
    matched = match_route(address.segments)
    if matched is None:
        return None
    route, parameters = matched
    match route.name:
        case "home":
            return await home_head(connection, site, shop)
        case "blogs":
            newest = await content.blogs(connection, Page(1, 1))
            part = ListPage(route.url(), address.page, newest.total)
            return journal_head(site, newest.items, part)
        case "blog":
            return await _article_head(connection, site, parameters["value"])
        case "page":
            return await _own_page_head(connection, site, parameters["slug"])
        case "faqs":
            return faqs_head(site, await content.faqs(connection))
        case "collections":
            crumbs = breadcrumbs(site, [("Collections", route.url())])
            text = f"Everything at {site.name}, by category."
            return PageHead("Collections", route.url(), text, json_ld=(crumbs,))
        case "unsubscribe" if parameters["kind"] not in SUBSCRIPTIONS:
            return None
        case _ if route.path in PAGE_SLUGS:
            page = await content.read_page(connection, route.path)
            seo = await content.page_seo(connection, route.path)
            return page_head(site, page, route.url(), seo)
        case _ if route.access != "public":
            return PageHead(route.title, address.path, indexed=False)
        case _:
            return None
