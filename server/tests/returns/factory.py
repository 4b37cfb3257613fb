"""Places paid and delivered orders of several lines, for cancellations and returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stallage.core.invariants import check_invariants
from stallage.features import parts
from stallage.orders.gateway_calls.advancing import advance_order
from stallage.orders.rules import OrderStatus
from tests.cart.factory import Shopper, sign_in
from tests.checkout.factory import ADDRESS
from tests.payments.factory import press
from tests.products.factory import SkuSpec
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

SMALL, LARGE, VASE = 0, 1, 2


@dataclass
class Bought:
    """An order of three small bowls and a vase, and the SKU of a large bowl to exchange for."""

    order_id: str
    shopper: Shopper
    skus: tuple[int, int, int]
    redirect_url: str | None

    @property
    def path(self) -> str:
        return f"/api/orders/{self.order_id}"

    async def seen(self, shop: Shop) -> Any:
        return await shop.output("GET", self.path, headers=self.shopper.headers)

    async def line_ids(self, shop: Shop) -> tuple[int, int]:
        """The line ids of the bowls and of the vase."""
        bowls, vase = (await self.seen(shop))["lines"]
        return bowls["lineId"], vase["lineId"]

    async def post(self, shop: Shop, act: str, **arguments: Any) -> Any:
        headers = {**self.shopper.headers, **arguments.pop("headers", {})}
        return await shop.output("POST", f"{self.path}/{act}", headers=headers, **arguments)

    async def refused(self, shop: Shop, act: str, **arguments: Any) -> tuple[int, Any]:
        headers = self.shopper.headers
        return await shop.error("POST", f"{self.path}/{act}", headers=headers, **arguments)

    async def advance(self, shop: Shop, status: OrderStatus) -> None:
        await advance_order(shop.runtime, self.order_id, status)

    async def balance(self, shop: Shop) -> int:
        wallet = await shop.output("GET", "/api/wallet", headers=self.shopper.headers)
        amount: int = wallet["balance"]["amount"]
        return amount

    async def stocks(self, shop: Shop) -> list[int]:
        async with shop.database.reading() as connection:
            rows = await connection.fetch(
                "SELECT stock FROM skus WHERE id = ANY($1) ORDER BY id", list(self.skus)
            )
        return [row["stock"] for row in rows]


async def buy(shop: Shop, **changes: Any) -> Bought:
    """Place an order of three small bowls at 9.99 and a vase at 25.00, with indivisible taxes."""
    shopper = await sign_in(shop)
    bowl, vase = await stock_shop(
        shop,
        spec(
            "Moss bowl",
            option_names=["Size"],
            skus=[
                SkuSpec(options=("Small",), price=999, stock=10),
                SkuSpec(options=("Large",), price=999, stock=10),
            ],
        ),
        spec("Ink vase", price=2500, stock=10),
        taxes=True,
    )
    small, large = bowl.sku_ids
    body = {
        "skuIds": [small] * 3 + [vase.sku_id],
        "address": ADDRESS,
        "shippingMethod": "standard",
        "paymentMethod": "prepaid",
        **changes,
    }
    placed = await shop.output("POST", "/api/orders", json=body, headers=shopper.headers)
    url = placed["payment"]["redirectUrl"]
    return Bought(placed["orderId"], shopper, (small, large, vase.sku_id), url)


async def buy_and_pay(shop: Shop, **changes: Any) -> Bought:
    """Place the order of `buy` and pay it on the sandbox's page."""
    bought = await buy(shop, **changes)
    assert bought.redirect_url is not None
    await press(shop, bought.redirect_url, "pay")
    await shop.work()
    return bought


async def buy_and_receive(shop: Shop, **changes: Any) -> Bought:
    """Place the order of `buy`, pay it and deliver it."""
    bought = await buy_and_pay(shop, **changes)
    await bought.advance(shop, OrderStatus.DELIVERED)
    return bought


async def money_back(shop: Shop) -> list[tuple[int, str]]:
    """Amounts and states of refunds sent to providers."""
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT amount, state FROM refunds ORDER BY id")
    return [(row["amount"], row["state"]) for row in rows]


async def broken_invariants(shop: Shop) -> list[str]:
    """The violations that `stallage doctor --ledger` reports."""
    invariants = [invariant for module in parts("invariants") for invariant in module.INVARIANTS]
    async with shop.database.pool.acquire() as connection:
        examined = await check_invariants(connection, invariants)
    return [f"{one.invariant.rule} {one.examples}" for one in examined if one.count]
