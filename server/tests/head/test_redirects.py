"""URLs of renamed, deleted and unknown pages."""

from __future__ import annotations

from pathlib import Path

import httpx

from stallage.content.actions import put_blog
from stallage.content.drafts import BlogDraft
from tests.conftest import OpenShop
from tests.products.factory import (
    make_category,
    make_product,
    make_sale,
    make_section,
    make_slider,
)
from tests.shell.client_build import write_build
from tests.shop import Shop

HTML = {"Accept": "text/html"}


async def run(shop: Shop, statement: str, *values: object) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(statement, *values)


async def visit(shop: Shop, path: str) -> httpx.Response:
    return await shop.client.get(path, headers=HTML)


async def test_old_names_redirect_to_renamed_pages(open_shop: OpenShop, tmp_path: Path) -> None:
    async with open_shop(client_dir=str(write_build(tmp_path / "client"))) as shop:
        async with shop.database.transaction() as connection:
            product = await make_product(connection, slug="old-mug")
            await make_category(connection, "Mugs", slug="mugs")
            await put_blog(connection, BlogDraft("glaze", "Glaze", "Text"))
            sale = await make_sale(connection, [product.id])
            slider = await make_slider(connection, [product.id])
            section = await make_section(connection, {"hall": [product.id]})
        for table in ("sales", "sliders", "feature_tiles"):
            await run(shop, f"UPDATE {table} SET slug = 'é now'")
        await run(shop, "UPDATE products SET slug = 'mug' WHERE id = $1", product.id)
        await run(shop, "UPDATE products SET slug = 'new mug' WHERE id = $1", product.id)
        await run(shop, "UPDATE categories SET slug = 'cups'")
        await run(shop, "UPDATE blogs SET slug = 'glazes'")
        for old, new in (
            ("/products/old-mug", "/products/new%20mug"),
            ("/products/mug", "/products/new%20mug"),
            ("/c/collections/mugs", "/c/collections/cups"),
            ("/blogs/glaze", "/blogs/glazes"),
            (f"/sa/collections/{sale}", "/sa/collections/%C3%A9%20now"),
            (f"/s/collections/{slider}", "/s/collections/%C3%A9%20now"),
            (f"/collections/{section}/hall", f"/collections/{section}/%C3%A9%20now"),
        ):
            moved = await visit(shop, f"{old}?utm=1")
            assert (moved.status_code, moved.headers["location"]) == (301, f"{new}?utm=1"), old
            assert (await visit(shop, new)).status_code == 200
            status, error = await shop.error("GET", "/api/head", params={"path": old})
            assert (status, error["code"], error["movedTo"]) == (404, "moved", new)
        # A slug that is used again belongs to the new page.
        async with shop.database.transaction() as connection:
            await make_product(connection, slug="mug")
        assert (await visit(shop, "/products/mug")).status_code == 200


async def test_deleted_pages_are_410(open_shop: OpenShop, tmp_path: Path) -> None:
    async with open_shop(client_dir=str(write_build(tmp_path / "client"))) as shop:
        async with shop.database.transaction() as connection:
            await make_product(connection, slug="archived", status="archived")
            await make_product(connection, slug="draft", status="draft")
            renamed = await make_product(connection, slug="before")
            await put_blog(connection, BlogDraft("glaze", "Glaze", "Text"))
            section = await make_section(connection, {"hall": [renamed.id]})
        await run(shop, "UPDATE feature_tiles SET slug = 'room'")
        await run(shop, "DELETE FROM feature_tiles")
        await run(shop, "UPDATE products SET slug = 'after' WHERE id = $1", renamed.id)
        await run(
            shop, "UPDATE products SET status = 'archived', card = NULL WHERE id = $1", renamed.id
        )
        await run(shop, "UPDATE blogs SET slug = 'glazes'")
        await run(shop, "DELETE FROM blogs")
        for path, status in (
            ("/products/archived", 410),
            ("/products/before", 410),
            ("/products/after", 410),
            ("/blogs/glaze", 410),
            ("/blogs/glazes", 410),
            (f"/collections/{section}/hall", 410),
            (f"/collections/{section}/room", 410),
            (f"/collections/{section}/never", 404),
            ("/products/draft", 404),
            ("/products/never", 404),
            ("/nothing/at/all", 404),
        ):
            page = await visit(shop, path)
            assert page.status_code == status, path
            # The client is sent anyway and shows its error page.
            assert page.headers["content-type"].startswith("text/html")
            assert 'content="noindex"' in page.text
            refused, error = await shop.error("GET", "/api/head", params={"path": path})
            assert (refused, error["code"]) == (status, "gone" if status == 410 else "not_found")
