"""Drafts of operators."""

from __future__ import annotations

from typing import Any

from tests.admin import Admin
from tests.checkout.factory import ADDRESS, CONTACT

ADDRESS_OF_DRAFT = {name: value for name, value in ADDRESS.items() if name != "name"}


def content(*lines: tuple[int, int], **changes: Any) -> dict[str, Any]:
    """The content of a guest's draft. Lines are SKU ids with quantities."""
    return {
        "contact": CONTACT,
        "address": ADDRESS_OF_DRAFT,
        "lines": [{"skuId": sku_id, "quantity": quantity} for sku_id, quantity in lines],
        "shippingMethod": "standard",
        **changes,
    }


async def create(admin: Admin, *lines: tuple[int, int], **changes: Any) -> Any:
    """Save a draft."""
    return await admin.post("/drafts", json=content(*lines, **changes))


async def total_of(admin: Admin, draft: Any, payment: str = "link") -> int:
    """The total that the preview shows."""
    body = {"payment": payment}
    preview = await admin.post(f"/drafts/{draft['id']}/order/preview", json=body)
    return int(preview["total"]["amount"])


async def place(admin: Admin, draft: Any, payment: str = "link", key: str = "once") -> Any:
    """Preview and place."""
    body = {"payment": payment, "expectedTotal": await total_of(admin, draft, payment)}
    headers = {"If-Match": draft["version"]}
    path = f"/drafts/{draft['id']}/order"
    return await admin.post(path, key=key, json=body, headers=headers)
