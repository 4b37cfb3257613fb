"""Under the prior price rule, a reduction refers to the lowest price of the 30 days before."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.core.db import Connection
from stallage.products.actions import refresh_products
from stallage.products.queries.prices import read_prices
from stallage.products.rules.prior_price_rule import EU, rule_applies
from stallage.settings import Settings
from tests.products.factory import CreatedProduct, SkuSpec, make_product, make_sale, read_card
from tests.shop import Shop, running_shop

DAY = timedelta(days=1)


@pytest.fixture
async def eu(connection: Connection) -> Connection:
    """A connection to a shop that the rule applies to."""
    await connection.execute("UPDATE catalogue_state SET prior_price_rule = true")
    return connection


async def reduction(
    connection: Connection, product: CreatedProduct, sku: int = 0
) -> tuple[int, int | None]:
    """Return the price and the compare-at price of a SKU after its product was refreshed."""
    await refresh_products(connection, [product.id])
    row = (await read_prices(connection, product.sku_ids, clock.now()))[product.sku_ids[sku]]
    return row.price, row.compare_at_price


async def add_past_price(
    connection: Connection,
    product: CreatedProduct,
    price: int,
    started_at: datetime | None,
    ended_at: datetime,
    *,
    of_sale: bool = False,
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


@pytest.mark.parametrize(
    ("choice", "country", "applies"),
    [
        *(("auto", country, True) for country in ("DE", "FR", "IE", "NO")),
        *(("auto", country, False) for country in ("US", "GB", "CH", "IS", "XX")),
        ("always", "US", True),
        ("never", "DE", False),
    ],
)
def test_where_the_rule_applies(choice: Any, country: str, *, applies: bool) -> None:
    assert rule_applies(choice, country) is applies


def test_the_union_has_27_members() -> None:
    assert len(EU) == 27


async def test_without_the_rule_the_merchants_compare_at_price_counts(
    connection: Connection,
) -> None:
    bowl = await make_product(connection, price=2500, compare_at_price=4000)
    assert await reduction(connection, bowl) == (2500, 4000)
    assert await connection.fetchval("SELECT count(*) FROM prior_prices") == 0


async def test_a_sale_refers_to_the_price_before(eu: Connection) -> None:
    bowl = await make_product(eu, price=2500, compare_at_price=4000)
    await make_sale(eu, [bowl.id], percent=20, starts_at=clock.now() - 5 * DAY)
    # The merchant's 40.00 was never the price.
    assert await reduction(eu, bowl) == (2000, 2500)
    card = await read_card(eu, bowl.id)
    assert card["compareAtPrice"]["amount"] == card["lowestPrice"]["amount"] == 2500
    assert card["discountPercent"] == 20


async def test_the_lowest_price_of_thirty_days_counts(eu: Connection) -> None:
    bowl = await make_product(eu, price=2500)
    now = clock.now()
    await add_past_price(eu, bowl, 2200, now - 20 * DAY, now - 15 * DAY, of_sale=True)
    await add_past_price(
        eu, bowl, 900, now - 60 * DAY, now - 35 * DAY - timedelta(seconds=1), of_sale=True
    )
    await make_sale(eu, [bowl.id], percent=20, starts_at=now - 5 * DAY)
    assert await reduction(eu, bowl) == (2000, 2200)


async def test_a_price_that_was_as_low_before_is_not_reduced(eu: Connection) -> None:
    bowl = await make_product(eu, price=2500)
    now = clock.now()
    await add_past_price(eu, bowl, 2000, now - 20 * DAY, now - 15 * DAY, of_sale=True)
    await make_sale(eu, [bowl.id], percent=20, starts_at=now - 5 * DAY)
    assert await reduction(eu, bowl) == (2000, None)
    card = await read_card(eu, bowl.id)
    assert (card["compareAtPrice"], card["lowestPrice"], card["discountPercent"]) == (None, None, 0)


async def test_a_compare_at_price_without_history_is_not_shown(eu: Connection) -> None:
    bowl = await make_product(eu, price=2000, compare_at_price=2500)
    assert await reduction(eu, bowl) == (2000, None)


async def test_a_lowered_price_refers_to_the_price_before(eu: Connection) -> None:
    bowl = await make_product(eu, price=2500)
    await eu.execute(
        "UPDATE skus SET price = 2000, compare_at_price = 9900 WHERE id = $1", bowl.sku_id
    )
    assert await reduction(eu, bowl) == (2000, 2500)


async def test_a_lowered_price_without_compare_at_price_is_no_reduction(eu: Connection) -> None:
    bowl = await make_product(eu, price=2500)
    await eu.execute("UPDATE skus SET price = 2000 WHERE id = $1", bowl.sku_id)
    assert await reduction(eu, bowl) == (2000, None)


async def test_a_raised_price_is_not_reduced(eu: Connection) -> None:
    bowl = await make_product(eu, price=2000)
    await eu.execute(
        "UPDATE skus SET price = 3000, compare_at_price = 4000 WHERE id = $1", bowl.sku_id
    )
    assert await reduction(eu, bowl) == (3000, None)


class TestProgressive:
    """A reduction that increases without interruption refers to the price before its first step."""

    async def test_of_one_sale(self, eu: Connection) -> None:
        bowl = await make_product(eu, price=2500)
        now = clock.now()
        # 10 % from the first day, 20 % since yesterday.
        await add_past_price(eu, bowl, 2250, now - 9 * DAY, now - DAY, of_sale=True)
        await make_sale(eu, [bowl.id], percent=20, starts_at=now - DAY)
        assert await reduction(eu, bowl) == (2000, 2500)

    async def test_by_changing_the_sale(self, eu: Connection) -> None:
        bowl = await make_product(eu, price=2500)
        await make_sale(eu, [bowl.id], percent=10, starts_at=clock.now() - 9 * DAY)
        await eu.execute("UPDATE sales SET percent = 20")
        assert await reduction(eu, bowl) == (2000, 2500)

    async def test_of_consecutive_sales(self, eu: Connection) -> None:
        bowl = await make_product(eu, price=2500)
        now = clock.now()
        first, second = now - 60 * DAY, now - 20 * DAY
        await make_sale(eu, [bowl.id], percent=10, starts_at=first, ends_at=second)
        await make_sale(eu, [bowl.id], percent=20, starts_at=second, ends_at=now - DAY)
        await make_sale(eu, [bowl.id], percent=30, starts_at=now - 2 * DAY)
        assert await reduction(eu, bowl) == (1750, 2500)

    async def test_ends_with_a_gap(self, eu: Connection) -> None:
        bowl = await make_product(eu, price=2500)
        now = clock.now()
        await make_sale(eu, [bowl.id], percent=10, starts_at=now - 9 * DAY, ends_at=now - 5 * DAY)
        await make_sale(eu, [bowl.id], percent=20, starts_at=now - 4 * DAY)
        assert await reduction(eu, bowl) == (2000, 2250)

    async def test_ends_with_a_price_increase(self, eu: Connection) -> None:
        bowl = await make_product(eu, price=2500)
        now = clock.now()
        first, second, third = now - 9 * DAY, now - 5 * DAY, now - DAY
        await make_sale(eu, [bowl.id], percent=20, starts_at=first, ends_at=second)
        await make_sale(eu, [bowl.id], percent=10, starts_at=second, ends_at=third)
        await make_sale(eu, [bowl.id], percent=30, starts_at=third)
        assert await reduction(eu, bowl) == (1750, 2000)

    async def test_not_with_a_smaller_sale_after_a_larger_one(self, eu: Connection) -> None:
        bowl = await make_product(eu, price=2500)
        await make_sale(eu, [bowl.id], percent=30, starts_at=clock.now() - 9 * DAY)
        await eu.execute("UPDATE sales SET percent = 10")
        assert await reduction(eu, bowl) == (2250, None)

    async def test_not_of_the_merchants_own_prices(self, eu: Connection) -> None:
        """It is unknown whether the first step was announced as a reduction."""
        bowl = await make_product(eu, price=2500)
        now = clock.now()
        await add_past_price(eu, bowl, 2500, None, now - 9 * DAY)
        await add_past_price(eu, bowl, 2250, now - 9 * DAY, now - DAY)
        await eu.execute(
            "UPDATE skus SET price = 2000, compare_at_price = 2500 WHERE id = $1", bowl.sku_id
        )
        await eu.execute("DELETE FROM past_prices WHERE price = 2500 AND started_at IS NOT NULL")
        assert await reduction(eu, bowl) == (2000, 2250)


class TestNew:
    """Products that are newer than 30 days refer to the lowest price since their creation."""

    async def test_the_lowest_price_since_creation(self, eu: Connection) -> None:
        now = clock.now()
        sku = SkuSpec(price=2500, created_at=now - 9 * DAY)
        bowl = await make_product(eu, skus=[sku])
        await make_sale(eu, [bowl.id], percent=20, starts_at=now - 5 * DAY)
        assert await reduction(eu, bowl) == (2000, 2500)

    async def test_a_product_created_during_a_sale_has_no_price_before(
        self, eu: Connection
    ) -> None:
        now = clock.now()
        sku = SkuSpec(price=2500, created_at=now - DAY)
        bowl = await make_product(eu, skus=[sku])
        await make_sale(eu, [bowl.id], starts_at=now - 9 * DAY, added_at=now - DAY)
        assert await reduction(eu, bowl) == (2000, None)

    async def test_a_sku_created_during_a_sale_has_no_price_before(self, eu: Connection) -> None:
        now = clock.now()
        skus = [SkuSpec(("S",)), SkuSpec(("M",), created_at=now - DAY)]
        bowl = await make_product(eu, option_names=["Size"], skus=skus)
        await make_sale(eu, [bowl.id], starts_at=now - 9 * DAY)
        assert await reduction(eu, bowl, 0) == (2000, 2500)
        assert await reduction(eu, bowl, 1) == (2000, None)

    async def test_the_reduction_starts_when_a_product_joins_the_sale(self, eu: Connection) -> None:
        bowl = await make_product(eu, price=2500)
        now = clock.now()
        # Cheaper after the sale started, but before this product joined it.
        await add_past_price(eu, bowl, 2300, now - 5 * DAY, now - 3 * DAY, of_sale=True)
        await make_sale(eu, [bowl.id], percent=20, starts_at=now - 9 * DAY, added_at=now - DAY)
        assert await reduction(eu, bowl) == (2000, 2300)

    async def test_the_database_records_the_creation_time(self, eu: Connection) -> None:
        bowl = await make_product(eu)
        has_time = await eu.fetchval(
            "INSERT INTO skus (product_id, price, options) VALUES ($1, 1, '{x}')"
            " RETURNING created_at = now()",
            bowl.id,
        )
        assert has_time is True


async def test_an_outdated_prior_price_is_not_shown(eu: Connection) -> None:
    bowl = await make_product(eu, price=2500)
    await make_sale(eu, [bowl.id], percent=20, starts_at=clock.now() - 5 * DAY)
    assert await reduction(eu, bowl) == (2000, 2500)
    await eu.execute("UPDATE sales SET percent = 10")
    row = (await read_prices(eu, bowl.sku_ids, clock.now()))[bowl.sku_id]
    assert (row.price, row.compare_at_price) == (2250, None)


async def test_a_change_of_the_rule_updates_all_cards(settings: Settings) -> None:
    in_france = settings.model_copy(update={"country": "FR"})
    async with running_shop(settings) as shop:
        async with shop.database.transaction() as connection:
            bowl = await make_product(connection, price=2000, compare_at_price=2500, slug="bowl")
            vase = await make_product(connection, price=2500, slug="vase")
            await make_sale(connection, [vase.id], percent=20, slug="spring")
        await shop.work()
        assert await slugs_of_list(shop, discount=1) == {"bowl", "vase"}
    async with running_shop(in_france) as shop:
        await shop.work()
        assert await slugs_of_list(shop, discount=1) == {"vase"}
        await check_compare_at_price(shop, bowl, None)
        await check_compare_at_price(shop, vase, 2500)
    async with running_shop(settings) as shop:
        await shop.work()
        await check_compare_at_price(shop, bowl, 2500)


async def slugs_of_list(shop: Shop, **parameters: Any) -> set[str]:
    """Return the slugs of a product list."""
    page = await shop.output("GET", "/api/products", params=parameters)
    return {card["slug"] for card in page["items"]}


async def check_compare_at_price(shop: Shop, product: CreatedProduct, before: int | None) -> None:
    """Assert the compare-at price of a product in every response and feed that shows it."""
    page = await shop.output("GET", f"/api/products/{product.slug}")
    (sku,) = page["skus"]
    products = await shop.output("GET", "/api/products", params={"sort": "discount"})
    (card,) = [card for card in products["items"] if card["slug"] == product.slug]
    parameters = {"skuIds": product.sku_id}
    (sku_card,) = await shop.output("GET", "/api/products/cards", params=parameters)
    (line,) = await shop.output("POST", "/api/carts/guest", json=[product.sku_id])
    quote = await shop.output("POST", "/api/checkout/quote", json={"skuIds": [product.sku_id]})
    suggestions = await shop.output("GET", "/api/products/suggest", params={"q": page["title"]})
    suggested = [one for one in suggestions if one["slug"] == product.slug]
    for shown in (page, sku, card, sku_card, line, quote["lines"][0], *suggested):
        price = shown["compareAtPrice"]
        assert (price["amount"] if price else None) == before
    assert suggested
    for shown in (page, sku, card, sku_card):
        assert (shown["discountPercent"] > 0) is (before is not None)
    assert (page["sale"] is not None) is (before is not None and page["slug"] == "vase")
    feed = (await shop.client.get("/feeds/google.xml")).text
    item = feed.split(f"<g:id>{product.sku_id}</g:id>")[1].split("</item>")[0]
    assert ("g:sale_price" in item) is (before is not None)
    if before:
        assert f"<g:price>{before / 100:.2f} USD</g:price>" in item
    reduced = (await shop.output("GET", "/api/home"))["highlights"]["reduced"]
    slugs = {card["slug"] for card in reduced["products"]}
    assert (product.slug in slugs) is (before is not None)
