"""What a reduced price says of the 30 days before; the database keeps what was charged by itself."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.products.actions import refresh_cards
from stallage.products.actions.cards import ANEW
from stallage.products.actions.sales import stale_prices
from stallage.products.sql.price_history import lowest_before_reduction
from stallage.products.sql.prices import priced_skus
from stallage.settings import Settings
from tests.products.factory import MadeProduct, SkuOf, card_of, make_product, make_sale
from tests.shop import Shop, running_shop

DAY = timedelta(days=1)
LOWEST = f"""
    SELECT k.price, {lowest_before_reduction("$2")} AS lowest
    FROM ({priced_skus("s.id = $1", "$2")}) k JOIN skus s ON s.id = k.sku_id
"""
KEPT = "SELECT price, of_sale FROM past_prices ORDER BY id"


async def prices(connection: Connection, product: MadeProduct) -> tuple[int, int | None]:
    """What it costs now, and the lowest of before."""
    row = await connection.fetchrow(LOWEST, product.sku_id, clock.now())
    assert row is not None
    return row["price"], row["lowest"]


async def charged(
    connection: Connection,
    product: MadeProduct,
    price: int,
    ended_at: datetime,
    *,
    of_sale: bool = False,
    started_at: datetime | None = None,
) -> None:
    """Writes a price of the past, as if the days had gone by."""
    await connection.execute(
        "INSERT INTO past_prices (sku_id, price, of_sale, started_at, ended_at)"
        " VALUES ($1, $2, $3, $4, $5)",
        product.sku_id,
        price,
        of_sale,
        started_at,
        ended_at,
    )


async def test_a_price_that_is_not_reduced_says_nothing(connection: Connection) -> None:
    bowl = await make_product(connection, price=2500)
    await charged(connection, bowl, 1000, clock.now() - DAY)
    assert await prices(connection, bowl) == (2500, None)


async def test_a_sale_says_what_it_cost_before(connection: Connection) -> None:
    bowl = await make_product(connection, price=2500)
    now = clock.now()
    await make_sale(connection, [bowl.id], percent=20, starts_at=now - 5 * DAY)
    assert await prices(connection, bowl) == (2000, 2500)
    # Cheaper three weeks before the sale: that is the lowest of its 30 days.
    await charged(connection, bowl, 1900, now - 26 * DAY)
    assert await prices(connection, bowl) == (2000, 1900)


async def test_what_is_longer_ago_than_thirty_days_does_not_count(connection: Connection) -> None:
    bowl = await make_product(connection, price=2500)
    now = clock.now()
    await make_sale(connection, [bowl.id], percent=20, starts_at=now - 5 * DAY)
    await charged(connection, bowl, 900, now - 35 * DAY - timedelta(seconds=1))
    assert await prices(connection, bowl) == (2000, 2500)


async def test_a_sale_before_the_sale_counts(connection: Connection) -> None:
    bowl = await make_product(connection, price=2500)
    now = clock.now()
    await make_sale(
        connection, [bowl.id], percent=40, starts_at=now - 20 * DAY, ends_at=now - 10 * DAY
    )
    await make_sale(connection, [bowl.id], percent=20, starts_at=now - DAY)
    assert await prices(connection, bowl) == (2000, 1500)


async def test_a_lowered_price_says_what_it_was(connection: Connection) -> None:
    bowl = await make_product(connection, price=2500)
    await connection.execute(
        "UPDATE skus SET price = 2000, compare_at_price = 2500 WHERE id = $1", bowl.sku_id
    )
    assert [tuple(row) for row in await connection.fetch(KEPT)] == [(2500, False)]
    assert await prices(connection, bowl) == (2000, 2500)


async def test_a_reduction_nobody_knows_more_of_says_its_price(connection: Connection) -> None:
    bowl = await make_product(connection, price=2000, compare_at_price=2500)
    assert await prices(connection, bowl) == (2000, 2000)


async def test_a_price_changed_within_a_sale_keeps_what_the_sale_charged(
    connection: Connection,
) -> None:
    bowl = await make_product(connection, price=2500)
    now = clock.now()
    slug = await make_sale(connection, [bowl.id], percent=40, starts_at=now - 9 * DAY)
    await connection.execute("UPDATE skus SET price = 3000 WHERE id = $1", bowl.sku_id)
    assert sorted(tuple(row) for row in await connection.fetch(KEPT)) == [
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
async def test_whatever_ends_a_sale_its_price_is_kept(connection: Connection, end: str) -> None:
    bowl = await make_product(connection, price=2500)
    await make_sale(connection, [bowl.id], percent=40)
    await connection.execute(end)
    assert [tuple(row) for row in await connection.fetch(KEPT)] == [(1500, True)]


async def test_nothing_is_kept_where_no_price_changes(connection: Connection) -> None:
    bowl = await make_product(connection, price=2500)
    tomorrow = clock.now() + DAY
    await make_sale(connection, [bowl.id], percent=40, starts_at=tomorrow)
    await connection.execute("UPDATE skus SET price = 2500, stock = 3")
    await connection.execute("DELETE FROM sales")
    assert await connection.fetch(KEPT) == []


@pytest.mark.parametrize(
    ("skus", "lowest"),
    [
        # The history of the SKU whose price stands on the card, and of no other.
        ([SkuOf(("S",), price=2500), SkuOf(("M",), price=2600)], 1900),
        ([SkuOf(("S",), price=2500, stock=0), SkuOf(("M",), price=2600)], 2600),
        ([SkuOf(("S",), price=2500), SkuOf(("M",), price=1000, compare_at_price=4000)], 1000),
    ],
)
async def test_a_card_says_it_of_its_sku(
    connection: Connection, skus: list[SkuOf], lowest: int
) -> None:
    bowl = await make_product(connection, option_names=["Size"], skus=skus)
    now = clock.now()
    await charged(connection, bowl, 1900, now - 26 * DAY)
    await make_sale(connection, [bowl.id], percent=20, starts_at=now - 5 * DAY)
    assert (await card_of(connection, bowl.id))["lowestPrice"]["amount"] == lowest
    # The sale is over: nothing is reduced, nothing is said.
    await connection.execute("DELETE FROM sales")
    await connection.execute("UPDATE skus SET compare_at_price = NULL")
    await refresh_cards(connection, [bowl.id])
    assert (await card_of(connection, bowl.id))["lowestPrice"] is None


async def test_a_card_does_not_forget_while_the_reduction_lasts(connection: Connection) -> None:
    now = clock.now()
    bowl = await make_product(connection, price=2500, compare_at_price=3000)
    begun, ended = now - 40 * DAY, now - 29 * DAY
    await make_sale(connection, [bowl.id], percent=40, starts_at=begun, ends_at=ended)
    # The price came to 25.00 when the sale ended; the 30 days before that do not change any more.
    assert (await card_of(connection, bowl.id))["lowestPrice"]["amount"] == 1500
    with clock.shift(2 * DAY):
        assert await stale_prices(connection, clock.now()) == []
        await refresh_cards(connection, [bowl.id])
        assert (await card_of(connection, bowl.id))["lowestPrice"]["amount"] == 1500


async def test_an_earlier_releases_cards_are_built_anew(
    settings: Settings, runtime: Runtime
) -> None:
    async with runtime.database.transaction() as connection:
        for _ in range(ANEW + 1):
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


async def test_lists_and_the_page_show_it(shop: Shop) -> None:
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
