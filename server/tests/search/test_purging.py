"""A CDN can hold public responses, and purges by surrogate keys what has changed."""

from __future__ import annotations

import pytest
from pydantic import SecretStr, ValidationError

from stallage.core.public import PUBLIC
from stallage.products.actions import refresh_products
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.cache.changes import MAX_PURGED, Changes
from stallage.search.gateway_calls import MAX_KEYS
from stallage.search.startup import purge_changes
from stallage.settings import Settings
from tests.conftest import OpenShop
from tests.products.factory import make_category, make_product
from tests.search.waiting import work_and_wait
from tests.shop import Shop
from tests.waiting import until
from tests.webhooks.receiver import Receiver, receiving


def purged(receiver: Receiver) -> set[str]:
    """Return the keys that were purged, and forget the requests."""
    keys = {key for one in receiver.requests for key in one.headers["surrogate-key"].split()}
    receiver.requests.clear()
    return keys


async def test_responses_name_what_they_show(open_shop: OpenShop) -> None:
    async with open_shop(cdn_purge_url="http://127.0.0.1:9/", renderers=1) as shop:
        async with shop.database.transaction() as connection:
            category = await make_category(connection, "Kitchen")
            product = await make_product(connection, "Bowl", slug="bowl", category_ids=[category])
        await work_and_wait(shop)
        expected = {
            "/api/products/bowl": f"page:{product.id} {PUBLIC}",
            "/api/products?category=kitchen": f"card:{product.id} category:{category} {PUBLIC}",
            "/api/products?q=bowl": f"card:{product.id} {PUBLIC} searches",
        }
        for path, keys in expected.items():
            response = await shop.client.get(path)
            assert response.headers["surrogate-key"] == keys
            again = await shop.client.get(path, headers={"If-None-Match": response.headers["etag"]})
            assert (again.status_code, again.headers["surrogate-key"]) == (304, keys)


async def test_without_a_cdn_responses_name_nothing(shop: Shop) -> None:
    for path in ("/api/products", "/api/home"):
        assert "surrogate-key" not in (await shop.client.get(path)).headers


async def test_a_change_is_purged(open_shop: OpenShop) -> None:
    async with (
        receiving() as cdn,
        open_shop(cdn_purge_url=cdn.url, cdn_purge_header=SecretStr("Fastly-Key: token")) as shop,
    ):
        cache: CatalogCache = shop.runtime.services["catalog"]
        async with shop.database.transaction() as connection:
            category = await make_category(connection, "Kitchen")
            product = await make_product(connection, "Bowl", category_ids=[category])
            other = await make_product(connection, "Chair")
        await work_and_wait(shop)
        await purge_changes(shop.runtime, cache.changes)
        assert {one.headers["fastly-key"] for one in cdn.requests} == {"token"}
        assert PUBLIC in purged(cdn), "the category is new"
        async with shop.database.transaction() as connection:
            await connection.execute("UPDATE skus SET price = 1 WHERE id = $1", product.sku_id)
            await refresh_products(connection, [product.id])
        await work_and_wait(shop)
        cdn.answer = lambda _: (503, b"", {})
        await purge_changes(shop.runtime, cache.changes)
        cdn.answer = lambda _: (200, b"", {})
        cdn.requests.clear()
        await purge_changes(shop.runtime, cache.changes)
        keys = purged(cdn)
        assert {f"page:{product.id}", f"card:{product.id}", f"category:{category}"} <= keys
        assert not {f"page:{other.id}", f"card:{other.id}", PUBLIC} & keys
        await purge_changes(shop.runtime, cache.changes)
        assert cdn.requests == []


async def test_the_process_that_follows_the_database_purges(open_shop: OpenShop) -> None:
    async with receiving() as cdn, open_shop(cdn_purge_url=cdn.url, search_seconds=0.05) as shop:
        async with shop.database.transaction() as connection:
            await make_product(connection, "Bowl")
        await until(lambda: cdn.requests)


async def test_many_keys_are_purged_in_several_requests(open_shop: OpenShop) -> None:
    async with receiving() as cdn, open_shop(cdn_purge_url=cdn.url) as shop:
        changes = Changes()
        changes.record(f"card:{number}" for number in range(MAX_KEYS + 1))
        await purge_changes(shop.runtime, changes)
        assert [one.headers["surrogate-key"].count("card:") for one in cdn.requests] == [
            MAX_KEYS,
            1,
        ]
        cdn.requests.clear()
        changes.record(f"card:{number}" for number in range(MAX_PURGED + 1))
        await purge_changes(shop.runtime, changes)
        assert purged(cdn) == {PUBLIC}


@pytest.mark.parametrize(
    "values",
    [
        {"cdn_purge_url": "cdn.example/purge"},
        {"cdn_purge_header": "token"},
        {"cdn_purge_header": "Name: a\r\nOther: b"},
    ],
)
def test_invalid_settings_are_refused(values: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate(values)
