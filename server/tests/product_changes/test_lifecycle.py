"""Copies, archiving and deletion of products."""

from __future__ import annotations

import asyncio

from tests.admin import operator_client
from tests.checkout.factory import count, guest_order, place
from tests.products.factory import SkuSpec
from tests.returns.factory import broken_invariants
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def test_a_copy_is_a_draft_without_stock(shop: Shop) -> None:
    (vase,) = await stock_shop(
        shop,
        spec(
            "Vase",
            slug="vase",
            option_names=["Size"],
            image="/m/a/vase.webp",
            brand="Kiln",
            tags=["New"],
            skus=[
                SkuSpec(("S",), stock=4, sku="V-S"),
                SkuSpec(("L",), price=4000, compare_at_price=5000),
            ],
        ),
    )
    async with operator_client(shop, "catalogue") as admin:
        path = f"/products/{vase.id}/duplicate"
        copy = await admin.post(path, key="a")
        assert (copy["slug"], copy["title"], copy["status"]) == (
            "vase-copy",
            "Vase (copy)",
            "draft",
        )
        assert (await admin.post(path, key="a"))["id"] == copy["id"]
        assert (await admin.post(path, key="b"))["slug"] == "vase-copy-2"
        skus = await admin.get(f"/products/{copy['id']}/skus")
        rows = [(one["title"], one["code"], one["stock"], one["tracked"]) for one in skus["items"]]
        assert rows == [("S", "", 0, True), ("L", "", 0, True)]
        listed = await admin.get("/products", params={"search": "vase-copy-2"})
        (row,) = listed["items"]
        assert (row["picture"]["path"], row["brand"]) == ("/m/a/vase.webp", "Kiln")
        assert (await admin.error("POST", "/products/999/duplicate", key="c"))[0] == 404


async def test_archive_and_restore(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        assert (await admin.post(f"/products/{bowl.id}/archive"))["status"] == "archived"
        assert (await shop.error("GET", f"/api/products/{bowl.slug}"))[0] == 404
        body = {"status": "active"}
        path = f"/products/{bowl.id}/unarchive"
        assert (await admin.post(path, json=body))["status"] == "active"
        await shop.output("GET", f"/api/products/{bowl.slug}")
        assert (await admin.post(path, json={}))["status"] == "draft"
        assert (await admin.error("POST", "/products/999/archive"))[0] == 404
    async with operator_client(shop, "read-only") as admin:
        assert (await admin.error("POST", f"/products/{bowl.id}/archive"))[0] == 403


async def test_only_products_that_were_never_ordered_are_deleted(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(), spec("Vase"))
    await place(shop, [bowl.sku_id])
    async with operator_client(shop) as admin:
        status, error = await admin.error("DELETE", f"/products/{bowl.id}")
        assert (status, error["code"]) == (409, "product_in_use")
        assert (await admin.output("DELETE", f"/products/{vase.id}"))["slug"] == vase.slug
        assert (await admin.error("DELETE", f"/products/{vase.id}"))[0] == 404
    await shop.work()
    assert (await shop.error("GET", f"/api/products/{vase.slug}"))[0] == 404
    assert await count(shop, "products") == 1


async def test_deleting_while_it_is_ordered(shop: Shop) -> None:
    products = await stock_shop(shop, *(spec(f"Bowl {n}") for n in range(4)))
    async with operator_client(shop) as admin:
        for bowl in products:
            deleting = admin.request("DELETE", f"/products/{bowl.id}", audited=False)
            ordering = shop.client.request("POST", "/api/orders", json=guest_order([bowl.sku_id]))
            deleted, ordered = await asyncio.gather(deleting, ordering)
            assert (deleted.status_code == 200) != (ordered.status_code in (200, 201))
            assert ordered.status_code < 500
    assert await broken_invariants(shop) == []
