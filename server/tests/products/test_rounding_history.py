"""Prices that sales charged are known by the rounding of their time."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from stallage.core import clock
from stallage.core.db import Connection
from stallage.products.actions import refresh_products
from stallage.products.actions.cards import REBUILD_BATCH
from stallage.products.actions.state import apply_rounding
from stallage.products.queries.prices import read_prices
from stallage.products.queries.sale_previews import prices_in_sale
from stallage.products.rules.price_rounding import RoundingRule
from tests.products.factory import CreatedProduct, make_product, make_sale, read_card
from tests.shop import Shop

DAY = timedelta(days=1)
PAST_PRICES = "SELECT price, of_sale FROM past_prices ORDER BY started_at NULLS FIRST, id"


@pytest.fixture
async def eu(connection: Connection) -> Connection:
    """A connection to a shop whose reductions refer to the lowest price of 30 days."""
    await connection.execute("UPDATE catalogue_state SET prior_price_rule = true")
    return connection


async def round_since(connection: Connection, moment: datetime, step: int, ending: int) -> None:
    """Round to the minor unit before a time, and by this rule from then on."""
    await connection.execute("UPDATE price_roundings SET ended_at = $1", moment)
    await connection.execute(
        "INSERT INTO price_roundings (step, ending, started_at) VALUES ($1, $2, $3)",
        step,
        ending,
        moment,
    )


async def reduction(connection: Connection, product: CreatedProduct) -> tuple[int, int | None]:
    """Return price and compare-at price after the product was refreshed."""
    await refresh_products(connection, [product.id])
    row = (await read_prices(connection, product.sku_ids, clock.now()))[product.sku_id]
    return row.price, row.compare_at_price


async def test_a_lower_price_by_rounding_continues_the_reduction(eu: Connection) -> None:
    bowl, now = await make_product(eu, price=2499), clock.now()
    await make_sale(eu, [bowl.id], percent=15, starts_at=now - 9 * DAY)
    await round_since(eu, now - 5 * DAY, 100, 99)
    assert await reduction(eu, bowl) == (2099, 2499)
    card = await read_card(eu, bowl.id)
    assert (card["price"]["amount"], card["compareAtPrice"]["amount"]) == (2099, 2499)


async def test_a_higher_price_by_rounding_ends_the_reduction(eu: Connection) -> None:
    bowl, now = await make_product(eu, price=2499), clock.now()
    await make_sale(eu, [bowl.id], percent=15, starts_at=now - 9 * DAY)
    await round_since(eu, now - 5 * DAY, 100, 49)
    assert await reduction(eu, bowl) == (2149, None)


async def test_an_ended_sale_charged_by_the_rounding_of_its_time(eu: Connection) -> None:
    bowl, now = await make_product(eu, price=2499), clock.now()
    await make_sale(eu, [bowl.id], percent=40, starts_at=now - 20 * DAY, ends_at=now - 9 * DAY)
    await make_sale(eu, [bowl.id], percent=50, starts_at=now - DAY)
    await round_since(eu, now - 5 * DAY, 100, 90)
    assert await reduction(eu, bowl) == (1290, 1499)


async def test_changes_record_what_each_rounding_charged(connection: Connection) -> None:
    bowl, now = await make_product(connection, price=2499), clock.now()
    slug = await make_sale(connection, [bowl.id], percent=15, starts_at=now - 9 * DAY)
    await round_since(connection, now - 5 * DAY, 100, 99)
    await connection.execute("UPDATE skus SET price = 2000 WHERE id = $1", bowl.sku_id)
    rows = await connection.fetch(PAST_PRICES)
    assert [tuple(row) for row in rows] == [(2499, False), (2124, True), (2099, True)]
    await connection.execute("DELETE FROM past_prices")
    await connection.execute("DELETE FROM sales WHERE slug = $1", slug)
    rows = await connection.fetch(PAST_PRICES)
    assert [tuple(row) for row in rows] == [(1700, True), (1699, True)]


async def test_a_removed_product_records_what_each_rounding_charged(
    connection: Connection,
) -> None:
    bowl, now = await make_product(connection, price=2499), clock.now()
    await make_sale(connection, [bowl.id], percent=15, starts_at=now - 9 * DAY)
    await round_since(connection, now - 5 * DAY, 5, 0)
    await connection.execute("DELETE FROM collection_products")
    rows = await connection.fetch(PAST_PRICES)
    assert [tuple(row) for row in rows] == [(2124, True), (2125, True)]


@pytest.mark.parametrize(("step", "ending"), [(1, 0), (50, 0), (100, 99)])
async def test_the_preview_of_a_sale_shows_what_it_will_charge(
    connection: Connection, step: int, ending: int
) -> None:
    bowl, now = await make_product(connection, price=2499), clock.now()
    await round_since(connection, now - 5 * DAY, step, ending)
    (previewed,) = await prices_in_sale(
        connection,
        [bowl.slug],
        percent=15,
        sale_id=None,
        starts_at=now,
        ends_at=None,
        now=now,
    )
    await make_sale(connection, [bowl.id], percent=15)
    assert (previewed.sale_price, previewed.lowest_price) == (
        (await reduction(connection, bowl))[0],
        2499,
    )


async def test_cards_of_all_products_in_sales_follow(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        products = [await make_product(connection, price=2499) for _ in range(REBUILD_BATCH + 1)]
        other = await make_product(connection, price=2124)
        await make_sale(connection, [one.id for one in products], percent=15)
        await apply_rounding(connection, RoundingRule(100, 99))
    await shop.work()
    prices = "SELECT price, count(*) FROM products GROUP BY price ORDER BY price"
    async with shop.database.reading() as connection:
        rows = await connection.fetch(prices)
        assert [tuple(row) for row in rows] == [(2099, len(products)), (2124, 1)]
        assert (await read_card(connection, other.id))["price"]["amount"] == 2124
