"""After its start, a process reads the cards of popular products beside the requests."""

from __future__ import annotations

import pytest

from stallage.search.cache import warm_cards
from stallage.search.cache.catalog_cache import CatalogCache
from stallage.settings import Settings
from tests.products.factory import make_product
from tests.search.waiting import work_and_wait
from tests.shop import Shop, running_shop
from tests.waiting import until

PRODUCTS = 5


async def fill(settings: Settings) -> list[int]:
    """Make products; the later ones have sold more."""
    async with running_shop(settings) as shop:
        async with shop.database.transaction() as connection:
            ids = [(await make_product(connection, f"Bowl {n}")).id for n in range(PRODUCTS)]
            await connection.execute("UPDATE products SET popularity = id")
        await work_and_wait(shop)
    return ids


def cards_of(shop: Shop, ids: list[int]) -> list[int]:
    """Return the products whose cards are in memory."""
    cache: CatalogCache = shop.runtime.services["catalog"]
    return [one for one in ids if cache.cards.get(str(one)) is not None]


async def test_cards_are_read_after_the_start(settings: Settings) -> None:
    ids = await fill(settings)
    async with running_shop(settings) as shop:
        await until(lambda: cards_of(shop, ids) == ids)


async def test_the_most_popular_cards_fill_the_memory(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = await fill(settings)
    small = settings.model_copy(update={"part_cache_mb": 1})
    monkeypatch.setattr(warm_cards, "SMALLEST_CARD", 300_000)
    monkeypatch.setattr(warm_cards, "TOGETHER", 1)
    async with running_shop(small) as shop:
        await until(lambda: cards_of(shop, ids) == ids[-2:])


async def test_without_memory_for_parts_nothing_is_read(settings: Settings) -> None:
    ids = await fill(settings)
    async with running_shop(settings.model_copy(update={"part_cache_mb": 0})) as shop:
        await warm_cards.warm_cards(shop.runtime.services["catalog"])
        assert cards_of(shop, ids) == []
