"""POST /customer/recentlyViewed: newest first, each once, twenty at most."""

from __future__ import annotations

import asyncio

from tests.customers.factory import Someone, someone
from tests.products.factory import make_product
from tests.shop import Shop

VIEW = "/customer/recentlyViewed"


async def make_skus(shop: Shop, count: int) -> list[int]:
    async with shop.database.transaction() as connection:
        return [(await make_product(connection)).sku_id for _ in range(count)]


async def view(shop: Shop, who: Someone, sku_id: int) -> list[int]:
    output = await shop.output("POST", VIEW, headers=who.headers, json={"skuId": sku_id})
    sku_ids: list[int] = output["recentlyViewSkuId"]
    return sku_ids


async def test_newest_first_and_each_once(shop: Shop) -> None:
    ada, eve = await someone(shop), await someone(shop)
    first, second = await make_skus(shop, 2)
    for sku_id in (first, second, first, first):
        viewed = await view(shop, ada, sku_id)
    assert viewed == [first, second]
    me = await shop.output("GET", "/customer", headers=ada.headers)
    assert me["recentlyViewSkuId"] == [first, second]
    assert (await shop.output("GET", "/customer", headers=eve.headers))["recentlyViewSkuId"] == []


async def test_twenty_are_stored(shop: Shop) -> None:
    ada = await someone(shop)
    skus = await make_skus(shop, 22)
    for sku_id in skus:
        viewed = await view(shop, ada, sku_id)
    assert viewed == skus[:1:-1]


async def test_concurrent_views_are_all_stored(shop: Shop) -> None:
    ada = await someone(shop)
    skus = await make_skus(shop, 12)
    await asyncio.gather(*(view(shop, ada, sku_id) for sku_id in skus))
    me = await shop.output("GET", "/customer", headers=ada.headers)
    assert sorted(me["recentlyViewSkuId"]) == skus


async def test_errors(shop: Shop) -> None:
    ada = await someone(shop)
    assert (await shop.error("POST", VIEW, json={"skuId": 1}))[0] == 401
    assert (await shop.error("POST", VIEW, headers=ada.headers, json={"skuId": 99}))[0] == 404
    for sku_id in (0, 2**70, "x", None, False):
        status, error = await shop.error("POST", VIEW, headers=ada.headers, json={"skuId": sku_id})
        assert (status, list(error["fields"])) == (422, ["skuId"])


async def test_remove_and_clear(shop: Shop) -> None:
    ada = await someone(shop)
    first, second = await make_skus(shop, 2)
    for sku_id in (first, second):
        await view(shop, ada, sku_id)
    for _ in range(2):
        output = await shop.output("DELETE", f"{VIEW}/{first}", headers=ada.headers)
        assert output["recentlyViewSkuId"] == [second]
    assert await view(shop, ada, first) == [first, second]
    for _ in range(2):
        output = await shop.output("DELETE", VIEW, headers=ada.headers)
        assert output["recentlyViewSkuId"] == []
    me = await shop.output("GET", "/customer", headers=ada.headers)
    assert me["recentlyViewSkuId"] == []


async def test_guests_have_no_list(shop: Shop) -> None:
    for path in (VIEW, f"{VIEW}/1"):
        status, error = await shop.error("DELETE", path)
        assert (status, error["code"]) == (401, "unauthorized")
