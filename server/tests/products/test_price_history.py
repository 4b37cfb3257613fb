"""The lowest price of the 30 days before a reduction, and the history of prices that triggers record."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.products.actions import refresh_cards
from stallage.products.actions.cards import REBUILD_BATCH
from stallage.products.actions.sales import stale_prices
from stallage.products.sql.price_history import lowest_before_reduction
from stallage.products.sql.prices import priced_skus
from stallage.settings import Settings
from tests.products.factory import CreatedProduct, SkuSpec, make_product, make_sale, read_card
from tests.shop import Shop, running_shop

DAY = timedelta(days=1)
LOWEST = f"""
    SELECT k.price, {lowest_before_reduction("$2")} AS lowest
    FROM ({priced_skus("s.id = $1", "$2")}) k JOIN skus s ON s.id = k.sku_id
"""
PAST_PRICES = "SELECT price, of_sale FROM past_prices ORDER BY id"


async def prices(connection: Connection, product: CreatedProduct) -> tuple[int, int | None]:
    """Return the current price and the lowest price before the reduction."""
    row = await connection.fetchrow(LOWEST, product.sku_id, clock.now())
    assert row is not None
    return row["price"], row["lowest"]


async def add_past_price(
    connection: Connection,
    product: CreatedProduct,
    price: int,
    ended_at: datetime,
    *,
    of_sale: bool = False,
    started_at: datetime | None = None,
) -> None:
    """Record a past price."""
    await connection.execute(
        "INSERT INTO past_prices (sku_id, price, of_sale, started_at, ended_at)"
        " VALUES ($1, $2, $3, $4, $5)",
        product.sku_id,
        price,
        of_sale,
        started_at,
        ended_at,
    )


async def test_a_price_without_reduction_has_no_lowest_price(connection: Connection) -> None:
    bowl = await make_product(connection, price=2500)
    await add_past_price(connection, bowl, 1000, clock.now() - DAY)
    assert await prices(connection, bowl) == (2500, None)


async def test_a_sale_shows_the_price_before(connection: Connection) -> None:
    bowl = await make_product(connection, price=2500)
    now = clock.now()
    await make_sale(connection, [bowl.id], percent=20, starts_at=now - 5 * DAY)
    assert await prices(connection, bowl) == (2000, 2500)
    # Cheaper three weeks before the sale: that is the lowest of its 30 days.
    await add_past_price(connection, bowl, 1900, now - 26 * DAY)
    assert await prices(connection, bowl) == (2000, 1900)


async def test_prices_older_than_thirty_days_do_not_count(connection: Connection) -> None:
    bowl = await make_product(connection, price=2500)
    now = clock.now()
    await make_sale(connection, [bowl.id], percent=20, starts_at=now - 5 * DAY)
    await add_past_price(connection, bowl, 900, now - 35 * DAY - timedelta(seconds=1))
    assert await prices(connection, bowl) == (2000, 2500)


async def test_an_earlier_sale_counts(connection: Connection) -> None:
    bowl = await make_product(connection, price=2500)
    now = clock.now()
    await make_sale(
        connection, [bowl.id], percent=40, starts_at=now - 20 * DAY, ends_at=now - 10 * DAY
    )
    await make_sale(connection, [bowl.id], percent=20, starts_at=now - DAY)
    assert await prices(connection, bowl) == (2000, 1500)


async def test_a_lowered_price_shows_the_price_before(connection: Connection) -> None:
    bowl = await make_product(connection, price=2500)
    await connection.execute(
        "UPDATE skus SET price = 2000, compare_at_price = 2500 WHERE id = $1", bowl.sku_id
    )
    assert [tuple(row) for row in await connection.fetch(PAST_PRICES)] == [(2500, False)]
    assert await prices(connection, bowl) == (2000, 2500)


async def test_a_reduction_without_history_shows_its_own_price(connection: Connection) -> None:
    bowl = await make_product(connection, price=2000, compare_at_price=2500)
    assert await prices(connection, bowl) == (2000, 2000)


async def test_a_price_change_during_a_sale_records_the_sale_price(
    connection: Connection,
) -> None:
    bowl = await make_product(connection, price=2500)
    now = clock.now()
    slug = await make_sale(connection, [bowl.id], percent=40, starts_at=now - 9 * DAY)
    await connection.execute("UPDATE skus SET price = 3000 WHERE id = $1", bowl.sku_id)
    assert sorted(tuple(row) for row in await connection.fetch(PAST_PRICES)) == [
        (1500, True),
        (2500, False),
    ]
    await connection.execute("UPDATE sales SET ends_at = $2 WHERE slug = $1", slug, now)
    await make_sale(connection, [bowl.id], percent=10, starts_at=now)
    assert await prices(connection, bowl) == (2700, 1500)


@pytest.mark.parametrize(
    "end",
    [
        "UPDATE sales SET percent = 10",
        "UPDATE sales SET collection_id = collection_id, starts_at = now() + interval '1 day'",
        "DELETE FROM collection_products",
        "DELETE FROM sales",
    ],
)
async def test_the_end_of_a_sale_records_its_price(connection: Connection, end: str) -> None:
    bowl = await make_product(connection, price=2500)
    await make_sale(connection, [bowl.id], percent=40)
    await connection.execute(end)
    assert [tuple(row) for row in await connection.fetch(PAST_PRICES)] == [(1500, True)]


async def test_nothing_is_recorded_without_a_price_change(connection: Connection) -> None:
    bowl = await make_product(connection, price=2500)
    tomorrow = clock.now() + DAY
    await make_sale(connection, [bowl.id], percent=40, starts_at=tomorrow)
    await connection.execute("UPDATE skus SET price = 2500, stock = 3")
    await connection.execute("DELETE FROM sales")
    assert await connection.fetch(PAST_PRICES) == []


@pytest.mark.parametrize(
    ("skus", "lowest"),
    [
        # Only the history of the SKU whose price is on the card.
        ([SkuSpec(("S",), price=2500), SkuSpec(("M",), price=2600)], 1900),
        ([SkuSpec(("S",), price=2500, stock=0), SkuSpec(("M",), price=2600)], 2600),
        ([SkuSpec(("S",), price=2500), SkuSpec(("M",), price=1000, compare_at_price=4000)], 1000),
    ],
)
async def test_a_card_shows_the_lowest_price_of_its_sku(
    connection: Connection, skus: list[SkuSpec], lowest: int
) -> None:
    bowl = await make_product(connection, option_names=["Size"], skus=skus)
    now = clock.now()
    await add_past_price(connection, bowl, 1900, now - 26 * DAY)
    await make_sale(connection, [bowl.id], percent=20, starts_at=now - 5 * DAY)
    assert (await read_card(connection, bowl.id))["lowestPrice"]["amount"] == lowest
    # The sale is over, so nothing is shown.
    await connection.execute("DELETE FROM sales")
    await connection.execute("UPDATE skus SET compare_at_price = NULL")
    await refresh_cards(connection, [bowl.id])
    assert (await read_card(connection, bowl.id))["lowestPrice"] is None


async def test_the_lowest_price_does_not_change_during_a_reduction(connection: Connection) -> None:
    now = clock.now()
    bowl = await make_product(connection, price=2500, compare_at_price=3000)
    start, end = now - 40 * DAY, now - 29 * DAY
    await make_sale(connection, [bowl.id], percent=40, starts_at=start, ends_at=end)
    # The price became 25.00 when the sale ended; the 30 days before that stay the same.
    assert (await read_card(connection, bowl.id))["lowestPrice"]["amount"] == 1500
    with clock.shift(2 * DAY):
        assert await stale_prices(connection, clock.now()) == []
        await refresh_cards(connection, [bowl.id])
        assert (await read_card(connection, bowl.id))["lowestPrice"]["amount"] == 1500


async def test_cards_of_an_earlier_release_are_rebuilt(
    settings: Settings, runtime: Runtime
) -> None:
    async with runtime.database.transaction() as connection:
        for _ in range(REBUILD_BATCH + 1):
            await make_product(connection, compare_at_price=3000)
        await connection.execute("DELETE FROM pgqueuer")
        await connection.execute("UPDATE products SET card = '{}'")
        await connection.execute("UPDATE catalogue_state SET card_shape = 1")
    waiting = "SELECT count(*) FROM pgqueuer"
    old = "SELECT count(*) FROM products WHERE card = '{}'"
    for jobs in (1, 0):
        async with running_shop(settings) as shop:
            assert await shop.database.pool.fetchval(waiting) == jobs
            await shop.work()
            assert await shop.database.pool.fetchval(old) == 0


async def test_lists_and_product_pages_show_the_lowest_price(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, price=2500, slug="bowl")
        await make_sale(connection, [bowl.id], percent=20, slug="spring")
    await shop.work()
    page = await shop.output("GET", "/api/products/bowl")
    (sku,) = page["skus"]
    (listed,) = (await shop.output("GET", "/api/products", params={"sale": "spring"}))["items"]
    (of_sku,) = await shop.output("GET", "/api/products/cards", params={"skuIds": bowl.sku_id})
    for shown in (page, sku, listed, of_sku):
        assert (shown["price"]["amount"], shown["lowestPrice"]["amount"]) == (2000, 2500)
