"""Operators create, change, order and delete feature sections; shoppers see them."""

from __future__ import annotations

import asyncio
from typing import Any

from stallage.storefront.schemas import Home
from tests.admin import operator_client
from tests.products.factory import make_product
from tests.shop import Shop


async def _shown(shop: Shop) -> list[dict[str, Any]]:
    await shop.work()
    return list((await shop.output("GET", "/api/home"))["pageItem"]["featureSection"])


async def test_a_section_is_created_changed_and_deleted(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        vase, bowl = [await make_product(connection, title) for title in ("Vase", "Bowl")]
    async with operator_client(shop, "content") as admin:
        body = {
            "title": "New in",
            "kind": "product-tiles",
            "tiles": [
                {"title": "Vases", "text": "Tall ones", "productIds": [vase.id]},
                {"title": "Vases", "productIds": [bowl.id, vase.id]},
            ],
        }
        created = await admin.post("/feature-sections", json=body)
        tiles = created["tiles"]
        assert created["slug"] == "new-in"
        assert [one["slug"] for one in tiles] == ["vases", "vases-2"]
        [shown] = await _shown(shop)
        assert (shown["id"], shown["kind"]) == (created["id"], "product-tiles")
        assert [one["title"] for one in shown["tiles"][1]["products"]] == ["Bowl", "Vase"]

        path, match = f"/feature-sections/{created['id']}", {"If-Match": created["etag"]}
        bowls = {"id": tiles[1]["id"], "title": "Bowls", "slug": "bowls", "productIds": [bowl.id]}
        changes = {"title": "Newest", "kind": "buttons", "tiles": [bowls, {"title": "All"}]}
        changed = await admin.output("PUT", path, json=changes, headers=match)
        assert [(one["slug"], len(one["products"])) for one in changed["tiles"]] == [
            ("bowls", 1),
            ("all", 0),
        ]
        assert (changed["slug"], changed["tiles"][0]["id"]) == ("new-in", tiles[1]["id"])
        assert (await admin.error("PUT", path, json=changes, headers=match))[0] == 412
        assert (await admin.error("PUT", path, json=changes))[0] == 428
        [shown] = await _shown(shop)
        assert [one["slug"] for one in shown["tiles"]] == ["bowls", "all"]
        # The renamed tile redirects; the removed one is gone, and its list too.
        moved = await shop.client.get(f"{shop.url}{tiles[1]['link']}")
        assert moved.status_code == 301
        assert (await shop.client.get(f"{shop.url}{tiles[0]['link']}")).status_code == 410

        await admin.output("DELETE", path)
        assert await _shown(shop) == []
        assert (await admin.error("GET", path))[0] == 404
        async with shop.database.reading() as connection:
            assert await connection.fetchval("SELECT count(*) FROM collections") == 0


async def test_tiles_that_do_not_fit_are_refused(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        body: dict[str, Any] = {"title": "A", "kind": "carousel", "tiles": [{"title": "One"}]}
        first = await admin.post("/feature-sections", json=body)
        other = await admin.post("/feature-sections", json={"title": "B", "kind": "buttons"})
        path, match = f"/feature-sections/{other['id']}", {"If-Match": other["etag"]}
        own = first["tiles"][0]["id"]
        cases: tuple[tuple[dict[str, Any], str], ...] = (
            ({"slug": "a"}, "slug"),
            ({"kind": "video"}, "kind"),
            ({"tiles": [{"title": ""}]}, "tiles.0.title"),
            ({"tiles": [{"title": "Of another section", "id": own}]}, "tiles.0.id"),
            ({"tiles": [{"title": "Deleted", "id": 999_999}]}, "tiles.0.id"),
            ({"tiles": [{"title": "X", "slug": "x"}, {"title": "Y", "slug": "x"}]}, "tiles.1.slug"),
        )
        for changes, field in cases:
            sent = {"title": "B", "kind": "buttons", **changes}
            status, error = await admin.error("PUT", path, json=sent, headers=match)
            assert (status, error["code"]) == (422, "invalid_fields"), changes
            assert field in error["fields"], (changes, error["fields"])
        twice = [{"title": "X", "id": own}, {"title": "Y", "id": own}]
        sent = {"title": "B", "kind": "buttons", "tiles": twice}
        assert (await admin.error("PUT", path, json=sent, headers=match))[0] == 422
        assert (await admin.get(path))["tiles"] == []
    async with operator_client(shop, "read-only") as reader:
        assert (await reader.error("POST", "/feature-sections", json=body))[0] == 403
    async with operator_client(shop, "support") as stranger:
        assert (await stranger.error("GET", "/feature-sections"))[0] == 403


async def test_sections_are_ordered_and_of_two_orders_one_is_refused(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        first, second = [
            await admin.post("/feature-sections", json={"title": title, "kind": "buttons"})
            for title in ("One", "Two")
        ]
        listed = await admin.get("/feature-sections")
        orders = ([second["id"], first["id"]], [second["id"], first["id"]])
        answers = await asyncio.gather(
            *(
                admin.request(
                    "PUT",
                    "/feature-sections/order",
                    json={"ids": ids},
                    headers={"If-Match": listed["etag"]},
                    audited=False,
                )
                for ids in orders
            )
        )
        assert sorted(one.status_code for one in answers) == [200, 412]
        assert [one["title"] for one in await _shown(shop)] == ["Two", "One"]


async def test_the_preview_stores_nothing(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        vase = await make_product(connection, "Vase")
    await shop.work()
    async with operator_client(shop, "read-only") as admin:
        body = {
            "title": "Draft",
            "kind": "product-tiles",
            "tiles": [{"title": "Tall", "productIds": [vase.id, 999_999]}],
        }
        home = await admin.post("/feature-sections/preview", json=body)
        Home.model_validate(home)
        [section] = home["pageItem"]["featureSection"]
        assert home["sections"] == [
            {"kind": "feature", "id": "preview", "sectionId": section["id"]}
        ]
        assert [one["title"] for one in section["tiles"][0]["products"]] == ["Vase"]
        assert (await admin.get("/feature-sections"))["items"] == []
        assert (await admin.error("POST", "/feature-sections/preview", json={}))[0] == 422
        found = await admin.get("/layouts/products?q=vas")
        assert [one["title"] for one in found["items"]] == ["Vase"]


async def test_the_list_tells_whether_the_home_page_shows_a_section(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        body = {"title": "A", "kind": "buttons"}
        section_id = (await admin.post("/feature-sections", json=body))["id"]
        placed = {"kind": "feature", "id": "a", "sectionId": section_id}
        for sections, place in (
            ([], "absent"),
            ([placed], "placed"),
            ([{**placed, "hidden": True}], "absent"),
            (None, "automatic"),
        ):
            etag = (await admin.get("/layouts/home"))["etag"]
            await admin.output(
                "PUT", "/layouts/home", json={"sections": sections}, headers={"If-Match": etag}
            )
            [listed] = (await admin.get("/feature-sections"))["items"]
            details = await admin.get(f"/feature-sections/{section_id}")
            assert (listed["home"], details["home"]) == (place, place)
