"""Refunds and changes of orders as an operator makes them, and what must hold afterwards."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any

from stallage.core import clock
from tests.admin import Admin
from tests.returns.factory import broken_invariants
from tests.shop import Shop


def amount_of(money: dict[str, Any] | None) -> int:
    """Minor units of an amount of the API."""
    return 0 if money is None else int(money["amount"])


def item(line_id: int, quantity: int = 1, **fields: Any) -> dict[str, Any]:
    """Units of a line to refund."""
    return {"lineId": line_id, "quantity": quantity, **fields}


async def preview(admin: Admin, order_id: str, body: dict[str, Any]) -> Any:
    """What a refund of items or of an amount would do."""
    kind = "goodwill-refunds" if "amount" in body else "refunds"
    return await admin.post(f"/orders/{order_id}/{kind}/preview", json=body)


async def grant(admin: Admin, order_id: str, body: dict[str, Any], key: str | None = None) -> str:
    """Preview a refund and grant it. Returns its id."""
    kind = "goodwill-refunds" if "amount" in body else "refunds"
    seen = await preview(admin, order_id, body)
    refund_id: str = await admin.post(
        f"/orders/{order_id}/{kind}",
        key=key or secrets.token_hex(8),
        json={**body, "version": seen["version"]},
    )
    return refund_id


async def pay(admin: Admin, order_id: str, refund_id: str, key: str | None = None) -> None:
    """Pay a granted refund."""
    await admin.post(f"/orders/{order_id}/refunds/{refund_id}/pay", key=key or secrets.token_hex(8))


async def refund(admin: Admin, order_id: str, body: dict[str, Any]) -> str:
    """Preview, grant and pay a refund. Returns its id."""
    refund_id = await grant(admin, order_id, body)
    await pay(admin, order_id, refund_id)
    return refund_id


async def sound(shop: Shop) -> None:
    """Check that `doctor --ledger` is content, now and once all jobs should have run."""
    await shop.work()
    assert await broken_invariants(shop) == []
    with clock.shift(timedelta(hours=3)):
        assert await broken_invariants(shop) == []


async def credited(shop: Shop) -> list[int]:
    """Totals of the credit notes, in the order of their numbers."""
    async with shop.database.reading() as connection:
        rows = await connection.fetch(
            "SELECT number, total FROM invoices WHERE kind = 'credit_note' ORDER BY number"
        )
    assert [row["number"] for row in rows] == list(range(1, len(rows) + 1))
    return [row["total"] for row in rows]
