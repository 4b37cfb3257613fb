"""The wishlist: each SKU once, newest first, five hundred at most."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from stallage.core.schemas import MAX_ID
from stallage.wishlist.actions import merge_guest_items
from stallage.wishlist.rules import MAX_ITEMS
from tests.customers.factory import Someone, someone
from tests.products.factory import SkuSpec, make_product
from tests.shop import Shop
from tests.signin.factory import sign_in


async def make_skus(shop: Shop, count: int) -> list[int]:
    async with shop.database.transaction() as connection:
        return [(await make_product(connection)).sku_id for _ in range(count)]


async def add(shop: Shop, who: Someone, sku_id: int) -> list[dict[str, Any]]:
    cards: list[dict[str, Any]] = await shop.output(
        "POST", "/wishlist", headers=who.headers, json={"sku": sku_id}
    )
    return cards


async def test_guests_have_no_wishlist(shop: Shop) -> None:
    for method, path, body in (
        ("GET", "/wishlist", None),
        ("POST", "/wishlist", {"sku": 1}),
        ("DELETE", "/wishlist/1", None),
    ):
        status, error = await shop.error(method, path, json=body)
        assert (status, error["code"]) == (401, "unauthorized")


async def test_newest_first_and_each_once(shop: Shop) -> None:
    ada, eve = await someone(shop), await someone(shop)
    skus = await make_skus(shop, 3)
    for sku_id in (*skus, skus[0]):
        cards = await add(shop, ada, sku_id)
    assert [card["skuId"] for card in cards] == skus[::-1]
    assert cards == await shop.output("GET", "/wishlist", headers=ada.headers)
    assert await shop.output("GET", "/wishlist", headers=eve.headers) == []


async def test_cards_show_the_sku(shop: Shop) -> None:
    ada = await someone(shop)
    async with shop.database.transaction() as connection:
        product = await make_product(
            connection,
            option_names=["Size"],
            skus=[SkuSpec(("Small",), price=1900), SkuSpec(("Large",), price=2900)],
        )
    (card,) = await add(shop, ada, product.sku_ids[1])
    assert card["skuId"] == product.sku_ids[1]
    assert card["price"] == {"amount": 2900, "currency": "USD"}
    assert card["options"] == [{"name": "Size", "value": "Large"}]


async def test_removing_twice(shop: Shop) -> None:
    ada, eve = await someone(shop), await someone(shop)
    sku_id = (await make_skus(shop, 1))[0]
    await add(shop, ada, sku_id)
    assert await shop.output("DELETE", f"/wishlist/{sku_id}", headers=eve.headers) == []
    assert len(await shop.output("GET", "/wishlist", headers=ada.headers)) == 1
    for _ in range(2):
        assert await shop.output("DELETE", f"/wishlist/{sku_id}", headers=ada.headers) == []


async def test_unknown_skus_cannot_be_added(shop: Shop) -> None:
    ada = await someone(shop)
    status, error = await shop.error(
        "POST", "/wishlist", headers=ada.headers, json={"sku": 999_999}
    )
    assert (status, error["code"]) == (404, "not_found")
    for sku in (0, -1, "x", True, 2**70, None):
        status, error = await shop.error(
            "POST", "/wishlist", headers=ada.headers, json={"sku": sku}
        )
        assert (status, list(error["fields"])) == (422, ["sku"])
        if sku is not None:
            status, _ = await shop.error("DELETE", f"/wishlist/{sku}", headers=ada.headers)
            assert status == 422


async def test_skus_no_longer_on_sale_are_sold_out(shop: Shop) -> None:
    ada = await someone(shop)
    sku_id = (await make_skus(shop, 1))[0]
    await add(shop, ada, sku_id)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET active = false WHERE id = $1", sku_id)
    (card,) = await shop.output("GET", "/wishlist", headers=ada.headers)
    assert card["inStock"] is False
    assert await shop.output("DELETE", f"/wishlist/{sku_id}", headers=ada.headers) == []


async def test_concurrent_additions_of_a_sku(shop: Shop) -> None:
    ada = await someone(shop)
    sku_id = (await make_skus(shop, 1))[0]
    await asyncio.gather(*(add(shop, ada, sku_id) for _ in range(10)))
    assert len(await shop.output("GET", "/wishlist", headers=ada.headers)) == 1


async def test_the_limit_holds_for_concurrent_additions(shop: Shop) -> None:
    ada = await someone(shop)
    skus = await make_skus(shop, 5)
    async with shop.database.transaction() as connection:
        product_id = await connection.fetchval("SELECT product_id FROM skus WHERE id = $1", skus[0])
        await connection.execute(
            "WITH filler AS (INSERT INTO skus (product_id, options, price)"
            " SELECT $1, ARRAY['filler ' || n], 100 FROM generate_series(1, $2) n RETURNING id)"
            " INSERT INTO wishlist_items (customer_id, sku_id, created_at) SELECT $3, id, now() FROM filler",
            product_id,
            MAX_ITEMS - 2,
            ada.id,
        )
    responses = await asyncio.gather(
        *(
            shop.client.post("/wishlist", headers=ada.headers, json={"sku": sku_id})
            for sku_id in skus
        )
    )
    assert sorted(response.status_code for response in responses) == [200] * 2 + [409] * 3
    conflict = next(response for response in responses if response.status_code == 409)
    assert conflict.json()["error"]["code"] == "wishlist_full"


async def test_guest_items_are_merged_at_sign_in(shop: Shop) -> None:
    first, second, third, fourth = await make_skus(shop, 4)
    grace = await someone(shop, "grace@example.com")
    await add(shop, grace, second)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET active = false WHERE id = $1", fourth)
    guest_items = [third, second, first, fourth, third, MAX_ID]
    signed = await sign_in(shop, grace.email, guestWishlistSkuIds=guest_items)
    async with shop.database.transaction() as connection:
        await merge_guest_items(connection, grace.id, guest_items)
    cards = await shop.output("GET", "/wishlist", headers=signed.headers)
    assert [card["skuId"] for card in cards] == [third, first, second]


async def test_the_newest_guest_items_are_merged_up_to_the_limit(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stallage.wishlist.actions.MAX_ITEMS", 3)
    own, oldest, middle, newest = await make_skus(shop, 4)
    ada = await someone(shop)
    await add(shop, ada, own)
    async with shop.database.transaction() as connection:
        await merge_guest_items(connection, ada.id, [newest, middle, oldest])
    cards = await shop.output("GET", "/wishlist", headers=ada.headers)
    assert [card["skuId"] for card in cards] == [newest, middle, own]


async def test_a_shared_list_is_public_until_it_is_unshared(shop: Shop) -> None:
    ada = await someone(shop)
    (sku_id,) = await make_skus(shop, 1)
    await add(shop, ada, sku_id)
    share = "/api/wishlist/share"
    assert await shop.output("GET", share, headers=ada.headers) == {"token": None}
    tokens = await asyncio.gather(
        *(shop.output("POST", share, headers=ada.headers) for _ in range(4))
    )
    (token,) = {one["token"] for one in tokens}
    assert await shop.output("GET", share, headers=ada.headers) == {"token": token}
    shared = await shop.output("GET", f"/api/wishlist/shared/{token}")
    assert shared["owner"] == "Ada"
    assert shared["items"] == await shop.output("GET", "/wishlist", headers=ada.headers)
    assert "Miller" not in str(shared)
    for _ in range(2):
        assert await shop.output("DELETE", share, headers=ada.headers) == {"token": None}
    status, error = await shop.error("GET", f"/api/wishlist/shared/{token}")
    assert (status, error["code"]) == (404, "not_found")
    again = await shop.output("POST", share, headers=ada.headers)
    assert again["token"] != token


async def test_guests_cannot_share(shop: Shop) -> None:
    for method in ("GET", "POST", "DELETE"):
        status, _ = await shop.error(method, "/api/wishlist/share")
        assert status == 401
