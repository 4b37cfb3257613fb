"""Orders by telephone: what a draft stores, what it costs, and how it becomes an order."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from stallage.core import clock
from stallage.draft_orders.jobs import delete_old
from stallage.payments.gateway_calls.ending import end_unpaid_order
from tests.admin import operator_client
from tests.cart.factory import sign_in
from tests.checkout.factory import count, guest_order, stock_of
from tests.conftest import OpenShop
from tests.draft_orders.factory import content, create, place, total_of
from tests.payments.factory import press
from tests.returns.factory import broken_invariants
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def quoted(shop: Shop, sku_id: int, units: int) -> Any:
    body = guest_order([sku_id] * units)
    body_of_quote = {key: body[key] for key in ("skuIds", "shippingMethod")}
    return await shop.output(
        "POST", "/api/checkout/quote", json={**body_of_quote, "address": body["address"]}
    )


async def test_the_shopper_pays_by_the_link_in_the_email(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=5), taxes=True)
    async with operator_client(shop) as admin:
        draft = await create(admin, (bowl.sku_id, 2), note="Called twice.", deliveryNote="Ring.")
        assert (draft["state"], draft["orderId"]) == ("open", None)
        assert await stock_of(shop, bowl.sku_id) == 5

        body = {"payment": "link"}
        preview = await admin.post(f"/drafts/{draft['id']}/order/preview", json=body)
        shown = await quoted(shop, bowl.sku_id, 2)
        assert preview["total"] == preview["payable"] == shown["total"]
        assert preview["stock"] == [
            {"skuId": bowl.sku_id, "title": "Everyday bowl", "before": 5, "after": 3}
        ]
        assert preview["email"]["to"] == "guest@example.com"
        assert "Pay now" in preview["email"]["text"]
        # A preview writes nothing.
        assert await count(shop, "orders") == 0
        assert await stock_of(shop, bowl.sku_id) == 5

        placed = await place(admin, draft)
        assert await stock_of(shop, bowl.sku_id) == 3
        await shop.work()
        (email,) = shop.outbox()
        assert email["subject"].startswith("Your order is ready to be paid")
        assert placed["payLink"] in email["text"]
        assert "12 Kiln Lane" in email["text"]
        order = await admin.get(f"/orders/{placed['orderId']}")
        assert order["draftId"] == draft["id"]
        assert order["noteCount"] == 1
        assert order["deliveryNote"] == "Ring."
        now = await admin.get(f"/drafts/{draft['id']}")
        assert (now["state"], now["orderId"]) == ("waiting", placed["orderId"])
        assert now["payLink"] == placed["payLink"]
        timeline = await admin.get(f"/orders/{placed['orderId']}/timeline")
        assert [(one["by"], one["person"]) for one in timeline["items"] if one["status"] == 0] == [
            ("operator", "Owner-" + now["author"].partition("-")[2])
        ]

        # The next day, long after the hold of an order in the storefront.
        with clock.shift(timedelta(hours=47)):
            await shop.work()
            key = parse_qs(urlsplit(placed["payLink"]).query)["key"][0]
            path = f"/api/orders/{placed['orderId']}/pay"
            step = await shop.output("POST", path, params={"key": key})
            await press(shop, step["payment"]["redirectUrl"], "pay")
            await shop.work()
            async with operator_client(shop) as later:
                assert (await later.get(f"/drafts/{draft['id']}"))["state"] == "paid"
                order = await later.get(f"/orders/{placed['orderId']}")
                assert (order["payment"], order["received"]) == ("paid", shown["total"])
    assert await broken_invariants(shop) == []


async def test_an_unpaid_order_ends_after_48_hours(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=5))
    async with operator_client(shop) as admin:
        draft = await create(admin, (bowl.sku_id, 2))
        await place(admin, draft)
        async with shop.database.reading() as connection:
            order_id = await connection.fetchval("SELECT id FROM orders")
        for hours, state in ((47, "waiting"), (49, "cancelled")):
            with clock.shift(timedelta(hours=hours)):
                await end_unpaid_order(shop.runtime, order_id)
            assert (await admin.get(f"/drafts/{draft['id']}"))["state"] == state
    assert await stock_of(shop, bowl.sku_id) == 5


async def test_cash_on_delivery_needs_no_code(open_shop: OpenShop) -> None:
    async with open_shop(cash_on_delivery_code=True) as shop:
        (bowl,) = await stock_shop(shop)
        async with operator_client(shop) as admin:
            draft = await create(admin, (bowl.sku_id, 1))
            placed = await place(admin, draft, "cod")
            assert placed["payLink"] is None
            order = await admin.get(f"/orders/{placed['orderId']}")
            assert order["payment"] == "on_delivery"
            assert (await admin.get(f"/drafts/{draft['id']}"))["state"] == "placed"


async def test_a_discount_with_a_reason_is_deducted_before_taxes(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, taxes=True)
    async with operator_client(shop) as admin:
        body = content(
            (bowl.sku_id, 2),
            discount={"amount": 1000, "reason": "For the long wait"},
            promoCode="WELCOME10",
        )
        preview = await admin.post("/drafts/preview", json=body)
        quote = preview["quote"]
        # 50.00 − 10.00, then 10 % of the rest.
        assert [(one["name"], one["amount"]["amount"]) for one in quote["discounts"]] == [
            ("For the long wait", 1000),
            ("10 % off", 400),
        ]
        taxes = sum(one["amount"]["amount"] for one in quote["taxes"])
        assert quote["total"]["amount"] == 5000 - 1400 + 690 + taxes
        draft = await admin.post("/drafts", json=body)
        placed = await place(admin, draft)
        order = await admin.get(f"/orders/{placed['orderId']}")
        assert order["total"] == quote["total"]
        assert order["discounts"] == quote["discounts"]
    assert await broken_invariants(shop) == []


async def test_a_discount_never_exceeds_the_items(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        discount = {"amount": 99_999, "reason": "A gift"}
        draft = await create(admin, (bowl.sku_id, 1), discount=discount)
        assert await total_of(admin, draft) == 690
        placed = await place(admin, draft)
        order = await admin.get(f"/orders/{placed['orderId']}")
        assert order["discounts"][0]["amount"]["amount"] == 2500
    assert await broken_invariants(shop) == []


async def test_a_changed_total_is_refused_with_the_new_figures(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        draft = await create(admin, (bowl.sku_id, 1))
        total = await total_of(admin, draft)
        async with shop.database.transaction() as connection:
            await connection.execute("UPDATE skus SET price = price + 500")
        path, body = f"/drafts/{draft['id']}/order", {"payment": "link", "expectedTotal": total}
        headers = {"If-Match": draft["version"]}
        status, error = await admin.error("POST", path, key="a", json=body, headers=headers)
        assert (status, error["code"]) == (409, "total_changed")
        assert error["quote"]["total"]["amount"] == total + 500
        assert await count(shop, "orders") == 0


async def test_a_placed_draft_stays_as_it_is(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        draft = await create(admin, (bowl.sku_id, 1))
        await place(admin, draft)
        now = await admin.get(f"/drafts/{draft['id']}")
        path = f"/drafts/{draft['id']}"
        calls: list[tuple[str, str, dict[str, Any]]] = [
            ("PUT", path, {"json": content(), "headers": {"If-Match": now["version"]}}),
            ("DELETE", path, {}),
            ("POST", f"{path}/order/preview", {"json": {"payment": "cod"}}),
            (
                "POST",
                f"{path}/order",
                {"json": {"payment": "cod", "expectedTotal": 1}, "key": "other"},
            ),
        ]
        for method, called, arguments in calls:
            status, error = await admin.error(method, called, **arguments)
            assert (status, error["code"]) == (409, "draft_placed"), called
        copied = await admin.post(f"{path}/copies")
        assert (copied["state"], copied["lines"]) == ("open", draft["lines"])
        listed = (await admin.get("/drafts"))["items"]
        assert [(one["id"], one["state"]) for one in listed] == [
            (copied["id"], "open"),
            (draft["id"], "waiting"),
        ]
        assert (await admin.get("/drafts/count?state=placed"))["value"] == 1
        assert [one["id"] for one in (await admin.get("/drafts?state=open"))["items"]] == [
            copied["id"]
        ]


async def test_an_edit_of_an_older_version_is_refused(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        draft = await create(admin)
        path = f"/drafts/{draft['id']}"
        body = content((bowl.sku_id, 3), note="First")
        seen = {"If-Match": draft["version"]}
        changed = await admin.output("PUT", path, json=body, headers=seen)
        assert changed["lines"] == [{"skuId": bowl.sku_id, "quantity": 3}]
        status, error = await admin.error("PUT", path, json=body, headers=seen)
        assert (status, error["code"], error["current"]["note"]) == (412, "edit_conflict", "First")
        status, _ = await admin.error("PUT", path, json=body)
        assert status == 428
        await admin.output("DELETE", path)
        assert (await admin.error("GET", path))[0] == 404


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"lines": []}, "cart_empty"),
        ({"contact": {}}, "invalid_fields"),
        ({"address": {"firstName": "Ada", "country": "US"}}, "invalid_fields"),
        ({"promoCode": "NOSUCH"}, "promo_refused"),
        ({"shippingMethod": "pigeon"}, "shipping_method_unavailable"),
    ],
)
async def test_an_incomplete_draft_is_saved_but_not_placed(
    shop: Shop, changes: dict[str, Any], code: str
) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        draft = await admin.post("/drafts", json={**content((bowl.sku_id, 1)), **changes})
        path = f"/drafts/{draft['id']}/order/preview"
        status, error = await admin.error("POST", path, json={"payment": "link"})
        assert error["code"] == code
        assert status in (409, 422)


async def test_short_and_unknown_items_are_reported(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=1))
    async with operator_client(shop) as admin:
        body = content((bowl.sku_id, 2), (bowl.sku_id + 99, 1))
        preview = await admin.post("/drafts/preview", json=body)
        assert preview["goneSkuIds"] == [bowl.sku_id + 99]
        assert [one["code"] for one in preview["quote"]["problems"]] == ["quantity_unavailable"]
        assert preview["payments"] == ["link", "cod", "manual"]
        draft = await admin.post("/drafts", json=body)
        path = f"/drafts/{draft['id']}/order/preview"
        assert (await admin.error("POST", path, json={"payment": "cod"}))[1]["code"] == "item_gone"
        twice = content((bowl.sku_id, 1), (bowl.sku_id, 1))
        assert (await admin.error("POST", "/drafts", json=twice))[0] == 422


async def test_items_are_found_by_title_and_sku(shop: Shop) -> None:
    bowl, _vase = await stock_shop(shop, spec(stock=3), spec("Ink vase"))
    async with operator_client(shop) as admin:
        (found,) = await admin.get("/drafts/items", params={"q": "every BOW"})
        assert (found["skuId"], found["available"], found["onSale"]) == (bowl.sku_id, 3, True)
        by_sku = await admin.get("/drafts/items", params={"q": found["sku"].lower()})
        assert by_sku[0]["skuId"] == bowl.sku_id
        assert await admin.get("/drafts/items", params={"q": "%"}) == []
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE products SET title = 'Café bowl'"
                " WHERE id = (SELECT product_id FROM skus WHERE id = $1)",
                bowl.sku_id,
            )
        (found,) = await admin.get("/drafts/items", params={"q": "CAFÉ"})
        assert found["title"] == "Café bowl"
        assert await admin.get("/drafts/items", params={"q": " "}) == []


async def test_a_customer_finds_the_order_in_the_account(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    shopper = await sign_in(shop, email="ada@example.com")
    ada = shopper.headers
    async with operator_client(shop) as admin:
        draft = await create(admin, (bowl.sku_id, 1), customerId=shopper.id, contact={})
        assert draft["customer"]["email"] == "ada@example.com"
        placed = await place(admin, draft)
        path = f"/api/orders/{placed['orderId']}"
        order = await shop.output("GET", path, headers=ada)
        assert order["contact"]["email"] == "ada@example.com"
        step = await shop.output("POST", f"{path}/pay", headers=ada)
        assert step["payment"]["redirectUrl"]
        exported = await shop.output("GET", "/customer/export", headers=ada)
        assert [one["lines"][0]["quantity"] for one in exported["draftOrders"]] == [1]
        unknown = content(customerId=shopper.id + 99)
        status, error = await admin.error("POST", "/drafts", json=unknown)
        assert (status, list(error["fields"])) == (422, ["customerId"])


async def test_limits_of_shoppers_do_not_refuse_operators(open_shop: OpenShop) -> None:
    async with open_shop(
        abuse_limits=True, guest_orders_per_contact_day=1, guest_orders_per_client_hour=1
    ) as shop:
        (bowl,) = await stock_shop(shop)
        async with operator_client(shop) as admin:
            for n in range(3):
                draft = await create(admin, (bowl.sku_id, 1))
                await place(admin, draft, key=str(n))
        assert await count(shop, "orders") == 3


async def test_old_drafts_are_deleted(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await create(admin)
        with clock.shift(timedelta(days=89)):
            await delete_old(shop.runtime)
            assert await count(shop, "draft_orders") == 1
        with clock.shift(timedelta(days=91)):
            await delete_old(shop.runtime)
    assert await count(shop, "draft_orders") == 0
