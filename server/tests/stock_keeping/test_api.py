"""The operators' API of stock: list, changes, locations, counts and deliveries."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.admin import Admin, operator_client
from tests.checkout.factory import guest_order
from tests.returns.factory import broken_invariants
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def locations(admin: Admin) -> list[dict[str, Any]]:
    return list((await admin.get("/stock/locations"))["items"])


async def add_store(admin: Admin) -> int:
    body = {"name": "Store", "priority": 5}
    return int((await admin.post("/stock/locations", json=body))["id"])


async def details(admin: Admin, sku_id: int) -> Any:
    return await admin.get(f"/stock/skus/{sku_id}")


async def test_the_figures_of_a_sku_add_up(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(stock=10), spec("Vase", stock=2))
    placed = await shop.output("POST", "/api/orders", json=guest_order([bowl.sku_id] * 3))
    async with operator_client(shop) as admin:
        found = await details(admin, bowl.sku_id)
        item = found["item"]
        assert (item["onHand"], item["held"], item["sellable"]) == (10, 3, 7)
        assert found["supplied"] == item["sellable"] + item["held"] + found["sold"] == 10
        assert [(one["orderId"], one["quantity"]) for one in found["reservations"]] == [
            (placed["orderId"], 3)
        ]
        (main,) = await locations(admin)
        assert (main["units"], main["skus"], main["isDefault"]) == (12, 2, True)

        # Few of the vase are left, by the shop's setting; a rule of the SKU comes first.
        async def low() -> list[int]:
            page = await admin.get("/stock", params={"show": "low"})
            assert (await admin.get("/stock/count", params={"show": "low"}))["value"] == len(
                page["items"]
            )
            return [one["skuId"] for one in page["items"]]

        assert await low() == [vase.sku_id]
        path = f"/stock/skus/{vase.sku_id}/low-level"
        assert (await admin.output("PUT", path, json={"lowAt": 1}))["ownLowAt"] == 1
        assert await low() == []
        await admin.output("PUT", path, json={"lowAt": None})
        assert await low() == [vase.sku_id]


async def test_the_level_of_an_item_comes_before_its_product_and_the_shop(shop: Shop) -> None:
    bowl, _ = await stock_shop(shop, spec(stock=8), spec("Vase", stock=20))
    async with operator_client(shop) as admin:

        async def low() -> tuple[bool, int, int]:
            """Whether the bowl is low in the list of stock; its level; low products in their list."""
            found = (await details(admin, bowl.sku_id))["item"]
            products = await admin.get("/products", params={"stock": "low"})
            return found["isLow"], found["lowAt"], len(products["items"])

        item, product = (
            f"/stock/skus/{bowl.sku_id}/{level}" for level in ("low-level", "product-low-level")
        )
        assert await low() == (False, 5, 0)
        changed = await admin.output("PUT", product, json={"lowAt": 9})
        assert (changed["ownLowAt"], changed["productLowAt"], changed["shopLowAt"]) == (None, 9, 5)
        assert await low() == (True, 9, 1)
        await admin.output("PUT", item, json={"lowAt": 3})
        assert await low() == (False, 3, 0)
        await admin.output("PUT", item, json={"lowAt": None})
        await admin.output("PUT", product, json={"lowAt": None})
        assert await low() == (False, 5, 0)
        assert (await admin.error("PUT", product, json={"lowAt": -1}))[0] == 422
        missing = "/stock/skus/99/product-low-level"
        assert (await admin.error("PUT", missing, json={"lowAt": 1}))[0] == 404
    async with operator_client(shop, role="read-only") as reader:
        assert (await reader.error("PUT", product, json={"lowAt": 1}))[0] == 403


async def test_the_list_finds_titles_and_codes_and_pages(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(stock=10), spec("Vase", stock=0))
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE skus SET barcode = '4006381333931' WHERE id = $1", bowl.sku_id
        )
    async with operator_client(shop) as admin:

        async def found(**params: Any) -> list[int]:
            page = await admin.get("/stock", params=params)
            return [one["skuId"] for one in page["items"]]

        assert await found(q="4006381333931") == [bowl.sku_id]
        assert await found(q="vas") == [vase.sku_id]
        assert await found(q="100%") == []
        assert await found(show="out") == [vase.sku_id]
        assert await found(location=(await locations(admin))[0]["id"]) == [bowl.sku_id]
        first = await admin.get("/stock", params={"limit": 1})
        second = await admin.get("/stock", params={"limit": 1, "cursor": first["nextCursor"]})
        assert [one["skuId"] for one in first["items"] + second["items"]] == [
            vase.sku_id,
            bowl.sku_id,
        ]
        assert second["nextCursor"] is None
        status, _ = await admin.error("GET", "/stock", params={"show": "nothing"})
        assert status == 422


async def test_units_are_changed_once_with_a_reason(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=10))
    async with operator_client(shop) as admin:
        (main,) = await locations(admin)
        path = f"/stock/skus/{bowl.sku_id}/changes"
        body = {"locationId": main["id"], "quantity": -4, "reason": "damage", "note": "Broken."}
        preview = await admin.post(f"{path}/preview", json=body)
        assert preview == {
            "onHandBefore": 10,
            "onHandAfter": 6,
            "sellableBefore": 10,
            "sellableAfter": 6,
        }
        for _ in range(2):
            changed = await admin.post(path, key="once", json=body)
            assert changed["item"]["onHand"] == changed["supplied"] == 6
        history = await admin.get(f"/stock/skus/{bowl.sku_id}/movements")
        assert [(one["kind"], one["quantity"], one["note"]) for one in history["items"]] == [
            ("damage", -4, "Broken."),
            ("opening", 10, ""),
        ]
        assert history["items"][0]["person"].startswith("Owner")
        for change, code in (
            ({"quantity": -7}, "stock_too_low"),
            ({"quantity": 0}, "invalid_fields"),
            ({"reason": "sold"}, "invalid_fields"),
            ({"locationId": 99}, "location_gone"),
        ):
            for place in (path, f"{path}/preview"):
                _, error = await admin.error("POST", place, key=code, json=body | change)
                assert error["code"] == code
        assert (await admin.error("POST", path, json=body))[0] == 422
        assert (await admin.error("POST", "/stock/skus/99/changes", key="x", json=body))[0] == 404
    async with operator_client(shop, role="read-only") as reader:
        assert (await reader.error("POST", path, key="other", json=body))[0] == 403
        assert (await details(reader, bowl.sku_id))["item"]["onHand"] == 6
    assert await broken_invariants(shop) == []


async def test_locations_with_units_stay(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=10))
    async with operator_client(shop) as admin:
        (main,) = await locations(admin)
        store = await add_store(admin)
        move = {"sourceId": main["id"], "targetId": store, "quantity": 4}
        path = f"/stock/skus/{bowl.sku_id}/moves"
        moved = await admin.post(path, key="once", json=move)
        assert [one["onHand"] for one in moved["item"]["levels"]] == [6, 4]
        assert moved["item"]["sellable"] == 10
        assert (await admin.error("POST", path, key="2", json=move | {"targetId": main["id"]}))[
            0
        ] == 422
        for place in (store, main["id"]):
            _, error = await admin.error("DELETE", f"/stock/locations/{place}")
            assert error["code"] == "location_in_use"
        back = {"sourceId": store, "targetId": main["id"], "quantity": 4}
        await admin.post(path, key="back", json=back)
        gone = await admin.output("DELETE", f"/stock/locations/{store}")
        assert gone["active"] is False
        _, error = await admin.error("POST", path, key="late", json=move)
        assert error["code"] == "location_gone"
        await admin.post(f"/stock/locations/{store}/restore")

        now = await admin.get("/stock/locations")
        version = {one["id"]: one["version"] for one in now["items"]}
        body = {"name": "Shop floor", "priority": 1, "isDefault": True}
        place = f"/stock/locations/{store}"
        headers = {"If-Match": version[store]}
        assert (await admin.output("PUT", place, json=body, headers=headers))["isDefault"]
        status, _ = await admin.error("PUT", place, json=body, headers=headers)
        assert status == 412
        _, error = await admin.error("POST", "/stock/locations", json={"name": "shop FLOOR"})
        assert "name" in error["fields"]
        assert [one["isDefault"] for one in await locations(admin)] == [False, True]
    assert await broken_invariants(shop) == []


async def test_a_count_applies_differences(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(stock=10), spec("Vase", stock=5))
    async with operator_client(shop) as admin:
        (main,) = await locations(admin)
        body = {"locationId": main["id"], "note": "Autumn"}
        sheet = await admin.post("/stock/counts", key="open", json=body)
        path = f"/stock/counts/{sheet['sheet']['id']}"
        _, error = await admin.error("POST", f"{path}/apply", key="early")
        assert error["code"] == "nothing_counted"
        figures = f"{path}/figures"
        await admin.output("PUT", f"{figures}/{bowl.sku_id}", json={"counted": 12})
        await admin.output("PUT", f"{figures}/{bowl.sku_id}", json={"counted": 8})
        await admin.output("PUT", f"{figures}/{vase.sku_id}", json={"counted": 5})
        # Three are damaged after they were counted.
        change = {"locationId": main["id"], "quantity": -3, "reason": "damage"}
        await admin.post(f"/stock/skus/{bowl.sku_id}/changes", key="d", json=change)
        shown = await admin.get(path)
        line = next(one for one in shown["lines"] if one["skuId"] == bowl.sku_id)
        assert (line["expected"], line["counted"], line["moved"]) == (10, 8, -3)
        assert (line["onHand"], line["onHandAfter"], line["blocked"]) == (7, 5, False)
        # An order holds six of the seven, so two cannot be removed.
        await shop.output("POST", "/api/orders", json=guest_order([bowl.sku_id] * 6))
        assert (await admin.get(path))["lines"][1]["blocked"]
        _, error = await admin.error("POST", f"{path}/apply", key="held")
        assert (error["code"], error["limit"]) == ("stock_too_low", 1)
        await admin.output("PUT", f"{figures}/{bowl.sku_id}", json={"counted": 6})

        async def apply() -> int:
            return (
                await admin.request("POST", f"{path}/apply", key="now", audited=False)
            ).status_code

        assert list(await asyncio.gather(apply(), apply())) == [200, 200]
        assert (await details(admin, bowl.sku_id))["item"]["onHand"] == 6
        assert (await details(admin, bowl.sku_id))["item"]["sellable"] == 0
        for method, place in (("PUT", f"{figures}/{vase.sku_id}"), ("POST", f"{path}/cancel")):
            _, error = await admin.error(method, place, json={"counted": 1})
            assert error["code"] == "document_closed"
        (listed,) = (await admin.get("/stock/counts", params={"state": "applied"}))["items"]
        assert (listed["lines"], listed["note"]) == (2, "Autumn")
        other = await admin.post("/stock/counts", key="second", json=body)
        place = f"/stock/counts/{other['sheet']['id']}"
        await admin.output("PUT", f"{place}/figures/{vase.sku_id}", json={"counted": 1})
        emptied = await admin.output("DELETE", f"{place}/figures/{vase.sku_id}")
        assert emptied["lines"] == []
        await admin.post(f"{place}/cancel")
    assert await broken_invariants(shop) == []


async def test_a_delivery_is_received_in_parts(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(stock=0), spec("Vase", stock=5))
    async with operator_client(shop) as admin:
        (main,) = await locations(admin)
        lines = [
            {"skuId": bowl.sku_id, "quantity": 10, "cost": 700},
            {"skuId": vase.sku_id, "quantity": 4},
        ]
        body = {
            "supplier": "Kiln & Co",
            "locationId": main["id"],
            "expectedOn": "2027-01-15",
            "lines": lines,
        }
        planned = await admin.post("/stock/deliveries", key="plan", json=body)
        path = f"/stock/deliveries/{planned['delivery']['id']}"
        assert planned["total"]["amount"] == 7000
        assert (await details(admin, bowl.sku_id))["item"]["incoming"] == 10
        _, error = await admin.error(
            "POST", "/stock/deliveries", key="twice", json=body | {"lines": [lines[0], lines[0]]}
        )
        assert "lines" in error["fields"]
        changed = await admin.output(
            "PUT", path, json=body | {"note": "By ship"}, headers={"If-Match": planned["version"]}
        )
        assert changed["note"] == "By ship"
        stale = {"If-Match": planned["version"]}
        assert (await admin.error("PUT", path, json=body, headers=stale))[0] == 412

        part = {"lines": [{"skuId": bowl.sku_id, "quantity": 6}]}
        for _ in range(2):
            received = await admin.post(f"{path}/receive", key="part", json=part)
        assert (received["delivery"]["state"], received["delivery"]["received"]) == ("planned", 6)
        found = await details(admin, bowl.sku_id)
        assert (found["item"]["sellable"], found["item"]["incoming"]) == (6, 4)
        for place in (f"{path}/cancel",):
            _, error = await admin.error("POST", place)
            assert error["code"] == "delivery_started"
        _, error = await admin.error(
            "POST",
            f"{path}/receive",
            key="strange",
            json={"lines": [{"skuId": 99, "quantity": 1}]},
        )
        assert "lines" in error["fields"]
        # One more than planned arrives.
        rest = {
            "lines": [
                {"skuId": bowl.sku_id, "quantity": 5},
                {"skuId": vase.sku_id, "quantity": 4},
            ]
        }
        received = await admin.post(f"{path}/receive", key="rest", json=rest)
        assert received["delivery"]["state"] == "closed"
        assert (await details(admin, bowl.sku_id))["item"]["onHand"] == 11
        _, error = await admin.error("POST", f"{path}/receive", key="after", json=rest)
        assert error["code"] == "document_closed"
        other = await admin.post("/stock/deliveries", key="other", json=body)
        await admin.post(f"/stock/deliveries/{other['delivery']['id']}/cancel")
        third = await admin.post("/stock/deliveries", key="third", json=body)
        await admin.post(f"/stock/deliveries/{third['delivery']['id']}/close")
        listed = await admin.get("/stock/deliveries", params={"state": "closed"})
        assert len(listed["items"]) == 2
        assert (await details(admin, bowl.sku_id))["incoming"] == []
    assert await broken_invariants(shop) == []
