"""Sales: previews, prices at start and end, and edits while a sale runs."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from stallage.core import clock
from stallage.products.jobs import update_sale_prices
from tests.admin import operator_client
from tests.products.factory import make_category, make_product
from tests.shop import Shop

HOUR = timedelta(hours=1)


def sale(*slugs: str, **changes: Any) -> dict[str, Any]:
    """The body of a sale of 20% from an hour ago."""
    return {
        "title": "Winter sale",
        "percent": 20,
        "startsAt": (clock.now() - HOUR).isoformat(),
        "products": list(slugs),
        **changes,
    }


async def price_of(shop: Shop, slug: str) -> int:
    """The price on the stored card."""
    async with shop.database.reading() as connection:
        price: int = await connection.fetchval("SELECT price FROM products WHERE slug = $1", slug)
    return price


async def test_a_sale_changes_prices_and_an_edit_takes_effect_at_once(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection)
        vase = await make_product(connection, "Vase", price=4000)
    async with operator_client(shop) as admin:
        created = await admin.post("/promotions/sales", json=sale(bowl.slug))
        assert (created["state"], created["slug"]) == ("active", "winter-sale")
        assert await price_of(shop, bowl.slug) == 2000
        path, seen = f"/promotions/sales/{created['id']}", {"If-Match": created["etag"]}
        body = sale(vase.slug, percent=50)
        changed = await admin.output("PUT", path, json=body, headers=seen)
        assert [one["slug"] for one in changed["products"]] == [vase.slug]
        assert (await price_of(shop, bowl.slug), await price_of(shop, vase.slug)) == (2500, 2000)
        assert (await admin.error("PUT", path, json=body, headers=seen))[0] == 412
        assert (await admin.error("DELETE", path))[1]["code"] == "sale_started"
        ended = await admin.post(f"{path}/end")
        assert ended["state"] == "ended"
        assert await price_of(shop, vase.slug) == 4000
        # Undo: it runs on.
        await admin.output("PUT", path, json=body, headers={"If-Match": ended["etag"]})
        assert await price_of(shop, vase.slug) == 2000


async def test_a_scheduled_sale_starts_and_ends_by_itself(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection)
    start, end = clock.now() + HOUR, clock.now() + 2 * HOUR
    async with operator_client(shop) as admin:
        times = {"startsAt": start.isoformat(), "endsAt": end.isoformat()}
        created = await admin.post("/promotions/sales", json=sale(bowl.slug, **times))
        assert created["state"] == "scheduled"
        assert await price_of(shop, bowl.slug) == 2500
        for shift, price in ((1.5, 2000), (2.5, 2500)):
            with clock.shift(shift * HOUR):
                await update_sale_prices(shop.runtime)
            assert await price_of(shop, bowl.slug) == price
        later = await admin.post("/promotions/sales", json=sale(bowl.slug, **times))
        assert later["slug"] == "winter-sale-2"
        await admin.output("DELETE", f"/promotions/sales/{later['id']}")


async def test_two_operators_edit_a_sale(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection)
    async with operator_client(shop) as one, operator_client(shop, "catalogue") as other:
        created = await one.post("/promotions/sales", json=sale(bowl.slug))
        path, seen = f"/promotions/sales/{created['id']}", {"If-Match": created["etag"]}
        answers = await asyncio.gather(
            *(
                admin.request("PUT", path, json=sale(bowl.slug, percent=percent), headers=seen)
                for admin, percent in ((one, 30), (other, 40))
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200, 412]
        percent = (await one.get(path))["percent"]
    assert await price_of(shop, bowl.slug) == 2500 - 25 * percent


async def test_a_preview_warns_and_names_the_sale_that_wins(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection)
        vase = await make_product(connection, "Vase", price=4000)
        await connection.execute("UPDATE skus SET cost = 2200 WHERE id = $1", bowl.sku_id)
        await connection.execute("UPDATE skus SET cost = 1000 WHERE id = $1", vase.sku_id)
    async with operator_client(shop) as admin:
        body = {key: sale(bowl.slug, vase.slug)[key] for key in ("percent", "startsAt", "products")}
        preview = await admin.post("/promotions/sales/preview", json=body)
        first, second = preview["rows"]
        assert (first["slug"], first["warnings"]) == (bowl.slug, ["below_cost"])
        assert (first["priceNow"]["amount"], first["salePrice"]["amount"]) == (2500, 2000)
        assert (first["marginPercent"], second["marginPercent"]) == (-10, 68)
        assert (preview["belowCost"], preview["inAnotherSale"]) == (1, 0)
        assert await price_of(shop, bowl.slug) == 2500

        better = await admin.post("/promotions/sales", json=sale(vase.slug, percent=30))
        preview = await admin.post("/promotions/sales/preview", json=body)
        row = next(one for one in preview["rows"] if one["slug"] == vase.slug)
        assert (row["otherSale"], row["otherSaleWins"]) == ("Winter sale", True)
        assert row["salePrice"]["amount"] == 2800
        stronger = {**body, "percent": 40}
        preview = await admin.post("/promotions/sales/preview", json=stronger)
        row = next(one for one in preview["rows"] if one["slug"] == vase.slug)
        assert (row["otherSaleWins"], row["salePrice"]["amount"]) == (False, 2400)
        # A sale does not compete with itself.
        preview = await admin.post("/promotions/sales/preview", json={**body, "id": better["id"]})
        assert all(row["otherSale"] is None for row in preview["rows"])


async def test_products_are_found_by_group(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        home = await make_category(connection, "Home")
        vases = await make_category(connection, "Vases", parent_id=home)
        await make_product(connection, "Vase", brand="Kiln", tags=["gift"], category_ids=[vases])
        await make_product(connection, "Bowl")
    async with operator_client(shop) as admin:
        groups = await admin.get("/promotions/groups")
        assert {one["path"] for one in groups["categories"]} == {"home", "home/vases"}
        assert (groups["brands"], groups["tags"]) == (["Kiln"], ["gift"])
        for query in ("q=vas", "category=home", "category=home/vases", "brand=Kiln", "tag=gift"):
            found = await admin.get(f"/promotions/products?{query}")
            assert [one["title"] for one in found["items"]] == ["Vase"], query
        assert (await admin.get("/promotions/products?limit=1"))["total"] == 2


async def test_invalid_sales_are_refused(shop: Shop) -> None:
    invalid: tuple[tuple[dict[str, Any], str], ...] = (
        ({"products": ["unknown"]}, "products"),
        ({"percent": 100}, "percent"),
        ({"endsAt": "2001-01-01T00:00:00Z"}, "endsAt"),
        ({"image": {"path": "a b"}}, "image"),
    )
    async with operator_client(shop) as admin:
        for changes, field in invalid:
            status, error = await admin.error("POST", "/promotions/sales", json=sale(**changes))
            assert status == 422, error
            assert next(iter(error["fields"])).startswith(field), error
