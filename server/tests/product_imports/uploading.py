"""Uploads product files in tests, and reads what their dry run says."""

from __future__ import annotations

import csv
import io
from typing import Any

from tests.admin import Admin
from tests.shop import Shop

HEADER = (
    *("Handle", "Title", "Body (HTML)", "Vendor", "Tags", "Status", "Option1 Name"),
    *("Option1 Value", "Variant SKU", "Variant Inventory Tracker", "Variant Inventory Qty"),
    *("Variant Price", "Image Src"),
)


def sheet(*rows: dict[str, Any], header: tuple[str, ...] = HEADER) -> bytes:
    """Return rows as a Shopify CSV."""
    text = io.StringIO()
    writer = csv.DictWriter(text, header, restval="")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def row(handle: str, **cells: Any) -> dict[str, Any]:
    """Return the row of a product with one variant. Its stock is counted if it is given."""
    names = {
        "title": "Title",
        "text": "Body (HTML)",
        "vendor": "Vendor",
        "tags": "Tags",
        "status": "Status",
        "stock": "Variant Inventory Qty",
        "price": "Variant Price",
        "image": "Image Src",
    }
    values = {"title": handle.capitalize(), "price": "20", **cells}
    tracker = {"Variant Inventory Tracker": "shopify"} if "stock" in cells else {}
    return {"Handle": handle, **tracker, **{names.get(name, name): v for name, v in values.items()}}


async def upload(admin: Admin, content: bytes, name: str = "products.csv") -> Any:
    """Upload a file."""
    return await admin.post("/imports", data={"kind": "products"}, files={"file": (name, content)})


async def check(
    shop: Shop,
    admin: Admin,
    content: bytes,
    *,
    name: str = "products.csv",
    targets: dict[str, str] | None = None,
    **options: str,
) -> Any:
    """Upload a file and run its dry run; `targets` replaces those of columns by their names."""
    run = await upload(admin, content, name)
    mapping = [(targets or {}).get(one["name"], one["target"]) for one in run["columns"]]
    body = {"mapping": mapping, "options": options}
    await admin.output("PUT", f"/imports/{run['id']}/mapping", json=body)
    await shop.work()
    return await admin.get(f"/imports/{run['id']}")


async def apply(shop: Shop, admin: Admin, run: Any) -> Any:
    """Import what the dry run has planned."""
    await admin.post(f"/imports/{run['id']}/start")
    await shop.work()
    return await admin.get(f"/imports/{run['id']}")


async def undo(shop: Shop, admin: Admin, run: Any) -> Any:
    """Undo an import."""
    await admin.post(f"/imports/{run['id']}/undo")
    await shop.work()
    return await admin.get(f"/imports/{run['id']}")


async def items(admin: Admin, run: Any, query: str = "") -> list[Any]:
    """Read the first items."""
    found: list[Any] = (await admin.get(f"/imports/{run['id']}/items?{query}"))["items"]
    return found


def figures(run: Any, *names: str) -> dict[str, int]:
    """Return the counts of an import that are not zero, or those with these names."""
    counts: dict[str, int] = run["counts"]
    return {name: count for name, count in counts.items() if (name in names if names else count)}
