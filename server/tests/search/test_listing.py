"""GET /api/products: contents, order and pages of lists."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.core.paging import Page
from stallage.products.actions import refresh_products
from stallage.search.index import updates
from stallage.search.index.database_lists import ORDERS, READS, DatabaseLists
from stallage.search.index.engine import ListOptions
from stallage.search.rules import Filters, ListQuery
from tests.products.factory import (
    make_category,
    make_product,
    make_sale,
    make_section,
    make_slider,
)
from tests.search.waiting import wait_for_cache, work_and_wait
from tests.shop import Shop


def slugs_of(page: dict[str, Any]) -> list[str]:
    """Return the slugs of a page, in order."""
    return [card["slug"] for card in page["items"]]


@pytest.fixture
async def filled(shop: Shop) -> Shop:
    """A shop with four products in three categories: one is sold out, one is archived."""
    now = clock.now()
    async with shop.database.transaction() as connection:
        table = await make_category(connection, "Table")
        bowls = await make_category(connection, "Bowls", parent_id=table)
        light = await make_category(connection, "Light")
        bowl = await make_product(
            connection,
            "Everyday bowl",
            slug="bowl",
            price=2200,
            brand="Kiln",
            category_ids=[bowls],
            attributes={"material": ["Stoneware"], "colour": ["Green", "Beige"]},
            ratings=[5, 4],
            popularity=5,
            created_at=now - timedelta(days=3),
        )
        plate = await make_product(
            connection,
            "Dinner plate",
            slug="plate",
            price=3000,
            compare_at_price=4000,
            brand="Orrin",
            category_ids=[table],
            attributes={"material": ["Stoneware"], "colour": ["Beige"]},
            ratings=[3],
            popularity=9,
            created_at=now - timedelta(days=2),
        )
        lamp = await make_product(
            connection,
            "Mushroom lamp",
            slug="lamp",
            price=12000,
            stock=0,
            brand="Kiln",
            category_ids=[light],
            attributes={"material": ["Brass"]},
            popularity=50,
            created_at=now - timedelta(days=1),
        )
        await make_product(connection, "Old bowl", slug="old", status="archived", brand="Kiln")
        await make_sale(connection, [lamp.id, bowl.id], slug="sale", percent=25)
        await make_slider(connection, [plate.id, lamp.id, bowl.id], slug="slider")
        await make_section(connection, {"tile": [plate.id, bowl.id]})
    await work_and_wait(shop)
    return shop


LISTS = [
    ("", ["plate", "bowl", "lamp"]),
    ("category=table", ["plate", "bowl"]),
    ("category=bowls", ["bowl"]),
    ("sale=sale", ["bowl", "lamp"]),
    ("slider=slider", ["plate", "bowl", "lamp"]),
    ("slider=slider&sort=popularity", ["lamp", "plate", "bowl"]),
    ("section=1/tile", ["plate", "bowl"]),
    ("q=bowl", ["bowl"]),
    ("q=stoneware&category=bowls", ["bowl"]),
    ("q=stoneware&sale=sale", ["bowl"]),
    ("sale=sale&category=light", ["lamp"]),
    ("brand=kiln", ["bowl", "lamp"]),
    ("brand=kiln&brand=orrin", ["plate", "bowl", "lamp"]),
    ("price=1650..3000", ["plate", "bowl"]),
    ("price=..1650", ["bowl"]),
    ("price=3001..", ["lamp"]),
    ("rating=4", ["bowl"]),
    ("rating=3", ["plate", "bowl"]),
    ("inStock=true", ["plate", "bowl"]),
    ("inStock=false", ["plate", "bowl", "lamp"]),
    ("discount=25", ["plate", "bowl", "lamp"]),
    ("discount=26", []),
    ("attr.material=Stoneware", ["plate", "bowl"]),
    ("attr.colour=Green&attr.colour=Beige", ["plate", "bowl"]),
    ("attr.material=Stoneware&attr.colour=Green", ["bowl"]),
    ("attr.material=Gold", []),
    ("attr.nothing=Gold", []),
    ("sort=newest", ["lamp", "plate", "bowl"]),
    ("sort=price", ["bowl", "plate", "lamp"]),
    ("sort=-price", ["lamp", "plate", "bowl"]),
    ("sort=rating", ["bowl", "plate", "lamp"]),
    ("sort=popularity", ["lamp", "plate", "bowl"]),
    ("utm_source=mail", ["plate", "bowl", "lamp"]),
    ("category=&q=&brand=&sort=&page=", ["plate", "bowl", "lamp"]),
]
"""Query string → slugs in order."""


async def test_each_parameter(filled: Shop) -> None:
    wrong = {}
    for query, expected in LISTS:
        listed = await filled.output("GET", f"/api/products?{query}")
        if (slugs_of(listed), listed["total"]) != (expected, len(expected)):
            wrong[query] = (slugs_of(listed), listed["total"])
    assert wrong == {}


async def test_pages(filled: Shop) -> None:
    first = await filled.output("GET", "/api/products?pageSize=2")
    second = await filled.output("GET", "/api/products?pageSize=2&page=2")
    past = await filled.output("GET", "/api/products?pageSize=96&page=1000000")
    of_slider = await filled.output("GET", "/api/products?slider=slider&pageSize=2&page=2")
    assert slugs_of(first) + slugs_of(second) == ["plate", "bowl", "lamp"]
    assert (slugs_of(past), past["total"], past["page"], past["pageSize"]) == ([], 3, 1_000_000, 96)
    assert slugs_of(of_slider) == ["lamp"]


UNKNOWN_SLUGS = [
    "category=x",
    "category=%00",
    "category=bowls%27--",
    "sale=x",
    "slider=x",
    "section=1/x",
    "section=9",
    "section=x/tile",
    "brand=x",
]
"""Query strings with unknown slugs."""


async def test_an_unknown_slug_is_not_found(filled: Shop) -> None:
    for query in UNKNOWN_SLUGS:
        status, error = await filled.error("GET", f"/api/products?{query}")
        assert (query, status, error["code"]) == (query, 404, "not_found")


INVALID = [
    ("sort=best", "sort"),
    ("sort=price%20", "sort"),
    ("price=5", "price"),
    ("price=..", "price"),
    ("price=9..1", "price"),
    ("price=-1..5", "price"),
    ("price=1.5..3", "price"),
    ("price=99999999999999..", "price"),
    ("price=2000000000000..", "price"),
    ("rating=0", "rating"),
    ("rating=6", "rating"),
    ("rating=four", "rating"),
    ("rating=%D9%A4", "rating"),
    ("inStock=yes", "inStock"),
    ("discount=100", "discount"),
    ("page=0", "page"),
    ("page=-1", "page"),
    ("page=1000001", "page"),
    ("page=1e3", "page"),
    ("pageSize=97", "pageSize"),
    ("pageSize=0", "pageSize"),
    ("category=table&category=light", "category"),
]
"""Query string → the invalid field."""


async def test_invalid_values(filled: Shop) -> None:
    for query, field in INVALID:
        status, error = await filled.error("GET", f"/api/products?{query}")
        assert (query, status, list(error["fields"])) == (query, 422, [field])
    many = "&".join(f"brand=b{number}" for number in range(101))
    status, _ = await filled.error("GET", f"/api/products?{many}")
    assert status == 422


async def test_a_sale_that_is_not_running_is_not_found(shop: Shop) -> None:
    now = clock.now()
    async with shop.database.transaction() as connection:
        product = await make_product(connection, price=1000)
        await make_sale(connection, [product.id], slug="later", starts_at=now + timedelta(hours=1))
        await make_sale(
            connection,
            [product.id],
            slug="over",
            starts_at=now - timedelta(hours=2),
            ends_at=now - timedelta(hours=1),
        )
    await wait_for_cache(shop)
    for slug in ("later", "over"):
        status, _ = await shop.error("GET", f"/api/products?sale={slug}")
        assert status == 404


async def test_archived_products_disappear_before_they_are_indexed(filled: Shop) -> None:
    await filled.output("GET", "/api/products")
    async with filled.database.transaction() as connection:
        await connection.execute("UPDATE products SET status = 'archived' WHERE slug = 'plate'")
        ids = await connection.fetch("SELECT id FROM products WHERE slug = 'plate'")
        await refresh_products(connection, [row["id"] for row in ids])
    await wait_for_cache(filled)
    listed = await filled.output("GET", "/api/products")
    assert slugs_of(listed) == ["bowl", "lamp"]
    await work_and_wait(filled)
    listed = await filled.output("GET", "/api/products")
    assert (slugs_of(listed), listed["total"]) == (["bowl", "lamp"], 2)


async def test_headings(filled: Shop) -> None:
    bowls = await filled.output("GET", "/api/products?category=bowls")
    assert bowls["heading"]["title"] == "Bowls"
    assert [crumb["link"] for crumb in bowls["heading"]["breadcrumbs"]] == [
        "/c/collections/table",
        "/c/collections/bowls",
    ]
    sale = await filled.output("GET", "/api/products?sale=sale")
    assert sale["heading"]["breadcrumbs"][0]["link"] == "/sa/collections/sale"
    search = await filled.output("GET", "/api/products?q=bowl&category=bowls")
    assert search["heading"] is None


FILTERED = [
    Filters(),
    Filters(category_id=1),
    Filters(category_id=2),
    Filters(brand_ids=(1,)),
    Filters(price=(1_000, 5_000)),
    Filters(price=(None, 2_000)),
    Filters(rating=3),
    Filters(in_stock=True),
    Filters(discount=10),
    Filters(product_ids=(1, 3)),
    Filters(product_ids=()),
    Filters(collection_ids=(1,)),
]


async def test_the_database_lists_what_the_index_lists(filled: Shop) -> None:
    index = updates.search_engine_of(filled.runtime)
    lists = DatabaseLists(filled.database, "english")
    for filters in FILTERED:
        for sort in ORDERS:
            query = ListQuery(filters, sort=sort)
            expected = (await index.find(query, Page(1, 24))).result
            found = (await lists.find(query, Page(1, 24))).result
            assert (sorted(found.ids), found.total) == (sorted(expected.ids), expected.total), query
            beyond = (await lists.find(query, Page(9, 24))).result
            assert (beyond.ids, beyond.total) == ([], expected.total)
    assert set(READS) == set(ORDERS)
    options = ListOptions(of_collection=True)
    assert (await lists.find(ListQuery(FILTERED[-1]), Page(1, 24), options=options)).is_collection
