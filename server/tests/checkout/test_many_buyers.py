"""Concurrent buyers of the last units: no overselling and no deadlocks."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from stallage.core import clock
from stallage.pricing.actions.promo_uses import lock_promo
from stallage.pricing.actions.terms import put_promo_code
from tests.blocked import wait_until_blocked
from tests.cart.factory import fill_cart, sign_in
from tests.checkout.factory import ADDRESS, count, guest_order, place, stock_of
from tests.products.factory import read_card
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop
from tests.waiting import until

BUYERS = 200
UNITS = 10


@asynccontextmanager
async def many_connections(shop: Shop) -> AsyncIterator[httpx.AsyncClient]:
    """A client that opens a separate connection for every buyer."""
    limits = httpx.Limits(max_connections=BUYERS, max_keepalive_connections=0)
    async with httpx.AsyncClient(
        base_url=shop.url, timeout=60, trust_env=False, limits=limits
    ) as client:
        yield client


async def test_two_hundred_concurrent_buyers_of_ten_units(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=UNITS))
    async with many_connections(shop) as client:

        async def buy(number: int) -> httpx.Response:
            contact = {"email": f"buyer{number}@example.com", "firstName": "B", "lastName": "Uyer"}
            return await client.post(
                "/api/orders",
                json=guest_order([bowl.sku_id], contact=contact),
                headers={"Idempotency-Key": f"buyer-{number}"},
            )

        answers = await asyncio.gather(*(buy(number) for number in range(BUYERS)))
    refused = [answer.json()["error"] for answer in answers if answer.status_code == 409]
    assert Counter(answer.status_code for answer in answers) == {
        201: UNITS,
        409: BUYERS - UNITS,
    }
    assert Counter(error["code"] for error in refused) == {"out_of_stock": BUYERS - UNITS}
    assert {error["message"] for error in refused} == {
        "Item is out stock, please remove to continue"
    }
    assert await stock_of(shop, bowl.sku_id) == 0
    assert await count(shop, "orders") == UNITS
    async with shop.database.reading() as connection:
        held = await connection.fetchval("SELECT sum(taken) FROM reservations WHERE state = 0")
        card = await read_card(connection, bowl.id)
    assert held == UNITS
    assert card["inStock"] is False


async def test_what_sells_out_while_an_order_is_written_is_refused_with_a_quote(shop: Shop) -> None:
    """Stock is locked last. What the order has read may be outdated by then."""
    (bowl,) = await stock_shop(shop, spec(stock=3))
    async with shop.database.transaction() as other:
        await other.execute("UPDATE skus SET stock = 1, supplied = 1 WHERE id = $1", bowl.sku_id)
        buying = asyncio.create_task(
            shop.error("POST", "/api/orders", json=guest_order([bowl.sku_id] * 2))
        )
        await wait_until_blocked(shop)
    status, error = await buying
    assert (status, error["code"]) == (409, "quantity_unavailable")
    assert error["quote"]["lines"][0]["quantity"] == 2
    assert await stock_of(shop, bowl.sku_id) == 1
    assert await count(shop, "orders") == 0
    # The retry found what was left, so one unit can be ordered.
    await place(shop, [bowl.sku_id])
    assert await stock_of(shop, bowl.sku_id) == 0


async def test_orders_of_one_product_are_written_at_the_same_time(shop: Shop) -> None:
    """An order waits for the stock of its product only when all else is written."""
    (bowl,) = await stock_shop(shop)
    async with shop.database.transaction() as other:
        await other.execute("UPDATE skus SET stock = stock WHERE id = $1", bowl.sku_id)
        buying = asyncio.create_task(place(shop, [bowl.sku_id]))
        await wait_until_blocked(shop)
        statement: str = await other.fetchval(
            "SELECT query FROM pg_stat_activity"
            " WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
    assert "INSERT INTO reservations" in statement
    await buying


async def test_buyers_of_one_product_do_not_keep_others_waiting(shop: Shop) -> None:
    """While nobody gets the stock of a bowl, a crowd waits for it, and somebody buys a vase."""
    bowl, vase = await stock_shop(shop, spec(stock=BUYERS), spec("Vase"))
    shopper = await sign_in(shop)
    await fill_cart(shop, shopper, vase.sku_id)
    async with many_connections(shop) as client:
        async with shop.database.transaction() as other:
            await other.execute("UPDATE skus SET stock = stock WHERE id = $1", bowl.sku_id)
            crowd = [
                asyncio.create_task(client.post("/api/orders", json=guest_order([bowl.sku_id])))
                for _ in range(BUYERS // 4)
            ]
            await until(lambda: shop.database.fair_queue.is_full)
            # Reads have connections, and so has everything else but orders.
            await shop.output("GET", "/api/carts", headers=shopper.headers)
            order = {"address": ADDRESS, "paymentMethod": "cod", "shippingMethod": "standard"}
            placing = asyncio.create_task(
                shop.output("POST", "/api/orders", headers=shopper.headers, json=order)
            )
            await until(lambda: shop.database.fair_queue.lines == 2)
        await placing
        answers = await asyncio.gather(*crowd)
    assert {answer.status_code for answer in answers} == {201}
    assert await stock_of(shop, bowl.sku_id) == BUYERS - len(crowd)
    async with shop.database.reading() as connection:
        before = await connection.fetchval(
            "SELECT count(*) FROM orders"
            " WHERE id < (SELECT order_id FROM order_lines WHERE sku_id = $1)",
            vase.sku_id,
        )
    assert before < len(crowd) / 2, "the vase was next in turn, before the rest of the crowd"


async def test_orders_with_opposite_lines_do_not_deadlock(shop: Shop) -> None:
    products = await stock_shop(shop, *[spec(stock=200, price=100)] * 6)
    sku_ids = [one.sku_id for one in products]
    baskets = [sku_ids if number % 2 else sku_ids[::-1] for number in range(40)]
    async with many_connections(shop) as client:
        answers = await asyncio.gather(
            *(client.post("/api/orders", json=guest_order(basket)) for basket in baskets)
        )
    assert {answer.status_code for answer in answers} == {201}
    assert [await stock_of(shop, sku_id) for sku_id in sku_ids] == [160] * 6


async def test_cancellations_and_orders_do_not_deadlock(shop: Shop) -> None:
    """Few units and a promo code cause contention on every kind of row."""
    products = await stock_shop(shop, *[spec(stock=22, price=100)] * 6)
    async with shop.database.transaction() as connection:
        await put_promo_code(
            connection, code="MANY", title="Five off", amount=5, starts_at=clock.now()
        )
    sku_ids = [one.sku_id for one in products]
    placed = [await place(shop, sku_ids, promoCode="MANY") for _ in range(10)]
    calls = []
    for number, order in enumerate(placed):
        calls.append(
            shop.client.post(f"/api/orders/{order['orderId']}/cancel", params={"key": order["key"]})
        )
        basket = guest_order(sku_ids[::-1] if number % 2 else sku_ids, promoCode="MANY")
        calls.append(shop.client.post("/api/orders", json=basket))
    answers = await asyncio.gather(*calls)
    assert sorted({answer.status_code for answer in answers}) == [200, 201]
    assert [await stock_of(shop, sku_id) for sku_id in sku_ids] == [12] * 6
    async with shop.database.reading() as connection:
        used = await connection.fetchval("SELECT used FROM promo_codes WHERE code = 'MANY'")
        notes = [(await read_card(connection, one.id))["stockNote"] for one in products]
    assert (used, notes) == (10, [None] * 6)


@pytest.mark.parametrize("stock", [UNITS, 10 * UNITS])
async def test_a_failed_commit_is_an_error_and_nothing_is_placed(shop: Shop, stock: int) -> None:
    """Of the transaction of an order, and of an order in one statement."""
    (bowl,) = await stock_shop(shop, spec(stock=stock))
    async with shop.database.transaction() as connection:
        await connection.execute(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION 'the disk is full'; END $$"
        )
        await connection.execute(
            "CREATE CONSTRAINT TRIGGER refuse_at_commit AFTER INSERT ON orders"
            " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()"
        )
    call = {"json": guest_order([bowl.sku_id]), "headers": {"Idempotency-Key": "again"}}
    status, error = await shop.error("POST", "/api/orders", **call)
    assert (status, error["code"]) == (503, "not_ready")
    assert "disk" not in error["message"]
    for table in ("orders", "order_lines", "reservations", "idempotency_keys"):
        assert await count(shop, table) == 0
    assert await stock_of(shop, bowl.sku_id) == stock
    async with shop.database.transaction() as connection:
        await connection.execute("DROP TRIGGER refuse_at_commit ON orders")
    await shop.output("POST", "/api/orders", **call)


async def test_lines_added_during_an_order_stay_in_the_cart(shop: Shop) -> None:
    shopper = await sign_in(shop)
    late, bowl = await stock_shop(shop, spec(stock=5), spec(stock=5, price=2500))
    await fill_cart(shop, shopper, bowl.sku_id)

    def order(**changes: Any) -> asyncio.Task[httpx.Response]:
        full = guest_order([], **changes)
        body = {key: full[key] for key in full if key not in ("skuIds", "contact")}
        return asyncio.create_task(
            shop.client.post("/api/orders", json=body, headers=shopper.headers)
        )

    async with shop.database.transaction() as connection:
        await lock_promo(connection, "WELCOME10")
        first = order(promoCode="WELCOME10")
        await wait_until_blocked(shop)
        # The cart is locked now. Another tab adds a SKU that sorts before the locked one.
        await shop.output(
            "POST", "/api/carts", json={"skuId": late.sku_id}, headers=shopper.headers
        )
        second = order()
        await wait_until_blocked(shop, 2)
    placed = [(await answer).json() for answer in (first, second)]
    assert [one["status"] for one in placed] == [True, True], placed
    async with shop.database.reading() as connection:
        ordered = await connection.fetch(
            "SELECT sku_id, quantity FROM order_lines ORDER BY order_id"
        )
    assert [tuple(row) for row in ordered] == [(bowl.sku_id, 1), (late.sku_id, 1)]
    assert await shop.output("GET", "/api/carts", headers=shopper.headers) == []
    assert [await stock_of(shop, sku_id) for sku_id in (bowl.sku_id, late.sku_id)] == [4, 4]
