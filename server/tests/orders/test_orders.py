"""Reading orders, their emails, claiming and reordering them, and `stallage orders advance`."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from stallage.core.events import publish
from stallage.core.states import InvalidTransition
from stallage.orders.actions import change_status, lock_order
from stallage.orders.gateway_calls.advancing import OperationRefused, advance_order
from stallage.orders.rules import TRANSITIONS, By, OrderStatus, parse_status
from stallage.orders.schemas import OrderDetails
from stallage.signin.events import CustomerSignedIn
from tests.cart.factory import fill_cart, sign_in
from tests.checkout.factory import ADDRESS, CONTACT, place, stock_of
from tests.products.factory import SkuSpec
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def one_product(shop: Shop, **details: Any) -> int:
    (product,) = await stock_shop(shop, spec(**details))
    return product.sku_id


async def test_another_persons_order_is_not_found(shop: Shop) -> None:
    sku_id = await one_product(shop)
    placed = await place(shop, [sku_id])
    other = await place(shop, [sku_id])
    stranger = await sign_in(shop)
    path = f"/api/orders/{placed['orderId']}"
    for key in (None, "", "x", placed["key"][:-1], other["key"], "é" * 40):
        for headers in ({}, stranger.headers):
            params = {} if key is None else {"key": key}
            status, error = await shop.error("GET", path, params=params, headers=headers)
            assert (status, error["code"]) == (404, "not_found")
    assert re.fullmatch(r"SO-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}", placed["orderId"])
    typed = f"/api/orders/{placed['orderId'].lower()}"
    seen = await shop.output("GET", typed, params={"key": placed["key"]})
    assert seen["orderId"] == placed["orderId"]
    status, _error = await shop.error("GET", "/api/orders/%00", params={"key": "x"})
    assert status in (404, 422)


async def test_lists_orders_by_page_status_and_text(shop: Shop) -> None:
    shopper, stranger = await sign_in(shop), await sign_in(shop)
    bowl, vase = await stock_shop(shop, spec("Moss bowl", stock=50), spec("Ink vase", stock=50))
    ids = []
    for number in range(12):
        body = {
            "skuIds": [(vase if number == 3 else bowl).sku_id],
            "address": ADDRESS,
            "paymentMethod": "cod",
        }
        placed = await shop.output("POST", "/api/orders", json=body, headers=shopper.headers)
        ids.append(placed["orderId"])
    page = await shop.output("GET", "/api/orders", headers=shopper.headers)
    assert (page["total"], page["page"], page["pageSize"]) == (12, 1, 10)
    assert [one["orderId"] for one in page["items"]] == ids[:1:-1]
    page = await shop.output("GET", "/api/orders?page=2", headers=shopper.headers)
    assert [one["orderId"] for one in page["items"]] == ids[1::-1]
    page = await shop.output("GET", "/api/orders?page=9", headers=shopper.headers)
    assert (page["items"], page["total"]) == ([], 12)
    await shop.output("POST", f"/api/orders/{ids[5]}/cancel", headers=shopper.headers)
    for query, expected in (
        ("status=7", [ids[5]]),
        ("status=7&status=8", [ids[5]]),
        ("status=6", []),
        ("q=INK", [ids[3]]),
        (f"q={ids[7][3:7].lower()}", [ids[7]]),
        ("q=%25", []),
    ):
        page = await shop.output("GET", f"/api/orders?{query}", headers=shopper.headers)
        assert [one["orderId"] for one in page["items"]] == expected, query
    page = await shop.output("GET", "/api/orders", headers=stranger.headers)
    assert (page["items"], page["total"]) == ([], 0)
    for query in ("status=16", "status=x", "q=" + "x" * 101, "page=0", "q=%00"):
        status, _error = await shop.error("GET", f"/api/orders?{query}", headers=shopper.headers)
        assert status == 422
    status, _error = await shop.error("GET", "/api/orders")
    assert status == 401


async def test_an_order_stays_as_it_was(shop: Shop) -> None:
    sku_id = await one_product(
        shop,
        title="Moss bowl",
        option_names=["Glaze"],
        skus=[SkuSpec(options=("Moss",), price=2200, sku="KG-1")],
        image="/media/aa/moss.webp",
    )
    placed = await place(shop, [sku_id])
    call = ("GET", f"/api/orders/{placed['orderId']}")
    before = await shop.output(*call, params={"key": placed["key"]})
    OrderDetails.model_validate(before)
    assert before["lines"][0]["options"] == [{"name": "Glaze", "value": "Moss"}]
    assert before["lines"][0]["image"]["path"] == "/media/aa/moss.webp"
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET price = 9, options = '{Ink}', active = false")
        await connection.execute("UPDATE products SET title = 'Other', status = 'archived'")
        await connection.execute("DELETE FROM shipping_methods")
    assert await shop.output(*call, params={"key": placed["key"]}) == before


async def test_the_confirmation_links_a_guest_to_the_order(shop: Shop) -> None:
    sku_id = await one_product(shop, title="Bowl <b> & more")
    placed = await place(shop, [sku_id, sku_id])
    await shop.work()
    (mail,) = shop.outbox()
    assert (mail["to"], mail["kind"]) == (CONTACT["email"], "order_placed")
    link = f"{shop.url}/order-detail/{placed['orderId']}?key={placed['key']}"
    assert mail["data"]["link"] == link
    assert link in mail["text"]
    assert "Bowl <b> & more" in mail["text"]
    assert "Bowl &lt;b&gt; &amp; more" in mail["html"]
    assert "$56.90" in mail["text"]
    assert placed["orderId"] in mail["subject"]


async def test_emails_follow_the_order(shop: Shop) -> None:
    sku_id = await one_product(shop)
    phone = {"phone": "2065550143", "firstName": "Ada", "lastName": "M"}
    first, second = await place(shop, [sku_id]), await place(shop, [sku_id], contact=phone)
    await advance_order(shop.runtime, first["orderId"], OrderStatus.DELIVERED)
    await advance_order(shop.runtime, second["orderId"], OrderStatus.CANCELLED_BY_COMPANY)
    await shop.work()
    kinds = sorted((mail["kind"], mail["to"]) for mail in shop.outbox())
    assert kinds == [
        ("order_cancelled", "+12065550143"),
        ("order_delivered", "guest@example.com"),
        ("order_placed", "+12065550143"),
        ("order_placed", "guest@example.com"),
        ("order_shipped", "guest@example.com"),
    ]


async def test_a_guests_order_is_assigned_to_its_customer(shop: Shop) -> None:
    sku_id = await one_product(shop)
    await place(shop, [sku_id], contact={**CONTACT, "email": "Later@Example.com"})
    await place(shop, [sku_id], contact={**CONTACT, "email": "somebody@example.com"})
    shopper = await sign_in(shop, email="later@example.com")
    async with shop.database.transaction() as connection:
        event = CustomerSignedIn(customer_id=shopper.id)
        await publish(connection, event, event)
    await shop.work()
    page = await shop.output("GET", "/api/orders", headers=shopper.headers)
    assert page["total"] == 1


async def test_reordering_fills_the_cart(shop: Shop) -> None:
    shopper, stranger = await sign_in(shop), await sign_in(shop)
    bowl, vase = await stock_shop(shop, spec(stock=9), spec(stock=9))
    body = {
        "skuIds": [bowl.sku_id, bowl.sku_id, vase.sku_id],
        "address": ADDRESS,
        "paymentMethod": "cod",
    }
    placed = await shop.output("POST", "/api/orders", json=body, headers=shopper.headers)
    await fill_cart(shop, shopper, bowl.sku_id)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET active = false WHERE id = $1", vase.sku_id)
    path = f"/api/orders/{placed['orderId']}/reorder"
    again = await shop.output("POST", path, headers=shopper.headers)
    assert [(one["skuId"], one["quantity"]) for one in again["items"]] == [(bowl.sku_id, 2)]
    assert again["merge"] == {
        "added": [],
        "raised": [bowl.sku_id],
        "leftOut": [{"skuId": vase.sku_id, "reason": "unavailable"}],
        "before": [{"skuId": bowl.sku_id, "quantity": 1}],
    }
    status, _error = await shop.error("POST", path, headers=stranger.headers)
    assert status == 404


async def test_a_guests_order_can_be_reordered(shop: Shop) -> None:
    sku_id = await one_product(shop, stock=9)
    placed = await place(shop, [sku_id, sku_id])
    link, key = f"/api/orders/{placed['orderId']}", {"key": placed["key"]}
    # Guests have their cart in the browser, which reads the order by its link.
    order = await shop.output("GET", link, params=key)
    assert order["allows"]["reorder"] is True
    listed = [line["skuId"] for line in order["lines"] for _ in range(line["quantity"])]
    (line,) = await shop.output("POST", "/api/carts/guest", json=listed)
    assert (line["skuId"], line["quantity"], line["problem"]) == (sku_id, 2, None)
    status, error = await shop.error("POST", f"{link}/reorder", params=key)
    assert (status, error["code"]) == (401, "unauthorized")
    # A signed-in customer with the link can put it into their cart; without the link nobody can.
    shopper = await sign_in(shop)
    status, _error = await shop.error("POST", f"{link}/reorder", headers=shopper.headers)
    assert status == 404
    for _ in range(2):
        again = await shop.output("POST", f"{link}/reorder", params=key, headers=shopper.headers)
        assert [(one["skuId"], one["quantity"]) for one in again["items"]] == [(sku_id, 2)]


async def test_advance_passes_through_the_statuses_between(shop: Shop) -> None:
    sku_id = await one_product(shop)
    placed = await place(shop, [sku_id])
    path = await advance_order(shop.runtime, placed["orderId"].lower(), OrderStatus.DELIVERED)
    assert path == [2, 3, 4, 5, 6]
    order = await shop.output(
        "GET", f"/api/orders/{placed['orderId']}", params={"key": placed["key"]}
    )
    assert (order["status"], order["paymentStatus"]) == (6, 1)
    assert [entry["status"] for entry in order["timeline"]] == [0, 1, 2, 3, 4, 5, 6]
    assert order["deliveredAt"] is not None
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT state FROM reservations") == 1
        assert await connection.fetchval("SELECT popularity FROM products") == 1
    for target in (OrderStatus.SHIPPED, OrderStatus.CANCELLED_BY_COMPANY, OrderStatus.DELIVERED):
        with pytest.raises(OperationRefused, match="is delivered; it cannot become"):
            await advance_order(shop.runtime, placed["orderId"], target)
    status, error = await shop.error(
        "POST", f"/api/orders/{placed['orderId']}/cancel", params={"key": placed["key"]}
    )
    assert (status, error["code"]) == (409, "cancel_refused")
    with pytest.raises(OperationRefused, match="There is no order SO-NOPE"):
        await advance_order(shop.runtime, "SO-NOPE", OrderStatus.SHIPPED)


async def test_an_unpaid_order_is_not_shipped(shop: Shop) -> None:
    sku_id = await one_product(shop)
    placed = await place(shop, [sku_id], paymentMethod="prepaid")
    with pytest.raises(OperationRefused, match="is not paid yet"):
        await advance_order(shop.runtime, placed["orderId"], OrderStatus.SHIPPED)
    await advance_order(shop.runtime, placed["orderId"], OrderStatus.CANCELLED_BY_COMPANY)
    assert await stock_of(shop, sku_id) == 10


async def test_concurrent_cancellations_succeed_once(shop: Shop) -> None:
    sku_id = await one_product(shop)
    placed = await place(shop, [sku_id])
    path = f"/api/orders/{placed['orderId']}/cancel?key={placed['key']}"
    answers = await asyncio.gather(*(shop.client.post(path) for _ in range(3)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    assert await stock_of(shop, sku_id) == 10


@pytest.mark.parametrize(
    "body", [{"lineIds": [1]}, {"lines": [{"lineId": 1, "units": 1}]}, {"lines": 1}]
)
async def test_an_invalid_body_does_not_cancel_the_whole_order(
    shop: Shop, body: dict[str, Any]
) -> None:
    sku_id = await one_product(shop)
    placed = await place(shop, [sku_id])
    path, key = f"/api/orders/{placed['orderId']}/cancel", {"key": placed["key"]}
    status, _error = await shop.error("POST", path, params=key, json=body)
    assert status == 422


async def test_a_status_changes_by_the_allowed_transitions_only(shop: Shop) -> None:
    sku_id = await one_product(shop)
    placed = await place(shop, [sku_id])
    refused: list[tuple[By, OrderStatus]] = [
        ("customer", OrderStatus.DELIVERED),
        ("system", OrderStatus.SHIPPED),
        ("operator", OrderStatus.PENDING),
        ("operator", OrderStatus.CONFIRMED),
    ]
    for by, target in refused:
        async with shop.database.transaction() as connection:
            order = await lock_order(connection, placed["orderId"])
            with pytest.raises(InvalidTransition):
                await change_status(connection, order, target, by)


def test_statuses_are_parsed_from_number_and_name() -> None:
    for text in ("5", "out_for_delivery", "Out for delivery", "OUT-FOR-DELIVERY", " 5 "):
        assert parse_status(text) is OrderStatus.OUT_FOR_DELIVERY
    for text in ("", "16", "-1", "lost", "٥", "5.0"):
        with pytest.raises(ValueError, match=r"^"):
            parse_status(text)


def test_only_the_system_revives_cancelled_orders() -> None:
    for status in (OrderStatus.CANCELLED_BY_CUSTOMER, OrderStatus.CANCELLED_BY_COMPANY):
        for by in ("customer", "operator"):
            assert not TRANSITIONS[by].transitions.get(status)
