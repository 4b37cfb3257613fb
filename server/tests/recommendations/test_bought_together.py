"""Products that are often bought together: computed from orders, read as cards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from stallage.core import clock
from stallage.recommendations import rules
from stallage.recommendations.actions import add_past_order
from stallage.recommendations.jobs import refresh_all, refresh_nightly
from tests.checkout.factory import place
from tests.command import run_stallage
from tests.products.factory import CreatedProduct, SkuSpec
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def make_products(shop: Shop, *titles: str) -> list[CreatedProduct]:
    return await stock_shop(shop, *(spec(title, stock=500) for title in titles))


async def place_orders(shop: Shop, *baskets: Sequence[CreatedProduct]) -> list[str]:
    """Place an order for each basket. Returns `{orderId}?key={key}` of each."""
    orders = [await place(shop, [one.sku_id for one in basket]) for basket in baskets]
    return [f"{one['orderId']}?key={one['key']}" for one in orders]


async def recommended(shop: Shop, *products: CreatedProduct) -> list[int]:
    ids = ",".join(str(one.id) for one in products)
    cards = await shop.output("GET", f"/api/bought-together?productIds={ids}")
    return [card["productId"] for card in cards]


async def test_recommendations_work_both_ways(shop: Shop) -> None:
    mug, plate, lamp, jug = await make_products(shop, "Mug", "Plate", "Lamp", "Jug")
    assert await recommended(shop, mug) == []
    await place_orders(
        shop, *[[mug, plate]] * 4, *[[lamp]] * 4, *[[mug, lamp]] * 2, *[[jug, plate, lamp]]
    )
    assert await recommended(shop, mug) == []
    await refresh_nightly(shop.runtime)
    assert await recommended(shop, mug) == [plate.id]
    assert await recommended(shop, plate) == [mug.id]
    # As often as by chance.
    assert await recommended(shop, lamp) == []
    by_sku = await shop.output("GET", f"/api/bought-together?skuIds={mug.sku_id}")
    assert [card["productId"] for card in by_sku] == [plate.id]
    # Products in the request are not recommended.
    assert await recommended(shop, mug, plate) == []


async def test_a_best_seller_is_not_recommended_everywhere(shop: Shop) -> None:
    seller, mug, plate = await make_products(shop, "Best seller", "Mug", "Plate")
    # It is in nine of ten orders anyway, so it is unrelated to the mug.
    await place_orders(
        shop, *[[seller]] * 10, *[[seller, mug, plate]] * 4, *[[seller, mug]] * 4, [mug, plate]
    )
    await refresh_all(shop.runtime)
    assert await recommended(shop, mug) == [plate.id]


async def test_cancelled_orders_do_not_count(shop: Shop) -> None:
    mug, plate, lamp = await make_products(shop, "Mug", "Plate", "Lamp")
    orders = await place_orders(shop, *[[mug, plate]] * 3, *[[lamp]] * 3)
    await refresh_all(shop.runtime)
    assert await recommended(shop, mug) == [plate.id]
    for link in orders[:2]:
        order, _, key = link.partition("?")
        await shop.output("POST", f"/api/orders/{order}/cancel?{key}")
    await refresh_all(shop.runtime)
    assert await recommended(shop, mug) == []


async def test_a_cancelled_line_does_not_count(shop: Shop) -> None:
    mug, plate, lamp = await make_products(shop, "Mug", "Plate", "Lamp")
    await place_orders(shop, *[[mug, plate]] * 3, *[[lamp]] * 3)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE order_lines SET cancelled = quantity WHERE product_id = $1", plate.id
        )
    await refresh_all(shop.runtime)
    assert await recommended(shop, mug) == []


async def test_only_the_year_before_the_newest_order_counts(shop: Shop) -> None:
    mug, plate, lamp = await make_products(shop, "Mug", "Plate", "Lamp")
    await place_orders(shop, *[[mug, plate]] * 3, *[[lamp]] * 3)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE orders SET placed_at = $1", clock.now() - rules.WINDOW - timedelta(days=1)
        )
    assert await refresh_all(shop.runtime) == 2
    # Neither an order that did not come about nor one with a wrong date ends that year.
    cancelled, *_ = await place_orders(shop, [lamp])
    order, _, key = cancelled.partition("?")
    await shop.output("POST", f"/api/orders/{order}/cancel?{key}")
    async with shop.database.transaction() as connection:
        slugs = [row["slug"] for row in await connection.fetch("SELECT slug FROM products")]
        future = clock.now() + timedelta(days=30_000)
        await add_past_order(connection, placed_at=future, product_slugs=slugs)
    assert await refresh_all(shop.runtime) == 2
    await place_orders(shop, [lamp])
    assert await refresh_all(shop.runtime) == 0


async def test_sold_out_and_archived_products_are_replaced_by_others(shop: Shop) -> None:
    titles = ["Mug", "Lamp", *(f"Plate {number}" for number in range(6))]
    mug, lamp, *plates = await make_products(shop, *titles)
    baskets = [[mug, plate] for number, plate in enumerate(plates) for _ in range(9 - number)]
    await place_orders(shop, *baskets, *[[lamp]] * 40)
    await refresh_all(shop.runtime)
    assert await recommended(shop, mug) == [one.id for one in plates[:4]]
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE products SET in_stock = false WHERE id = $1", plates[0].id)
        await connection.execute("UPDATE products SET card = NULL WHERE id = $1", plates[1].id)
    assert await recommended(shop, mug) == [one.id for one in plates[2:6]]


async def test_variants_of_a_product_are_no_pair(shop: Shop) -> None:
    mug, lamp = await stock_shop(
        shop,
        spec(
            "Mug",
            option_names=["Glaze"],
            skus=[SkuSpec(("Moss",), stock=50), SkuSpec(("Oat",), stock=50)],
        ),
        spec("Lamp", stock=50),
    )
    for _ in range(4):
        await place(shop, mug.sku_ids)
    await place(shop, [lamp.sku_id])
    assert await refresh_all(shop.runtime) == 0


async def test_past_orders_count(shop: Shop) -> None:
    mug, plate, lamp, jug = await make_products(shop, "Mug", "Plate", "Lamp", "Jug")
    async with shop.database.transaction() as connection:
        rows = await connection.fetch("SELECT id, slug FROM products")
        slugs = {row["id"]: row["slug"] for row in rows}
        for days in range(1, 4):
            for basket in ([mug, plate], [lamp, jug]):
                await add_past_order(
                    connection,
                    placed_at=clock.now() - timedelta(days=days),
                    product_slugs=[slugs[one.id] for one in basket],
                )
    await shop.work()
    assert await recommended(shop, mug) == [plate.id]
    assert await recommended(shop, jug) == [lamp.id]


async def test_only_changes_are_written(shop: Shop) -> None:
    mug, plate, lamp = await make_products(shop, "Mug", "Plate", "Lamp")
    await place_orders(shop, *[[mug, plate]] * 3, *[[lamp]] * 3)
    versions = "SELECT array_agg(xmin::text ORDER BY product_id) FROM bought_together"
    async with shop.database.reading() as connection:
        await refresh_all(shop.runtime)
        first = await connection.fetchval(versions)
        assert await refresh_all(shop.runtime) == 2
        assert await connection.fetchval(versions) == first


async def test_two_processes_do_not_compute_at_once(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute("SELECT pg_advisory_xact_lock(hashtext('bought_together'))")
        assert await refresh_all(shop.runtime) is None


@pytest.mark.parametrize("ids", ["", "x", "1,", "1,,2", "-1", "1;2", "%00", "é"])
async def test_malformed_ids_are_invalid(shop: Shop, ids: str) -> None:
    status, error = await shop.error("GET", f"/api/bought-together?productIds={ids}")
    assert (status, list(error["fields"])) == (422, ["productIds"])


async def test_too_many_ids_are_invalid_and_huge_ones_unknown(shop: Shop) -> None:
    many = ",".join(str(number) for number in range(101))
    for name in ("productIds", "skuIds"):
        status, error = await shop.error("GET", f"/api/bought-together?{name}={many}")
        assert (status, list(error["fields"])) == (422, [name])
    assert await shop.output("GET", "/api/bought-together?productIds=9999999999999999") == []


async def test_the_response_is_public_and_has_a_tag(shop: Shop) -> None:
    response = await shop.client.get("/api/bought-together?productIds=1")
    assert response.headers["cache-control"].startswith("public")
    again = await shop.client.get(
        "/api/bought-together?productIds=1", headers={"If-None-Match": response.headers["etag"]}
    )
    assert again.status_code == 304


async def test_the_recommend_command(shop: Shop) -> None:
    mug, plate, lamp = await make_products(shop, "Mug", "Plate", "Lamp")
    await place_orders(shop, *[[mug, plate]] * 3, *[[lamp]] * 3)
    result = await run_stallage(shop.runtime.settings, "recommend")
    assert (result.status, result.output.strip()) == (0, "Stored 2 recommendations.")
