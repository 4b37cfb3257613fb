"""Bulk edits of products: preview, progress, result and undo."""

from __future__ import annotations

import csv
import io
from datetime import timedelta
from typing import Any

import pytest

from stallage.bulk.invariants import INVARIANTS
from stallage.core import clock
from stallage.core.invariants import check_invariants
from stallage.product_changes.rules.bulk import PriceKind, PriceStep, new_price, round_price
from stallage.products.actions.state import apply_rounding
from stallage.products.rules.price_rounding import RoundingRule
from tests.admin import Admin, operator_client
from tests.products.factory import SkuSpec, make_category, make_sale
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


def asking(edit: dict[str, Any], ids: list[int] | None = None, **filters: Any) -> dict[str, Any]:
    scope = {"kind": "filter", "filter": filters} if ids is None else {"kind": "ids", "ids": ids}
    return {"scope": scope, "edit": edit}


async def run(admin: Admin, body: dict[str, Any], key: str = "k") -> Any:
    """Preview, start and run a bulk edit."""
    preview = await admin.post("/products/bulk/preview", json=body)
    job = await admin.post("/products/bulk", key=key, json={**body, "version": preview["version"]})
    await admin.shop.work()
    return await admin.get(f"/bulk/{job['id']}")


async def prices_of(admin: Admin, product_id: int) -> list[tuple[int, int | None]]:
    skus = await admin.get(f"/products/{product_id}/skus")
    return [
        (one["price"]["amount"], (one["compareAtPrice"] or {"amount": None})["amount"])
        for one in skus["items"]
    ]


@pytest.mark.fast
def test_prices() -> None:
    assert new_price(2500, PriceStep("percent", -1250), 2) == 2188
    assert new_price(2500, PriceStep("percent", 1000, "99"), 2) == 2799
    assert new_price(2500, PriceStep("amount", -3000), 2) == 0
    assert new_price(2500, PriceStep("set", 1950, "95"), 2) == 1995
    assert [round_price(one, "99", 2) for one in (1, 40, 149, 150, 199, 249)] == [
        99,
        99,
        199,
        199,
        199,
        299,
    ]
    assert round_price(1234, "99", 0) == 1234


@pytest.mark.fast
@pytest.mark.parametrize(
    ("kind", "value", "price"),
    [
        ("percent", -1500, 2099),
        ("percent", 1500, 2899),
        ("percent", -100, 2474),
        ("amount", -1000, 1499),
        ("amount", -2499, 0),
        ("set", 1720, 1699),
        ("set", 2499, 2499),
    ],
)
def test_prices_as_the_shop_rounds(kind: PriceKind, value: int, price: int) -> None:
    to_99 = RoundingRule(100, 99)
    assert new_price(2499, PriceStep(kind, value, "shop", to_99), 2) == price
    assert new_price(2499, PriceStep(kind, value, "shop"), 2) == new_price(
        2499, PriceStep(kind, value), 2
    )


async def test_prices_are_previewed_changed_and_undone(shop: Shop) -> None:
    bowl, vase, card = await stock_shop(
        shop,
        spec(price=2500),
        spec(
            "Vase",
            option_names=["Size"],
            skus=[
                SkuSpec(("S",), price=1000, compare_at_price=1100, stock=4),
                SkuSpec(("L",), price=4000, stock=5),
            ],
        ),
        spec("Gift card"),
    )
    ids = [bowl.id, vase.id, card.id]
    async with shop.database.transaction() as connection:
        await make_sale(connection, [vase.id])
        await connection.execute("UPDATE skus SET cost = 2600 WHERE id = $1", bowl.sku_id)
        await connection.execute("UPDATE products SET gift_card = '{}' WHERE id = $1", card.id)
    async with operator_client(shop, "catalogue") as admin:
        price = {"kind": "percent", "value": -1000, "rounding": "99"}
        body = asking({"price": price, "compareAt": "old_price"}, ids)
        preview = await admin.post("/products/bulk/preview", json=body)
        assert (preview["total"], preview["toDo"]) == (3, 2)
        assert [one["examples"] for one in preview["reasons"]] == [["Gift card"]]
        assert {one["warning"]: one["examples"] for one in preview["warnings"]} == {
            "below_cost": ["Everyday bowl"],
            "on_sale": ["Vase"],
        }
        first, second = preview["sample"]
        assert [(one["field"], one["before"], one["after"]) for one in first["changes"]] == [
            ("price", "$25.00", "$22.99"),
            ("compareAtPrice", "", "$25.00"),
        ]
        assert [one["variant"] for one in second["changes"]] == ["S", "S", "L", "L"]
        job = await run(admin, body)
        figures = [job[name] for name in ("state", "total", "done", "refused")]
        assert figures == ["finished", 3, 2, 1]
        assert await prices_of(admin, bowl.id) == [(2299, 2500)]
        assert await prices_of(admin, vase.id) == [(899, 1000), (3599, 4000)]
        file = await admin.request("GET", f"/bulk/{job['id']}/file")
        rows = list(csv.reader(io.StringIO(file.content.decode("utf-8-sig"))))
        assert [row[2] for row in rows[1:]] == ["done", "done", "refused"]

        # The vase is changed in the meantime, so only the bowl gets its old price.
        sku = (await admin.get(f"/products/{vase.id}/skus"))["items"][1]
        change = {"skuId": sku["id"], "price": {"before": 3599, "after": 3700}}
        await admin.output("PATCH", "/skus", key="p", json={"changes": [change]})
        undo = await admin.post(f"/products/bulk/{job['id']}/undo", key="u")
        again = await admin.post(f"/products/bulk/{job['id']}/undo", key="u")
        assert again["id"] == undo["id"]
        await shop.work()
        undo = await admin.get(f"/bulk/{undo['id']}")
        assert [undo[name] for name in ("state", "done", "refused")] == ["finished", 1, 1]
        assert undo["problems"][0]["message"] == "Changed since the bulk edit"
        assert await prices_of(admin, bowl.id) == [(2500, None)]
        assert await prices_of(admin, vase.id) == [(899, 1000), (3700, 4000)]
        path = f"/products/bulk/{job['id']}/undo"
        assert (await admin.error("POST", path, key="v"))[1]["code"] == "nothing_to_undo"
    async with shop.database.reading() as connection:
        for result in await check_invariants(connection, INVARIANTS):
            assert result.count == 0, result.examples


async def test_prices_are_rounded_as_the_shop_does(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(price=2499), spec("Vase", price=40))
    async with shop.database.transaction() as connection:
        await apply_rounding(connection, RoundingRule(100, 99))
    async with operator_client(shop, "catalogue") as admin:
        price = {"kind": "percent", "value": -1500, "rounding": "shop"}
        body = asking({"price": price}, [bowl.id, vase.id])
        preview = await admin.post("/products/bulk/preview", json=body)
        assert [one["changes"][0]["after"] for one in preview["sample"]] == ["$20.99", "$0.34"]
        job = await run(admin, body)
        assert (job["state"], job["done"]) == ("finished", 2)
        assert await prices_of(admin, bowl.id) == [(2099, None)]


async def test_fields_are_changed_and_undone(shop: Shop) -> None:
    await stock_shop(
        shop,
        spec(tags=["Old", "Kitchen"], brand="Kiln"),
        spec(
            "Vase",
            option_names=["Size"],
            skus=[SkuSpec(("S",), stock=1), SkuSpec(("L",), stock=2)],
            max_per_order=3,
        ),
    )
    async with shop.database.transaction() as connection:
        decor = await make_category(connection, "Decor")
        vases = await make_category(connection, "Vases", parent_id=decor)
    edit = {
        "status": "draft",
        "addTags": ["New", "kitchen"],
        "removeTags": ["old"],
        "categories": {"mode": "add", "ids": [vases]},
        "brand": {"id": None},
        "maxPerOrder": {"value": 7},
        "returnable": False,
    }
    async with operator_client(shop) as admin:

        async def stored() -> list[Any]:
            async with shop.database.reading() as connection:
                rows = await connection.fetch(
                    "SELECT status, tags, brand_id IS NULL, max_per_order, returnable,"
                    " (SELECT array_agg(category_id) FROM product_categories"
                    "  WHERE product_id = p.id), card IS NULL,"
                    " (SELECT array_agg((id, position, stock)::text ORDER BY id) FROM skus"
                    "  WHERE product_id = p.id) FROM products p ORDER BY id"
                )
            return [tuple(row) for row in rows]

        before = await stored()
        job = await run(admin, asking(edit))
        assert (job["done"], job["scope"]) == (2, {"kind": "filter", "filter": {}})
        after = await stored()
        assert after[0][:7] == ("draft", ["Kitchen", "New"], True, 7, False, [vases], True)
        assert after[1][:7] == ("draft", ["New", "kitchen"], True, 7, False, [vases], True)
        assert [row[7] for row in after] == [row[7] for row in before]
        await admin.post(f"/products/bulk/{job['id']}/undo", key="u")
        await shop.work()
        assert await stored() == before


async def test_what_cannot_be_started_or_undone(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        body = asking({"price": {"kind": "amount", "value": 100}}, [bowl.id])
        preview = await admin.post("/products/bulk/preview", json=body)
        change = {"skuId": bowl.sku_id, "price": {"before": 2500, "after": 2600}}
        await admin.output("PATCH", "/skus", key="p", json={"changes": [change]})
        start = {**body, "version": preview["version"]}
        status, error = await admin.error("POST", "/products/bulk", key="s", json=start)
        assert (status, error["code"]) == (409, "selection_changed")
        nothing = asking({"status": "active"}, [bowl.id])
        preview = await admin.post("/products/bulk/preview", json=nothing)
        assert (preview["toDo"], preview["sample"]) == (0, [])
        start = {**nothing, "version": preview["version"]}
        status, error = await admin.error("POST", "/products/bulk", key="n", json=start)
        assert (status, error["code"]) == (409, "nothing_to_do")
        for edit, field in (
            ({"price": {"kind": "percent", "value": -20_000}}, "edit.price"),
            ({"brand": {"id": 99}}, "edit.brand"),
            ({"categories": {"mode": "add", "ids": [99]}}, "edit.categories"),
            ({"addTags": ["a,b"]}, "edit.addTags.0"),
            ({"unknown": 1}, "edit.unknown"),
        ):
            status, error = await admin.error(
                "POST", "/products/bulk/preview", json=asking(edit, [bowl.id])
            )
            assert (status, list(error["fields"])) == (422, [field])
        assert (await admin.error("POST", "/products/bulk/99/undo", key="x"))[0] == 404
        preview = await admin.post("/products/bulk/preview", json=body)
        start = {**body, "version": preview["version"]}
        job = await admin.post("/products/bulk", key="t", json=start)
        undo = f"/products/bulk/{job['id']}/undo"
        assert (await admin.error("POST", undo, key="a"))[1]["code"] == "bulk_edit_running"
        await shop.work()
        with clock.freeze(clock.now() + timedelta(hours=24)):
            async with operator_client(shop) as later:
                status, error = await later.error("POST", undo, key="b")
        assert (status, error["code"]) == (409, "too_late_to_undo")
    async with operator_client(shop, "support") as admin:
        for path in ("/products/bulk/preview", "/products/bulk", undo):
            assert (await admin.error("POST", path, key="k", json=start))[0] == 403
