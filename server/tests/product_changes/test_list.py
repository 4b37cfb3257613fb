"""The operators' list of products."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, get_args

from stallage.core import clock
from stallage.product_changes.schemas.lists import ProductSort
from tests.admin import Admin, operator_client
from tests.checkout.factory import place
from tests.products.factory import SkuSpec, make_category, make_product, make_sale
from tests.shop import Shop
from tests.stocked_shop import stock_shop


async def titles(admin: Admin, **params: Any) -> list[str]:
    page = await admin.get("/products", params=params)
    return [row["title"] for row in page["items"]]


async def make_catalogue(shop: Shop) -> dict[str, int]:
    """A bowl, a vase of two sizes in a category below another, and a lamp that is a draft."""
    now = clock.now()
    async with shop.database.transaction() as connection:
        decor = await make_category(connection, "Decor")
        vases = await make_category(connection, "Vases", parent_id=decor)
        bowl = await make_product(
            connection,
            "Everyday bowl",
            price=2500,
            stock=3,
            tags=["Kitchen sale"],
            brand="Kiln",
            image="/m/a/bowl.webp",
            created_at=now - timedelta(days=3),
        )
        vase = await make_product(
            connection,
            "Bud vase",
            option_names=["Size"],
            skus=[
                SkuSpec(("Small",), price=1000, stock=0, sku="VASE-Small-01"),
                SkuSpec(("Large",), price=4000, stock=20, compare_at_price=5000),
            ],
            category_ids=[vases],
            created_at=now - timedelta(days=2),
        )
        lamp = await make_product(
            connection,
            "Lamp",
            price=9900,
            stock=0,
            status="draft",
            created_at=now - timedelta(days=1),
        )
        await connection.execute(
            "UPDATE skus SET barcode = '4006381333931' WHERE id = $1", lamp.sku_id
        )
    return {"bowl": bowl.id, "vase": vase.id, "lamp": lamp.id, "decor": decor}


async def test_rows_show_what_is_sold(shop: Shop) -> None:
    ids = await make_catalogue(shop)
    async with operator_client(shop, "read-only") as admin:
        page = await admin.get("/products", params={"sort": "created"})
        bowl, vase, lamp = page["items"]
        assert bowl["picture"]["path"] == "/m/a/bowl.webp"
        assert (bowl["brand"], bowl["category"], bowl["status"]) == ("Kiln", None, "active")
        assert (bowl["skuCount"], bowl["stock"], bowl["stockState"]) == (1, 3, "low")
        assert bowl["sku"]["price"] == {"amount": 2500, "currency": "USD"}
        assert (vase["skuCount"], vase["sku"], vase["stock"]) == (2, None, 20)
        assert (vase["priceMin"]["amount"], vase["priceMax"]["amount"]) == (1000, 4000)
        assert (vase["category"], vase["onSale"], vase["stockState"]) == ("Vases", True, "low")
        assert (lamp["stockState"], lamp["status"], lamp["picture"]) == ("sold_out", "draft", None)
        skus = await admin.get(f"/products/{ids['vase']}/skus")
        assert next((one["title"], one["code"]) for one in skus["items"]) == (
            "Small",
            "VASE-Small-01",
        )
        assert skus["total"] == 2
        assert (await admin.error("GET", "/products/999/skus"))[0] == 404
        choices = await admin.get("/products/filters")
        assert [one["name"] for one in choices["categories"]] == ["Decor", "Decor / Vases"]
        assert ([one["name"] for one in choices["brands"]], choices["tags"]) == (
            ["Kiln"],
            ["Kitchen sale"],
        )


async def test_pages_in_every_order(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        for number in range(5):
            await make_product(connection, f"Bowl {number % 3}", price=1000 + number % 2, stock=2)
    async with operator_client(shop) as admin:
        for order in get_args(ProductSort):
            whole = await admin.get("/products", params={"sort": order})
            ids = [row["id"] for row in whole["items"]]
            walked: list[int] = []
            cursor = None
            pages = []
            while True:
                params = {"sort": order, "limit": 2} | ({"cursor": cursor} if cursor else {})
                page = await admin.get("/products", params=params)
                pages.append(page)
                walked += [row["id"] for row in page["items"]]
                cursor = page["nextCursor"]
                if cursor is None:
                    break
            assert walked == ids
            before = await admin.get(
                "/products",
                params={"sort": order, "limit": 2, "cursor": pages[-1]["previousCursor"]},
            )
            assert [row["id"] for row in before["items"]] == ids[2:4]


async def test_search_and_filters(shop: Shop) -> None:
    ids = await make_catalogue(shop)
    async with shop.database.transaction() as connection:
        await make_sale(connection, [ids["bowl"]])
    async with operator_client(shop) as admin:
        for search, found in {
            "VERYDAY bo": ["Everyday bowl"],
            "small-0": ["Bud vase"],
            "6381333": ["Lamp"],
            "kitchen": ["Everyday bowl"],
            "bud-vase": ["Bud vase"],
            "100%": [],
            "bowl vase": [],
        }.items():
            assert await titles(admin, search=search) == found, search
        for params, found in (
            ({"status": ["active"]}, ["Bud vase", "Everyday bowl"]),
            ({"category": [ids["decor"]]}, ["Bud vase"]),
            ({"stock": "low"}, ["Bud vase", "Everyday bowl"]),
            ({"stock": "sold_out"}, ["Lamp"]),
            ({"stock": "in_stock"}, ["Bud vase", "Everyday bowl"]),
            ({"stock": "owed"}, []),
            ({"onSale": True}, ["Bud vase", "Everyday bowl"]),
            ({"onSale": False}, ["Lamp"]),
            ({"withPicture": False}, ["Bud vase", "Lamp"]),
            ({"withCategory": True}, ["Bud vase"]),
            ({"tag": ["Kitchen sale"]}, ["Everyday bowl"]),
            ({"priceMin": 3000, "priceMax": 5000}, ["Bud vase"]),
            ({"updated": "30d"}, ["Bud vase", "Everyday bowl", "Lamp"]),
            ({"updated": "..2001-01-01"}, []),
        ):
            assert await titles(admin, sort="title", **params) == found, params
            counted = await admin.get("/products/count", params=params)
            assert counted == {"value": len(found), "exact": True}


async def test_held_and_owed_units(shop: Shop) -> None:
    (bowl,) = await stock_shop(
        shop,
        {"title": "Bowl", "skus": [SkuSpec(stock=1, backorder=True)]},
    )
    await place(shop, [bowl.sku_id, bowl.sku_id])
    async with operator_client(shop) as admin:
        (row,) = (await admin.get("/products", params={"stock": "owed"}))["items"]
        assert (row["stock"], row["held"], row["sku"]["held"]) == (0, 2, 2)


async def test_bad_parameters(shop: Shop) -> None:
    bad: list[dict[str, Any]] = [
        {"sort": "weight"},
        {"cursor": "zzz"},
        {"stock": "much"},
        {"updated": "2026-02-30..2026-03-01"},
        {"unknown": 1},
        {"category": [0]},
    ]
    async with operator_client(shop) as admin:
        for params in bad:
            status, error = await admin.error("GET", "/products", params=params)
            assert (status, next(iter(error["fields"])).split(".")[0]) == (422, next(iter(params)))
    async with operator_client(shop, "finance") as admin:
        assert (await admin.error("GET", "/products"))[0] == 403
