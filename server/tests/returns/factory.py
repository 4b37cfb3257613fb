"""Makes what is taken back: paid and delivered orders of several lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from stallage.core.invariants import check_invariants
from stallage.features import parts
from stallage.orders.gateway_calls.advancing import advance_order
from stallage.orders.rules import OrderStatus
from tests.cart.factory import Shopper, sign_in
from tests.checkout.factory import ADDRESS, make_taxes, make_terms
from tests.payments.factory import press
from tests.products.factory import SkuOf, make_product
from tests.shop import Shop

SMALL, LARGE, VASE = 0, 1, 2


@dataclass
class Bought:
    """An order of a shopper: three small bowls and a vase. A large bowl is there to exchange for."""

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
        """Of the bowls and of the vase."""
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
    """Places an order of three small bowls at 9.99 and a vase at 25.00, with taxes that do not divide."""
    shopper = await sign_in(shop)
    async with shop.database.transaction() as connection:
        await make_terms(connection)
        await make_taxes(connection)
        bowl = await make_product(
            connection,
            "Moss bowl",
            option_names=["Size"],
            skus=[
                SkuOf(options=("Small",), price=999, stock=10),
                SkuOf(options=("Large",), price=999, stock=10),
            ],
        )
        vase = await make_product(connection, "Ink vase", price=2500, stock=10)
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
    """The same, paid on the sandbox's page."""
    bought = await buy(shop, **changes)
    assert bought.redirect_url is not None
    await press(shop, bought.redirect_url, "pay")
    await shop.work()
    return bought


async def buy_and_receive(shop: Shop, **changes: Any) -> Bought:
    """The same, delivered."""
    bought = await buy_and_pay(shop, **changes)
    await bought.advance(shop, OrderStatus.DELIVERED)
    return bought


async def money_back(shop: Shop) -> list[tuple[int, str]]:
    """Amount and state of what providers were asked to send back."""
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT amount, state FROM refunds ORDER BY id")
    return [(row["amount"], row["state"]) for row in rows]


async def broken_invariants(shop: Shop) -> list[str]:
    """What `stallage doctor --ledger` would name."""
    invariants = [invariant for module in parts("invariants") for invariant in module.INVARIANTS]
    async with shop.database.pool.acquire() as connection:
        examined = await check_invariants(connection, invariants)
    return [f"{one.invariant.rule} {one.examples}" for one in examined if one.count]
