"""Low-stock levels of categories: which rule counts, who may change them, and two who change them at once."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta
from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.reports.jobs.figures import refresh_figures
from stallage.stock_keeping.sql.low_levels import (
    LEVEL_OF_EACH,
    LEVELS_OF_ALL,
    LOW_AT,
    LOW_CATEGORY,
    LOW_FROM,
)
from tests.admin import Admin, operator_client
from tests.checkout.factory import place
from tests.products.factory import CreatedProduct, SkuSpec, make_category, make_product
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

PATH = "/stock/low-levels"
OFF = {"frequency": "off", "recipients": []}


async def make_categories(shop: Shop) -> tuple[int, int, int]:
    """Decor with Lighting below it, and Lamps below that."""
    async with shop.database.transaction() as connection:
        decor = await make_category(connection, "Decor")
        lighting = await make_category(connection, "Lighting", parent_id=decor)
        return decor, lighting, await make_category(connection, "Lamps", parent_id=lighting)


async def set_levels(
    admin: Admin, levels: dict[int, int], alerts: dict[str, Any] | None = None
) -> Any:
    current = await admin.get(PATH)
    body = {
        "categories": [{"categoryId": one, "lowAt": low_at} for one, low_at in levels.items()],
        "alerts": alerts or OFF,
    }
    return await admin.output("PUT", PATH, json=body, headers={"If-Match": current["etag"]})


async def level_of(admin: Admin, product: CreatedProduct) -> tuple[int, str, str | None]:
    item = (await admin.get(f"/stock/skus/{product.sku_id}"))["item"]
    return item["lowAt"], item["lowFrom"], item["lowCategory"]


async def test_the_nearest_rule_counts_and_its_source_is_shown(shop: Shop) -> None:
    decor, lighting, lamps = await make_categories(shop)
    lamp, frame, bowl = await stock_shop(
        shop,
        spec("Desk lamp", stock=7, category_ids=[lamps]),
        spec("Frame", stock=7, category_ids=[decor]),
        spec(stock=7),
    )
    async with operator_client(shop) as admin:

        async def low() -> set[int]:
            page = await admin.get("/stock", params={"show": "low"})
            products = await admin.get("/products", params={"stock": "low"})
            found = {one["skuId"] for one in page["items"]}
            assert (await admin.get("/stock/count", params={"show": "low"}))["value"] == len(found)
            assert len(products["items"]) == len(found)
            return found

        assert await low() == set()
        set_ = await set_levels(admin, {decor: 6, lighting: 8})
        # The closest of lamps is lighting.
        assert await level_of(admin, lamp) == (8, "category", "Lighting")
        assert await level_of(admin, frame) == (6, "category", "Decor")
        assert await level_of(admin, bowl) == (5, "shop", None)
        assert await low() == {lamp.sku_id}
        assert [
            (one["name"], one["lowAt"], one["items"], one["low"]) for one in set_["categories"]
        ] == [("Decor", 6, 1, 0), ("Decor / Lighting", 8, 1, 1)]
        assert set_["shop"] == {"lowAt": 5, "items": 1, "low": 0}
        # A product's own level wins, and an item's wins over it.
        item, product = (
            f"/stock/skus/{lamp.sku_id}/{level}" for level in ("low-level", "product-low-level")
        )
        changed = await admin.output("PUT", product, json={"lowAt": 9})
        assert (changed["categoryLowAt"], changed["category"]) == (8, "Lighting")
        assert await level_of(admin, lamp) == (9, "product", None)
        await admin.output("PUT", item, json={"lowAt": 2})
        assert await level_of(admin, lamp) == (2, "item", None)
        assert await low() == set()
        own = await admin.get("/stock", params={"show": "own_level"})
        assert [one["skuId"] for one in own["items"]] == [lamp.sku_id]
        assert (await admin.get(PATH))["own"] == {"products": 1, "items": 1, "low": 0}
        # Without the nearer rules, the next one counts.
        for path in (item, product):
            await admin.output("PUT", path, json={"lowAt": None})
        await set_levels(admin, {decor: 7})
        assert await level_of(admin, lamp) == (7, "category", "Decor")
        assert await low() == {lamp.sku_id, frame.sku_id}


async def test_today_says_where_a_level_is_from(shop: Shop) -> None:
    _, lighting, lamps = await make_categories(shop)
    (lamp,) = await stock_shop(shop, spec("Desk lamp", stock=9, category_ids=[lamps]))
    with clock.freeze(clock.now() - timedelta(days=2)):
        await place(shop, [lamp.sku_id])
    await refresh_figures(shop.runtime)
    async with operator_client(shop) as admin:
        assert (await admin.get("/today/stock"))["count"] == 0
        await set_levels(admin, {lighting: 8})
        (item,) = (await admin.get("/today/stock"))["items"]
        assert (item["left"], item["lowAt"], item["lowFrom"], item["lowCategory"]) == (
            8,
            8,
            "category",
            "Lighting",
        )


async def test_what_cannot_be_set(shop: Shop) -> None:
    decor, *_ = await make_categories(shop)
    async with operator_client(shop) as admin:
        etag = (await admin.get(PATH))["etag"]
        rule = {"categoryId": decor, "lowAt": 3}

        async def refused(body: Any) -> list[str]:
            status, error = await admin.error("PUT", PATH, json=body, headers={"If-Match": etag})
            assert status == 422
            return list(error["fields"])

        for categories in ([rule, rule], [{"categoryId": 987, "lowAt": 1}]):
            assert await refused({"categories": categories, "alerts": OFF}) == ["categories"]
        for wrong in ({"lowAt": -1}, {"lowAt": 10**7}, {"lowAt": "5"}, {"categoryId": 0}):
            await refused({"categories": [rule | wrong], "alerts": OFF})
        for alerts in (
            {"frequency": "hourly", "recipients": []},
            {"frequency": "off", "recipients": [98765]},
        ):
            assert await refused({"categories": [], "alerts": alerts}) == ["recipients"]
        for wrong_alerts in (
            {"frequency": "weekly", "recipients": []},
            {"frequency": "daily", "atMinute": 1440, "recipients": [admin.operator_id]},
        ):
            await refused({"categories": [], "alerts": wrong_alerts})
        status, _ = await admin.error("PUT", PATH, json={"categories": [], "alerts": OFF})
        assert status == 428
    async with operator_client(shop, role="read-only") as reader:
        body = {"categories": [rule], "alerts": OFF}
        assert (await reader.get(PATH))["categories"] == []
        status, _ = await reader.error("PUT", PATH, json=body, headers={"If-Match": etag})
        assert status == 403
        assert (await reader.error("GET", f"{PATH}/choices"))[0] == 403


async def test_of_two_who_save_at_once_one_is_shown_the_others_rules(shop: Shop) -> None:
    decor, lighting, _ = await make_categories(shop)
    async with operator_client(shop) as admin, operator_client(shop) as other:
        etag = (await admin.get(PATH))["etag"]

        def save(one: Admin, category: int) -> Any:
            rules = {"categories": [{"categoryId": category, "lowAt": 4}], "alerts": OFF}
            return one.request("PUT", PATH, json=rules, headers={"If-Match": etag}, audited=False)

        answers = await asyncio.gather(save(admin, decor), save(other, lighting))
        assert sorted(one.status_code for one in answers) == [200, 412]
        error = next(one for one in answers if one.status_code == 412).json()["error"]
        stored = await admin.get(PATH)
        assert error["code"] == "edit_conflict"
        assert error["current"]["categories"] == stored["categories"]
        assert error["etag"] == stored["etag"]


async def test_saving_is_audited_and_a_deleted_category_takes_its_level_along(shop: Shop) -> None:
    _, _, lamps = await make_categories(shop)
    async with operator_client(shop) as admin:
        choices = await admin.get(f"{PATH}/choices")
        assert [one["name"] for one in choices["categories"]] == [
            "Decor",
            "Decor / Lighting",
            "Decor / Lighting / Lamps",
        ]
        assert admin.operator_id in {one["id"] for one in choices["recipients"]}
        await set_levels(admin, {lamps: 12})
        async with shop.database.transaction() as connection:
            entry = await connection.fetchrow(
                "SELECT before, after FROM audit_entries WHERE action = 'stock.low_levels_set'"
            )
            await connection.execute("DELETE FROM categories WHERE id = $1", lamps)
        assert entry is not None
        assert entry["before"]["categories"] == {}
        assert entry["after"]["categories"] == {"Decor / Lighting / Lamps": 12}
        assert (await admin.get(PATH))["categories"] == []


async def random_catalogue(connection: Connection, chance: random.Random) -> None:
    ids: list[int] = []
    for number in range(25):
        parent = chance.choice([None, *ids]) if ids else None
        ids.append(await make_category(connection, f"Category {number}", parent_id=parent))
    for number in range(40):
        product = await make_product(
            connection,
            f"Product {number}",
            category_ids=chance.sample(ids, chance.randint(0, 3)),
            option_names=["Size"],
            skus=[SkuSpec(options=(size,)) for size in ("S", "M")],
        )
        if chance.random() < 0.2:
            await connection.execute(
                "INSERT INTO stock_product_rules VALUES ($1, $2)", product.id, chance.randint(0, 9)
            )
        if chance.random() < 0.2:
            await connection.execute(
                "INSERT INTO stock_rules VALUES ($1, $2)", product.sku_id, chance.randint(0, 9)
            )
    for category in chance.sample(ids, 10):
        # Few different levels, so that some rules are equally near and equally high.
        await connection.execute(
            "INSERT INTO stock_category_rules VALUES ($1, $2)", category, chance.randint(0, 3)
        )


async def test_both_forms_of_the_rules_agree_with_a_plain_one(shop: Shop) -> None:
    columns = f"s.id, {LOW_AT} AS low_at, {LOW_FROM} AS low_from, {LOW_CATEGORY} AS category"
    async with shop.database.transaction() as connection:
        await random_catalogue(connection, random.Random(20))
        found = [
            {
                row["id"]: (row["low_at"], row["low_from"], row["category"])
                for row in await connection.fetch(f"SELECT {columns} FROM skus_view s {levels}")
            }
            for levels in (LEVEL_OF_EACH, LEVELS_OF_ALL)
        ]
        assert len(found[0]) == 80
        assert found[0] == found[1]
        assert found[0] == await plain_levels(connection)


async def plain_levels(connection: Connection) -> dict[int, tuple[int, str, str | None]]:
    """Work out the level of every SKU step by step."""

    async def rules(table: str) -> dict[int, int]:
        return {row[0]: row[1] for row in await connection.fetch(f"SELECT * FROM {table}")}

    of_items, of_products = await rules("stock_rules"), await rules("stock_product_rules")
    of_categories = await rules("stock_category_rules")
    titles = {row[0]: row[1] for row in await connection.fetch("SELECT id, title FROM categories")}
    paths = {row[0]: row[1] for row in await connection.fetch("SELECT id, path FROM categories")}
    found: dict[int, tuple[int, str, str | None]] = {}
    for sku_id, product_id in await connection.fetch("SELECT id, product_id FROM skus"):
        categories = await connection.fetch(
            "SELECT category_id FROM product_categories WHERE product_id = $1", product_id
        )
        near = sorted(
            (steps, -of_categories[one], one)
            for (category,) in categories
            for steps, one in enumerate(reversed(paths[category]))
            if one in of_categories
        )
        if sku_id in of_items:
            found[sku_id] = (of_items[sku_id], "item", None)
        elif product_id in of_products:
            found[sku_id] = (of_products[product_id], "product", None)
        elif near:
            found[sku_id] = (-near[0][1], "category", titles[near[0][2]])
        else:
            found[sku_id] = (5, "shop", None)
    return found
