"""A shop whose search index is in an OpenSearch server, which machines share and which may be away."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from stallage.core.errors import NotReady
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.index import updates
from stallage.search.index.opensearch_client import OpenSearchClient
from stallage.settings import Settings
from stallage.shop.rules import links
from tests.checkout.factory import place
from tests.products.factory import make_category, make_product
from tests.search.opensearch_stand_in import OpenSearchStandIn, open_search_stand_in
from tests.search.waiting import work_and_wait
from tests.shop import Shop, running_shop
from tests.stocked_shop import spec, stock_shop
from tests.waiting import until


@pytest.fixture
async def server() -> AsyncIterator[OpenSearchStandIn]:
    """A server without an index."""
    async with open_search_stand_in() as stand_in:
        yield stand_in


@pytest.fixture
def searching(settings: Settings, server: OpenSearchStandIn) -> Settings:
    """The settings of a shop that uses the server."""
    return settings.model_copy(update={"opensearch_url": SecretStr(f"{server.url}/klee")})


async def titles(shop: Shop, query: str = "") -> list[str]:
    """Return the titles of a list."""
    page = await shop.output("GET", f"/api/products?{query}")
    return [card["title"] for card in page["items"]]


async def search_state(shop: Shop) -> tuple[bool, float | None]:
    """Return the state of the search index in `/readyz`."""
    state = (await shop.output("GET", "/readyz"))["searchIndex"]
    return state["reachable"], state["secondsBehind"]


async def test_lists_and_searches_come_from_the_server(
    searching: Settings, server: OpenSearchStandIn
) -> None:
    async with running_shop(searching) as shop:
        async with shop.database.transaction() as connection:
            await make_product(connection, "Blue bowl")
            await make_product(connection, "Red plate")
        await work_and_wait(shop)
        assert sorted(await titles(shop)) == ["Blue bowl", "Red plate"]
        assert await titles(shop, "q=bowls") == ["Blue bowl"]
        suggested = await shop.output("GET", "/api/products/suggest?q=pla")
        assert "Red plate" in {one["text"] for one in suggested}
        assert await search_state(shop) == (True, 0)
    assert not list(searching.data_dir.glob("search/*/current.json"))
    assert [one.rpartition(".")[0] for one in server.indexes] == ["klee"]


async def test_machines_share_one_index(searching: Settings, tmp_path: Path) -> None:
    other = searching.model_copy(update={"data_dir": tmp_path / "other"})
    async with running_shop(searching) as first, running_shop(other) as second:
        assert await titles(second) == []
        async with first.database.transaction() as connection:
            await make_product(connection, "Blue bowl")
        await work_and_wait(first)
        cache: CatalogCache = second.runtime.services["catalog"]
        await second.see_changes(cache)
        assert await titles(second) == ["Blue bowl"]
        engine = updates.search_engine_of(second.runtime)
        assert await updates.catch_up(engine, second.database) == 0, "the first has written it"


async def test_products_and_checkout_work_while_the_server_is_away(
    searching: Settings, server: OpenSearchStandIn
) -> None:
    async with running_shop(searching) as shop:
        async with shop.database.transaction() as connection:
            bowls = [await make_category(connection, "Bowls")]
        specs = [spec(one, category_ids=bowls) for one in ("Serving bowl", "Soup bowl")]
        bowl, _ = await stock_shop(shop, *specs, taxes=True)
        await shop.work()
        path = f"/api/products/{bowl.slug}"
        related = (await shop.output("GET", path))["related"]
        assert related
        home = await shop.output("GET", "/api/home")
        server.is_away = True
        shop.runtime.services["catalog"].on_notification("cards")
        assert (await shop.output("GET", path))["related"] == []
        assert await shop.output("GET", "/api/home")
        assert (await shop.client.get(links.product(bowl.slug))).status_code == 200
        menu = await shop.output("GET", "/api/category-menu")
        assert menu
        assert len(menu) == len(await shop.output("GET", "/api/categories"))
        assert await place(shop, [bowl.sku_id])
        status, error = await shop.error("GET", "/api/products?q=bowl")
        assert (status, error["code"]) == (503, "not_ready")
        assert await search_state(shop) == (False, None)
        server.is_away = False
        assert await titles(shop, "q=soup") == ["Soup bowl"]

        async def is_complete() -> bool:
            shown = (await shop.output("GET", path))["related"]
            return bool((shown, await shop.output("GET", "/api/home")) == (related, home))

        await until(is_complete)


async def test_a_shop_starts_while_the_server_is_away(
    searching: Settings, server: OpenSearchStandIn
) -> None:
    server.is_away = True
    async with running_shop(searching) as shop:
        async with shop.database.transaction() as connection:
            await make_product(connection, "Blue bowl")
        assert (await shop.error("GET", "/api/products"))[0] == 503
        server.is_away = False
        await work_and_wait(shop)
        assert await titles(shop) == ["Blue bowl"]


async def test_a_change_that_was_rejected_is_written_again(
    searching: Settings, server: OpenSearchStandIn
) -> None:
    async with running_shop(searching) as shop:
        engine = updates.search_engine_of(shop.runtime)
        async with shop.database.transaction() as connection:
            await make_product(connection, "Blue bowl")
        (index,) = server.indexes.values()
        fields = dict(index.mappings["properties"])
        del index.mappings["properties"]["title"]
        with pytest.raises(NotReady):
            await updates.catch_up(engine, shop.database)
        index.mappings["properties"] = fields
        assert await updates.catch_up(engine, shop.database) == 1


async def test_a_server_that_cannot_be_reached_is_not_ready() -> None:
    client = OpenSearchClient("http://127.0.0.1:9/shop")
    with pytest.raises(NotReady):
        await client.request("GET", "/shop/_mapping")
    await client.close()


@pytest.mark.fast
@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("http://search.example:9200", "stallage"),
        ("https://ada:pass@search.example:9200/", "stallage"),
        ("https://ada:pass@search.example:9200/klee", "klee"),
    ],
)
def test_the_path_names_the_index(url: str, name: str) -> None:
    assert OpenSearchClient(url).name == name


@pytest.mark.fast
@pytest.mark.parametrize(
    "url", ["search.example:9200", "https://ada:pa/ss@host:9200", "http://host/Shop", "ftp://host"]
)
def test_other_addresses_are_rejected_without_showing_them(url: str, tmp_path: Path) -> None:
    with pytest.raises(ValidationError) as raised:
        Settings(data_dir=tmp_path, opensearch_url=SecretStr(url))
    assert url not in str(raised.value)
