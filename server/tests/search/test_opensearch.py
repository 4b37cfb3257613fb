"""A shop whose search index is in an OpenSearch server, which machines share and which may be away."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError
from starlette.responses import JSONResponse, PlainTextResponse, Response

from stallage.core.errors import NotReady
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.search.index import updates
from stallage.search.index.opensearch.client import OpenSearchClient
from stallage.settings import Settings
from stallage.shop.rules import links
from tests.checkout.factory import place
from tests.products.factory import make_category, make_product
from tests.search.opensearch_stand_in import OpenSearchStandIn, open_search_stand_in
from tests.search.waiting import work_and_wait
from tests.shop import Shop, running_shop
from tests.stocked_shop import spec, stock_shop
from tests.waiting import until

MOST_REQUESTS = 10
"""Requests of a search with three unknown words."""


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


async def test_searches_are_corrected(searching: Settings, server: OpenSearchStandIn) -> None:
    async with running_shop(searching) as shop:
        async with shop.database.transaction() as connection:
            await make_product(connection, "Étagère of oak")
            await make_product(connection, "Oak lamp")
        await work_and_wait(shop)
        listed = await shop.output("GET", "/api/products?q=etagree")
        assert listed["correction"] == {"words": "étagère", "literal": False}
        assert [one["title"] for one in listed["items"]] == ["Étagère of oak"]
        literal = await shop.output("GET", "/api/products?q=etagree&literal=true")
        assert (literal["correction"]["literal"], literal["items"]) == (True, [])
        assert (await shop.output("GET", "/api/products?q=etagere+lamp"))["lacksWords"]
        empty = await shop.output("GET", "/api/products?q=lamp&price=1..2")
        assert [(one["parameter"], one["count"]) for one in empty["relaxed"]] == [("price", 1)]
        server.requests.clear()
        await shop.output("GET", "/api/products?q=oka+lapm+etagree")
        searches = [path for _, path, _ in server.requests if path == "/klee/_search"]
        assert len(searches) <= MOST_REQUESTS


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
        await client.find("GET", "/shop/_mapping")
    await client.close()


@pytest.mark.parametrize(
    "response",
    [
        PlainTextResponse("<html>Sign in</html>", media_type="text/html"),
        PlainTextResponse("Maintenance"),
        PlainTextResponse("{", media_type="application/json"),
        JSONResponse([]),
        JSONResponse({}),
        JSONResponse({"shop": {}, "hits": {}, "items": [{}]}),
        Response(b"\xff", media_type="application/json"),
        Response(),
    ],
    ids=["page", "text", "broken", "list", "empty object", "other object", "bytes", "empty"],
)
async def test_a_response_that_is_not_the_servers_is_not_ready(
    searching: Settings, server: OpenSearchStandIn, response: Response
) -> None:
    async with running_shop(searching) as shop:
        server.fixed = response
        for path in ("/api/products", "/api/products?q=bowl", "/api/products/suggest?q=bowl"):
            status, error = await shop.error("GET", path)
            assert (status, error["code"]) == (503, "not_ready"), path
        assert (await search_state(shop))[0] is False
        with pytest.raises(NotReady):
            await updates.rebuild(updates.search_engine_of(shop.runtime), shop.database)
        server.fixed = None
        assert await titles(shop) == []


@pytest.mark.parametrize("status", [429, 502, 503, 504])
async def test_a_busy_server_is_tried_twice(server: OpenSearchStandIn, status: int) -> None:
    client = OpenSearchClient(server.url)
    server.next = [JSONResponse({"error": "busy"}, status)]
    assert await client.find("GET", "/shop/_mapping") is None
    server.next = [JSONResponse({"error": "busy"}, status)] * 2
    with pytest.raises(NotReady):
        await client.find("GET", "/shop/_mapping")
    await client.close()
    assert len(server.requests) == 4


async def test_other_errors_are_not_repeated(server: OpenSearchStandIn) -> None:
    client = OpenSearchClient(server.url)
    for status in (400, 401, 403, 409, 500):
        server.next = [PlainTextResponse("no", status)]
        with pytest.raises(NotReady):
            await client.find("GET", "/shop/_mapping")
    await client.close()
    assert len(server.requests) == 5


async def test_credentials_of_the_address_are_sent(server: OpenSearchStandIn) -> None:
    address = server.url.replace("://", "://ad%C3%A1:p%40s%2Fs%E2%82%AC@")
    client = OpenSearchClient(f"{address}/klee")
    await client.find("GET", "/klee/_mapping")
    await client.close()
    [(_, _, authorization)] = server.requests
    assert authorization == f"Basic {b64encode('adá:p@s/s€'.encode()).decode()}"


async def test_a_node_that_accepts_no_connection_is_replaced_by_another(
    server: OpenSearchStandIn,
) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full, ExitStack() as waiting:
        port = full.getsockname()[1]
        # The system lets no more connections wait, so further ones are not even refused.
        for _ in range(2):
            connection = waiting.enter_context(socket.socket())
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", port))
        for nodes in (f"{port},127.0.0.1:{{}}", f"{{}},127.0.0.1:{port}", "9,127.0.0.1:{}"):
            address = nodes.format(server.url.rpartition(":")[2])
            client = OpenSearchClient(f"http://127.0.0.1:{address}/klee")
            for _ in range(3):
                assert await client.find("GET", "/klee/_mapping") is None
            await client.close()


def test_a_shop_without_the_client_says_how_to_install_it(tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['opensearchpy'] = None; from stallage.__main__ import run; run()"
    )
    environment = {
        **os.environ,
        "STALLAGE_DATA_DIR": str(tmp_path),
        "STALLAGE_OPENSEARCH_URL": "http://user:pass@127.0.0.1:9/shop",
    }
    ended = subprocess.run(
        [sys.executable, "-c", program, "serve"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode != 0
    assert "run pip install 'stallage[opensearch]'" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert "pass@" not in ended.stderr


@pytest.mark.fast
def test_a_shop_without_a_server_does_not_import_the_client() -> None:
    program = (
        "import sys; import stallage.search.startup, stallage.app;"
        " print('opensearchpy' in sys.modules, 'aiohttp' in sys.modules)"
    )
    printed = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert printed.split() == ["False", "False"]


@pytest.mark.fast
@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("http://one:9200,two:9200/klee", "klee"),
        ("https://ada:pass@one,[::1]:9200", "stallage"),
        ("http://search.example:9200", "stallage"),
        ("https://ada:pass@search.example:9200/", "stallage"),
        ("https://ada:pass@search.example:9200/klee", "klee"),
    ],
)
def test_the_path_names_the_index(url: str, name: str, tmp_path: Path) -> None:
    assert Settings(data_dir=tmp_path, opensearch_url=SecretStr(url))
    assert OpenSearchClient(url).name == name


@pytest.mark.fast
@pytest.mark.parametrize(
    "url",
    [
        "search.example:9200",
        "https://ada:pa/ss@host:9200",
        "http://host/Shop",
        "ftp://host",
        "http://one:9200,two:port/shop",
        "http://one:92000",
        "http://one,,two",
    ],
)
def test_other_addresses_are_rejected_without_showing_them(url: str, tmp_path: Path) -> None:
    with pytest.raises(ValidationError) as raised:
        Settings(data_dir=tmp_path, opensearch_url=SecretStr(url))
    assert url not in str(raised.value)
