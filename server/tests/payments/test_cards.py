"""Orders paid with one card: a hint for operators, for which no card is stored."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from stallage.core import clock
from stallage.core.jobs import TIMERS
from tests.admin import operator_client
from tests.checkout.factory import CONTACT, place
from tests.payments.factory import press
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

STORED = "SELECT count(card) AS cards, count(DISTINCT card) AS different FROM orders"


async def place_four(shop: Shop) -> list[Any]:
    """Place prepaid orders of four guests."""
    (bowl,) = await stock_shop(shop, spec(stock=10))
    return [
        await place(
            shop,
            [bowl.sku_id],
            paymentMethod="prepaid",
            contact={**CONTACT, "email": f"guest{number}@example.com"},
        )
        for number in range(4)
    ]


async def pay(shop: Shop, order: Any, card: str) -> int:
    """Pay an order on the sandbox's page with a card number. Returns the status of the response."""
    url = order["payment"]["redirectUrl"]
    response = await shop.client.post(url, data={"choice": "pay", "card": card})
    await shop.work()
    return response.status_code


async def hints(shop: Shop, order: Any) -> dict[str, Any]:
    """Return the figures of an order's hints by kind."""
    async with operator_client(shop) as admin:
        found = await admin.get(f"/orders/{order['orderId']}")
    return {one["kind"]: one["figures"] for one in found["hints"]}


async def test_many_orders_of_one_card_are_a_hint(shop: Shop) -> None:
    first, second, third, other = await place_four(shop)
    for order, card in ((first, "4242 4242"), (third, "42424242"), (other, "5555")):
        await pay(shop, order, card)
    assert "many_from_card" not in await hints(shop, third)
    # Whoever tries stolen cards need not pay in order: the newest order has the hint.
    await pay(shop, second, " 4242 4242")
    figures = (await hints(shop, third))["many_from_card"]
    assert figures["count"] == 3
    assert figures["orders"] == [second["orderId"], first["orderId"]]
    for order in (first, second, other):
        assert "many_from_card" not in await hints(shop, order)


async def test_cards_are_stored_as_keyed_hashes_for_some_days(shop: Shop) -> None:
    first, second, third, _other = await place_four(shop)
    await pay(shop, first, "4242 4242")
    await pay(shop, second, "5555")
    await press(shop, third["payment"]["redirectUrl"], "pay")
    await shop.work()
    async with shop.database.reading() as connection:
        assert [tuple(row) for row in await connection.fetch(STORED)] == [(2, 2)]
        for table in ("orders", "sandbox_sessions"):
            statement = f"SELECT count(*) FROM {table} WHERE card LIKE '%4242%'"
            assert await connection.fetchval(statement) == 0
    with clock.shift(timedelta(days=6)):
        await TIMERS["orders.forget_order_traces"].run(shop.runtime)
    async with shop.database.transaction() as connection:
        assert await connection.fetchval("SELECT count(card) FROM orders") == 2
        # Orders from an unknown network have only a card to forget.
        await connection.execute("UPDATE orders SET network = NULL")
    with clock.shift(timedelta(days=8)):
        await TIMERS["orders.forget_order_traces"].run(shop.runtime)
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(card) FROM orders") == 0


async def test_a_card_number_that_is_too_long_pays_nothing(shop: Shop) -> None:
    order = (await place_four(shop))[0]
    assert await pay(shop, order, "4" * 41) == 422
    seen = await shop.output("GET", f"/api/orders/{order['orderId']}", params={"key": order["key"]})
    assert seen["paymentStatus"] == 0
