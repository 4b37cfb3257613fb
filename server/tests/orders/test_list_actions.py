"""Actions that the list of orders offers, read in its one query."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from stallage.core.paging import Page
from stallage.orders.queries import orders_of
from stallage.orders.rules import OrderStatus
from stallage.orders.sql.flags import FLAGS
from stallage.returns.queries import returns_of
from tests.returns.factory import Bought, buy, buy_and_pay, buy_and_receive
from tests.returns.test_cancelling import lines
from tests.returns.test_returns import return_body
from tests.shop import Shop
from tests.waiting import let_others_run

WINDOW = timedelta(days=7)


async def allowed(shop: Shop, bought: Bought) -> set[str]:
    page = await shop.output("GET", "/api/orders", headers=bought.shopper.headers)
    (order,) = page["items"]
    return {name for name, is_allowed in order["allows"].items() if is_allowed}


async def review(shop: Shop, bought: Bought, sku_id: int) -> None:
    body = {
        "orderId": bought.order_id,
        "skuId": sku_id,
        "ratingStar": 5,
        "title": "",
        "comment": "It holds what it promises.",
        "images": [],
    }
    await shop.output("POST", "/api/productcomment", json=body, headers=bought.shopper.headers)


async def test_from_unpaid_to_shipped(shop: Shop) -> None:
    unpaid = await buy(shop)
    assert await allowed(shop, unpaid) == {"cancel", "pay", "reorder", "editBilling"}
    await unpaid.post(shop, "cancel")
    assert await allowed(shop, unpaid) == {"reorder"}
    on_delivery = await buy(shop, paymentMethod="cod")
    assert await allowed(shop, on_delivery) == {"cancel", "reorder", "editBilling"}
    paid = await buy_and_pay(shop)
    assert await allowed(shop, paid) == {"cancel", "reorder", "invoice"}
    for order in (paid, on_delivery):
        await order.advance(shop, OrderStatus.SHIPPED)
        assert await allowed(shop, order) == {"reorder", "invoice"}


async def test_returns_within_their_window(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    after_delivery = {"reorder", "invoice", "review"}
    assert await allowed(shop, bought) == after_delivery | {"returnItems"}
    bowls, vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json=return_body((bowls, 3)))
    assert await allowed(shop, bought) == after_delivery
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    assert await allowed(shop, bought) == after_delivery | {"returnItems"}
    await bought.post(shop, "return", json=return_body((vase, 1)))
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    assert await allowed(shop, bought) == after_delivery


async def test_the_return_window_ends_in_the_list_as_in_the_order(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    for offset, is_open in (
        (WINDOW - timedelta(minutes=1), True),
        (WINDOW + timedelta(minutes=1), False),
    ):
        async with shop.database.reading() as connection:
            with clock.shift(offset):
                (order,), _total = await orders_of(
                    connection,
                    bought.shopper.id,
                    Page(1, 10),
                    None,
                    "",
                    return_window_seconds=shop.runtime.settings.return_window_seconds,
                )
                order_id = await connection.fetchval("SELECT id FROM orders")
                returns = await returns_of(connection, order_id, shop.runtime.settings)
        assert order.allows.return_items is is_open
        assert returns.can_return is is_open


async def test_reviews_until_everything_is_reviewed(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    _bowls, vase = await bought.line_ids(shop)
    small, _large, _vase = bought.skus
    await bought.post(shop, "cancel", json=lines((vase, None)))
    await bought.advance(shop, OrderStatus.DELIVERED)
    assert "review" in await allowed(shop, bought)
    await review(shop, bought, small)
    # The vase was never sent.
    assert "review" not in await allowed(shop, bought)
    both = await buy_and_receive(shop)
    await review(shop, both, both.skus[2])
    assert "review" in await allowed(shop, both)
    await review(shop, both, both.skus[0])
    assert "review" not in await allowed(shop, both)


async def test_the_list_is_one_query(shop: Shop) -> None:
    assert FLAGS.keys() == {"review", "invoice"}
    bought = await buy_and_receive(shop)
    queries: list[str] = []
    async with shop.database.reading() as connection:
        with connection.query_logger(lambda record: queries.append(record.query)):
            await orders_of(
                connection, bought.shopper.id, Page(1, 10), None, "", return_window_seconds=60
            )
            await let_others_run()
    assert len([sql for sql in queries if "FROM orders" in sql]) == len(queries) == 1
