"""Redirects: where old addresses lead, what is refused, and that loops cannot be made."""

from __future__ import annotations

import asyncio

import pytest

from stallage.redirects.rules.paths import BadPath, normalize_old_path, normalize_target
from tests.admin import Admin, operator_client
from tests.products.factory import make_category, make_product
from tests.shop import Shop

SHOP = "https://shop.example"


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("/pages/about-us", "/pages/about-us"),
        ("https://old.example/Shop/Vase/?a=1#b", "/Shop/Vase"),
        ("/a b/ü", "/a%20b/%C3%BC"),
        ("/a%20b/%C3%BC/", "/a%20b/%C3%BC"),
        ("/products/vase", "/products/vase"),
    ],
)
def test_old_paths_are_normalized(text: str, path: str) -> None:
    assert normalize_old_path(text) == path


@pytest.mark.parametrize(
    "text",
    [
        "",
        "about",
        "/",
        "//",
        "/a//b",
        "/a/../b",
        "/a\\b",
        "/%ff",
        "/a\nb",
        "/cart",
        "/API/x",
        "/media",
        "mailto:a@b.example",
        "/" + "a" * 1000,
        "/order-detail/1",
        "http://[",
        "=HYPERLINK(1)",
    ],
)
def test_impossible_old_paths_are_refused(text: str) -> None:
    with pytest.raises(BadPath):
        normalize_old_path(text)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("/search?q=blue vase", "/search?q=blue%20vase"),
        (f"{SHOP}/products/vase", "/products/vase"),
        ("/", "/"),
    ],
)
def test_targets_are_paths_of_this_shop(text: str, path: str) -> None:
    assert normalize_target(text, SHOP) == path


@pytest.mark.parametrize(
    "text",
    [
        "https://elsewhere.example/a",
        "//elsewhere.example",
        "/\\elsewhere.example",
        "javascript:alert(1)",
        "///elsewhere.example",
        "https:elsewhere.example",
        "/\tx",
    ],
)
def test_redirects_never_leave_the_shop(text: str) -> None:
    with pytest.raises(BadPath):
        normalize_target(text, SHOP)


async def _location(shop: Shop, path: str) -> tuple[int, str | None]:
    response = await shop.client.get(f"{shop.url}{path}")
    return response.status_code, response.headers.get("Location")


async def _add(admin: Admin, path: str, target: str) -> dict[str, object]:
    added: dict[str, object] = await admin.post("/redirects", json={"path": path, "target": target})
    return added


async def test_a_redirect_follows_its_product(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        vase = await make_product(connection, "Blue vase", slug="blue-vase")
    await shop.work()
    assert await _location(shop, "/shop/vase.html") == (404, None)
    async with operator_client(shop, "content") as admin:
        added = await _add(admin, "https://old.example/shop/vase.html/", "/products/blue-vase")
        assert (added["targetKind"], added["title"]) == ("product", "Blue vase")
        assert await _location(shop, "/Shop/vase.html?utm=a") == (301, "/products/blue-vase?utm=a")
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE products SET slug = 'vase-blue' WHERE id = $1", vase.id
            )
        await shop.work()
        assert await _location(shop, "/shop/vase.html") == (301, "/products/vase-blue")
        automatic = (await admin.get("/redirects/automatic"))["items"]
        assert [(one["path"], one["target"]) for one in automatic] == [
            ("/products/blue-vase", "/products/vase-blue")
        ]
        found = (await admin.get("/redirects/targets?q=vase"))["items"]
        assert found == [{"kind": "product", "title": "Blue vase", "path": "/products/vase-blue"}]
        async with shop.database.transaction() as connection:
            await connection.execute("UPDATE products SET card = NULL WHERE id = $1", vase.id)
        assert await _location(shop, "/shop/vase.html") == (404, None)
        assert (await admin.get("/redirects"))["items"][0]["target"] is None


async def test_redirects_are_changed_and_deleted(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_category(connection, "Vases")
    async with operator_client(shop, "content") as admin:
        added = await _add(admin, "/old", "/search?q=vase")
        assert await _location(shop, "/old?page=2") == (301, "/search?q=vase&page=2")
        path = f"/redirects/{added['id']}"
        etag = {"If-Match": str(added["etag"])}
        body = {"target": "/c/collections/vases"}
        changed = await admin.output("PATCH", path, json=body, headers=etag)
        assert (changed["title"], changed["path"]) == ("Vases", "/old")
        assert (await admin.error("PATCH", path, json=body, headers=etag))[0] == 412
        assert (await admin.error("PATCH", path, json=body))[0] == 428
        etag = {"If-Match": changed["etag"]}
        renamed = await admin.output("PATCH", path, json={"path": "/older"}, headers=etag)
        assert (renamed["path"], renamed["target"]) == ("/older", "/c/collections/vases")
        assert (await admin.get("/redirects?q=OLDER"))["items"] == [renamed]
        assert await admin.get(path) == renamed
        assert (await admin.get("/redirects/count?q=nothing"))["value"] == 0
        await admin.output("DELETE", path)
        assert (await admin.error("DELETE", path))[0] == 404
        assert await _location(shop, "/older") == (404, None)


async def test_bad_redirects_are_refused(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        await _add(admin, "/old", "/contact-us")
        for body, field in (
            ({"path": "/OLD/", "target": "/faqs"}, "path"),
            ({"path": "/cart", "target": "/faqs"}, "path"),
            ({"path": "/a", "target": "https://elsewhere.example/"}, "target"),
            ({"path": "/a", "target": "/A"}, "target"),
            ({"path": "?a=1", "target": "/faqs"}, "path"),
        ):
            status, error = await admin.error("POST", "/redirects", json=body)
            assert (status, [*error["fields"]]) == (422, [field]), body
    async with operator_client(shop, "support") as stranger:
        body = {"path": "/a", "target": "/faqs"}
        assert (await stranger.error("POST", "/redirects", json=body))[0] == 403
        assert (await stranger.error("GET", "/redirects"))[0] == 403


async def test_chains_are_followed_and_loops_refused(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        await _add(admin, "/b", "/c?x=1")
        await _add(admin, "/c", "/contact-us")
        await _add(admin, "/a", "/b")
        listed = {one["path"]: one for one in (await admin.get("/redirects"))["items"]}
        assert [(one["target"], one["via"]) for one in listed.values()] == [
            ("/contact-us", 2),
            ("/contact-us", 1),
            ("/contact-us", 0),
        ]
        assert await _location(shop, "/a") == (301, "/contact-us")
        body = {"target": "/a"}
        etag = {"If-Match": listed["/c"]["etag"]}
        path = f"/redirects/{listed['/c']['id']}"
        status, error = await admin.error("PATCH", path, json=body, headers=etag)
        assert (status, error["fields"]) == (
            422,
            {"target": ["This would lead back to the old address."]},
        )


async def test_two_redirects_at_once_make_no_loop(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:

        async def add(path: str, target: str) -> int:
            body = {"path": path, "target": target}
            response = await admin.request("POST", "/redirects", json=body, audited=False)
            return response.status_code

        statuses = await asyncio.gather(add("/one", "/two"), add("/two", "/one"))
        assert sorted(statuses) == [201, 422]


async def test_a_page_comes_before_a_redirect(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        added = await _add(admin, "/products/lamp", "/faqs")
        assert not added["shadowed"]
        assert await _location(shop, "/products/lamp") == (301, "/faqs")
        async with shop.database.transaction() as connection:
            await make_product(connection, "Lamp", slug="lamp")
        await shop.work()
        assert (await _location(shop, "/products/lamp"))[0] == 200
        assert (await admin.get("/redirects"))["items"][0]["shadowed"]


async def test_addresses_of_other_systems_are_redirected_by_their_form(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, "Lamp", slug="lamp")
        await make_category(connection, "Vases")
    await shop.work()
    async with operator_client(shop, "content") as admin:
        assert await admin.get("/redirects/old-shops") == {"shopify": False, "woocommerce": False}
        assert await _location(shop, "/product/lamp/") == (404, None)
        both = {"shopify": True, "woocommerce": True}
        assert await admin.output("PATCH", "/redirects/old-shops", json=both) == both
        for old, new in (
            ("/product/lamp/", "/products/lamp"),
            ("/collections/all/products/lamp", "/products/lamp"),
            ("/collections/vases", "/c/collections/vases"),
            ("/product-category/home/vases", "/c/collections/vases"),
        ):
            assert await _location(shop, old) == (301, new), old
        assert await _location(shop, "/product/unknown") == (404, None)
        await _add(admin, "/product/lamp", "/faqs")
        assert await _location(shop, "/product/lamp") == (301, "/faqs")
        body = {"woocommerce": False}
        assert (await admin.output("PATCH", "/redirects/old-shops", json=body))["shopify"]
        assert await _location(shop, "/product-category/vases") == (404, None)
