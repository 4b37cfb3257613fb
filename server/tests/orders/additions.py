"""Adds items to paid orders, pays for them, and lets their time to pay run out."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from stallage.core import clock
from stallage.payments.gateway_calls.ending import end_unpaid_order
from tests.admin import Admin
from tests.orders.edits import edit
from tests.orders.money import amount_of
from tests.payments.factory import press
from tests.returns.factory import Bought, money_back
from tests.shop import Shop

BOWL = 999 + 65 + 38
"""One bowl with its own rounded taxes, as in a new order."""


async def add_bowl(admin: Admin, bought: Bought, **changes: Any) -> Any:
    """Add a large bowl to an order; return the preview."""
    body = {"added": [{"skuId": bought.skus[1], "quantity": 1}], **changes}
    return await edit(admin, bought.order_id, body)


async def due(shop: Shop, bought: Bought) -> int:
    """What the shopper still has to pay of a paid order."""
    return amount_of((await bought.seen(shop))["amountDue"])


async def payment_page(shop: Shop, bought: Bought) -> str:
    """Press "Pay now" and return where to pay."""
    step = await bought.post(shop, "pay")
    return str(step["payment"]["redirectUrl"])


async def pay_difference(shop: Shop, bought: Bought) -> None:
    """Pay for added items on the sandbox's page."""
    await press(shop, await payment_page(shop, bought), "pay")
    await shop.work()


async def order_row_id(shop: Shop, bought: Bought) -> int:
    """The id of an order in the database."""
    async with shop.database.reading() as connection:
        found: int = await connection.fetchval(
            "SELECT id FROM orders WHERE public_id = $1", bought.order_id
        )
    return found


async def end_time_to_pay(shop: Shop, bought: Bought) -> None:
    """End what is unpaid, as the job does once the time to pay is over."""
    row_id = await order_row_id(shop, bought)
    with clock.shift(timedelta(hours=48, minutes=1)):
        await end_unpaid_order(shop.runtime, row_id)


async def work_until_refunded(shop: Shop) -> None:
    """Run background work until a payment that arrived too late is refunded."""
    async with asyncio.timeout(30):
        while [state for _amount, state in await money_back(shop)] != ["done"]:
            await shop.work()


async def invoices(shop: Shop) -> list[tuple[str, str, int]]:
    """Kinds, sources and totals of all documents, in the order in which they were issued."""
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT kind, source, total FROM invoices ORDER BY id")
    return [(row["kind"], row["source"].partition(":")[0], row["total"]) for row in rows]


async def tenders(shop: Shop, bought: Bought) -> list[tuple[str, int, str]]:
    """Kinds, amounts left and states of an order's tenders."""
    async with shop.database.reading() as connection:
        rows = await connection.fetch(
            "SELECT t.kind, t.amount - t.released - t.given_back AS left, t.state"
            " FROM order_tenders t JOIN orders o ON o.id = t.order_id WHERE o.public_id = $1"
            " ORDER BY t.position",
            bought.order_id,
        )
    return [(row["kind"], row["left"], row["state"]) for row in rows]


async def added_line(shop: Shop, bought: Bought) -> int:
    """The id of the line that was added last."""
    return int((await bought.seen(shop))["lines"][-1]["lineId"])


async def emails(shop: Shop, kind: str) -> list[dict[str, Any]]:
    """The emails of a kind, oldest first."""
    return [one for one in shop.outbox() if one["kind"] == kind]
