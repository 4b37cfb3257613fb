"""Operators change the category tree; shoppers see it at once, and concurrent moves cannot break it."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.admin import Admin, operator_client
from tests.products.factory import make_category, make_product
from tests.shop import Shop


async def _tree(shop: Shop) -> dict[str, int]:
    """Create Table (with Bowls and Plates) and Decor; a bowl is in Bowls."""
    async with shop.database.transaction() as connection:
        ids = {"Table": await make_category(connection, "Table")}
        for title in ("Bowls", "Plates"):
            ids[title] = await make_category(connection, title, parent_id=ids["Table"])
        ids["Decor"] = await make_category(connection, "Decor")
        await make_product(connection, "Blue bowl", slug="blue-bowl", category_ids=[ids["Bowls"]])
    await shop.work()
    return ids


def _outline(tree: Any) -> list[tuple[str, int, int]]:
    depth: dict[int | None, int] = {None: 0}
    rows = []
    for node in tree["items"]:
        depth[node["id"]] = depth[node["parentId"]] + 1
        rows.append((node["title"], depth[node["id"]], node["productsBelow"]))
    return rows


async def _move(admin: Admin, category_id: int, parent_id: int | None, position: int) -> Any:
    tree = await admin.get("/categories")
    return await admin.post(
        f"/categories/{category_id}/move",
        json={"parentId": parent_id, "position": position},
        headers={"If-Match": tree["etag"]},
    )


async def test_moving_changes_the_menu_and_the_lists(shop: Shop) -> None:
    ids = await _tree(shop)
    async with operator_client(shop, "catalogue") as admin:
        moved = await _move(admin, ids["Bowls"], ids["Decor"], 0)
        assert _outline(moved) == [
            ("Decor", 1, 1),
            ("Bowls", 2, 1),
            ("Table", 1, 0),
            ("Plates", 2, 0),
        ]
        await shop.work()
        listed = await shop.output("GET", "/api/products", params={"category": "decor"})
        assert [one["slug"] for one in listed["items"]] == ["blue-bowl"]
        assert (await shop.output("GET", "/api/products?category=table"))["total"] == 0

        first = await _move(admin, ids["Table"], None, 0)
        assert [row[0] for row in _outline(first)] == ["Table", "Plates", "Decor", "Bowls"]
        await shop.work()
        menu = await shop.output("GET", "/api/categories")
        assert [one["title"] for one in menu] == ["Table", "Decor"]
        last = await _move(admin, ids["Table"], None, 99)
        assert [row[0] for row in _outline(last)] == ["Decor", "Bowls", "Table", "Plates"]


async def test_impossible_moves_are_refused(shop: Shop) -> None:
    ids = await _tree(shop)
    async with operator_client(shop, "catalogue") as admin:
        etag = {"If-Match": (await admin.get("/categories"))["etag"]}
        path = f"/categories/{ids['Table']}/move"
        for parent_id in (ids["Table"], ids["Bowls"]):
            body = {"parentId": parent_id, "position": 0}
            status, error = await admin.error("POST", path, json=body, headers=etag)
            assert (status, error["code"]) == (409, "category_below_itself")
        body = {"parentId": 999_999, "position": 0}
        assert (await admin.error("POST", path, json=body, headers=etag))[0] == 422
        status, error = await admin.error("POST", path, json={"parentId": None, "position": 0})
        assert status == 428
        assert (await admin.error("POST", "/categories/999999/move", json=body, headers=etag))[
            0
        ] == 404

        other = await admin.post("/categories", json={"title": "Bowls"})
        etag = {"If-Match": (await admin.get("/categories"))["etag"]}
        body = {"parentId": ids["Table"], "position": 0}
        status, error = await admin.error(
            "POST", f"/categories/{other['id']}/move", json=body, headers=etag
        )
        assert (status, error["fields"]) == (422, {"title": ["Category name already exists."]})


async def test_of_two_moves_at_once_one_is_refused(shop: Shop) -> None:
    """Each alone is possible; together they would make a circle."""
    ids = await _tree(shop)
    async with operator_client(shop, "catalogue") as admin:
        etag = {"If-Match": (await admin.get("/categories"))["etag"]}

        async def move(one: str, below: str) -> int:
            response = await admin.request(
                "POST",
                f"/categories/{ids[one]}/move",
                json={"parentId": ids[below], "position": 0},
                headers=etag,
                audited=False,
            )
            return response.status_code

        statuses = await asyncio.gather(move("Table", "Decor"), move("Decor", "Table"))
        assert sorted(statuses) == [200, 412]
        assert len(_outline(await admin.get("/categories"))) == 4


async def test_categories_are_created_and_edited(shop: Shop) -> None:
    ids = await _tree(shop)
    async with operator_client(shop, "catalogue") as admin:
        created = await admin.post("/categories", json={"title": "Bowls", "parentId": ids["Decor"]})
        assert created["slug"] == "decor-bowls"
        path = f"/categories/{created['id']}"
        changes = {
            "title": "Fruit bowls",
            "slug": "fruit-bowls",
            "seoTitle": "Large bowls for fruit",
            "image": {"path": f"/media/ab/{'c' * 32}.webp", "alt": "A bowl"},
        }
        etag = {"If-Match": created["etag"]}
        changed = await admin.output("PATCH", path, json=changes, headers=etag)
        assert (changed["image"]["alt"], changed["description"]) == ("A bowl", "")
        status, error = await admin.error("PATCH", path, json={"title": "Pots"}, headers=etag)
        assert (status, error["current"]["title"]) == (412, "Fruit bowls")
        etag = {"If-Match": changed["etag"]}
        for body, field in (
            ({"slug": "table"}, "slug"),
            ({"slug": "a/b"}, "slug"),
            ({"title": ""}, "title"),
            ({"sizeGuideId": 999}, "sizeGuideId"),
            ({"image": {"path": "https://elsewhere.example/a.webp"}}, "image"),
        ):
            status, error = await admin.error("PATCH", path, json=body, headers=etag)
            assert (status, [*error["fields"]]) == (422, [field]), body
        await admin.output("PATCH", path, json={"image": None}, headers=etag)
        page = await shop.client.get(f"{shop.url}/c/collections/fruit-bowls")
        assert "<title data-page-head>Large bowls for fruit" in page.text
        moved = await shop.client.get(f"{shop.url}/c/collections/decor-bowls")
        assert moved.status_code == 301
    async with operator_client(shop, "content") as stranger:
        assert (await stranger.error("POST", "/categories", json={"title": "Lamps"}))[0] == 403


async def test_deleting_moves_products(shop: Shop) -> None:
    ids = await _tree(shop)
    async with operator_client(shop, "catalogue") as admin:
        status, error = await admin.error("DELETE", f"/categories/{ids['Table']}")
        assert error["code"] == "category_has_subcategories"
        path = f"/categories/{ids['Bowls']}"
        for query in ("", f"?moveProductsTo={ids['Bowls']}", "?moveProductsTo=999"):
            status, error = await admin.error("DELETE", path + query)
            assert (status, [*error["fields"]]) == (422, ["moveProductsTo"])
        tree = await admin.output("DELETE", f"{path}?moveProductsTo={ids['Plates']}")
        assert ("Plates", 2, 1) in _outline(tree)
        await admin.output("DELETE", f"/categories/{ids['Decor']}")
        assert (await admin.error("DELETE", path))[0] == 404
    await shop.work()
    listed = await shop.output("GET", "/api/products?category=plates")
    assert [one["slug"] for one in listed["items"]] == ["blue-bowl"]
