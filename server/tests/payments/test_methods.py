"""The four ways to pay, each to its end; where a provider is in play, with every provider."""

from __future__ import annotations

from stallage.orders.gateway_calls.advancing import advance_order
from stallage.orders.rules import OrderStatus
from tests.checkout.factory import count, stock_of
from tests.checkout.test_wallet_payment import balance, order, with_wallet
from tests.conftest import OpenShop
from tests.payments.factory import end_now
from tests.payments.tills import Till, send, session_of
from tests.shop import Shop

TOTAL, CREDIT = 3190, 1000
REST = TOTAL - CREDIT


async def test_cash_at_the_door_is_paid_when_it_is_delivered(shop: Shop) -> None:
    shopper, sku_id = await with_wallet(shop, CREDIT)
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


async def test_no_cash_where_the_shop_takes_none(open_shop: OpenShop) -> None:
    async with open_shop(cash_on_delivery=False, payment_provider="none") as shop:
        can = await shop.output("GET", "/api/credentials/applicability")
        assert can["paymentMethods"] == ["wallet"]
        shopper, sku_id = await with_wallet(shop, CREDIT)
        for method in ("cod", "prepaid", "walletAndPrepaid"):
            status, error = await shop.error(
                "POST", "/api/orders", json=order(sku_id, method), headers=shopper.headers
            )
            assert (status, error["code"]) == (409, "payment_method_unavailable"), method
        assert await count(shop, "orders") == 0
        assert await stock_of(shop, sku_id) == 10
        assert await balance(shop, shopper) == CREDIT


async def test_the_wallets_part_comes_back_when_the_rest_is_never_paid(
    till: Till, till_shop: Shop
) -> None:
    shop = till_shop
    shopper, sku_id = await with_wallet(shop, CREDIT)
    placed = await shop.output(
        "POST", "/api/orders", json=order(sku_id, "walletAndPrepaid"), headers=shopper.headers
    )
    assert (placed["status"], placed["payment"]["status"]) == (0, 0)
    assert await balance(shop, shopper) == 0
    session = await session_of(shop, placed["orderId"])
    await till.promise(shop, session)
    await end_now(shop, placed["orderId"])
    assert await balance(shop, shopper) == CREDIT
    assert await stock_of(shop, sku_id) == 10
    # The credit is spent on something else; the rest arrives late, and goes back.
    other = {**order(sku_id, "walletAndPrepaid")}
    again = await shop.output("POST", "/api/orders", json=other, headers=shopper.headers)
    assert await balance(shop, shopper) == 0
    await till.arrive(shop, session)
    await send(shop, till, till.notice(shop, session, "paid"))
    await shop.work()
    late = await shop.output("GET", f"/api/orders/{placed['orderId']}", headers=shopper.headers)
    assert (late["status"], late["paymentStatus"]) == (8, 3)
    assert await till.given_back(shop, session) == REST
    # The second order is paid, its wallet's part and all, and cancelled: both parts go back.
    session = await session_of(shop, again["orderId"])
    await till.pay(shop, session)
    await send(shop, till, till.notice(shop, session, "paid"))
    await shop.work()
    path = f"/api/orders/{again['orderId']}"
    assert (await shop.output("GET", path, headers=shopper.headers))["paymentStatus"] == 1
    await shop.output("POST", f"{path}/cancel", headers=shopper.headers)
    await shop.work()
    assert (await shop.output("GET", path, headers=shopper.headers))["paymentStatus"] == 3
    assert await till.given_back(shop, session) == REST
    assert await balance(shop, shopper) == CREDIT


async def test_a_wallet_that_covers_all_asks_no_provider(shop: Shop) -> None:
    shopper, sku_id = await with_wallet(shop, TOTAL)
    placed = await shop.output(
        "POST", "/api/orders", json=order(sku_id, "walletAndPrepaid"), headers=shopper.headers
    )
    assert (placed["status"], placed["payment"]["status"]) == (1, 1)
    assert placed["payment"]["redirectUrl"] is None
    assert await count(shop, "payment_attempts") == 0
