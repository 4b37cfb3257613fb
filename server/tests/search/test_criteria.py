"""POST /api/products/search: all operations on all keys."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.products.factory import SkuSpec, make_category, make_product, make_slider
from tests.search.waiting import work_and_wait
from tests.shop import Shop

PATH = "/api/products/search"


@pytest.fixture
async def filled(shop: Shop) -> Shop:
    """A shop with three products on sale and an archived one."""
    async with shop.database.transaction() as connection:
        table = await make_category(connection, "Table")
        bowls = await make_category(connection, "Bowls", parent_id=table)
        bowl = await make_product(
            connection,
            "Everyday bowl",
            slug="bowl",
            price=1000,
            stock=3,
            brand="Kiln",
            category_ids=[bowls],
            attributes={"material": ["Stoneware", "Glaze"]},
            created_at=datetime(2026, 1, 1, tzinfo=UTC),
        )
        await make_product(
            connection,
            "100% plate_x",
            slug="plate",
            price=2000,
            stock=0,
            brand="Orrin",
            category_ids=[table],
            created_at=datetime(2026, 2, 1, tzinfo=UTC),
        )
        lamp = await make_product(
            connection,
            "Lamp",
            slug="lamp",
            price=3000,
            stock=9,
            created_at=datetime(2026, 3, 1, tzinfo=UTC),
            option_names=["Länge (cm)"],
            skus=[SkuSpec(("Short",), 3000, stock=4), SkuSpec(("Long",), 3500, stock=5)],
        )
        await make_product(connection, "Everyday bowl", slug="gone", status="archived")
        await make_slider(connection, [lamp.id, bowl.id], slug="mixed")
    return shop


@pytest.fixture
async def listed(filled: Shop) -> Shop:
    """The same shop after indexing."""
    await work_and_wait(filled)
    return filled


OPERATIONS: list[tuple[str, str, list[Any], list[str]]] = [
    ("title", "cn", ["BOWL"], ["bowl"]),
    ("title", "cn", ["bowl", "lamp"], ["bowl", "lamp"]),
    ("title", "cn", ["%"], ["plate"]),
    ("title", "cn", ["_"], ["plate"]),
    ("title", "nc", ["bowl"], ["lamp", "plate"]),
    ("title", "eq", ["lamp"], ["lamp"]),
    ("title", "ne", ["lamp", "everyday bowl"], ["plate"]),
    ("brand", "eq", ["kiln"], ["bowl"]),
    ("brand", "ne", ["kiln"], ["lamp", "plate"]),
    ("brand", "cn", ["rri"], ["plate"]),
    ("category", "eq", ["table"], ["bowl", "plate"]),
    ("category", "eq", ["bowls"], ["bowl"]),
    ("category", "nc", ["tab"], ["lamp"]),
    ("attr.material", "eq", ["stoneware"], ["bowl"]),
    ("attr.material", "cn", ["gla"], ["bowl"]),
    ("attr.lange_cm", "eq", ["long"], ["lamp"]),
    ("attr.lange_cm", "cn", ["middling"], []),
    ("attr.nothing", "nc", ["x"], ["bowl", "lamp", "plate"]),
    ("price", "eq", [1000, 3000], ["bowl", "lamp"]),
    ("price", "ne", ["1000"], ["lamp", "plate"]),
    ("price", "gt", [1000], ["lamp", "plate"]),
    ("price", "lt", [2000], ["bowl"]),
    ("price", "range", [1000, 2000], ["bowl", "plate"]),
    ("stock", "eq", [0], ["plate"]),
    ("stock", "gt", [3], ["lamp"]),
    ("createdAt", "after", ["2026-02-01"], ["lamp"]),
    ("createdAt", "before", ["2026-02-01T00:00:00Z"], ["bowl"]),
    ("createdAt", "range", ["2026-01-01", "2026-02-01"], ["bowl", "plate"]),
    ("createdAt", "gt", ["2026-02-01T01:00:00+02:00"], ["lamp", "plate"]),
    ("createdAt", "eq", ["2026-03-01T00:00:00Z"], ["lamp"]),
]
"""Key, operation, value → slugs."""


def criterion(key: str, operation: str, value: list[Any]) -> dict[str, Any]:
    """Return a criterion as JSON."""
    return {"key": key, "operation": operation, "value": value}


async def search_slugs(shop: Shop, **search: Any) -> list[str]:
    """Return the slugs of a search's results, in order."""
    page = await shop.output("POST", PATH, json=search)
    assert page["total"] >= len(page["items"])
    return [card["slug"] for card in page["items"]]


async def test_each_operation(filled: Shop) -> None:
    for key, operation, value, expected in OPERATIONS:
        slugs = await search_slugs(filled, criteria=[criterion(key, operation, value)])
        assert sorted(slugs) == expected, (key, operation, value)


async def test_all_any_sort_and_pages(filled: Shop) -> None:
    cheap = criterion("price", "lt", [2500])
    lamp = criterion("title", "eq", ["Lamp"])
    assert await search_slugs(filled, criteria=[cheap, lamp]) == []
    assert set(await search_slugs(filled, criteria=[cheap, lamp], match="any")) == {
        "bowl",
        "plate",
        "lamp",
    }
    assert await search_slugs(filled) == ["lamp", "plate", "bowl"]
    for key, ascending in [
        ("title", ["plate", "bowl", "lamp"]),
        ("price", ["bowl", "plate", "lamp"]),
        ("stock", ["plate", "bowl", "lamp"]),
        ("createdAt", ["bowl", "plate", "lamp"]),
    ]:
        for direction, expected in [("asc", ascending), ("desc", ascending[::-1])]:
            assert await search_slugs(filled, sort={"key": key, "direction": direction}) == expected
    for key in ("popularity", "rating"):
        assert len(await search_slugs(filled, sort={"key": key})) == 3
    assert await search_slugs(filled, pageSize=2, page=2) == ["bowl"]
    assert await search_slugs(filled, page=1_000_000) == []


async def filter_list(shop: Shop, query: str, *criteria: dict[str, Any], **search: Any) -> Any:
    """Return a list filtered by criteria."""
    body = {"criteria": criteria, **search}
    return await shop.output("POST", f"{PATH}?{query}", json=body)


def slugs_of(page: Any) -> list[str]:
    return [card["slug"] for card in page["items"]]


async def test_criteria_filter_a_list_and_its_facets(listed: Shop) -> None:
    cheap = criterion("price", "lt", [2500])
    complete = await listed.output("GET", "/api/products?category=table&sort=-price")
    assert slugs_of(complete) == ["plate", "bowl"]
    same = await filter_list(listed, "category=table&sort=-price")
    assert same == complete
    filtered = await filter_list(listed, "category=table", criterion("price", "gt", [1500]))
    assert slugs_of(filtered) == ["plate"]
    assert filtered["total"] == 1
    assert filtered["heading"] == complete["heading"]
    brands = next(one for one in filtered["facets"] if one["parameter"] == "brand")
    assert [(value["label"], value["count"]) for value in brands["values"]] == [("Orrin", 1)]
    lamp = criterion("title", "eq", ["Lamp"])
    assert slugs_of(await filter_list(listed, "category=table", cheap, lamp)) == []
    either = await filter_list(listed, "category=table&sort=price", cheap, lamp, match="any")
    assert slugs_of(either) == ["bowl", "plate"]
    in_brand = await filter_list(listed, "category=table&brand=kiln", cheap)
    assert slugs_of(in_brand) == ["bowl"]


async def test_criteria_filter_every_kind_of_list(listed: Shop) -> None:
    expensive = criterion("price", "gt", [1500])
    assert slugs_of(await filter_list(listed, "q=bowl")) == ["bowl"]
    assert slugs_of(await filter_list(listed, "q=bowl", expensive)) == []
    assert slugs_of(await filter_list(listed, "slider=mixed")) == ["lamp", "bowl"]
    assert slugs_of(await filter_list(listed, "slider=mixed", expensive)) == ["lamp"]
    everything = await filter_list(listed, "sort=price", expensive, pageSize=1, page=2)
    assert (slugs_of(everything), everything["total"]) == (["lamp"], 2)
    # The counts of a search are not cached for the list.
    assert (await filter_list(listed, "sort=price", expensive))["total"] == 2
    assert (await filter_list(listed, "sort=price"))["total"] == 3


async def test_invalid_list_searches(listed: Shop) -> None:
    for query, search, field in [
        ("category=table", {"sort": {"key": "title"}}, "sort"),
        ("rating=9", {}, "rating"),
        ("sort=colour", {}, "sort"),
        ("category=table", {"criteria": [criterion("price", "cn", ["1"])]}, "criteria.0.operation"),
        ("category=table", {"criteria": [criterion("price", "gt", ["x"])]}, "criteria.0.value"),
    ]:
        status, error = await listed.error("POST", f"{PATH}?{query}", json=search)
        assert (status, list(error["fields"])) == (422, [field]), query
    status, _error = await listed.error("POST", f"{PATH}?category=nothing", json={})
    assert status == 404


INVALID: list[dict[str, Any]] = [
    {"criteria": [criterion("colour", "eq", ["x"])]},
    {"criteria": [criterion("title", "gt", ["x"])]},
    {"criteria": [criterion("price", "cn", ["1"])]},
    {"criteria": [criterion("price", "after", ["1"])]},
    {"criteria": [criterion("title", "is", ["x"])]},
    {"criteria": [criterion("title", "eq", [])]},
    {"criteria": [criterion("title", "eq", [""])]},
    {"criteria": [criterion("title", "eq", ["a\x00b"])]},
    {"criteria": [criterion("title", "eq", ["x" * 201])]},
    {"criteria": [criterion("title", "eq", [None])]},
    {"criteria": [criterion("price", "eq", ["ten"])]},
    {"criteria": [criterion("price", "eq", [10**30])]},
    {"criteria": [criterion("price", "eq", ["9" * 200])]},
    {"criteria": [criterion("price", "gt", [1, 2])]},
    {"criteria": [criterion("price", "range", [1])]},
    {"criteria": [criterion("createdAt", "after", ["yesterday"])]},
    {"criteria": [criterion("createdAt", "after", ["99999-01-01"])]},
    {"criteria": [criterion("createdAt", "range", ["2026-01-01"])]},
    {"criteria": [criterion("attr.", "eq", ["x"])]},
    {"criteria": [criterion("title", "eq", ["x"])] * 21},
    {"match": "some"},
    {"sort": {"key": "colour"}},
    {"sort": {"key": "title", "direction": "up"}},
    {"page": 0},
    {"pageSize": 97},
]


async def test_invalid_searches(filled: Shop) -> None:
    for search in INVALID:
        status, error = await filled.error("POST", PATH, json=search)
        assert (status, error["code"]) == (422, "invalid_fields"), search
        assert error["fields"], search


async def test_a_body_that_is_not_json(filled: Shop) -> None:
    headers = {"Content-Type": "application/json"}
    status, _ = await filled.error("POST", PATH, content=b"{", headers=headers)
    assert status == 400
    surrogate = b'{"criteria": [{"key": "title", "operation": "eq", "value": ["\\ud800"]}]}'
    response = await filled.client.post(PATH, content=surrogate, headers=headers)
    assert response.status_code in (200, 400, 422)
