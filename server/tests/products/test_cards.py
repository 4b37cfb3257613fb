"""Cards: what a list shows of a product, true at every commit."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from stallage.core import clock
from stallage.core.db import Connection, Database
from stallage.core.money import scale
from stallage.products.actions import products_changed, refresh_cards, set_rating
from stallage.products.queries.prices import prices_of
from tests.products.factory import SkuOf, card_of, make_product, make_sale

GLAZES = {"Glaze": {"Oat": "#e2d6c1", "Moss": "#6d7a5c"}}


async def test_a_card_says_what_a_list_shows(connection: Connection) -> None:
    made = await make_product(
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
    card = await card_of(connection, made.id)
    created = card.pop("createdAt")
    assert created.endswith("Z")
    assert card == {
        "productId": made.id,
        "skuId": made.sku_id,
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


async def test_a_choice_leaves_the_sku_open(connection: Connection) -> None:
    made = await make_product(
        connection,
        option_names=["Glaze"],
        swatches=GLAZES,
        skus=[
            SkuOf(("Oat",), price=1500, stock=0),
            SkuOf(("Moss",), price=1800, stock=9),
            SkuOf(("Raw",), price=2200, stock=9),
        ],
    )
    card = await card_of(connection, made.id)
    assert card["skuId"] is None
    assert card["price"]["amount"] == 1800, "the cheapest that can be had"
    assert card["priceVaries"] is True
    assert card["stockNote"] is None
    assert card["swatches"] == [
        {"value": "Oat", "colour": "#e2d6c1", "image": None},
        {"value": "Moss", "colour": "#6d7a5c", "image": None},
    ]


@pytest.mark.parametrize(
    ("skus", "in_stock", "note"),
    [
        ([SkuOf(stock=0)], False, None),
        ([SkuOf(stock=0, backorder=True)], True, None),
        ([SkuOf(stock=0, tracked=False)], True, None),
        ([SkuOf(stock=5)], True, "Only 5 left"),
        ([SkuOf(stock=6)], True, None),
        ([SkuOf(("S",), stock=1), SkuOf(("M",), stock=2)], True, "Only 3 left"),
        ([SkuOf(("S",), stock=1), SkuOf(("M",), stock=9, active=False)], True, "Only 1 left"),
    ],
)
async def test_stock_on_a_card(
    connection: Connection, skus: list[SkuOf], in_stock: bool, note: str | None
) -> None:
    made = await make_product(connection, skus=skus, option_names=["Size"])
    card = await card_of(connection, made.id)
    assert (card["inStock"], card["stockNote"]) == (in_stock, note)


@pytest.mark.parametrize("status", ["draft", "archived"])
async def test_what_is_not_on_sale_has_no_card(connection: Connection, status: str) -> None:
    made = await make_product(connection, status=status)
    assert await card_of(connection, made.id) is None


async def test_a_product_without_skus_on_sale_has_no_card(connection: Connection) -> None:
    made = await make_product(connection, skus=[SkuOf(active=False)])
    assert await card_of(connection, made.id) is None


@pytest.mark.parametrize("price", [1, 49, 50, 999, 1299, 10**11])
@pytest.mark.parametrize("percent", [1, 15, 50, 99])
async def test_a_sale_rounds_as_money_does(
    connection: Connection, price: int, percent: int
) -> None:
    made = await make_product(connection, price=price)
    await make_sale(connection, [made.id], percent=percent, slug="half")
    row = (await prices_of(connection, [made.sku_id], clock.now()))[made.sku_id]
    wanted = price - scale(price, percent, 100)
    assert row["price"] == wanted
    assert row["compare_at_price"] == (price if price > wanted else None)
    assert row["sale_slug"] == "half"
    assert (await card_of(connection, made.id))["price"]["amount"] == wanted


async def test_the_best_running_sale_counts(connection: Connection) -> None:
    made = await make_product(connection, price=1000, compare_at_price=1100)
    now = clock.now()
    await make_sale(connection, [made.id], percent=10, slug="small")
    await make_sale(
        connection, [made.id], percent=30, slug="large", ends_at=now + timedelta(days=1)
    )
    await make_sale(connection, [made.id], percent=90, starts_at=now + timedelta(days=1))
    await make_sale(
        connection,
        [made.id],
        percent=80,
        starts_at=now - timedelta(days=2),
        ends_at=now,
    )
    rows = await prices_of(connection, [made.sku_id, 10**15], now)
    assert list(rows) == [made.sku_id]
    assert (rows[made.sku_id]["price"], rows[made.sku_id]["sale_slug"]) == (700, "large")
    assert rows[made.sku_id]["compare_at_price"] == 1100


async def test_a_rating_reaches_the_card(connection: Connection) -> None:
    made = await make_product(connection)
    await set_rating(connection, made.id, count=4, total=15)
    card = await card_of(connection, made.id)
    assert (card["averageRating"], card["ratingCount"]) == (3.8, 4)


async def test_refreshing_tells_the_lists_only_what_they_show(connection: Connection) -> None:
    made = await make_product(connection, stock=9)
    waiting = "SELECT count(*) FROM pgqueuer WHERE entrypoint = 'search.index_products'"
    before = await connection.fetchval(waiting)
    for stock, news in [(4, 0), (3, 0), (0, 1), (0, 0), (9, 1)]:
        await connection.execute("UPDATE skus SET stock = $1", stock)
        await refresh_cards(connection, [made.id])
        assert await connection.fetchval(waiting) == before + news
        before += news


async def test_two_sales_at_once_leave_a_card_that_says_both(database: Database) -> None:
    async with database.transaction() as connection:
        made = await make_product(
            connection,
            option_names=["Size"],
            skus=[SkuOf(("S",), stock=2), SkuOf(("M",), stock=2)],
        )

    async def sell(sku_id: int, meeting: asyncio.Barrier) -> None:
        async with database.transaction() as connection:
            await connection.execute("UPDATE skus SET stock = stock - 1 WHERE id = $1", sku_id)
            await meeting.wait()
            await refresh_cards(connection, [made.id])

    meeting = asyncio.Barrier(2)
    await asyncio.gather(*(sell(sku_id, meeting) for sku_id in made.sku_ids))
    async with database.reading() as connection:
        assert (await card_of(connection, made.id))["stockNote"] == "Only 2 left"


async def test_many_products_are_few_jobs(connection: Connection) -> None:
    ids = [(await make_product(connection)).id for _ in range(3)]
    await connection.execute("DELETE FROM pgqueuer")
    await products_changed(connection, [*ids, *range(10**9, 10**9 + 998)])
    count = await connection.fetchval(
        "SELECT count(*) FROM pgqueuer WHERE entrypoint = 'search.index_products'"
    )
    assert count == 3, "1,001 ids are three batches of at most 500"
