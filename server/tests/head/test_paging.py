"""Canonical, previous and next links of list pages."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from stallage.content.actions import put_blog
from stallage.content.drafts import BlogDraft
from stallage.core import clock
from stallage.shop.rules.list_pages import ListPage
from tests.conftest import OpenShop
from tests.head.test_head import Elements, canonical, head, meta, title
from tests.products.factory import SkuSpec, make_category, make_product, make_sale
from tests.search.waiting import work_and_wait
from tests.shell.client_build import write_build
from tests.shop import Shop

VASES = "/c/collections/vases"
SALE = "/sa/collections/spring"


def link(markup: str, rel: str) -> str | None:
    """The path of a link in the head."""
    found = [
        attributes["href"] or ""
        for tag, attributes, _ in Elements(markup).found
        if tag == "link" and attributes.get("rel") == rel
    ]
    assert len(found) < 2
    return "/" + found[0].split("/", 3)[3] if found else None


async def fill(shop: Shop) -> None:
    """Create 50 vases (three pages), 30 of them made of oak and on sale (two pages), and one bowl."""
    async with shop.database.transaction() as connection:
        vases = await make_category(connection, "Vases", slug="vases")
        bowls = await make_category(connection, "Bowls", slug="bowls")
        await make_product(connection, "Everyday bowl", category_ids=[bowls])
        products = [
            await make_product(
                connection,
                f"Vase {number}",
                category_ids=[vases],
                attributes={"wood": ["oak"]} if number < 30 else {},
                skus=[SkuSpec(price=1000 + number)],
            )
            for number in range(50)
        ]
        await make_sale(connection, [one.id for one in products[:30]], slug="spring")
    await work_and_wait(shop)


async def test_previous_and_next_page_of_a_list(shop: Shop) -> None:
    await fill(shop)
    oak = f"{VASES}?attr.wood=oak"
    search = "/search?q=vase"
    for path, before, after in (
        (VASES, None, f"{VASES}?page=2"),
        (f"{VASES}?page=1", None, f"{VASES}?page=2"),
        (f"{VASES}?page=2", VASES, f"{VASES}?page=3"),
        (f"{VASES}?page=3", f"{VASES}?page=2", None),
        # Past the end, `prev` is the last page.
        (f"{VASES}?page=4", f"{VASES}?page=3", None),
        (f"{VASES}?page=900", f"{VASES}?page=3", None),
        ("/c/collections/bowls", None, None),
        # Filters have separate pages.
        (oak, None, f"{oak}&page=2"),
        (f"{oak}&sort=price&page=2", f"{oak}&sort=price", None),
        (f"{VASES}?sort=price&page=2", f"{VASES}?sort=price", f"{VASES}?sort=price&page=3"),
        (f"{VASES}?price=1000..1009", None, None),
        (f"{VASES}?attr.wood=none", None, None),
        (SALE, None, f"{SALE}?page=2"),
        (f"{SALE}?page=2", SALE, None),
        (f"{SALE}?category=bowls", None, None),
        (search, None, f"{search}&page=2"),
        (f"{search}&page=2", search, f"{search}&page=3"),
        (f"{search}&page=3", f"{search}&page=2", None),
        (f"{search}&category=bowls", None, None),
        ("/search?q=%20", None, None),
        # Invalid and unknown parameters.
        (f"{VASES}?price=cheap", None, None),
        (f"{VASES}?page=0", None, f"{VASES}?page=2"),
        (f"{VASES}?page=x&utm_source=mail&sort=x", None, f"{VASES}?page=2"),
    ):
        markup = await head(shop, path)
        assert (link(markup, "prev"), link(markup, "next")) == (before, after), path


async def test_next_links_lead_through_the_whole_list(shop: Shop) -> None:
    """Following `next` from the first page visits every product once."""
    await fill(shop)
    for first, source in (
        (f"{VASES}?attr.wood=oak", "category=vases"),
        (SALE, "sale=spring"),
        ("/search?q=vase", ""),
    ):
        met: list[str] = []
        path: str | None = first
        while path is not None:
            query = path.partition("?")[2]
            listed = await shop.output("GET", f"/api/products?{source}&{query}")
            met += [card["slug"] for card in listed["items"]]
            path = link(await head(shop, path), "next")
        assert len(met) == len(set(met)) == listed["total"] > 24, first


async def test_canonical_urls_of_list_pages(shop: Shop) -> None:
    await fill(shop)
    for path, expected, named in (
        (VASES, VASES, "Vases | Stallage"),
        (f"{VASES}?page=2", f"{VASES}?page=2", "Vases, page 2 | Stallage"),
        (f"{VASES}?attr.wood=oak&sort=price&page=2", f"{VASES}?page=2", "Vases, page 2 | Stallage"),
        (f"{VASES}?utm_source=mail", VASES, "Vases | Stallage"),
        (SALE, SALE, "Sale spring | Stallage"),
    ):
        markup = await head(shop, path)
        assert canonical(markup) == f"{shop.url}{expected}", path
        assert title(markup) == named
        assert meta(markup, "robots") is None
    for nothing in (f"{VASES}?page=4", f"{SALE}?page=3", "/blogs?page=2"):
        markup = await head(shop, nothing)
        assert (meta(markup, "robots"), canonical(markup)) == ("noindex", None), nothing
    # An unknown brand is a 404, as in the API.
    for path in ("/api/products?category=vases&brand=none", f"/api/head?path={VASES}?brand=none"):
        status, error = await shop.error("GET", path)
        assert (status, error["code"]) == (404, "not_found"), path


async def test_the_blog_has_pages(shop: Shop) -> None:
    now = clock.now()
    for path in ("/blogs", "/blogs?page=2"):
        markup = await head(shop, path)
        assert link(markup, "next") is None
    async with shop.database.transaction() as connection:
        for number in range(49):
            draft = BlogDraft(f"story-{number}", f"Story {number}", "Text")
            await put_blog(connection, draft)
        later = BlogDraft("later", "Later", "Text", published_at=now + timedelta(days=1))
        await put_blog(connection, later)
    for path, before, after in (
        ("/blogs", None, "/blogs?page=2"),
        ("/blogs?page=2", "/blogs", "/blogs?page=3"),
        ("/blogs?page=3", "/blogs?page=2", None),
        ("/blogs?page=7", "/blogs?page=3", None),
    ):
        markup = await head(shop, path)
        assert (link(markup, "prev"), link(markup, "next")) == (before, after), path
    second = await head(shop, "/blogs?page=2")
    assert canonical(second) == f"{shop.url}/blogs?page=2"
    assert title(second) == "Blogs, page 2 | Stallage"


async def test_first_visits_contain_the_same_head(open_shop: OpenShop, tmp_path: Path) -> None:
    async with open_shop(client_dir=str(write_build(tmp_path / "client"))) as shop:
        await fill(shop)
        for path in (VASES, f"{VASES}?attr.wood=oak&page=2", "/search?q=vase&page=2", "/blogs"):
            page = await shop.client.get(path, headers={"Accept": "text/html"})
            assert page.status_code == 200
            assert await head(shop, path) in page.text, path


async def test_a_growing_list_gets_another_page(shop: Shop) -> None:
    await fill(shop)
    assert link(await head(shop, f"{VASES}?page=3"), "next") is None
    async with shop.database.transaction() as connection:
        vases = await connection.fetchval("SELECT id FROM categories WHERE slug = 'vases'")
        for number in range(50, 73):
            await make_product(connection, f"Vase {number}", category_ids=[vases])
    await work_and_wait(shop)
    assert link(await head(shop, f"{VASES}?page=3"), "next") == f"{VASES}?page=4"


@pytest.mark.parametrize(("total", "pages"), [(0, 1), (1, 1), (24, 1), (25, 2), (48, 2), (49, 3)])
def test_number_of_pages_of_a_list(total: int, pages: int) -> None:
    assert ListPage("/blogs", 1, total).pages == pages
