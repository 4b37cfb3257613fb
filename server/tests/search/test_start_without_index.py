"""A shop with many products serves lists from its first moment, also if its index has to be built."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest

from stallage.core.errors import NotReady
from stallage.search.index import updates
from stallage.search.index.database_lists import DatabaseLists
from stallage.search.index.schema import VERSION
from stallage.search.index.search_index import index_folder
from stallage.search.rules import Filters, ListQuery, Sort
from stallage.settings import Settings
from tests.conftest import OpenShop
from tests.products.factory import make_product
from tests.search.test_index import fill
from tests.shop import Shop
from tests.waiting import until


@contextmanager
def writers_locked_out(folder: Path) -> Iterator[None]:
    """Let nobody write the index, as if it took very long."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.mark.parametrize("damage", ["version", "language", "missing"])
async def test_a_shop_serves_while_its_index_is_built(
    settings: Settings, open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    await fill(settings)
    monkeypatch.setattr(updates, "BUILT_AT_START", 1)
    folder = index_folder(settings)
    marker = folder / "current.json"
    if damage == "missing":
        marker.unlink()
    else:
        old = {"version": VERSION - 1} if damage == "version" else {"language": "german"}
        marker.write_bytes(orjson.dumps(orjson.loads(marker.read_bytes()) | old))
    with writers_locked_out(folder):
        async with open_shop(search_seconds=0.05) as shop:
            await serves_lists_only(shop)
    async with open_shop(search_seconds=0.05) as shop:
        await until_searched(shop)
        assert (await shop.output("GET", "/api/products"))["facets"]
        state = await search_index(shop)
        assert (state["building"], state["secondsBehind"]) == (None, 0)


async def until_searched(shop: Shop) -> None:
    """Wait until searches are answered."""

    async def is_answered() -> bool:
        response = await shop.client.get("/api/products", params={"q": "bowl"})
        return response.status_code == 200 and response.json()["output"]["total"] == 1

    await until(is_answered)


async def serves_lists_only(shop: Shop) -> None:
    """Check what a shop answers while its index is being built."""
    listed = await shop.output("GET", "/api/products", params={"sort": "newest"})
    assert [one["title"] for one in listed["items"]] == ["Plate", "Bowl"]
    assert (listed["total"], listed["facets"]) == (2, [])
    response = await shop.client.get("/api/products", params={"q": "bowl"})
    assert (response.status_code, response.json()["error"]["code"]) == (503, "not_ready")
    slug = listed["items"][0]["slug"]
    for path in ("/api/home", "/api/categories", f"/api/products/{slug}", "/"):
        assert (await shop.client.get(path)).status_code == 200, path
    state = await search_index(shop)
    assert state["building"] == {"products": 0, "total": 2}
    assert (state["reachable"], state["secondsBehind"]) == (True, None)


async def search_index(shop: Shop) -> dict[str, Any]:
    """Return what `/readyz` says about the index."""
    found: dict[str, Any] = (await shop.output("GET", "/readyz"))["searchIndex"]
    return found


async def test_a_shop_that_served_without_index_switches_to_it(
    settings: Settings, open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(settings)
    monkeypatch.setattr(updates, "BUILT_AT_START", 1)
    folder = index_folder(settings)
    (folder / "current.json").unlink()
    lock = (folder / "lock").open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    async with open_shop(search_seconds=0.05) as shop:
        before = await shop.output("GET", "/api/products")
        assert before["facets"] == []
        lock.close()

        await until_searched(shop)
        # The list that came from the database is not cached any longer.
        assert (await shop.output("GET", "/api/products"))["facets"]


async def test_the_order_of_lists_from_the_database(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        for title in ("Bowl", "Cup", "Jug"):
            await make_product(connection, title)
        for number, columns in enumerate(((900, 5, 20, 5), (300, 0, 0, 1), (600, 2, 10, 9)), 1):
            await connection.execute(
                "UPDATE products SET price = $2, rating_count = $3, rating_sum = $4, popularity = $5 "
                "WHERE id = $1",
                number,
                *columns,
            )
    lists = DatabaseLists(shop.database, "english")
    expected: dict[Sort, list[int]] = {
        "price": [2, 3, 1],
        "-price": [1, 3, 2],
        "newest": [3, 2, 1],
        "rating": [3, 1, 2],
        "popularity": [3, 1, 2],
        "relevance": [3, 1, 2],
    }
    for sort, ids in expected.items():
        assert (await lists.first(ListQuery(sort=sort), 9)).ids == ids, sort
    for query in (ListQuery(words="bowl"), ListQuery(Filters(attributes=(("a", ("b",)),)))):
        with pytest.raises(NotReady):
            await lists.first(query, 9)
