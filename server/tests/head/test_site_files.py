"""Files with fixed names for crawlers and browsers."""

from __future__ import annotations

import io
from urllib.parse import quote
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from stallage.content.actions import put_blog, put_page
from stallage.content.drafts import BlogDraft, PageDraft
from stallage.core import clock
from stallage.head import site_files
from stallage.shop.actions import put_company
from stallage.shop.drafts import CompanyDraft
from stallage.themes.actions import put_primary_colour
from stallage.themes.queries import page_colour
from stallage.themes.rules.colours import STANDARD_TOKENS
from tests.products.factory import (
    make_category,
    make_product,
    make_sale,
    make_section,
    make_slider,
)
from tests.shop import Shop

NAMES = {
    "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
    "i": "http://www.google.com/schemas/sitemap-image/1.1",
}


async def test_robots_txt_contains_the_sitemap(shop: Shop) -> None:
    text = (await shop.client.get("/robots.txt")).text
    assert f"Sitemap: {shop.url}/sitemap.xml" in text
    assert "Disallow: /checkout" in text
    assert "Disallow: /\n" not in text


async def test_the_sitemap_contains_every_public_page(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        product = await make_product(connection, title="Oak & ash stool")
        await make_product(connection, title="Čajník", slug="čajník-茶")
        await make_category(connection, "Stools")
        await put_blog(connection, BlogDraft("glaze", "Glaze", "Text"))
    response = await shop.client.get("/sitemap.xml")
    assert response.headers["content-type"] == "application/xml"
    root = ET.fromstring(response.text)
    pages = [one.text for one in root.findall("s:url/s:loc", NAMES)]
    for path in (
        "/",
        "/faqs",
        f"/products/{quote(product.slug)}",
        # URLs are percent-encoded.
        "/products/%C4%8Dajn%C3%ADk-%E8%8C%B6",
        "/c/collections/stools",
        "/blogs/glaze",
    ):
        assert f"{shop.url}{path}" in pages
    assert len(pages) == len(set(pages))
    for page in pages:
        path = str(page).removeprefix(f"{shop.url}")
        assert (await shop.client.get("/api/head", params={"path": path})).status_code == 200, path


async def test_a_large_sitemap_is_split(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_files, "PER_PART", 4)
    async with shop.database.transaction() as connection:
        products = [await make_product(connection) for _ in range(3)]
    index = ET.fromstring((await shop.client.get("/sitemap.xml")).text)
    parts = [str(one.text) for one in index.findall("s:sitemap/s:loc", NAMES)]
    # Seven fixed pages and three products.
    assert len(parts) == 3
    pages: list[str] = []
    for part in parts:
        text = (await shop.client.get(part.removeprefix(f"{shop.url}"))).text
        assert text.count("<url>") <= 4
        pages += [str(one.text) for one in ET.fromstring(text).findall("s:url/s:loc", NAMES)]
    assert {f"{shop.url}/products/{one.slug}" for one in products} <= set(pages)
    assert len(pages) == len(set(pages))
    assert (await shop.client.get("/sitemap.xml", params={"part": 4})).status_code == 404
    # Each part has the time of its last change.
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE products SET updated_at = '2001-02-03T04:05:06Z' WHERE id = $1", products[0].id
        )
        await connection.execute(
            "UPDATE products SET updated_at = '2002-02-03T04:05:06Z' WHERE id <> $1", products[0].id
        )
    index = ET.fromstring((await shop.client.get("/sitemap.xml")).text)
    changes = [one.findtext("s:lastmod", None, NAMES) for one in index.findall("s:sitemap", NAMES)]
    assert changes == [None, "2001-02-03T04:05:06Z", "2002-02-03T04:05:06Z"]


async def test_the_manifest_contains_the_shops_name(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await put_company(connection, CompanyDraft(name="Kiln", favicon="/media/ab/f.svg"))
        await put_primary_colour(connection, "#23483c")
    response = await shop.client.get("/manifest.webmanifest")
    assert response.headers["content-type"] == "application/manifest+json"
    manifest = response.json()
    assert (manifest["name"], manifest["theme_color"]) == ("Kiln", "#23483c")
    assert manifest["icons"][0] == {
        "src": "/media/ab/f.svg",
        "sizes": "any",
        "type": "image/svg+xml",
    }


async def test_an_installed_shop_has_shortcuts_and_the_colours_of_its_theme(shop: Shop) -> None:
    plain = (await shop.client.get("/manifest.webmanifest")).json()
    assert (plain["id"], plain["scope"], plain["start_url"]) == ("/", "/", "/")
    assert (plain["display"], plain["background_color"]) == ("standalone", "#ffffff")
    assert [one["url"] for one in plain["shortcuts"]] == [
        "/search",
        "/cart",
        "/user-profile/orders",
    ]
    for one in plain["shortcuts"]:
        page = await shop.client.get(one["url"], headers={"Accept": "text/html"})
        assert page.status_code == 200
    theme = STANDARD_TOKENS.model_dump(mode="json", by_alias=True)
    theme["light"]["page"] = "#fdf6ec"
    assert page_colour(theme) == "#fdf6ec"


async def test_maskable_icons_fill_the_square_and_leave_a_margin(shop: Shop) -> None:
    mark = shop.runtime.media.store_svg(
        b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">'
        b'<path fill="#23483c" d="M0 0h8v8H0z"/></svg>'
    )
    assert (await shop.client.get("/icons/maskable-192.png")).status_code == 404
    async with shop.database.transaction() as connection:
        await put_company(connection, CompanyDraft(name="Kiln", favicon=mark))
    icons = (await shop.client.get("/manifest.webmanifest")).json()["icons"]
    maskable = [one for one in icons if one.get("purpose") == "maskable"]
    assert [one["sizes"] for one in maskable] == ["192x192", "512x512"]
    response = await shop.client.get(maskable[0]["src"])
    image = Image.open(io.BytesIO(response.content)).convert("RGBA")
    assert image.size == (192, 192)
    # The ground reaches the edges; within the circle of 80 % is the whole mark.
    assert image.getpixel((0, 0)) == image.getpixel((40, 40)) == (255, 255, 255, 255)
    assert image.getpixel((44, 44)) == image.getpixel((96, 96)) == (35, 72, 60, 255)
    assert (await shop.client.get("/icons/maskable-64.png")).status_code == 404


async def test_the_sitemap_contains_pictures_and_the_last_change(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        product = await make_product(connection)
        await connection.executemany(
            "INSERT INTO product_images (product_id, position, path) VALUES ($1, $2, $3)",
            [(product.id, 1, "/media/ab/b.webp"), (product.id, 0, "/media/ab/a.webp")],
        )
        await put_page(connection, PageDraft("terms-and-conditions", "Terms", "Be kind."))
    root = ET.fromstring((await shop.client.get("/sitemap.xml")).text)
    entries = {str(one.findtext("s:loc", "", NAMES)): one for one in root.findall("s:url", NAMES)}
    entry = entries[f"{shop.url}/products/{product.slug}"]
    assert [one.text for one in entry.findall("i:image/i:loc", NAMES)] == [
        f"{shop.url}/media/ab/a.webp",
        f"{shop.url}/media/ab/b.webp",
    ]
    today = f"{clock.now():%Y-%m-%d}"
    for path in (f"/products/{product.slug}", "/terms-and-conditions"):
        assert entries[f"{shop.url}{path}"].findtext("s:lastmod", "", NAMES).startswith(today)
    assert entries[f"{shop.url}/faqs"].find("s:lastmod", NAMES) is None


async def test_a_list_changes_with_its_products(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        table = await make_category(connection, "Table")
        bowls = await make_category(connection, "Bowls", parent_id=table)
        await make_category(connection, "Bare")
        product = await make_product(connection, category_ids=[bowls])
        sale = await make_sale(connection, [product.id])
        slider = await make_slider(connection, [product.id])
        section = await make_section(connection, {"tile": [product.id]})
        # The product changes a year after the sale started.
        later = "UPDATE products SET updated_at = now() + interval '1 year'"
        await connection.execute(later)
    root = ET.fromstring((await shop.client.get("/sitemap.xml")).text)
    year = f"{clock.now().year + 1}-"
    for path in (
        "/c/collections/bowls",
        "/c/collections/table",
        f"/sa/collections/{sale}",
        f"/s/collections/{slider}",
        f"/collections/{section}/tile",
        f"/products/{product.slug}",
    ):
        entry = root.find(f"s:url[s:loc='{shop.url}{path}']", NAMES)
        assert entry is not None, path
        assert entry.findtext("s:lastmod", "", NAMES).startswith(year), path
    bare = root.find(f"s:url[s:loc='{shop.url}/c/collections/bare']", NAMES)
    assert bare is not None
    assert bare.find("s:lastmod", NAMES) is None


async def test_icons_are_rendered_from_the_logo(shop: Shop) -> None:
    assert (await shop.client.get("/icons/192.png")).status_code == 404
    buffer = io.BytesIO()
    Image.new("RGB", (300, 100), "#23483c").save(buffer, "PNG")
    logo = shop.runtime.media.store(buffer.getvalue()).path
    async with shop.database.transaction() as connection:
        await put_company(connection, CompanyDraft(name="Kiln", logo=logo, favicon=logo))
    icons = (await shop.client.get("/manifest.webmanifest")).json()["icons"]
    plain = [one for one in icons if "purpose" not in one]
    assert [one["sizes"] for one in plain] == ["180x180", "192x192", "512x512"]
    for one in plain:
        response = await shop.client.get(one["src"])
        assert response.headers["content-type"] == one["type"] == "image/png"
        image = Image.open(io.BytesIO(response.content))
        assert f"{image.width}x{image.height}" == one["sizes"]
        assert image.convert("RGBA").getpixel((0, 0)) == (0, 0, 0, 0)
        middle = image.convert("RGBA").getpixel((image.width // 2, image.height // 2))
        assert isinstance(middle, tuple)
        # WebP is lossy, so the color is only approximately equal.
        assert all(abs(one - was) < 4 for one, was in zip(middle, (35, 72, 60, 255), strict=True))
    for size in ("64", "0", "99999"):
        assert (await shop.client.get(f"/icons/{size}.png")).status_code == 404


async def test_icons_are_rendered_from_an_svg(shop: Shop) -> None:
    media = shop.runtime.media
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 4">%s</svg>'
    mark = media.store_svg(svg % b'<path fill="#23483c" d="M0 0h8v4H0z"/>')
    async with shop.database.transaction() as connection:
        await put_company(connection, CompanyDraft(name="Kiln", favicon=mark))
    response = await shop.client.get("/icons/192.png")
    assert response.headers["content-type"] == "image/png"
    image = Image.open(io.BytesIO(response.content)).convert("RGBA")
    assert image.size == (192, 192)
    assert (image.getpixel((2, 2)), image.getpixel((96, 96))) == ((0, 0, 0, 0), (35, 72, 60, 255))
    broken = media.store_svg(b"<svg")
    async with shop.database.transaction() as connection:
        await put_company(connection, CompanyDraft(name="Kiln", favicon=broken))
    assert (await shop.client.get("/icons/192.png")).status_code == 404


async def test_favicon_ico_redirects_to_the_favicon(shop: Shop) -> None:
    assert (await shop.client.get("/favicon.ico")).status_code == 404
    path = shop.runtime.media.store_svg(b'<svg xmlns="http://www.w3.org/2000/svg"/>')
    async with shop.database.transaction() as connection:
        await put_company(connection, CompanyDraft(name="Kiln", favicon=path))
    response = await shop.client.get("/favicon.ico", follow_redirects=True)
    assert response.status_code == 200
    assert response.headers["content-type"] == "image/svg+xml"
