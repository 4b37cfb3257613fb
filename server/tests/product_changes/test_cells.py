"""Prices and stock that operators edit in the list, also several at once."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.admin import Admin, operator_client
from tests.checkout.factory import guest_order, stock_of
from tests.products.factory import SkuSpec
from tests.returns.factory import broken_invariants
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


def change(sku_id: int, **values: tuple[int | None, int | None]) -> dict[str, Any]:
    """A change of a variant; values are pairs of before and after."""
    return {
        "skuId": sku_id,
        **{name: {"before": one[0], "after": one[1]} for name, one in values.items()},
    }


def saving(admin: Admin, key: str, *changes: dict[str, Any], **fields: Any) -> Any:
    """A request that saves changes."""
    body = {"changes": list(changes), "reason": "count", **fields}
    return admin.request("PATCH", "/skus", key=key, json=body, audited=False)


async def test_prices_and_stock_are_saved_together(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(), spec("Vase", compare_at_price=3000))
    async with operator_client(shop, "catalogue") as admin:
        body = {
            "changes": [
                change(vase.sku_id, price=(2500, 2700), compareAtPrice=(3000, None)),
                change(bowl.sku_id, price=(2500, 2600), stock=(10, 7)),
            ],
            "reason": "damage",
            "note": "Fell down",
        }
        saved = await admin.output("PATCH", "/skus", key="a", json=body)
        rows = [
            (one["price"]["amount"], one["compareAtPrice"], one["stock"]) for one in saved["items"]
        ]
        assert rows == [(2600, None, 7), (2700, None, 10)]
        again = await admin.output("PATCH", "/skus", key="a", json=body)
        assert again == saved
        async with shop.database.reading() as connection:
            entries = await connection.fetch(
                "SELECT subject_id, before, after FROM audit_entries"
                " WHERE action = 'product.values_changed' ORDER BY subject_id"
            )
            past = await connection.fetchval("SELECT count(*) FROM past_prices")
            card = await connection.fetchval(
                "SELECT card::jsonb -> 'price' ->> 'amount' FROM products WHERE id = $1", bowl.id
            )
        assert [row["subject_id"] for row in entries] == [str(bowl.id), str(vase.id)]
        assert entries[0]["before"] == {"variant": {"price": 2500, "stock": 10}}
        assert entries[0]["after"]["variant"] == {"price": 2600, "stock": 7}
        assert (entries[0]["after"]["reason"], entries[0]["after"]["note"]) == (
            "damage",
            "Fell down",
        )
        assert (past, card) == (2, "2600")
    assert await broken_invariants(shop) == []


async def test_an_outdated_value_saves_nothing_and_names_the_variants(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(), spec("Vase"))
    async with operator_client(shop) as admin:
        response = await saving(
            admin,
            "a",
            change(bowl.sku_id, price=(2500, 2600)),
            change(vase.sku_id, stock=(9, 12), price=(2500, 1)),
        )
        error = response.json()["error"]
        assert (response.status_code, error["code"]) == (409, "skus_changed")
        (current,) = error["skus"]
        assert (current["skuId"], current["title"], current["stock"]) == (vase.sku_id, "Vase", 10)
        assert (current["price"]["amount"], current["gone"]) == (2500, False)
        listed = await admin.get("/products", params={"sort": "created"})
        assert [row["sku"]["price"]["amount"] for row in listed["items"]] == [2500, 2500]


async def test_bad_changes(shop: Shop) -> None:
    bowl, card = await stock_shop(
        shop, spec(), spec("Untracked", skus=[SkuSpec(tracked=False, stock=0)])
    )
    one = bowl.sku_id
    async with operator_client(shop) as admin:
        for body, field in (
            ({"changes": []}, "changes"),
            ({"changes": [change(one, stock=(10, 9))]}, "reason"),
            (
                {"changes": [change(one, stock=(10, -1))], "reason": "count"},
                "changes.0.stock.after",
            ),
            ({"changes": [change(one, price=(2500, 1))] * 2}, "changes.1.skuId"),
            ({"changes": [change(999, price=(2500, 1))]}, "changes.0.skuId"),
            ({"changes": [change(one, compareAtPrice=(None, 2500))]}, "changes.0.compareAtPrice"),
            (
                {"changes": [change(card.sku_id, stock=(0, 1))], "reason": "found"},
                "changes.0.stock",
            ),
        ):
            status, error = await admin.error("PATCH", "/skus", key=str(body), json=body)
            assert (status, list(error["fields"])) == (422, [field])


async def test_rights(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop, "support") as admin:
        for values in ({"price": (2500, 1)}, {"stock": (10, 1)}):
            response = await saving(admin, "a", change(bowl.sku_id, **values))
            assert response.status_code == 403
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO operator_roles (name, permissions, created_at, updated_at)"
            " VALUES ('counter', $1, now(), now())",
            ["products.read", "stock.edit"],
        )
    async with operator_client(shop, "counter") as admin:
        assert (await saving(admin, "b", change(bowl.sku_id, stock=(10, 4)))).status_code == 200
        assert (await saving(admin, "c", change(bowl.sku_id, price=(2500, 1)))).status_code == 403


async def test_an_order_while_stock_is_edited(shop: Shop) -> None:
    """Either the edit comes first, and the order takes its units from it, or the edit is refused."""
    (bowl,) = await stock_shop(shop, spec(stock=10))
    async with operator_client(shop) as admin:
        for number in range(6):
            before = await stock_of(shop, bowl.sku_id)
            edit = saving(admin, f"e{number}", change(bowl.sku_id, stock=(before, before + 5)))
            order = shop.client.request(
                "POST", "/api/orders", json=guest_order([bowl.sku_id, bowl.sku_id])
            )
            edited, placed = await asyncio.gather(edit, order)
            assert placed.status_code in (200, 201), placed.text
            added = {200: 5, 409: 0}[edited.status_code]
            if added == 0:
                (current,) = edited.json()["error"]["skus"]
                assert current["stock"] == before - 2
            assert await stock_of(shop, bowl.sku_id) == before + added - 2
    assert await broken_invariants(shop) == []


async def test_two_edits_at_once(shop: Shop) -> None:
    """Of two edits of the same value one is refused, and edits of the same variants do not deadlock."""
    products = await stock_shop(shop, *(spec(f"Bowl {n}") for n in range(6)))
    ids = [one.sku_id for one in products]
    async with operator_client(shop) as one, operator_client(shop, "manager") as other:
        first = [change(sku_id, stock=(10, 8), price=(2500, 2600)) for sku_id in ids]
        second = [change(sku_id, stock=(10, 15)) for sku_id in reversed(ids)]
        answers = await asyncio.gather(saving(one, "a", *first), saving(other, "b", *second))
        assert sorted(response.status_code for response in answers) == [200, 409]
        expected = 8 if answers[0].status_code == 200 else 15
        assert {await stock_of(shop, sku_id) for sku_id in ids} == {expected}
        # Prices of one and stock of the other do not conflict.
        prices = [change(sku_id, price=(2500 if expected == 15 else 2600, 3000)) for sku_id in ids]
        levels = [change(sku_id, stock=(expected, 20)) for sku_id in reversed(ids)]
        answers = await asyncio.gather(saving(one, "c", *prices), saving(other, "d", *levels))
        assert [response.status_code for response in answers] == [200, 200]
    assert await broken_invariants(shop) == []
