"""POST /api/products/search: every operation on every kind of key."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.catalog.factory import make_category, make_product
from tests.shop import Shop

PATH = "/api/products/search"


@pytest.fixture
async def filled(shop: Shop) -> Shop:
    """Three products on sale and one that is not."""
    async with shop.database.transaction() as connection:
        table = await make_category(connection, "Table")
        bowls = await make_category(connection, "Bowls", parent_id=table)
        await make_product(
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
        await make_product(
            connection,
            "Lamp",
            slug="lamp",
            price=3000,
            stock=9,
            created_at=datetime(2026, 3, 1, tzinfo=UTC),
        )
        await make_product(connection, "Everyday bowl", slug="gone", status="archived")
    return shop


ONE: list[tuple[str, str, list[Any], list[str]]] = [
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
    """One condition as it is sent."""
    return {"key": key, "operation": operation, "value": value}


async def found(shop: Shop, **search: Any) -> list[str]:
    """The slugs that a search finds, as they come."""
    page = await shop.output("POST", PATH, json=search)
    assert page["total"] >= len(page["items"])
    return [card["slug"] for card in page["items"]]


async def test_each_operation(filled: Shop) -> None:
    for key, operation, value, wanted in ONE:
        slugs = await found(filled, criteria=[criterion(key, operation, value)])
        assert sorted(slugs) == wanted, (key, operation, value)


async def test_all_any_sort_and_pages(filled: Shop) -> None:
    cheap = criterion("price", "lt", [2500])
    lamp = criterion("title", "eq", ["Lamp"])
    assert await found(filled, criteria=[cheap, lamp]) == []
    assert set(await found(filled, criteria=[cheap, lamp], match="any")) == {
        "bowl",
        "plate",
        "lamp",
    }
    assert await found(filled) == ["lamp", "plate", "bowl"]
    for key, rising in [
        ("title", ["plate", "bowl", "lamp"]),
        ("price", ["bowl", "plate", "lamp"]),
        ("stock", ["plate", "bowl", "lamp"]),
        ("createdAt", ["bowl", "plate", "lamp"]),
    ]:
        for direction, wanted in [("asc", rising), ("desc", rising[::-1])]:
            assert await found(filled, sort={"key": key, "direction": direction}) == wanted
    for key in ("popularity", "rating"):
        assert len(await found(filled, sort={"key": key})) == 3
    assert await found(filled, pageSize=2, page=2) == ["bowl"]
    assert await found(filled, page=1_000_000) == []


REFUSED: list[dict[str, Any]] = [
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


async def test_each_refusal(filled: Shop) -> None:
    for search in REFUSED:
        status, error = await filled.refusal("POST", PATH, json=search)
        assert (status, error["code"]) == (422, "invalid_fields"), search
        assert error["fields"], search


async def test_a_body_that_is_no_json(filled: Shop) -> None:
    headers = {"Content-Type": "application/json"}
    status, _ = await filled.refusal("POST", PATH, content=b"{", headers=headers)
    assert status == 400
    surrogate = b'{"criteria": [{"key": "title", "operation": "eq", "value": ["\\ud800"]}]}'
    response = await filled.client.post(PATH, content=surrogate, headers=headers)
    assert response.status_code in (200, 400, 422)
