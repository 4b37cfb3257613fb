"""Product cards are up to date with every commit."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from stallage.core import clock
from stallage.core.db import Connection, Database
from stallage.core.money import scale
from stallage.core.schemas import Picture
from stallage.products.actions import refresh_cards, refresh_products, set_rating
from stallage.products.queries.prices import read_prices
from tests.products.factory import SkuSpec, make_product, make_sale, read_card

GLAZES = {"Glaze": {"Oat": "#e2d6c1", "Moss": "#6d7a5c"}}


async def test_fields_of_a_card(connection: Connection) -> None:
    product = await make_product(
        connection,
        "Bowl",
        slug="bowl",
        price=2000,
        compare_at_price=2500,
        stock=3,
        brand="Kiln & Grain",
        ratings=[5, 4, 4],
        image="/media/ab/1.webp",
    )
    card = await read_card(connection, product.id)
    created = card.pop("createdAt")
    assert created.endswith("Z")
    assert card == {
        "productId": product.id,
        "skuId": product.sku_id,
        "slug": "bowl",
        "title": "Bowl",
        "brand": "Kiln & Grain",
        "image": {
            "path": "/media/ab/1.webp",
            "alt": "Bowl",
            "width": 720,
            "height": 900,
            "colour": "#eeeeee",
        },
        "price": {"amount": 2000, "currency": "USD"},
        "compareAtPrice": {"amount": 2500, "currency": "USD"},
        "priceVaries": False,
        "discountPercent": 20,
        "lowestPrice": {"amount": 2000, "currency": "USD"},
        "averageRating": 4.3,
        "ratingCount": 3,
        "inStock": True,
        "stockNote": "Only 3 left",
        "swatches": [],
    }


async def test_a_picture_has_a_preview_if_one_is_stored(connection: Connection) -> None:
    product = await make_product(connection, image="/media/ab/1.webp")
    image = (await read_card(connection, product.id))["image"]
    assert "preview" not in image
    await connection.execute(
        "UPDATE product_images SET preview = $2, focus_x = 30 WHERE product_id = $1",
        product.id,
        "A" * 80,
    )
    await refresh_cards(connection, [product.id])
    with_preview = (await read_card(connection, product.id))["image"]
    assert with_preview == {**image, "preview": "A" * 80, "focus": [30, 50]}
    Picture.model_validate(with_preview)


async def test_a_picture_has_a_focus_point_unless_it_is_the_centre(connection: Connection) -> None:
    product = await make_product(connection, image="/media/ab/1.webp")
    for x, y, expected in ((50, 50, None), (30, 70, [30, 70]), (50, 0, [50, 0])):
        await connection.execute(
            "UPDATE product_images SET focus_x = $2, focus_y = $3 WHERE product_id = $1",
            product.id,
            x,
            y,
        )
        await refresh_cards(connection, [product.id])
        image = (await read_card(connection, product.id))["image"]
        assert image.get("focus") == expected
        assert ("focus" in image) is (expected is not None)


async def test_a_product_with_options_has_no_sku_on_its_card(connection: Connection) -> None:
    product = await make_product(
        connection,
        option_names=["Glaze"],
        swatches=GLAZES,
        skus=[
            SkuSpec(("Oat",), price=1500, stock=0),
            SkuSpec(("Moss",), price=1800, stock=9),
            SkuSpec(("Raw",), price=2200, stock=9),
        ],
    )
    card = await read_card(connection, product.id)
    assert card["skuId"] is None
    assert card["price"]["amount"] == 1800, "the cheapest in stock"
    assert card["priceVaries"] is True
    assert card["stockNote"] is None
    assert card["swatches"] == [
        {"value": "Oat", "colour": "#e2d6c1", "image": None},
        {"value": "Moss", "colour": "#6d7a5c", "image": None},
    ]


@pytest.mark.parametrize(
    ("skus", "in_stock", "note"),
    [
        ([SkuSpec(stock=0)], False, None),
        ([SkuSpec(stock=0, backorder=True)], True, None),
        ([SkuSpec(stock=0, tracked=False)], True, None),
        ([SkuSpec(stock=5)], True, "Only 5 left"),
        ([SkuSpec(stock=6)], True, None),
        ([SkuSpec(("S",), stock=1), SkuSpec(("M",), stock=2)], True, "Only 3 left"),
        ([SkuSpec(("S",), stock=1), SkuSpec(("M",), stock=9, active=False)], True, "Only 1 left"),
    ],
)
async def test_stock_on_a_card(
    connection: Connection, skus: list[SkuSpec], in_stock: bool, note: str | None
) -> None:
    product = await make_product(connection, skus=skus, option_names=["Size"])
    card = await read_card(connection, product.id)
    assert (card["inStock"], card["stockNote"]) == (in_stock, note)


@pytest.mark.parametrize("status", ["draft", "archived"])
async def test_inactive_products_have_no_card(connection: Connection, status: str) -> None:
    product = await make_product(connection, status=status)
    assert await read_card(connection, product.id) is None


async def test_products_without_active_skus_have_no_card(connection: Connection) -> None:
    product = await make_product(connection, skus=[SkuSpec(active=False)])
    assert await read_card(connection, product.id) is None


@pytest.mark.parametrize("price", [1, 49, 50, 999, 1299, 10**11])
@pytest.mark.parametrize("percent", [1, 15, 50, 99])
async def test_a_sale_rounds_as_money_does(
    connection: Connection, price: int, percent: int
) -> None:
    product = await make_product(connection, price=price)
    await make_sale(connection, [product.id], percent=percent, slug="half")
    row = (await read_prices(connection, [product.sku_id], clock.now()))[product.sku_id]
    reduced = price - scale(price, percent, 100)
    assert row.price == reduced
    assert row.compare_at_price == (price if price > reduced else None)
    assert row.sale_slug == "half"
    assert (await read_card(connection, product.id))["price"]["amount"] == reduced


async def test_the_best_running_sale_sets_the_price(connection: Connection) -> None:
    product = await make_product(connection, price=1000, compare_at_price=1100)
    now = clock.now()
    await make_sale(connection, [product.id], percent=10, slug="small")
    await make_sale(
        connection, [product.id], percent=30, slug="large", ends_at=now + timedelta(days=1)
    )
    await make_sale(connection, [product.id], percent=90, starts_at=now + timedelta(days=1))
    await make_sale(
        connection,
        [product.id],
        percent=80,
        starts_at=now - timedelta(days=2),
        ends_at=now,
    )
    rows = await read_prices(connection, [product.sku_id, 10**15], now)
    assert list(rows) == [product.sku_id]
    assert (rows[product.sku_id].price, rows[product.sku_id].sale_slug) == (700, "large")
    assert rows[product.sku_id].compare_at_price == 1100


async def test_ratings_are_on_the_card(connection: Connection) -> None:
    product = await make_product(connection)
    await set_rating(connection, product.id, count=4, total=15)
    card = await read_card(connection, product.id)
    assert (card["averageRating"], card["ratingCount"]) == (3.8, 4)


async def test_only_changes_in_lists_are_indexed(connection: Connection) -> None:
    product = await make_product(connection, stock=9)
    waiting = "SELECT count(*) FROM pgqueuer WHERE entrypoint = 'search.update_suggestions'"
    before = await connection.fetchval(waiting)
    for stock, jobs in [(4, 0), (3, 0), (0, 1), (0, 0), (9, 1)]:
        await connection.execute("UPDATE skus SET stock = $1", stock)
        await refresh_cards(connection, [product.id])
        assert await connection.fetchval(waiting) == before + jobs
        before += jobs


async def test_two_concurrent_orders_are_both_on_the_card(database: Database) -> None:
    async with database.transaction() as connection:
        product = await make_product(
            connection,
            option_names=["Size"],
            skus=[SkuSpec(("S",), stock=2), SkuSpec(("M",), stock=2)],
        )

    async def sell(sku_id: int, barrier: asyncio.Barrier) -> None:
        async with database.transaction() as connection:
            await connection.execute("UPDATE skus SET stock = stock - 1 WHERE id = $1", sku_id)
            await barrier.wait()
            await refresh_cards(connection, [product.id])

    barrier = asyncio.Barrier(2)
    await asyncio.gather(*(sell(sku_id, barrier) for sku_id in product.sku_ids))
    async with database.reading() as connection:
        assert (await read_card(connection, product.id))["stockNote"] == "Only 2 left"


async def test_products_are_indexed_in_batches(connection: Connection) -> None:
    ids = [(await make_product(connection)).id for _ in range(3)]
    await connection.execute("DELETE FROM pgqueuer")
    await refresh_products(connection, [*ids, *range(10**9, 10**9 + 998)])
    count = await connection.fetchval(
        "SELECT count(*) FROM pgqueuer WHERE entrypoint = 'search.update_suggestions'"
    )
    assert count == 3, "1,001 ids are three batches of at most 500"
