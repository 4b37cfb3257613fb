"""The four payment methods from order to refund, with every provider."""

from __future__ import annotations

from stallage.orders.gateway_calls.advancing import advance_order
from stallage.orders.rules import OrderStatus
from tests.checkout.factory import count, stock_of
from tests.checkout.test_wallet_payment import balance, make_customer_with_credit, order
from tests.conftest import OpenShop
from tests.payments.factory import end_now
from tests.payments.fake_gateways import FakeGateway, send, session_of
from tests.shop import Shop

TOTAL, CREDIT = 3190, 1000
REST = TOTAL - CREDIT


async def test_cash_on_delivery_is_paid_when_it_is_delivered(shop: Shop) -> None:
    shopper, sku_id = await make_customer_with_credit(shop, CREDIT)
    placed = await shop.output(
        "POST", "/api/orders", json=order(sku_id, "cod"), headers=shopper.headers
    )
    assert (placed["status"], placed["payment"]["status"]) == (1, 0)
    assert placed["payment"]["redirectUrl"] is None
    assert await count(shop, "payment_attempts") == 0
    path = f"/api/orders/{placed['orderId']}"
    status, error = await shop.error("POST", f"{path}/pay", headers=shopper.headers)
    assert (status, error["code"]) == (409, "payment_not_due")
    await end_now(shop, placed["orderId"])
    assert (await shop.output("GET", path, headers=shopper.headers))["status"] == 1
    await advance_order(shop.runtime, placed["orderId"], OrderStatus.DELIVERED)
    await shop.work()
    delivered = await shop.output("GET", path, headers=shopper.headers)
    assert (delivered["status"], delivered["paymentStatus"]) == (6, 1)


async def test_no_cash_on_delivery_if_the_shop_does_not_offer_it(open_shop: OpenShop) -> None:
    async with open_shop(cash_on_delivery=False, payment_provider="none") as shop:
        can = await shop.output("GET", "/api/credentials/applicability")
        assert can["paymentMethods"] == ["wallet"]
        shopper, sku_id = await make_customer_with_credit(shop, CREDIT)
        for method in ("cod", "prepaid", "walletAndPrepaid"):
            status, error = await shop.error(
                "POST", "/api/orders", json=order(sku_id, method), headers=shopper.headers
            )
            assert (status, error["code"]) == (409, "payment_method_unavailable"), method
        assert await count(shop, "orders") == 0
        assert await stock_of(shop, sku_id) == 10
        assert await balance(shop, shopper) == CREDIT


async def test_the_wallets_part_is_returned_if_the_rest_is_never_paid(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    shopper, sku_id = await make_customer_with_credit(shop, CREDIT)
    placed = await shop.output(
        "POST", "/api/orders", json=order(sku_id, "walletAndPrepaid"), headers=shopper.headers
    )
    assert (placed["status"], placed["payment"]["status"]) == (0, 0)
    assert await balance(shop, shopper) == 0
    session = await session_of(shop, placed["orderId"])
    await gateway.pay_late(shop, session)
    await end_now(shop, placed["orderId"])
    assert await balance(shop, shopper) == CREDIT
    assert await stock_of(shop, sku_id) == 10
    # The credit is spent on another order; the rest arrives late and is refunded.
    other = {**order(sku_id, "walletAndPrepaid")}
    again = await shop.output("POST", "/api/orders", json=other, headers=shopper.headers)
    assert await balance(shop, shopper) == 0
    await gateway.complete_late_payment(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    late = await shop.output("GET", f"/api/orders/{placed['orderId']}", headers=shopper.headers)
    assert (late["status"], late["paymentStatus"]) == (8, 3)
    assert await gateway.refunded_amount(shop, session) == REST
    # The second order is paid and cancelled: both parts are refunded.
    session = await session_of(shop, again["orderId"])
    await gateway.pay(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    path = f"/api/orders/{again['orderId']}"
    assert (await shop.output("GET", path, headers=shopper.headers))["paymentStatus"] == 1
    await shop.output("POST", f"{path}/cancel", headers=shopper.headers)
    await shop.work()
    assert (await shop.output("GET", path, headers=shopper.headers))["paymentStatus"] == 3
    assert await gateway.refunded_amount(shop, session) == REST
    assert await balance(shop, shopper) == CREDIT


async def test_no_provider_is_called_if_the_wallet_covers_the_order(shop: Shop) -> None:
    shopper, sku_id = await make_customer_with_credit(shop, TOTAL)
    placed = await shop.output(
        "POST", "/api/orders", json=order(sku_id, "walletAndPrepaid"), headers=shopper.headers
    )
    assert (placed["status"], placed["payment"]["status"]) == (1, 1)
    assert placed["payment"]["redirectUrl"] is None
    assert await count(shop, "payment_attempts") == 0
