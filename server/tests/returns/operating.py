"""Steps of returns as operators take them."""

from __future__ import annotations

import secrets
from typing import Any

from tests.admin import Admin
from tests.returns.factory import (
    Bought,
)
from tests.shop import Shop


async def step(admin: Admin, returned: Any, act: str, **body: Any) -> Any:
    key = secrets.token_hex(8) if act in ("inspect", "refund", "exchange") else None
    return await admin.post(f"/returns/{returned['returnId']}/{act}", json=body, key=key)


async def request(shop: Shop, admin: Admin, bought: Bought, **body: Any) -> Any:
    """Request a return as the customer; return it as operators see it."""
    await bought.post(shop, "return", json=body)
    listed = await admin.get("/returns", params={"q": bought.order_id})
    return await admin.get(f"/returns/{listed['items'][0]['returnId']}")


async def arrive(admin: Admin, returned: Any) -> Any:
    await step(admin, returned, "approve")
    await step(admin, returned, "pick-up")
    return await step(admin, returned, "receive")


async def preview(admin: Admin, returned: Any) -> Any:
    return await admin.get(f"/returns/{returned['returnId']}/completion")


def settlement(shown: Any, how: str) -> Any:
    (found,) = (one for one in shown["settlements"] if one["how"] == how)
    return found


async def actions_of(shop: Shop, kind: str) -> list[str]:
    async with shop.database.reading() as connection:
        rows = await connection.fetch(
            "SELECT action FROM audit_entries WHERE subject_kind = $1 ORDER BY id", kind
        )
    return [row["action"] for row in rows]
