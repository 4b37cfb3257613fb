"""Cards of products by slug."""

from __future__ import annotations

from tests.products.factory import make_product
from tests.search.waiting import work_and_wait
from tests.shop import Shop

URL = "/api/product-cards"


async def test_cards_come_in_the_order_of_their_slugs(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        for slug in ("bowl", "plate"):
            await make_product(connection, slug=slug)
    await work_and_wait(shop)
    cards = await shop.output("GET", URL, params={"slugs": "plate,gone,bowl,plate"})
    assert [card["slug"] for card in cards] == ["plate", "bowl"]
    assert await shop.output("GET", URL) == []
    for wrong in ("a\x00b", ",".join(f"s{number}" for number in range(25))):
        refused = await shop.client.get(URL, params={"slugs": wrong})
        assert refused.status_code == 422
