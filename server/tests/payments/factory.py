"""Pay orders as a browser does, on the sandbox's page."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import httpx

from stallage.core import clock
from stallage.payments.gateway_calls.ending import end_unpaid_order
from tests.checkout.factory import guest_order
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


@dataclass(frozen=True, slots=True)
class Prepaid:
    """A guest's prepaid order."""

    order_id: str
    key: str
    redirect_url: str
    sku_id: int


async def place_prepaid(shop: Shop, *, stock: int = 5, **changes: Any) -> Prepaid:
    """Places a guest's prepaid order of one unit."""
    (bowl,) = await stock_shop(shop, spec(stock=stock))
    body = guest_order([bowl.sku_id], **{"paymentMethod": "prepaid", **changes})
    placed = await shop.output("POST", "/api/orders", json=body)
    return Prepaid(placed["orderId"], placed["key"], placed["payment"]["redirectUrl"], bowl.sku_id)


async def press(shop: Shop, url: str, choice: str) -> httpx.Response:
    """Press a button on the sandbox's page and return the response, a redirect to the shop."""
    return await shop.client.post(url, data={"choice": choice})


async def order_of(shop: Shop, order: Prepaid) -> Any:
    """Return the order as its guest sees it."""
    return await shop.output("GET", f"/api/orders/{order.order_id}", params={"key": order.key})


async def work_until(shop: Shop, order: Prepaid, *, payment_status: int) -> Any:
    """Run background work until the order has this payment status."""
    async with asyncio.timeout(30):
        while True:
            await shop.work()
            seen = await order_of(shop, order)
            if seen["paymentStatus"] == payment_status:
                return seen


async def refunds(shop: Shop) -> list[tuple[int, str, str]]:
    """Return amount, reason and state of each refund."""
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT amount, reason, state FROM refunds ORDER BY id")
    return [tuple(row) for row in rows]


async def order_state(shop: Shop, order: Prepaid) -> tuple[int, int]:
    """Return the status of the order and of its payment."""
    seen = await order_of(shop, order)
    return seen["status"], seen["paymentStatus"]


async def pay_again(shop: Shop, order: Prepaid) -> str:
    """Press "Pay now" and return the URL of the payment page."""
    path = f"/api/orders/{order.order_id}/pay"
    step = await shop.output("POST", path, params={"key": order.key})
    return str(step["payment"]["redirectUrl"])


async def cancel(shop: Shop, order: Prepaid) -> httpx.Response:
    """Cancel the order as its guest."""
    path = f"/api/orders/{order.order_id}/cancel"
    return await shop.client.post(path, params={"key": order.key})


async def end_now(shop: Shop, order_id: str) -> None:
    """End an order as its job does after the time to pay."""
    async with shop.database.reading() as connection:
        row_id = await connection.fetchval("SELECT id FROM orders WHERE public_id = $1", order_id)
    with clock.shift(timedelta(seconds=901)):
        await end_unpaid_order(shop.runtime, row_id)
