"""The owner of orders, by which they could be distributed over servers."""

from __future__ import annotations

from stallage.core.events import publish
from stallage.signin.events import CustomerSignedIn
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS, CONTACT, place
from tests.shop import Shop
from tests.stocked_shop import stock_shop

OWNERS = """
    SELECT o.customer_id, o.owner_id, l.owner_id AS of_line FROM orders o
    JOIN order_lines l ON l.order_id = o.id ORDER BY o.id
"""


async def test_an_order_keeps_its_owner_when_it_gets_a_customer(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    for _ in range(2):
        await place(shop, [bowl.sku_id], contact={**CONTACT, "email": "later@example.com"})
    async with shop.database.reading() as connection:
        guests = [row["owner_id"] for row in await connection.fetch(OWNERS)]
    assert len(set(guests)) == 2
    assert all(owner < 0 for owner in guests)
    shopper = await sign_in(shop, email="later@example.com")
    async with shop.database.transaction() as connection:
        await publish(connection, CustomerSignedIn(customer_id=shopper.id))
    await shop.work()
    body = {"skuIds": [bowl.sku_id], "address": ADDRESS, "paymentMethod": "cod"}
    await shop.output("POST", "/api/orders", json=body, headers=shopper.headers)
    async with shop.database.reading() as connection:
        rows = [tuple(row) for row in await connection.fetch(OWNERS)]
    assert rows == [(shopper.id, owner, owner) for owner in (*guests, shopper.id)]
