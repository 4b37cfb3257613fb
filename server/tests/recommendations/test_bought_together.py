"""What is often bought together: worked out from orders, read as cards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from stallage.core import clock
from stallage.recommendations import rules
from stallage.recommendations.actions import add_past_order
from stallage.recommendations.jobs import refresh_nightly, work_out_pairs
from tests.checkout.factory import make_terms, place
from tests.command import run_stallage
from tests.products.factory import MadeProduct, SkuOf, make_product
from tests.shop import Shop


async def products(shop: Shop, *titles: str) -> list[MadeProduct]:
    async with shop.database.transaction() as connection:
        await make_terms(connection)
        return [await make_product(connection, title, stock=500) for title in titles]


async def ordered(shop: Shop, *baskets: Sequence[MadeProduct]) -> list[str]:
    """Places an order for each basket; the orders' ids with the keys that show them."""
    placed = [await place(shop, [one.sku_id for one in basket]) for basket in baskets]
    return [f"{one['orderId']}?key={one['key']}" for one in placed]


async def beside(shop: Shop, *of: MadeProduct) -> list[int]:
    ids = ",".join(str(one.id) for one in of)
    cards = await shop.output("GET", f"/api/bought-together?productIds={ids}")
    return [card["productId"] for card in cards]


async def test_what_is_bought_together_is_shown_both_ways_and_nothing_else(shop: Shop) -> None:
    mug, plate, lamp, jug = await products(shop, "Mug", "Plate", "Lamp", "Jug")
    assert await beside(shop, mug) == []
    await ordered(
        shop, *[[mug, plate]] * 4, *[[lamp]] * 4, *[[mug, lamp]] * 2, *[[jug, plate, lamp]]
    )
    assert await beside(shop, mug) == []
    await refresh_nightly(shop.runtime)
    assert await beside(shop, mug) == [plate.id]
    assert await beside(shop, plate) == [mug.id]
    # Two orders are a coincidence.
    assert await beside(shop, lamp) == []
    by_sku = await shop.output("GET", f"/api/bought-together?skuIds={mug.sku_id}")
    assert [card["productId"] for card in by_sku] == [plate.id]
    # What is in the cart already is not recommended to it.
    assert await beside(shop, mug, plate) == []


async def test_a_best_seller_does_not_go_with_everything(shop: Shop) -> None:
    seller, mug, plate = await products(shop, "Best seller", "Mug", "Plate")
    # It is in nine of ten orders whatever else is bought, so it says nothing about the mug.
    await ordered(
        shop, *[[seller]] * 10, *[[seller, mug, plate]] * 4, *[[seller, mug]] * 4, [mug, plate]
    )
    await work_out_pairs(shop.runtime)
    assert await beside(shop, mug) == [plate.id]


async def test_cancelled_orders_and_lines_do_not_count(shop: Shop) -> None:
    mug, plate, lamp = await products(shop, "Mug", "Plate", "Lamp")
    orders = await ordered(shop, *[[mug, plate]] * 3, *[[lamp]] * 3)
    await work_out_pairs(shop.runtime)
    assert await beside(shop, mug) == [plate.id]
    order, _, key = orders[0].partition("?")
    await shop.output("POST", f"/api/orders/{order}/cancel?{key}")
    await work_out_pairs(shop.runtime)
    assert await beside(shop, mug) == []


async def test_a_cancelled_line_does_not_count(shop: Shop) -> None:
    mug, plate, lamp = await products(shop, "Mug", "Plate", "Lamp")
    await ordered(shop, *[[mug, plate]] * 3, *[[lamp]] * 3)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE order_lines SET cancelled = quantity WHERE product_id = $1", plate.id
        )
    await work_out_pairs(shop.runtime)
    assert await beside(shop, mug) == []


async def test_orders_of_long_ago_do_not_count(shop: Shop) -> None:
    mug, plate, lamp = await products(shop, "Mug", "Plate", "Lamp")
    await ordered(shop, *[[mug, plate]] * 3, *[[lamp]] * 3)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE orders SET placed_at = $1", clock.now() - rules.WINDOW - timedelta(days=1)
        )
    assert await work_out_pairs(shop.runtime) == 0


async def test_sold_out_and_archived_products_make_room_for_others(shop: Shop) -> None:
    titles = ["Mug", "Lamp", *(f"Plate {number}" for number in range(6))]
    mug, lamp, *plates = await products(shop, *titles)
    baskets = [[mug, plate] for number, plate in enumerate(plates) for _ in range(9 - number)]
    await ordered(shop, *baskets, *[[lamp]] * 40)
    await work_out_pairs(shop.runtime)
    assert await beside(shop, mug) == [one.id for one in plates[:4]]
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE products SET in_stock = false WHERE id = $1", plates[0].id)
        await connection.execute("UPDATE products SET card = NULL WHERE id = $1", plates[1].id)
    assert await beside(shop, mug) == [one.id for one in plates[2:6]]


async def test_variants_of_one_product_are_one_product(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_terms(connection)
        mug = await make_product(
            connection,
            "Mug",
            option_names=["Glaze"],
            skus=[SkuOf(("Moss",), stock=50), SkuOf(("Oat",), stock=50)],
        )
        lamp = await make_product(connection, "Lamp", stock=50)
    for _ in range(4):
        await place(shop, mug.sku_ids)
    await place(shop, [lamp.sku_id])
    assert await work_out_pairs(shop.runtime) == 0


async def test_past_orders_count_and_are_worked_out_soon(shop: Shop) -> None:
    mug, plate, lamp, jug = await products(shop, "Mug", "Plate", "Lamp", "Jug")
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
    assert await beside(shop, mug) == [plate.id]
    assert await beside(shop, jug) == [lamp.id]


async def test_nothing_is_written_where_nothing_has_changed(shop: Shop) -> None:
    mug, plate, lamp = await products(shop, "Mug", "Plate", "Lamp")
    await ordered(shop, *[[mug, plate]] * 3, *[[lamp]] * 3)
    versions = "SELECT array_agg(xmin::text ORDER BY product_id) FROM bought_together"
    async with shop.database.reading() as connection:
        await work_out_pairs(shop.runtime)
        first = await connection.fetchval(versions)
        assert await work_out_pairs(shop.runtime) == 2
        assert await connection.fetchval(versions) == first


async def test_two_processes_do_not_work_it_out_at_once(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute("SELECT pg_advisory_xact_lock(hashtext('bought_together'))")
        assert await work_out_pairs(shop.runtime) is None


@pytest.mark.parametrize("ids", ["", "x", "1,", "1,,2", "-1", "1;2", "%00", "é"])
async def test_ids_that_cannot_be_read_are_refused_by_name(shop: Shop, ids: str) -> None:
    status, error = await shop.error("GET", f"/api/bought-together?productIds={ids}")
    assert (status, list(error["fields"])) == (422, ["productIds"])


async def test_too_many_ids_are_refused_and_huge_ones_are_nobodys(shop: Shop) -> None:
    many = ",".join(str(number) for number in range(101))
    for name in ("productIds", "skuIds"):
        status, error = await shop.error("GET", f"/api/bought-together?{name}={many}")
        assert (status, list(error["fields"])) == (422, [name])
    assert await shop.output("GET", "/api/bought-together?productIds=9999999999999999") == []


async def test_the_answer_is_public_and_need_not_be_sent_twice(shop: Shop) -> None:
    answer = await shop.client.get("/api/bought-together?productIds=1")
    assert answer.headers["cache-control"].startswith("public")
    again = await shop.client.get(
        "/api/bought-together?productIds=1", headers={"If-None-Match": answer.headers["etag"]}
    )
    assert again.status_code == 304


async def test_the_command_works_it_out(shop: Shop) -> None:
    mug, plate, lamp = await products(shop, "Mug", "Plate", "Lamp")
    await ordered(shop, *[[mug, plate]] * 3, *[[lamp]] * 3)
    said = await run_stallage(shop.runtime.settings, "recommend")
    assert (said.status, said.output.strip()) == (0, "2 recommendations are kept.")
