"""Edits orders as an operator does."""

from __future__ import annotations

import secrets
from typing import Any

from tests.admin import Admin


async def preview_edit(admin: Admin, order_id: str, body: dict[str, Any]) -> Any:
    """What an edit would do."""
    return await admin.post(f"/orders/{order_id}/edits/preview", json=body)


async def edit_error(admin: Admin, order_id: str, body: dict[str, Any]) -> tuple[int, Any]:
    """Why an edit is refused: status and code or reason."""
    status, error = await admin.error("POST", f"/orders/{order_id}/edits/preview", json=body)
    return status, error.get("reason", error["code"])


async def committed(
    admin: Admin, order_id: str, body: dict[str, Any], seen: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The arguments of a commit of what was previewed, for `Admin.request`."""
    seen = seen or await preview_edit(admin, order_id, body)
    order = await admin.get(f"/orders/{order_id}")
    return {
        "key": secrets.token_hex(8),
        "json": {**body, "version": seen["version"]},
        "headers": {"If-Match": order["version"]},
    }


async def edit(admin: Admin, order_id: str, body: dict[str, Any]) -> Any:
    """Preview an edit and commit it; return the preview."""
    seen = await preview_edit(admin, order_id, body)
    arguments = await committed(admin, order_id, body, seen)
    await admin.post(f"/orders/{order_id}/edits", **arguments)
    return seen
