"""Home page, categories, suggestions and SKU cards: contents, and conformity to their schemas."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import quote

import orjson

from stallage.core import clock
from stallage.core.db import Connection
from stallage.layout.schemas import FrameLink
from stallage.merchandising.actions import TileDraft, put_section, put_slider
from stallage.merchandising.jobs import show_scheduled_sliders
from stallage.products.actions import (
    put_attribute,
    put_brand,
    put_category,
    put_sale,
    refresh_products,
)
from stallage.products.queries.sku_cards import sku_cards_including_unavailable
from stallage.products.schemas import SkuCard
from stallage.search.actions import rebuild_lexicon
from stallage.search.schemas.list_parameters import SINGLE
from stallage.search.schemas.lists import ProductList, Suggestion
from stallage.search.schemas.openapi_parameters import LIST_PARAMETERS
from stallage.storefront.schemas import CategoryNode, Home
from tests.products.factory import SkuSpec, make_category, make_product
from tests.search.waiting import wait_for_cache, work_and_wait
from tests.shop import Shop

PICTURE = {"path": "/media/ab/a.webp", "alt": "A", "width": 10, "height": 20, "colour": "#aaaaaa"}


async def fill(connection: Connection) -> None:
    """Create a small shop that fills all parts of the home page."""
    await put_category(connection, slug="table", title="Table", image=PICTURE)
    bowls = await put_category(connection, slug="bowls", title="Bowls", parent_slug="table")
    await put_category(connection, slug="empty", title="Empty", position=-1)
    await put_brand(connection, slug="kiln", name="Kiln")
    await put_attribute(connection, name="material", label="Made of")
    await make_product(connection, "Bowl", slug="bowl", category_ids=[bowls], price=1000)
    await make_product(connection, "Plate", slug="plate", stock=0)
    await put_sale(
        connection,
        slug="sale",
        title="Sale",
        percent=10,
        starts_at=clock.now(),
        ends_at=None,
        product_slugs=["bowl", "unknown"],
        image=PICTURE,
    )
    await put_slider(connection, slug="slider", title="Slider", product_slugs=["plate", "bowl"])
    await put_section(
        connection,
        slug="section",
        title="Section",
        kind="product-tiles",
        tiles=[TileDraft("tile", "Tile", ["plate", "bowl"], image=PICTURE)],
    )
    await put_section(connection, slug="bare", title="Bare", kind="buttons", tiles=[], position=5)


async def test_home(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await fill(connection)
    await work_and_wait(shop)
    home = await shop.output("GET", "/api/home")
    Home.model_validate(home)
    page = home["pageItem"]
    assert [(one["slug"], one["link"]) for one in page["categoryList"]] == [
        ("empty", "/c/collections/empty"),
        ("table", "/c/collections/table"),
    ]
    assert page["categoryList"][1]["image"] == PICTURE
    assert [one["link"] for one in page["sliderList"]] == ["/s/collections/slider"]
    assert [(one["link"], one["percent"]) for one in page["salesList"]] == [
        ("/sa/collections/sale", 10)
    ]
    assert home["highlights"] is None, "there are sliders and sections"
    section, bare = page["featureSection"]
    tile = section["tiles"][0]
    assert tile["link"] == section["link"] == f"/collections/{section['id']}/tile"
    assert [card["slug"] for card in tile["products"]] == ["bowl", "plate"], "sold out comes last"
    assert tile["products"][0]["price"] == {"amount": 900, "currency": "USD"}
    assert (bare["tiles"], bare["link"]) == ([], None)


async def add_picture(connection: Connection, product_id: int, path: str | None) -> None:
    """Add a picture to a product. Without a path it is still to be downloaded."""
    await connection.execute(
        "INSERT INTO product_images (product_id, path, alt, width, height, colour)"
        " VALUES ($1, $2, 'Its name', 10, 20, '#aaaaaa')",
        product_id,
        path,
    )
    await refresh_products(connection, [product_id])


async def test_a_home_page_without_sliders_and_sections(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        many = await make_category(connection, "Many")
        few = await make_category(connection, "Few")
        await make_category(connection, "None")
        old = await make_product(connection, "Old", slug="old", category_ids=[many], popularity=3)
        await make_product(connection, "Gone", slug="gone", category_ids=[many], stock=0)
        await make_product(
            connection, "Less", slug="less", category_ids=[few], price=900, compare_at_price=1000
        )
        await make_product(connection, "New", slug="new", category_ids=[many])
        await add_picture(connection, old.id, "/media/ab/old.webp")
    await work_and_wait(shop)
    home = await shop.output("GET", "/api/home")
    Home.model_validate(home)
    assert set(home["pageItem"]) == {"categoryList", "sliderList", "salesList", "featureSection"}
    highlights = home["highlights"]

    def slugs(name: str) -> list[str]:
        return [card["slug"] for card in highlights[name]["products"]]

    assert slugs("newest") == ["old", "new", "less"], "with pictures first, none sold out"
    assert slugs("popular") == ["old"], "only products with sales"
    assert slugs("reduced") == ["less"]
    for name, link in [
        ("newest", "/search?sort=newest"),
        ("popular", "/search?sort=popularity"),
        ("reduced", "/search?sort=discount&discount=1"),
    ]:
        assert highlights[name]["link"] == link
        query = link.partition("?")[2]
        listed = await shop.output("GET", f"/api/products?{query}&inStock=true")
        assert {card["slug"] for card in listed["items"]} >= set(slugs(name))
    assert [one["slug"] for one in highlights["categories"]] == ["many", "few"]
    assert highlights["categories"][0]["image"]["path"] == "/media/ab/old.webp"
    assert highlights["categories"][1]["image"] is None


async def test_sold_out_products_are_shown_if_there_are_no_others(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="gone", stock=0)
    await work_and_wait(shop)
    highlights = (await shop.output("GET", "/api/home"))["highlights"]
    assert [card["slug"] for card in highlights["newest"]["products"]] == ["gone"]


async def test_the_largest_categories_are_of_the_first_level_with_several(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        root = await make_category(connection, "All products")
        await make_category(connection, "Empty root")
        small = await make_category(connection, "Small", parent_id=root)
        large = await make_category(connection, "Large", parent_id=root)
        await make_product(connection, category_ids=[small])
        await make_product(connection, category_ids=[large])
        await make_product(connection, category_ids=[large])
    await work_and_wait(shop)
    highlights = (await shop.output("GET", "/api/home"))["highlights"]
    assert [one["slug"] for one in highlights["categories"]] == ["large", "small"]


async def test_the_image_of_a_category(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        root = await make_category(connection, "Root")
        part = await make_category(connection, "Part", parent_id=root)
        await put_category(connection, slug="own", title="Own", parent_slug="root", image=PICTURE)
        own = await connection.fetchval("SELECT id FROM categories WHERE slug = 'own'")
        pending = await make_product(connection, category_ids=[part], popularity=90)
        await add_picture(connection, pending.id, None)
        sold_out = await make_product(connection, category_ids=[part], stock=0, popularity=80)
        await add_picture(connection, sold_out.id, "/media/ab/sold-out.webp")
        liked = await make_product(connection, category_ids=[part], popularity=7)
        await add_picture(connection, liked.id, "/media/ab/liked.webp")
        newer = await make_product(connection, category_ids=[own])
        await add_picture(connection, newer.id, "/media/ab/newer.webp")
    await work_and_wait(shop)

    async def pictures() -> dict[str, str | None]:
        (node,) = await shop.output("GET", "/api/categories")
        CategoryNode.model_validate(node)
        return {
            one["slug"]: one["image"] and one["image"]["path"] for one in [node, *node["children"]]
        }

    assert await pictures() == {
        "root": "/media/ab/liked.webp",
        "part": "/media/ab/liked.webp",
        "own": PICTURE["path"],
    }
    async with shop.database.transaction() as connection:
        await add_picture(connection, pending.id, "/media/ab/downloaded.webp")
    await wait_for_cache(shop)
    assert (await pictures())["root"] == "/media/ab/downloaded.webp", "no longer cached"


async def test_a_slider_is_shown_during_its_period(shop: Shop) -> None:
    start = clock.now() + timedelta(hours=1)
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="bowl")
        await put_slider(
            connection,
            slug="slider",
            title="Slider",
            product_slugs=["bowl"],
            starts_at=start,
            ends_at=start + timedelta(hours=1),
        )
    for moment, shown in [
        (start - timedelta(minutes=1), 0),
        (start + timedelta(minutes=1), 1),
        (start + timedelta(minutes=61), 0),
    ]:
        with clock.freeze(moment):
            await show_scheduled_sliders(shop.runtime)
            await wait_for_cache(shop)
            home = await shop.output("GET", "/api/home")
            listed = await shop.client.get("/api/products?slider=slider")
        assert len(home["pageItem"]["sliderList"]) == shown
        assert (listed.status_code == 200) is bool(shown)


async def test_sliders_and_sections_are_replaced(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await fill(connection)
    for _ in range(2):
        async with shop.database.transaction() as connection:
            await put_slider(connection, slug="slider", title="Other", product_slugs=["bowl"])
            await put_section(
                connection,
                slug="section",
                title="Section",
                kind="buttons",
                tiles=[TileDraft("new", "New", ["bowl"])],
            )
    await work_and_wait(shop)
    page = (await shop.output("GET", "/api/home"))["pageItem"]
    assert [one["title"] for one in page["sliderList"]] == ["Other"]
    assert [tile["slug"] for tile in page["featureSection"][0]["tiles"]] == ["new"]
    listed = await shop.output("GET", "/api/products?slider=slider")
    assert [card["slug"] for card in listed["items"]] == ["bowl"]


async def test_the_category_tree(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await fill(connection)
        gifts = await make_category(connection, "Gifts")
        bowls = await connection.fetchval("SELECT id FROM categories WHERE slug = 'bowls'")
        await make_product(connection, "Cup", category_ids=[bowls, gifts])
        await make_product(connection, "Gone", category_ids=[bowls], status="archived")
    await work_and_wait(shop)
    tree = await shop.output("GET", "/api/categories")
    for node in tree:
        CategoryNode.model_validate(node)
    assert [(one["slug"], one["count"]) for one in tree] == [
        ("empty", 0),
        ("table", 2),
        ("gifts", 1),
    ]
    assert [(one["slug"], one["count"]) for one in tree[1]["children"]] == [("bowls", 2)]
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE categories SET position = 1 WHERE slug = 'table'")
    await wait_for_cache(shop)
    tree = await shop.output("GET", "/api/categories")
    assert [one["slug"] for one in tree] == ["empty", "gifts", "table"]
    menu = await shop.output("GET", "/api/category-menu")
    for link in menu:
        FrameLink.model_validate(link)
    bowls_link = {"title": "Bowls", "link": "/c/collections/bowls", "children": []}
    assert menu == [
        {"title": "Gifts", "link": "/c/collections/gifts", "children": []},
        {"title": "Table", "link": "/c/collections/table", "children": [bowls_link]},
    ], "in the same order, without categories that have no products"


async def test_tiles_that_show_no_products_have_a_picture_of_one(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, "Bowl", slug="bowl", image="/media/cd/bowl.webp")
        tiles = [TileDraft("own", "Own", ["bowl"], image=PICTURE), TileDraft("of", "Of", ["bowl"])]
        for kind in ("category-tiles", "carousel", "product-tiles"):
            await put_section(connection, slug=kind, title=kind, kind=kind, tiles=tiles, position=9)
    await wait_for_cache(shop)
    sections = (await shop.output("GET", "/api/home"))["pageItem"]["featureSection"]
    by_kind = {one["slug"]: one["tiles"] for one in sections if one["slug"] == one["kind"]}
    for kind in ("category-tiles", "carousel"):
        own, other = by_kind[kind]
        assert (own["products"], other["products"]) == ([], [])
        assert own["image"]["path"] == PICTURE["path"]
        assert other["image"]["path"] == "/media/cd/bowl.webp"
    (shown,) = by_kind["product-tiles"][1]["products"]
    assert shown["slug"] == "bowl"
    assert by_kind["product-tiles"][1]["image"] is None


async def test_suggestions(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await fill(connection)
        for number in range(12):
            await make_product(connection, f"Bowl of oak {number}", product_type="Bowl")
        await rebuild_lexicon(connection)
    await work_and_wait(shop)

    async def suggest(typed: str) -> list[dict[str, Any]]:
        suggestions: list[dict[str, Any]] = await shop.output(
            "GET", f"/api/products/suggest?q={quote(typed)}"
        )
        for one in suggestions:
            Suggestion.model_validate(one)
        assert len(suggestions) <= 10
        return suggestions

    suggestions = await suggest("bow")
    kinds = [one["kind"] for one in suggestions]
    assert kinds == sorted(kinds, key=["query", "category", "brand", "product"].index)
    assert set(kinds) == {"query", "category", "product"}
    assert (suggestions[0]["text"], suggestions[0]["link"]) == ("bowl", "/search?q=bowl")
    assert {one["link"] for one in suggestions if one["kind"] == "category"} == {
        "/c/collections/bowls"
    }
    assert all(one["price"] for one in suggestions if one["kind"] == "product")
    misspelt = await suggest("bwol")
    assert "product" in {one["kind"] for one in misspelt}
    assert "bowl" in {one["text"] for one in await suggest("bowll")}
    assert await suggest("") == []
    assert await suggest("   ") == []
    assert await suggest("%") == []
    assert await suggest("zzzzzz") == []


async def test_the_lexicon_is_rebuilt(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, "Samovar", slug="samovar")
        await rebuild_lexicon(connection)
        await connection.execute("UPDATE products SET title = 'Kettle', card = NULL")
        await rebuild_lexicon(connection)
        assert await connection.fetch("SELECT FROM lexicon") == []


async def test_cards_of_skus(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        bowl = await make_product(
            connection,
            "Bowl",
            option_names=["Size"],
            skus=[SkuSpec(("S",), price=100), SkuSpec(("L",), price=300, stock=2)],
        )
        gone = await make_product(connection, "Gone", status="archived")
        small, large = bowl.sku_ids
        cards_json = await sku_cards_including_unavailable(
            connection, [gone.sku_id, large], clock.now()
        )
    with_archived = orjson.loads(cards_json)
    assert [(card["title"], card["inStock"]) for card in with_archived] == [
        ("Gone", False),
        ("Bowl", True),
    ]
    ids = f"{large},{gone.sku_id},{small},{large},9007199254740991"
    cards = await shop.output("GET", f"/api/products/cards?skuIds={ids}")
    for card in cards:
        SkuCard.model_validate(card)
    assert [(card["skuId"], card["price"]["amount"]) for card in cards] == [
        (large, 300),
        (small, 100),
    ]
    assert cards[0]["options"] == [{"name": "Size", "value": "L"}]
    assert cards[0]["stockNote"] == "Only 2 left"
    assert await shop.output("GET", "/api/products/cards") == []
    for wrong in ("a", "1,", "1,,2", "-1", "1.5", "99999999999999999", ",".join(["1"] * 101)):
        status, error = await shop.error("GET", f"/api/products/cards?skuIds={wrong}")
        assert (wrong, status, list(error["fields"])) == (wrong, 422, ["skuIds"])


async def test_lists_match_their_schema(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await fill(connection)
    await work_and_wait(shop)
    for query in ("", "?category=bowls", "?q=bowl", "?sale=sale", "?page=9"):
        ProductList.model_validate(await shop.output("GET", f"/api/products{query}"))


def test_the_documented_parameters_are_those_that_are_read() -> None:
    assert {one["name"] for one in LIST_PARAMETERS} == SINGLE | {"brand", "attr"}
