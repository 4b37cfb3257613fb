"""Search results and their ranking."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from tests.products.factory import make_product
from tests.search.waiting import work_and_wait
from tests.shop import Shop


async def search(shop: Shop, words: str, more: str = "") -> list[str]:
    """Return the titles of a search's results, in order."""
    page: dict[str, Any] = await shop.output("GET", f"/api/products?q={quote(words)}{more}")
    assert page["total"] >= len(page["items"])
    return [card["title"] for card in page["items"]]


async def make(shop: Shop, *titles: str, **more: Any) -> None:
    """Create products with these titles."""
    async with shop.database.transaction() as connection:
        for title in titles:
            await make_product(connection, title, **more)
    await work_and_wait(shop)


async def test_exact_before_prefix(shop: Shop) -> None:
    await make(shop, "Lampshade of linen", "Tall lamp with a brass arm and a long cord")
    assert await search(shop, "lamp") == [
        "Tall lamp with a brass arm and a long cord",
        "Lampshade of linen",
    ]


async def test_typing_errors(shop: Shop) -> None:
    await make(shop, "Serving bowl", "Cushion", "Candlestick")
    for typed, title in [
        ("bwol", "Serving bowl"),
        ("cusion", "Cushion"),
        ("kandlestick", "Candlestick"),
        ("candelstik", "Candlestick"),
        ("servng bowl", "Serving bowl"),
    ]:
        assert await search(shop, typed) == [title], typed


async def test_a_known_word_has_no_fuzzy_matches(shop: Shop) -> None:
    await make(shop, "Bowl", "Bowls of oak", "Boil pot")
    assert await search(shop, "bowl") == ["Bowl", "Bowls of oak"]


async def test_stems_accents_and_case(shop: Shop) -> None:
    await make(shop, "Café crème cups")
    for typed in ("cafe", "CAFÉ", "cup", "Cups creme"):
        assert await search(shop, typed) == ["Café crème cups"], typed


async def test_all_words_before_some_words(shop: Shop) -> None:
    await make(shop, "Oak board", "Walnut tray", "Walnut board", "Linen cloth")
    titles = await search(shop, "walnut board")
    assert titles[0] == "Walnut board"
    assert set(titles[1:]) == {"Oak board", "Walnut tray"}


async def test_compound_words(shop: Shop) -> None:
    await make(shop, "Candlestick of brass", "Brass tray")
    assert (await search(shop, "candle stick"))[0] == "Candlestick of brass"
    assert (await search(shop, "candle-stick"))[0] == "Candlestick of brass"


async def test_brand_before_title_before_tags_before_description(shop: Shop) -> None:
    await make(shop, "Kiln cache")
    await make(shop, "Plate one", brand="Kiln")
    await make(shop, "Plate two", tags=["kiln"])
    await make(shop, "Plate three", attributes={"made": ["kiln"]})
    await make(shop, "Plate four", description_html="<p>Fired in a <b>kiln</b>.</p>")
    assert await search(shop, "kiln") == [
        "Plate one",
        "Kiln cache",
        "Plate two",
        "Plate three",
        "Plate four",
    ]


async def test_markup_is_not_searched(shop: Shop) -> None:
    await make(shop, "Plate", description_html='<p class="zebra">Fired</p>')
    assert await search(shop, "zebra") == []


async def test_sold_out_products_are_last(shop: Shop) -> None:
    await make(shop, "Bowl", stock=0)
    await make(shop, "Wide plate beside a bowl", stock=1)
    assert await search(shop, "bowl") == ["Wide plate beside a bowl", "Bowl"]
    assert await search(shop, "bowl", "&inStock=true") == ["Wide plate beside a bowl"]


async def test_search_by_sku_code(shop: Shop) -> None:
    await make(shop, "Plate", "Bowl")
    async with shop.database.reading() as connection:
        code = await connection.fetchval(
            "SELECT s.sku FROM skus s JOIN products p ON p.id = s.product_id WHERE p.title = 'Bowl'"
        )
    assert (await search(shop, code))[0] == "Bowl"


async def test_stop_words_are_optional(shop: Shop) -> None:
    await make(shop, "Bowl for soup", "The best of all plates")
    assert await search(shop, "a bowl for my soup") == ["Bowl for soup"]
    assert await search(shop, "the") == ["The best of all plates"]


async def test_a_search_in_another_order(shop: Shop) -> None:
    await make(shop, "Bowl one", price=300, compare_at_price=400, popularity=1, ratings=[4])
    await make(shop, "Bowl two", price=200, compare_at_price=400, popularity=2, ratings=[5])
    for sort, first in [
        ("price", "Bowl two"),
        ("-price", "Bowl one"),
        ("newest", "Bowl two"),
        ("popularity", "Bowl two"),
        ("rating", "Bowl two"),
        ("discount", "Bowl two"),
    ]:
        titles = await search(shop, "bowl", f"&sort={sort}")
        assert (sort, titles[0], len(titles)) == (sort, first, 2)


MAX_WORDS = 200
HOSTILE_WORDS = [
    "*:*",
    '"',
    "'",
    "\\",
    '"bowl',
    "bowl AND",
    "bowl OR (",
    "title:bowl",
    "-bowl",
    "+bowl +",
    "bowl~2",
    "bowl^99",
    "[a TO z]",
    "{!lucene}bowl",
    "%",
    "_",
    "🥣",
    "bowl 🥣",
    "bowl\x00",
    "\x00",
    "\u202ebowl",
    "ＢＯＷＬ",
    "<script>alert(1)</script>",
    "'; DROP TABLE products; --",
    "..",
    "/",
    "b" * 10_000,
    "bowl " * 2_000,
    " ".join(f"w{number}" for number in range(2_000)),
    "ß" * 500,
    "İstanbul",
    "\ud7ff\ue000",
]


async def test_hostile_words_are_searched_as_words(shop: Shop) -> None:
    await make(shop, "Bowl")
    for words in HOSTILE_WORDS:
        listed = await shop.client.get("/api/products", params={"q": words})
        status = 200 if len(words) <= MAX_WORDS else 422
        assert listed.status_code == status, (words[:40], listed.text[:200])
        suggested = await shop.client.get("/api/products/suggest", params={"q": words})
        assert suggested.status_code == 200, (words[:40], suggested.text[:200])
    assert await search(shop, "bowl\x00") == ["Bowl"]
    assert await search(shop, "*:*") == []
    assert await search(shop, "title:bowl") == ["Bowl"]


async def test_invalid_utf8(shop: Shop) -> None:
    await make(shop, "Bowl")
    for query in ("q=%ff%fe", "q=%ed%a0%80", "q=bowl&attr.x=%ff", "%ff=%ff"):
        response = await shop.client.get(f"/api/products?{query}")
        assert response.status_code == 200, query
