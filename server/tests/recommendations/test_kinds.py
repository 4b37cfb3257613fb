"""Related products, products for what a shopper viewed, and popular ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

import pytest

from stallage.core import clock
from stallage.recommendations import rules
from stallage.recommendations.actions import add_past_order
from stallage.recommendations.jobs import refresh_all
from tests.products.factory import CreatedProduct, make_category, make_product
from tests.shop import Shop

PATHS = {
    "/api/bought-together": "productIds",
    "/api/related-products": "productId",
    "/api/because-you-viewed": "skuIds",
    "/api/popular-now": "",
}


async def make_products(shop: Shop, *titles: str) -> dict[str, CreatedProduct]:
    async with shop.database.transaction() as connection:
        return {title: await make_product(connection, title, stock=5) for title in titles}


async def add_orders(
    shop: Shop, products: Mapping[str, CreatedProduct], *orders: tuple[int, Sequence[str]]
) -> None:
    """Add past orders of so many days ago, and compute the recommendations."""
    async with shop.database.transaction() as connection:
        for number, (days, titles) in enumerate(orders):
            await add_past_order(
                connection,
                placed_at=clock.now() - timedelta(days=days, seconds=number),
                product_slugs=[products[title].slug for title in titles],
            )
    await refresh_all(shop.runtime)


async def titles(shop: Shop, path: str, **parameters: object) -> list[str]:
    query = "&".join(f"{name}={value}" for name, value in parameters.items())
    return [card["title"] for card in await shop.output("GET", f"{path}?{query}")]


async def sell_out(shop: Shop, *products: CreatedProduct) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE products SET in_stock = false WHERE id = ANY($1::bigint[])",
            [one.id for one in products],
        )


async def test_newer_orders_count_more(shop: Shop) -> None:
    names = ["Mug", "Old", "New", "Lamp", "Rug"]
    products = await make_products(shop, *names)
    await add_orders(
        shop,
        products,
        *[(300, ["Mug", "Old"])] * 4,
        *[(10, ["Mug", "New"])] * 3,
        *[(1, ["Lamp", "Rug"])] * 20,
    )
    mug = products["Mug"].id
    assert await titles(shop, "/api/bought-together", productIds=mug) == ["New", "Old"]


async def test_large_orders_say_less_about_each_pair(shop: Shop) -> None:
    others = [f"Other {number}" for number in range(20)]
    products = await make_products(shop, "Mug", "Small", "Large", "Lamp", "Rug", *others)
    await add_orders(
        shop,
        products,
        *[(5, ["Mug", "Large", *others])] * 4,
        *[(5, ["Mug", "Small"])] * 3,
        *[(5, ["Lamp", "Rug"])] * 20,
    )
    mug = products["Mug"].id
    assert (await titles(shop, "/api/bought-together", productIds=mug, limit=1)) == ["Small"]


async def test_a_best_seller_in_the_cart_does_not_choose_everything(shop: Shop) -> None:
    names = ["Best seller", "Rare", "With best", "With rare", "Lamp", "Rug"]
    products = await make_products(shop, *names)
    await add_orders(
        shop,
        products,
        *[(5, ["Best seller", "With best"])] * 6,
        *[(5, ["Best seller", "Lamp"])] * 14,
        *[(5, ["Rare", "With rare"])] * 4,
        *[(5, ["Lamp", "Rug"])] * 30,
    )
    cart = f"{products['Best seller'].id},{products['Rare'].id}"
    shown = await titles(shop, "/api/bought-together", productIds=cart)
    assert shown == ["With rare", "With best"]


async def test_only_small_shops_have_pairs_of_two_orders(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    products = await make_products(shop, "Mug", "Plate", "Lamp", "Rug")
    await add_orders(shop, products, *[(5, ["Mug", "Plate"])] * 2, *[(5, ["Lamp", "Rug"])] * 4)
    mug = products["Mug"].id
    assert await titles(shop, "/api/bought-together", productIds=mug) == ["Plate"]
    monkeypatch.setattr(rules, "SMALL_SHOP_ORDERS", 6)
    await refresh_all(shop.runtime)
    assert await titles(shop, "/api/bought-together", productIds=mug) == []


async def test_popular_products_are_those_of_the_last_weeks(shop: Shop) -> None:
    products = await make_products(shop, "Christmas", "Spring", "Mug")
    assert await titles(shop, "/api/popular-now") == []
    await add_orders(
        shop,
        products,
        *[(120, ["Christmas", "Mug"])] * 9,
        *[(2, ["Spring", "Mug"])] * 3,
    )
    assert await titles(shop, "/api/popular-now") == ["Mug", "Spring", "Christmas"]
    await sell_out(shop, products["Mug"])
    assert await titles(shop, "/api/popular-now", limit=1) == ["Spring"]


async def test_products_without_recent_orders_are_no_longer_popular(shop: Shop) -> None:
    products = await make_products(shop, "Mug", "Plate")
    await add_orders(shop, products, (364, ["Mug", "Plate"]))
    assert len(await titles(shop, "/api/popular-now")) == 2
    async with shop.database.transaction() as connection:
        await connection.execute("DELETE FROM past_orders")
    await refresh_all(shop.runtime)
    assert await titles(shop, "/api/popular-now") == []


async def test_related_products_need_no_orders(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        bowls = await make_category(connection, "Bowls")
        soup = await make_product(
            connection, "Soup bowl", category_ids=[bowls], brand="Kiln", price=2000
        )
        await make_product(connection, "Costly bowl", category_ids=[bowls], price=9000)
        await make_product(connection, "Cheap bowl", category_ids=[bowls], price=2200)
        await make_product(connection, "Same brand", category_ids=[bowls], brand="Kiln", price=9000)
        gone = await make_product(connection, "Gone bowl", category_ids=[bowls], price=2000)
        await make_product(connection, "Lamp", price=2000)
        chosen = await make_product(connection, "Chosen", price=90_000)
        await connection.execute(
            "UPDATE products SET related = $1 WHERE id = $2", [chosen.id, gone.id], soup.id
        )
    await shop.work()
    await sell_out(shop, gone)
    shown = await titles(shop, "/api/related-products", productId=soup.id)
    assert shown == ["Chosen", "Same brand", "Cheap bowl", "Costly bowl"]
    assert await titles(shop, "/api/related-products", productId=soup.id, limit=2) == shown[:2]
    assert await titles(shop, "/api/related-products", productId=10**15) == []


async def test_what_was_viewed_is_filled_up_with_related_and_popular_products(shop: Shop) -> None:
    names = ["Mug", "Viewed plate", "Saucer", "Popular", "Sold out", "Lamp"]
    products = await make_products(shop, *names)
    async with shop.database.transaction() as connection:
        category = await make_category(connection, "Cups")
        cup = await make_product(connection, "Cup", category_ids=[category])
        await connection.execute(
            "INSERT INTO product_categories (product_id, category_id, position) VALUES ($1, $2, 0)",
            products["Mug"].id,
            category,
        )
    await add_orders(
        shop,
        products,
        *[(5, ["Mug", "Saucer"])] * 4,
        *[(5, ["Mug", "Viewed plate"])] * 4,
        *[(5, ["Mug", "Sold out"])] * 4,
        *[(5, ["Popular", "Lamp"])] * 5,
        *[(5, ["Popular", "Saucer"])] * 1,
    )
    await shop.work()
    await sell_out(shop, products["Sold out"])
    viewed = f"{products['Mug'].sku_id},{products['Viewed plate'].sku_id}"
    shown = await titles(shop, "/api/because-you-viewed", skuIds=viewed)
    assert shown == ["Saucer", "Cup", "Popular", "Lamp"]
    assert await titles(shop, "/api/because-you-viewed", skuIds=viewed, limit=1) == ["Saucer"]
    assert "Saucer" in await titles(shop, "/api/because-you-viewed", skuIds=cup.sku_id)
    assert await titles(shop, "/api/because-you-viewed", skuIds=10**15) == []


@pytest.mark.parametrize("path", [path for path, name in PATHS.items() if name])
async def test_missing_malformed_and_too_many_ids_are_invalid(shop: Shop, path: str) -> None:
    name = PATHS[path]
    for ids in ("", "x", "1,", "-1", "%00", ",".join(map(str, range(1, 102)))):
        status, error = await shop.error("GET", f"{path}?{name}={ids}")
        assert (status, list(error["fields"])) == (422, [name])


@pytest.mark.parametrize("path", PATHS)
async def test_limits_are_from_1_to_20(shop: Shop, path: str) -> None:
    url = f"{path}?{PATHS[path] or 'unused'}=1"
    assert await shop.output("GET", f"{url}&limit=20") == []
    for limit in ("0", "21", "x", "-1", "1.5", "9999999999999999999999"):
        status, error = await shop.error("GET", f"{url}&limit={limit}")
        assert (status, list(error["fields"])) == (422, ["limit"])
        assert error["fields"]["limit"] == ["Limit must range from 1 - 20."]


async def test_one_related_product_at_a_time(shop: Shop) -> None:
    status, error = await shop.error("GET", "/api/related-products?productId=1,2")
    assert (status, list(error["fields"])) == (422, ["productId"])
