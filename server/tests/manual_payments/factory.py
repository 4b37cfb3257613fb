"""Orders that are paid outside of the payment provider."""

from __future__ import annotations

import secrets
from typing import Any

import httpx

from stallage.core import clock
from tests.admin import Admin
from tests.draft_orders.factory import create, place, total_of
from tests.shop import Shop


def transfer(day: str = "receivedOn", **changes: Any) -> dict[str, Any]:
    """A bank transfer that arrived today."""
    return {
        "method": "bank_transfer",
        "reference": "Ada Lovelace 17",
        day: clock.now().date().isoformat(),
        **changes,
    }


async def place_link(admin: Admin, sku_id: int, units: int = 2, **changes: Any) -> str:
    """Place a draft whose order waits for its payment by link. Returns the order's number."""
    draft = await create(admin, (sku_id, units), **changes)
    placed = await place(admin, draft, key=secrets.token_hex(8))
    return str(placed["orderId"])


async def place_paid(admin: Admin, sku_id: int, units: int = 2, **changes: Any) -> str:
    """Place a draft that was paid outside. Returns the order's number."""
    draft = await create(admin, (sku_id, units), **changes)
    placed = await admin.post(
        f"/drafts/{draft['id']}/order",
        key=secrets.token_hex(8),
        json={
            "payment": "manual",
            "expectedTotal": await total_of(admin, draft, "manual"),
            "manual": transfer(),
        },
        headers={"If-Match": draft["version"]},
    )
    return str(placed["orderId"])


async def marking(
    admin: Admin, order_id: str, amount: int, key: str | None = None, **changes: Any
) -> httpx.Response:
    """Ask to mark an order as paid."""
    return await admin.request(
        "POST",
        f"/orders/{order_id}/manual-payments",
        key=key or secrets.token_hex(8),
        json={**transfer(), "amount": amount, **changes},
    )


async def mark_paid(admin: Admin, order_id: str, **changes: Any) -> None:
    """Mark an order as paid, with what is to be paid of it."""
    order = await admin.get(f"/orders/{order_id}")
    response = await marking(admin, order_id, order["toPay"]["amount"], **changes)
    assert response.is_success, response.text


async def pay_back(admin: Admin, order_id: str) -> list[int]:
    """Record everything that is to be paid back outside. Returns the amounts."""
    order = await admin.get(f"/orders/{order_id}")
    amounts = []
    for one in order["manualRefunds"]:
        if one["method"] is None:
            path = f"/orders/{order_id}/manual-refunds/{one['refundId']}/paid"
            await admin.post(path, key=secrets.token_hex(8), json=transfer("paidOn"))
            amounts.append(one["amount"]["amount"])
    return amounts


async def rows(shop: Shop, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """Rows of a query."""
    async with shop.database.reading() as connection:
        return [tuple(row) for row in await connection.fetch(sql, *values)]
