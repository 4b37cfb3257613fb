"""Upload, check, import and undo a file as an operator does."""

from __future__ import annotations

from typing import Any

from tests.admin import Admin
from tests.shop import Shop


async def check(shop: Shop, admin: Admin, kind: str, text: str | bytes) -> Any:
    """Upload a file and run its dry run with the proposed mapping; return the import."""
    content = text.encode() if isinstance(text, str) else text
    run = await admin.post("/imports", data={"kind": kind}, files={"file": ("file.csv", content)})
    body = {"mapping": [column["target"] for column in run["columns"]], "options": {}}
    await admin.output("PUT", f"/imports/{run['id']}/mapping", json=body)
    await shop.work()
    return await admin.get(f"/imports/{run['id']}")


async def put(shop: Shop, admin: Admin, kind: str, text: str | bytes) -> Any:
    """Import a file after its dry run; return the import."""
    run = await check(shop, admin, kind, text)
    assert run["state"] == "checked", run
    await admin.post(f"/imports/{run['id']}/start")
    await shop.work()
    return await admin.get(f"/imports/{run['id']}")


async def messages(admin: Admin, run: Any) -> list[tuple[str, int, str, str, str]]:
    """Return the messages of an import: severity, line, column, value and text."""
    found = (await admin.get(f"/imports/{run['id']}/messages"))["items"]
    return [
        (one["severity"], one["line"], one["column"], one["value"], one["text"]) for one in found
    ]


async def outcomes(admin: Admin, run: Any) -> list[tuple[str, str]]:
    """Return the label and outcome of each record."""
    found = (await admin.get(f"/imports/{run['id']}/items"))["items"]
    return [(one["label"], one["outcome"]) for one in found]


async def undo(shop: Shop, admin: Admin, run: Any) -> Any:
    """Undo an import; return what the preview promised."""
    preview = await admin.post(f"/imports/{run['id']}/undo/preview")
    await admin.post(f"/imports/{run['id']}/undo")
    await shop.work()
    return preview
