"""Orders paid fully or partly from the wallet."""

from __future__ import annotations

import asyncio
from typing import Any

from stallage.wallet.actions import credit
from stallage.wallet.queries import balance_of
from stallage.wallet.rules import Reason
from tests.cart.factory import Shopper, sign_in
from tests.checkout.factory import ADDRESS, stock_of
from tests.payments.factory import press
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def make_customer_with_credit(shop: Shop, amount: int, **product: Any) -> tuple[Shopper, int]:
    """A customer with credit, and a SKU that costs 2500 plus 690 for delivery."""
    shopper = await sign_in(shop)
    (bowl,) = await stock_shop(shop, spec(price=2500, **product))
    async with shop.database.transaction() as connection:
        await credit(connection, shopper.id, amount, Reason.GOODWILL)
    return shopper, bowl.sku_id


async def balance(shop: Shop, shopper: Shopper) -> int:
    async with shop.database.reading() as connection:
        return await balance_of(connection, shopper.id)


def order(sku_id: int, method: str) -> dict[str, Any]:
    return {"skuIds": [sku_id], "address": ADDRESS, "paymentMethod": method}


async def test_the_wallet_pays_the_whole_order(shop: Shop) -> None:
    shopper, sku_id = await make_customer_with_credit(shop, 4000)
    quote = await shop.output(
        "POST",
        "/api/checkout/quote",
        json={"skuIds": [sku_id], "address": ADDRESS, "useWallet": True},
        headers=shopper.headers,
    )
    assert (quote["walletUsed"]["amount"], quote["payable"]["amount"]) == (3190, 0)
    placed = await shop.output(
        "POST", "/api/orders", json=order(sku_id, "wallet"), headers=shopper.headers
    )
    assert (placed["status"], placed["payment"]["status"]) == (1, 1)
    assert await balance(shop, shopper) == 810
    cancelled = await shop.output(
        "POST", f"/api/orders/{placed['orderId']}/cancel", headers=shopper.headers
    )
    assert (cancelled["status"], cancelled["paymentStatus"]) == (7, 3)
    assert await balance(shop, shopper) == 4000


async def test_an_insufficient_wallet_is_refused(shop: Shop) -> None:
    shopper, sku_id = await make_customer_with_credit(shop, 3189)
    status, error = await shop.error(
        "POST", "/api/orders", json=order(sku_id, "wallet"), headers=shopper.headers
    )
    assert (status, error["code"]) == (409, "insufficient_wallet")
    assert error["quote"]["payable"]["amount"] == 1
    assert await balance(shop, shopper) == 3189
    assert await stock_of(shop, sku_id) == 10


async def test_the_rest_is_paid_online_and_everything_is_refunded(shop: Shop) -> None:
    shopper, sku_id = await make_customer_with_credit(shop, 1000)
    placed = await shop.output(
        "POST", "/api/orders", json=order(sku_id, "walletAndPrepaid"), headers=shopper.headers
    )
    assert placed["status"] == 0
    assert await balance(shop, shopper) == 0
    url = placed["payment"]["redirectUrl"]
    assert "$21.90" in (await shop.client.get(url)).text
    await press(shop, url, "pay")
    await shop.work()
    path = f"/api/orders/{placed['orderId']}"
    assert (await shop.output("GET", path, headers=shopper.headers))["paymentStatus"] == 1
    await shop.output("POST", f"{path}/cancel", headers=shopper.headers)
    await shop.work()
    assert (await shop.output("GET", path, headers=shopper.headers))["paymentStatus"] == 3
    assert await balance(shop, shopper) == 1000


async def test_a_balance_is_not_spent_twice(shop: Shop) -> None:
    shopper, sku_id = await make_customer_with_credit(shop, 3190, stock=50)
    answers = await asyncio.gather(
        *(
            shop.client.post("/api/orders", json=order(sku_id, "wallet"), headers=shopper.headers)
            for _ in range(5)
        )
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]
    assert await balance(shop, shopper) == 0
    assert await stock_of(shop, sku_id) == 49
