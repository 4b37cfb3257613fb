"""Bodies that the product editor sends."""

from __future__ import annotations

from itertools import count
from typing import Any

from tests.admin import Admin

_keys = count(1)


def variant(*options: str, **fields: Any) -> dict[str, Any]:
    """A variant for 25.00."""
    return {"options": list(options), "price": 2500, **fields}


def product(title: str = "Tall vase", **fields: Any) -> dict[str, Any]:
    """An active product in two sizes."""
    return {
        "title": title,
        "status": "active",
        "optionNames": ["Size"],
        "variants": [
            variant("Small", sku="V-S", stock={"level": 5}),
            variant("Large", sku="V-L", price=4000, stock={"level": 2}),
        ],
        **fields,
    }


async def create(admin: Admin, **fields: Any) -> Any:
    """Create a product."""
    return await admin.post("/products", key=f"new-{next(_keys)}", json=product(**fields))


def as_input(record: Any, **changes: Any) -> dict[str, Any]:
    """Return what the editor sends for a record, with changes."""
    body = {**record, **changes}
    body["variants"] = [
        {name: value for name, value in one.items() if name not in ("held",)}
        | {"stock": one["stock"] if isinstance(one.get("stock"), dict) else None}
        for one in body["variants"]
    ]
    for name in ("categories", "related"):
        body[name] = [one if isinstance(one, int) else one["id"] for one in body[name]]
    return body


async def save(admin: Admin, record: Any, *, audited: bool = True, **changes: Any) -> Any:
    """Save a record with changes."""
    return await admin.output(
        "PUT",
        f"/products/{record['id']}",
        key=f"save-{next(_keys)}",
        json=as_input(record, **changes),
        headers={"If-Match": record["etag"]},
        audited=audited,
    )


async def refused(
    admin: Admin, record: Any, *, etag: str | None = None, **changes: Any
) -> tuple[int, dict[str, Any]]:
    """Save a record with changes that are refused."""
    return await admin.error(
        "PUT",
        f"/products/{record['id']}",
        key=f"save-{next(_keys)}",
        json=as_input(record, **changes),
        headers={"If-Match": etag or record["etag"]},
    )
