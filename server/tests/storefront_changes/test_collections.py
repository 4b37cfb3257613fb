"""Collections by hand and by rule: their pages, and how rules follow the products."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.merchandising.jobs import update_collections_by_time
from stallage.products.actions import put_brand, refresh_products
from tests.admin import operator_client
from tests.products.factory import make_category, make_product, make_sale
from tests.search.waiting import wait_for_cache
from tests.shop import Shop


async def _titles(shop: Shop, slug: str, **parameters: Any) -> list[str]:
    page = await shop.output("GET", "/api/products", params={"collection": slug, **parameters})
    return [one["title"] for one in page["items"]]


async def _retitle(shop: Shop, product_id: int, **columns: Any) -> None:
    """Change columns of a product as an action does."""
    async with shop.database.transaction() as connection:
        for name, value in columns.items():
            await connection.execute(
                f"UPDATE products SET {name} = $2 WHERE id = $1", product_id, value
            )
        await refresh_products(connection, [product_id])
    await shop.work()


async def test_a_collection_by_hand_has_a_page_in_its_order(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        vase, bowl, lamp = [
            await make_product(connection, title) for title in ("Vase", "Bowl", "Lamp")
        ]
    async with operator_client(shop, "catalogue") as admin:
        body = {"title": "Gifts", "productIds": [lamp.id, vase.id, lamp.id, 999_999]}
        created = await admin.post("/collections", json=body)
        assert (created["slug"], created["count"]["value"]) == ("gifts", 2)
        await shop.work()
        assert await _titles(shop, "gifts") == ["Lamp", "Vase"]
        assert await _titles(shop, "gifts", sort="price", pageSize=1, page=2) != []

        path = f"/collections/{created['id']}"
        etag = {"If-Match": created["etag"]}
        changes = {"slug": "presents", "productIds": [bowl.id, lamp.id]}
        changed = await admin.output("PATCH", path, json=changes, headers=etag)
        await shop.work()
        assert await _titles(shop, "presents") == ["Bowl", "Lamp"]
        assert (await admin.error("PATCH", path, json=changes, headers=etag))[0] == 412
        assert (await admin.error("PATCH", path, json=changes))[0] == 428
        twin = await admin.post("/collections", json={"title": "Presents"})
        assert twin["slug"] == "presents-2"
        status, error = await admin.error(
            "PATCH", path, json={"slug": "presents-2"}, headers={"If-Match": changed["etag"]}
        )
        assert (status, [*error["fields"]]) == (422, ["slug"])
        assert [one["title"] for one in (await admin.get("/collections?q=PRES"))["items"]] == [
            "Presents"
        ]
        assert (await admin.get("/collections/count"))["value"] == 2

        await wait_for_cache(shop)
        page = await shop.client.get(f"{shop.url}/collection/presents")
        assert "<title data-page-head>Gifts" in page.text
        assert (await shop.client.get(f"{shop.url}/collection/gifts")).status_code == 301
        assert "/collection/presents<" in (await shop.client.get(f"{shop.url}/sitemap.xml")).text
        await admin.output("DELETE", path)
        await wait_for_cache(shop)
        assert (await shop.client.get(f"{shop.url}/collection/presents")).status_code == 410
        assert (await admin.error("DELETE", path))[0] == 404
    async with operator_client(shop, "content") as stranger:
        assert (await stranger.error("POST", "/collections", json=body))[0] == 403


async def test_each_condition_finds_its_products(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        table = await make_category(connection, "Table")
        bowls = await make_category(connection, "Bowls", parent_id=table)
        brand = await put_brand(connection, slug="kiln", name="Kiln")
        old = clock.now() - timedelta(days=90)
        await make_product(
            connection,
            "Bowl",
            price=2000,
            brand="Kiln",
            tags=["Gift"],
            category_ids=[bowls],
            attributes={"material": ["Stoneware"]},
            created_at=old,
        )
        vase = await make_product(connection, "Vase", price=9000, stock=0)
        await make_product(connection, "Draft", price=2000, status="draft", tags=["gift"])
        await make_sale(connection, [vase.id], percent=30)

    def one(field: str, value: object, name: str = "") -> dict[str, Any]:
        return {"conditions": [{"field": field, "value": value, "name": name}]}

    cases: tuple[tuple[dict[str, Any], set[str]], ...] = (
        (one("category", table), {"Bowl"}),
        (one("category", 999), set()),
        (one("brand", brand), {"Bowl"}),
        (one("tag", "gift"), {"Bowl"}),
        (one("priceFrom", 6300), {"Vase"}),
        (one("priceTo", 2000), {"Bowl"}),
        (one("discount", 30), {"Vase"}),
        (one("discount", 31), set()),
        (one("inStock", True), {"Bowl"}),
        (one("inStock", False), {"Vase"}),
        (one("createdWithinDays", 30), {"Vase"}),
        (one("attribute", "Stoneware", "material"), {"Bowl"}),
        (one("attribute", "Glass", "material"), set()),
        ({"match": "any", **_both("gift", 30)}, {"Bowl", "Vase"}),
        ({"match": "all", **_both("gift", 30)}, set()),
    )
    async with operator_client(shop, "read-only") as admin:
        for rule, expected in cases:
            preview = await admin.post("/collections/preview", json={"rule": rule})
            assert {each["title"] for each in preview["products"]} == expected, rule
            assert preview["count"] == {"value": len(expected), "exact": True}
        for rule in (
            {"conditions": []},
            one("priceFrom", "12"),
            one("priceTo", -1),
            one("inStock", 1),
            one("category", True),
            one("tag", ""),
            one("attribute", "Stoneware"),
            one("colour", "red"),
        ):
            status, error = await admin.error("POST", "/collections/preview", json={"rule": rule})
            assert (status, error["code"]) == (422, "invalid_fields"), rule


def _both(tag: str, discount: int) -> dict[str, Any]:
    return {
        "conditions": [
            {"field": "tag", "value": tag},
            {"field": "discount", "value": discount},
        ]
    }


async def test_a_rule_follows_changes_of_products_and_time(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, "Bowl", tags=["gift"])
        vase = await make_product(connection, "Vase")
    rule = {
        "conditions": [
            {"field": "tag", "value": "gift"},
            {"field": "createdWithinDays", "value": 10},
        ]
    }
    async with operator_client(shop, "catalogue") as admin:
        created = await admin.post("/collections", json={"title": "New gifts", "rule": rule})
        await shop.work()
        assert await _titles(shop, "new-gifts") == ["Bowl"]
        await _retitle(shop, vase.id, tags=["gift"], created_at=clock.now() - timedelta(days=5))
        assert await _titles(shop, "new-gifts") == ["Bowl", "Vase"]
        await _retitle(shop, bowl.id, tags=[])
        assert await _titles(shop, "new-gifts") == ["Vase"]
        with clock.freeze(clock.now() + timedelta(days=6)):
            await update_collections_by_time(shop.runtime)
            await shop.work()
            assert await _titles(shop, "new-gifts") == []

        # By hand from now on: products stay, and nothing adds others.
        path = f"/collections/{created['id']}"
        body = {"rule": None, "productIds": [vase.id]}
        changed = await admin.output(
            "PATCH", path, json=body, headers={"If-Match": created["etag"]}
        )
        assert changed["rule"] is None
        await _retitle(shop, bowl.id, tags=["gift"])
        assert await _titles(shop, "new-gifts") == ["Vase"]


async def test_a_product_that_changes_while_the_rule_is_saved_is_not_lost(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, "Bowl")
    rule = {"conditions": [{"field": "tag", "value": "gift"}]}
    async with operator_client(shop, "catalogue") as admin:
        async with shop.database.transaction() as connection:
            # The tag is written but not committed while the collection is filled.
            await connection.execute("UPDATE products SET tags = '{gift}' WHERE id = $1", bowl.id)
            created = await admin.post("/collections", json={"title": "Gifts", "rule": rule})
            assert created["count"]["value"] == 0
            await refresh_products(connection, [bowl.id])
        await asyncio.gather(shop.work(), _retitle(shop, bowl.id, title="Blue bowl"))
    await shop.work()
    assert await _titles(shop, "gifts") == ["Blue bowl"]


@pytest.mark.parametrize("query", ["%", "_", "ow", "BOWL"])
async def test_products_are_found_by_part_of_their_title(shop: Shop, query: str) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, "Bowl")
    async with operator_client(shop, "catalogue") as admin:
        found = await admin.get("/collections/products", params={"q": query})
    assert bool(found["items"]) is ("ow" in query.lower())
