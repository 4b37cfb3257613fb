"""Today: figures add up across panels, and past days keep up with changes of their orders."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from stallage.core import clock
from stallage.orders.gateway_calls.advancing import advance_order
from stallage.orders.gateway_calls.cancelling import cancel_lines, cancel_order
from stallage.orders.rules import OrderStatus
from stallage.reports.jobs.figures import refresh_figures
from stallage.reports.rules.figures import days_left, period_before, period_ending
from stallage.search.actions import count_failed_searches
from stallage.visits.actions import add_visits
from tests.admin import operator_client
from tests.checkout.factory import place
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

NEW_YORK = ZoneInfo("America/New_York")
NOW = datetime(2026, 11, 23, 15, 42, tzinfo=UTC)
"""10:42 on a Monday in New York."""
LATER = NOW + timedelta(minutes=1)


@pytest.fixture
def time_zone(settings: Any) -> str:
    """The time zone of the shop under test."""
    zone: str = settings.time_zone
    return zone


async def order_id_of(shop: Shop, public_id: str) -> int:
    async with shop.database.reading() as connection:
        found: int = await connection.fetchval(
            "SELECT id FROM orders WHERE public_id = $1", public_id
        )
    return found


async def total_of(shop: Shop, public_id: str) -> int:
    async with shop.database.reading() as connection:
        total: int = await connection.fetchval(
            "SELECT total - cancelled_total FROM orders WHERE public_id = $1", public_id
        )
    return total


async def deliver(shop: Shop, public_id: str) -> None:
    await advance_order(shop.runtime, public_id, OrderStatus.PREPARED)
    await advance_order(shop.runtime, public_id, OrderStatus.DELIVERED)


async def panels(shop: Shop, days: int = 7) -> tuple[Any, Any]:
    async with operator_client(shop) as admin:
        sales = await admin.get("/today/sales", params={"days": days})
        money = await admin.get("/today/money", params={"days": days})
    return sales, money


def amounts(values: list[Any], field: str) -> int:
    return sum(one[field]["amount"] for one in values)


async def test_money_of_all_tenders_is_the_revenue(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(), spec("Vase", price=4000), taxes=True)
    with clock.freeze(NOW):
        delivered = (await place(shop, [bowl.sku_ids[0]] * 2))["orderId"]
        open_order = (await place(shop, [vase.sku_ids[0]]))["orderId"]
        cancelled = (await place(shop, [vase.sku_ids[0]]))["orderId"]
        unpaid = (await place(shop, [vase.sku_ids[0]], paymentMethod="prepaid"))["orderId"]
        await deliver(shop, delivered)
        await cancel_order(shop.runtime, await order_id_of(shop, cancelled), "operator")
    with clock.freeze(LATER):
        sales, money = await panels(shop)
    expected = await total_of(shop, delivered) + await total_of(shop, open_order)
    assert sales["total"]["orders"] == 2, unpaid
    assert sales["total"]["revenue"]["amount"] == expected
    assert amounts(sales["days"], "revenue") == expected
    assert money["received"]["amount"] == await total_of(shop, delivered)
    assert money["toCollect"]["amount"] == await total_of(shop, open_order)
    assert money["revenue"]["amount"] == expected
    for field in ("received", "toCollect", "refunded"):
        assert amounts(money["tenders"], field) == money[field]["amount"]
    assert money["afterRefunds"]["amount"] == money["received"]["amount"]
    assert sales["total"]["average"]["amount"] == round(expected / 2)


async def test_stored_days_say_the_same_as_the_orders(shop: Shop) -> None:
    [bowl] = await stock_shop(shop, spec(stock=50))
    for ago in (1, 2, 2, 8, 9):
        with clock.freeze(NOW - timedelta(days=ago)):
            await place(shop, [bowl.sku_ids[0]])
    with clock.freeze(NOW):
        await place(shop, [bowl.sku_ids[0]])
    with clock.freeze(LATER):
        live = await panels(shop)
        await refresh_figures(shop.runtime)
        assert await panels(shop) == live
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT sum(orders) FROM sales_days") == 5
    sales, _ = live
    assert [day["orders"] for day in sales["days"]] == [0, 0, 0, 0, 2, 1, 1]
    assert [day["before"]["orders"] for day in sales["days"]] == [0, 0, 0, 0, 1, 1, 0]


async def test_a_later_change_reaches_the_day_of_its_order(shop: Shop) -> None:
    [bowl] = await stock_shop(shop, spec(stock=50))
    with clock.freeze(NOW - timedelta(days=3)):
        changed = (await place(shop, [bowl.sku_ids[0]] * 2))["orderId"]
        cancelled = (await place(shop, [bowl.sku_ids[0]]))["orderId"]
    with clock.freeze(NOW):
        await refresh_figures(shop.runtime)
        order = await order_id_of(shop, changed)
        async with shop.database.reading() as connection:
            line = await connection.fetchval(
                "SELECT id FROM order_lines WHERE order_id = $1", order
            )
        await cancel_lines(shop.runtime, order, {line: 1}, "operator")
        await cancel_order(shop.runtime, await order_id_of(shop, cancelled), "operator")
        await refresh_figures(shop.runtime)
        sales, money = await panels(shop)
    assert sales["total"]["orders"] == 1
    assert sales["total"]["revenue"]["amount"] == await total_of(shop, changed)
    assert money["revenue"] == sales["total"]["revenue"]


async def test_unfinished_days_are_compared_until_the_same_time(shop: Shop) -> None:
    [bowl] = await stock_shop(shop, spec(stock=50))
    week_before = NOW - timedelta(days=7)
    with clock.freeze(week_before - timedelta(hours=1)):
        await place(shop, [bowl.sku_ids[0]])
    with clock.freeze(week_before + timedelta(hours=1)):
        await place(shop, [bowl.sku_ids[0]])
    with clock.freeze(NOW):
        await refresh_figures(shop.runtime)
        sales, _ = await panels(shop, 1)
    assert sales["total"]["orders"] == 0
    assert sales["before"]["orders"] == 1


async def test_visits_and_searches_are_those_of_the_days(shop: Shop, time_zone: str) -> None:
    with clock.freeze(NOW):
        today = NOW.astimezone(ZoneInfo(time_zone)).date()
        async with shop.database.transaction() as connection:
            await add_visits(
                connection,
                {today: 40, today - timedelta(days=6): 60, today - timedelta(days=7): 9},
            )
            await count_failed_searches(connection, today, {"butter dish": 3, "sofa": 1})
            await count_failed_searches(connection, today - timedelta(days=1), {"butter dish": 2})
        sales, _ = await panels(shop)
        async with operator_client(shop) as admin:
            searches = await admin.get("/today/searches")
    assert sales["visits"] == 100
    assert sales["days"][-1]["visits"] == 40
    assert searches == [{"query": "butter dish", "times": 5}, {"query": "sofa", "times": 1}]


async def test_top_products_and_low_stock(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(stock=9), spec("Vase", price=9000, stock=3))
    with clock.freeze(NOW - timedelta(days=2)):
        await place(shop, [bowl.sku_ids[0]] * 3)
        await place(shop, [vase.sku_ids[0]] * 2)
    with clock.freeze(NOW):
        await refresh_figures(shop.runtime)
        async with operator_client(shop) as admin:
            top = await admin.get("/today/products")
            stock = await admin.get("/today/stock")
            # The bowl's own level comes before the shop's.
            level = f"/stock/skus/{bowl.sku_ids[0]}/low-level"
            await admin.output("PUT", level, json={"lowAt": 6})
            more = await admin.get("/today/stock")
    assert {one["title"] for one in more["items"]} == {"Vase", "Everyday bowl"}
    assert [(one["title"], one["units"], one["revenue"]["amount"]) for one in top] == [
        ("Vase", 2, 18000),
        ("Everyday bowl", 3, 7500),
    ]
    assert [(one["title"], one["left"], one["sold"], one["days"]) for one in stock["items"]] == [
        ("Vase", 1, 2, 14)
    ]


async def test_a_deleted_product_keeps_the_title_of_its_orders(shop: Shop) -> None:
    bowl, *_ = await stock_shop(shop, spec(stock=9))
    with clock.freeze(NOW - timedelta(hours=1)):
        await place(shop, [bowl.sku_ids[0]])
    with clock.freeze(NOW):
        async with shop.database.transaction() as connection:
            # Orders copy what was bought, and outlive their products.
            await connection.execute("UPDATE order_lines SET product_id = 999999")
        async with operator_client(shop) as admin:
            (top,) = await admin.get("/today/products")
    assert (top["title"], top["slug"], top["units"]) == ("Everyday bowl", None, 1)


async def test_queues_follow_the_orders_and_rights(shop: Shop) -> None:
    [bowl] = await stock_shop(shop, spec(stock=50))
    first = (await place(shop, [bowl.sku_ids[0]]))["orderId"]
    second = (await place(shop, [bowl.sku_ids[0]]))["orderId"]
    await place(shop, [bowl.sku_ids[0]])
    await advance_order(shop.runtime, first, OrderStatus.PROCESSING)
    await advance_order(shop.runtime, second, OrderStatus.PREPARED)
    async with operator_client(shop) as admin:
        queues = await admin.get("/today/queues")
    assert queues["toConfirm"]["count"] == {"value": 1, "exact": True}
    assert queues["toPack"]["count"]["value"] == 1
    assert queues["toShip"]["count"]["value"] == 1
    assert queues["toRefund"]["granted"]["amount"] == 0
    assert queues["toAnswer"]["oldestAt"] is None
    async with operator_client(shop, "content") as admin:
        queues = await admin.get("/today/queues")
        status, error = await admin.error("GET", "/today/sales")
    assert queues["toConfirm"] is None
    assert (status, error["code"]) == (403, "forbidden")


@pytest.mark.fast
def test_periods_are_whole_weeks_apart() -> None:
    period = period_ending(NOW, 7, NEW_YORK)
    before = period_before(period, NEW_YORK)
    assert (before.first, before.last) == (
        period.first - timedelta(days=7),
        period.last - timedelta(days=7),
    )
    assert before.until == NOW - timedelta(days=7)
    # 30 days are compared with the 30 days five weeks earlier, so that weekdays agree.
    assert period_before(period_ending(NOW, 30, NEW_YORK), NEW_YORK).last.weekday() == 0


@pytest.mark.fast
def test_the_same_part_of_a_day_before_clocks_were_changed() -> None:
    now = datetime(2026, 11, 2, 15, 0, tzinfo=UTC)
    before = period_before(period_ending(now, 1, NEW_YORK), NEW_YORK)
    assert before.until.astimezone(NEW_YORK).hour == now.astimezone(NEW_YORK).hour == 10
    assert now - before.until == timedelta(days=7, hours=1)


@pytest.mark.fast
def test_days_left() -> None:
    assert days_left(0, 5) == 0
    assert days_left(3, 0) is None
    assert days_left(2, 28) == 2
