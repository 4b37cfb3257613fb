"""Heads of public pages: content, escaping and structured data."""

from __future__ import annotations

import asyncio
import re
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stallage.content.actions import put_blog, put_faqs, put_page
from stallage.content.drafts import BlogDraft, FaqDraft, PageDraft
from stallage.core import clock
from stallage.head.address import parse_address
from stallage.merchandising.actions import TileDraft, put_section, put_slider
from stallage.products.actions import put_category, put_sale
from stallage.shop.actions import put_company
from stallage.shop.drafts import CompanyDraft
from stallage.shop.formats import PageHead, json_script, render_head
from stallage.shop.rules.client_routes import ROUTES
from stallage.shop.rules.site import Site
from tests.products.factory import make_product
from tests.search.waiting import work_and_wait
from tests.shop import Shop

SITE = Site("Kiln & Grain", "https://shop.example", "en-US", None)
PICTURE = {"path": "/media/ab/c.webp", "alt": "A vase", "width": 9, "height": 9, "colour": None}


class Elements(HTMLParser):
    """The elements of some markup, each with its attributes and text."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], str]] = []
        self.feed(markup)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs), ""))

    def handle_data(self, data: str) -> None:
        if data.strip():
            tag, attributes, text = self.found[-1]
            self.found[-1] = (tag, attributes, text + data)


def title(markup: str) -> str:
    return next(text for tag, _, text in Elements(markup).found if tag == "title")


def meta(markup: str, name: str) -> str | None:
    return next(
        (
            attributes["content"]
            for tag, attributes, _ in Elements(markup).found
            if tag == "meta" and name in (attributes.get("name"), attributes.get("property"))
        ),
        None,
    )


def canonical(markup: str) -> str | None:
    return next(
        (
            attributes["href"]
            for tag, attributes, _ in Elements(markup).found
            if tag == "link" and attributes.get("rel") == "canonical"
        ),
        None,
    )


def data(markup: str) -> list[dict[str, Any]]:
    return [
        orjson.loads(text)
        for tag, attributes, text in Elements(markup).found
        if tag == "script" and attributes["type"] == "application/ld+json"
    ]


async def head(shop: Shop, path: str) -> str:
    output = await shop.output("GET", "/api/head", params={"path": path})
    return str(output["dmContent"])


async def test_homes_title_is_exactly_the_companys_name(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await put_company(
            connection,
            CompanyDraft(
                name="Kiln & Grain", tagline="Things", favicon="/media/f.svg", logo="/media/l.svg"
            ),
        )
    markup = await head(shop, "/")
    assert title(markup) == "Kiln & Grain"
    assert canonical(markup) == f"{shop.url}/"
    kinds = {one["@type"] for one in data(markup)}
    assert kinds == {"Organization", "WebSite"}
    site = next(one for one in data(markup) if one["@type"] == "WebSite")
    assert site["potentialAction"]["target"]["urlTemplate"].endswith("q={search_term_string}")


async def test_every_element_is_marked(shop: Shop) -> None:
    for path in ("/", "/faqs", "/blogs", "/login", "/collections"):
        for tag, attributes, _ in Elements(await head(shop, path)).found:
            assert "data-page-head" in attributes, (path, tag)


async def test_first_visits_and_navigation_have_the_same_head(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        product = await make_product(connection, title="Oak stool")
    path = f"/products/{product.slug}"
    markup = await head(shop, path)
    product_page = await shop.output("GET", f"/api/products/{product.slug}")
    assert markup == product_page["dmContent"]
    assert title(markup) == "Oak stool | Stallage"
    assert canonical(markup) == f"{shop.url}{path}"
    assert {"Product", "BreadcrumbList"} <= {one["@type"] for one in data(markup)}


async def test_a_new_company_name_appears_in_every_title(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        product = await make_product(connection, title="Oak stool")
    path = f"/products/{product.slug}"
    assert title(await head(shop, path)) == "Oak stool | Stallage"
    async with shop.database.transaction() as connection:
        await put_company(connection, CompanyDraft(name="Kiln"))
    cache = shop.runtime.services["catalog"]
    # The change is announced through the database.
    async with asyncio.timeout(10):
        while (await cache.names()).site.name != "Kiln":
            await shop.client.get("/healthz")
    assert title(await head(shop, path)) == "Oak stool | Kiln"


async def test_each_list_has_its_own_head(shop: Shop) -> None:
    now = clock.now()
    async with shop.database.transaction() as connection:
        await make_product(connection, title="Oak stool", slug="stool")
        await put_category(connection, slug="home", title="Home & table")
        await put_category(
            connection, slug="vases", title="Vases", parent_slug="home", image=PICTURE
        )
        await put_sale(
            connection,
            slug="spring",
            title="Spring",
            percent=10,
            starts_at=now - timedelta(days=1),
            ends_at=now + timedelta(days=1),
            product_slugs=["stool"],
        )
        await put_slider(
            connection, slug="hero", title="Hero", product_slugs=["stool"], image=PICTURE
        )
        section = await put_section(
            connection,
            slug="rooms",
            title="Rooms",
            kind="buttons",
            tiles=[TileDraft("hall", "Hallway", ["stool"])],
        )
    for path, expected in (
        ("/c/collections/vases", "Vases"),
        ("/sa/collections/spring", "Spring"),
        ("/s/collections/hero", "Hero"),
        (f"/collections/{section}/hall", "Hallway"),
    ):
        markup = await head(shop, path)
        assert title(markup) == f"{expected} | Stallage", path
        assert canonical(markup) == f"{shop.url}{path}"
    vases = await head(shop, "/c/collections/vases")
    assert meta(vases, "og:image") == f"{shop.url}/media/ab/c.webp?w=1280"
    assert meta(await head(shop, "/"), "og:image:alt") == "A vase"
    crumbs = next(one for one in data(vases) if one["@type"] == "BreadcrumbList")
    assert [one["name"] for one in crumbs["itemListElement"]] == [
        "Stallage",
        "Home & table",
        "Vases",
    ]


async def test_heads_of_articles_faqs_and_policies(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        blog_id = await put_blog(
            connection,
            BlogDraft("glaze", "Why it breaks", "Some *words*.", author="Ida", image=PICTURE),
        )
        await put_faqs(connection, [FaqDraft("Why?", "Because </script> **so**.")])
        await put_page(
            connection, PageDraft("return-and-exchange", "Returns", "Within *seven* days.")
        )
    by_id = await head(shop, f"/blogs/{blog_id}")
    assert by_id == await head(shop, "/blogs/glaze")
    assert canonical(by_id) == f"{shop.url}/blogs/glaze"
    assert meta(by_id, "og:type") == "article"
    article = next(one for one in data(by_id) if one["@type"] == "Article")
    assert article["author"]["name"] == "Ida"
    assert article["dateModified"] >= article["datePublished"]
    assert '<link rel="alternate" type="application/rss+xml"' in by_id
    faqs = data(await head(shop, "/faqs"))
    assert faqs[0]["mainEntity"][0]["name"] == "Why?"
    policy = await head(shop, "/return-and-exchange")
    assert title(policy) == "Returns | Stallage"
    assert meta(policy, "description") == "Within seven days."


async def test_personal_pages_are_not_indexed(shop: Shop) -> None:
    for path in ("/checkout", "/cart", "/login", "/user-profile/orders"):
        markup = await head(shop, path)
        assert meta(markup, "robots") == "noindex"
        assert canonical(markup) is None


async def test_search_results_are_one_page_for_search_engines(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, "Oak vase", slug="oak-vase")
    await work_and_wait(shop)
    for path in ("/search", "/search?q=%20", "/search?q=vase", "/search?q=vase&sort=price"):
        markup = await head(shop, path)
        assert canonical(markup) == f"{shop.url}/search", path
        assert (meta(markup, "robots"), meta(markup, "description") != "") == (None, True), path
    markup = await head(shop, "/search?q=vase")
    assert "vase" in title(markup)
    assert meta(markup, "description") == "Products of Stallage that match “vase”."
    assert meta(markup, "og:url") == f"{shop.url}/search?q=vase"
    for nothing in ("/search?q=vase&page=9", "/search?q=zzzzzzzz"):
        markup = await head(shop, nothing)
        assert (meta(markup, "robots"), canonical(markup)) == ("noindex", None), nothing


async def test_every_route_of_the_client_has_a_head(shop: Shop) -> None:
    """The server sends 404 for routes that it does not know."""
    for route in ROUTES:
        if ":" not in route.path:
            assert await head(shop, route.url()), route.name


async def test_unknown_paths_are_404(shop: Shop) -> None:
    for path in ("/nothing", "/products/none", "nothing", "", "https://example.com/", "/c/x/y/z"):
        status, _error = await shop.error("GET", "/api/head", params={"path": path})
        assert status == 404, path
    status, _error = await shop.error("GET", "/api/head")
    assert status == 422
    status, _error = await shop.error("GET", "/api/head", params={"path": "/" + "a" * 3000})
    assert status == 422


async def test_a_head_has_an_etag(shop: Shop) -> None:
    first = await shop.client.get("/api/head", params={"path": "/"})
    again = await shop.client.get(
        "/api/head", params={"path": "/"}, headers={"If-None-Match": first.headers["etag"]}
    )
    assert again.status_code == 304


@given(st.text(), st.text())
def test_text_cannot_break_out_of_its_element(words: str, more: str) -> None:
    markup = render_head(SITE, PageHead(words, "/", more, json_ld=({"name": words, "text": more},)))
    assert markup.count("<script") == 1
    assert markup.count("</script>") == 1
    found = Elements(markup).found
    assert {tag for tag, _, _ in found} <= {"title", "meta", "link", "script"}
    assert all("data-page-head" in attributes for _, attributes, _ in found)


@pytest.mark.parametrize("text", ["</script><script>", "<!--<script>", "\u2028", "&lt;/script>"])
def test_structured_data_cannot_end_its_script(text: str) -> None:
    script = json_script({"name": text})
    inner = re.sub(r"^<script[^>]*>|</script>$", "", script)
    assert "<" not in inner
    assert "\u2028" not in inner
    assert orjson.loads(inner) == {"name": text}


@given(st.text())
def test_any_url_can_be_parsed(address: str) -> None:
    found = parse_address(address)
    assert found is None or found.path.startswith("/")
