"""Puts sample data in and takes it out, in tests."""

from __future__ import annotations

from typing import Any

from tests.admin import Admin
from tests.shop import Shop


async def put_in(shop: Shop, admin: Admin) -> Any:
    """Put the sample data in; return its state."""
    await admin.post("/sample-data/put-in")
    await shop.work()
    return await admin.get("/sample-data")


async def take_out(shop: Shop, admin: Admin) -> Any:
    """Take the sample data out; return its state."""
    await admin.post("/sample-data/take-out")
    await shop.work()
    return await admin.get("/sample-data")


def figures(found: Any) -> dict[str, int]:
    """Return figures by kind and outcome, such as `product added`."""
    return {f"{one['kind']} {one['outcome']}": one["count"] for one in found["figures"]}


async def sku_id(shop: Shop, slug: str) -> int:
    """Return the id of the first SKU of a product."""
    async with shop.database.reading() as connection:
        found: int = await connection.fetchval(
            "SELECT s.id FROM skus s JOIN products p ON p.id = s.product_id WHERE p.slug = $1"
            " ORDER BY s.position LIMIT 1",
            slug,
        )
    return found
