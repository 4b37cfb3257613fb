"""POST /api/orders/search: every operation on every key, within the customer's own orders."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.cart.factory import Shopper, sign_in
from tests.checkout.factory import ADDRESS
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

PATH = "/api/orders/search"

BOWL, BOTH, VASE = "bowl", "both", "vase"
"""The orders by their items, oldest first."""

PLACED = {
    BOWL: (datetime(2026, 1, 1, tzinfo=UTC), 1000, 6, 1),
    BOTH: (datetime(2026, 2, 1, tzinfo=UTC), 2000, 4, 1),
    VASE: (datetime(2026, 3, 1, tzinfo=UTC), 3000, 7, 2),
}
"""Time, total, status and payment status."""


@dataclass
class OrderSearches:
    """A shopper with three orders, in a shop where another customer has one."""

    shop: Shop
    shopper: Shopper
    order_ids: dict[str, str]

    async def search(self, query: str = "", **body: Any) -> Any:
        return await self.shop.output("POST", PATH + query, json=body, headers=self.shopper.headers)

    async def found(self, *criteria: dict[str, Any], query: str = "", **body: Any) -> list[str]:
        """The orders in the result, by name."""
        names = {order_id: name for name, order_id in self.order_ids.items()}
        page = await self.search(query, criteria=criteria, **body)
        assert page["total"] == len(page["items"])
        return [names[order["orderId"]] for order in page["items"]]


async def place(shop: Shop, shopper: Shopper, sku_ids: list[int]) -> str:
    body = {
        "skuIds": sku_ids,
        "address": ADDRESS,
        "shippingMethod": "standard",
        "paymentMethod": "cod",
    }
    placed = await shop.output("POST", "/api/orders", json=body, headers=shopper.headers)
    order_id: str = placed["orderId"]
    return order_id


@pytest.fixture
async def searching(shop: Shop) -> OrderSearches:
    bowl, vase = [
        one.sku_id
        for one in await stock_shop(shop, spec("Moss bowl, 100%"), spec("Ink vase"), taxes=True)
    ]
    shopper, other = await sign_in(shop), await sign_in(shop)
    await place(shop, other, [bowl, vase])
    contents = {BOWL: [bowl], BOTH: [bowl, vase], VASE: [vase]}
    order_ids = {name: await place(shop, shopper, skus) for name, skus in contents.items()}
    async with shop.database.transaction() as connection:
        for name, (placed_at, total, status, payment_status) in PLACED.items():
            await connection.execute(
                "WITH paid AS (UPDATE order_tenders SET amount = $3"
                " WHERE order_id = (SELECT id FROM orders WHERE public_id = $1))"
                " UPDATE orders SET placed_at = $2, total = $3, payable = $3,"
                " status = $4, payment_status = $5 WHERE public_id = $1",
                order_ids[name],
                placed_at,
                total,
                status,
                payment_status,
            )
    return OrderSearches(shop, shopper, order_ids)


def criterion(key: str, operation: str, *value: Any) -> dict[str, Any]:
    """A criterion as in the request."""
    return {"key": key, "operation": operation, "value": value}


ONE: list[tuple[dict[str, Any], list[str]]] = [
    (criterion("title", "cn", "BOWL"), [BOTH, BOWL]),
    (criterion("title", "cn", "0%"), [BOTH, BOWL]),
    (criterion("title", "cn", "_"), []),
    (criterion("title", "cn", "bowl", "vase"), [VASE, BOTH, BOWL]),
    (criterion("title", "nc", "bowl"), [VASE]),
    (criterion("title", "eq", "ink vase"), [VASE, BOTH]),
    (criterion("title", "ne", "Ink vase"), [BOWL]),
    (criterion("total", "eq", 1000, 3000), [VASE, BOWL]),
    (criterion("total", "ne", 1000), [VASE, BOTH]),
    (criterion("total", "gt", 1000), [VASE, BOTH]),
    (criterion("total", "lt", "2000"), [BOWL]),
    (criterion("total", "range", 1000, 2000), [BOTH, BOWL]),
    (criterion("status", "eq", 6), [BOWL]),
    (criterion("status", "ne", 6, 7), [BOTH]),
    (criterion("paymentStatus", "eq", 1), [BOTH, BOWL]),
    (criterion("paymentStatus", "ne", "1"), [VASE]),
    (criterion("placedAt", "eq", "2026-02-01T00:00:00Z"), [BOTH]),
    (criterion("placedAt", "ne", "2026-02-01T00:00:00Z"), [VASE, BOWL]),
    (criterion("placedAt", "gt", "2026-02-01"), [VASE]),
    (criterion("placedAt", "lt", "2026-02-01"), [BOWL]),
    (criterion("placedAt", "range", "2026-01-01", "2026-02-01"), [BOTH, BOWL]),
    (criterion("placedAt", "after", "2026-02-01T01:00:00+02:00"), [VASE, BOTH]),
    (criterion("placedAt", "before", "2026-02-01T00:00:00Z"), [BOWL]),
]
"""Criterion → orders, newest first."""


async def test_each_operation(searching: OrderSearches) -> None:
    for one, expected in ONE:
        assert await searching.found(one) == expected, one


async def test_number_of_an_order(searching: OrderSearches) -> None:
    number = searching.order_ids[BOTH]
    part = number[-4:].lower()
    assert BOTH in await searching.found(criterion("orderId", "cn", part))
    assert BOTH not in await searching.found(criterion("orderId", "nc", part))
    assert await searching.found(criterion("orderId", "eq", number.lower())) == [BOTH]
    assert await searching.found(criterion("orderId", "ne", number)) == [VASE, BOWL]


async def test_all_any_and_the_lists_own_parameters(searching: OrderSearches) -> None:
    cheap, vase = criterion("total", "lt", 1500), criterion("title", "cn", "vase")
    assert await searching.found(cheap, vase) == []
    assert await searching.found(cheap, vase, match="any") == [VASE, BOTH, BOWL]
    # The query parameters filter in addition to the criteria.
    assert await searching.found(cheap, vase, match="any", query="?status=7") == [VASE]
    assert await searching.found(cheap, vase, match="any", query="?q=bowl") == [BOTH, BOWL]


async def test_pages(searching: OrderSearches) -> None:
    names = {order_id: name for name, order_id in searching.order_ids.items()}
    first = await searching.search(pageSize=2)
    assert [names[order["orderId"]] for order in first["items"]] == [VASE, BOTH]
    second = await searching.search(pageSize=2, page=2)
    assert [names[order["orderId"]] for order in second["items"]] == [BOWL]
    assert (second["page"], second["pageSize"], second["total"]) == (2, 2, 3)
    assert (await searching.search())["pageSize"] == 10
    past_end = await searching.search(page=1_000_000)
    assert (past_end["items"], past_end["total"]) == ([], 3)


INVALID: list[tuple[dict[str, Any], str]] = [
    ({"criteria": [criterion("colour", "eq", "x")]}, "criteria.0.key"),
    ({"criteria": [criterion("title", "gt", "x")]}, "criteria.0.operation"),
    ({"criteria": [criterion("total", "cn", "1")]}, "criteria.0.operation"),
    ({"criteria": [criterion("total", "after", "1")]}, "criteria.0.operation"),
    ({"criteria": [criterion("status", "gt", 1)]}, "criteria.0.operation"),
    ({"criteria": [criterion("total", "is", 1)]}, "criteria.0.operation"),
    ({"criteria": [criterion("total", "eq", "ten")]}, "criteria.0.value"),
    ({"criteria": [criterion("total", "gt", 10**30)]}, "criteria.0.value"),
    ({"criteria": [criterion("total", "gt", 1, 2)]}, "criteria.0.value"),
    ({"criteria": [criterion("status", "eq", 16)]}, "criteria.0.value"),
    ({"criteria": [criterion("status", "eq", 10**30)]}, "criteria.0.value"),
    ({"criteria": [criterion("paymentStatus", "eq", "paid")]}, "criteria.0.value"),
    ({"criteria": [criterion("placedAt", "after", "yesterday")]}, "criteria.0.value"),
    ({"criteria": [criterion("placedAt", "after", "99999-01-01")]}, "criteria.0.value"),
    ({"criteria": [criterion("placedAt", "range", "2026-01-01")]}, "criteria.0.value"),
    ({"criteria": [criterion("title", "eq")]}, "criteria.0.value"),
    ({"criteria": [criterion("title", "eq", "x" * 201)]}, "criteria.0.value"),
    (
        {"criteria": [criterion("title", "cn", "x"), criterion("title", "lt", "x")]},
        "criteria.1.operation",
    ),
    ({"criteria": [criterion("title", "eq", "x")] * 21}, "criteria"),
    ({"match": "some"}, "match"),
    ({"page": 0}, "page"),
    ({"pageSize": 97}, "pageSize"),
]


async def test_invalid_searches(searching: OrderSearches) -> None:
    headers = searching.shopper.headers
    for search, field in INVALID:
        status, error = await searching.shop.error("POST", PATH, json=search, headers=headers)
        assert (status, error["code"]) == (422, "invalid_fields"), search
        assert any(name.startswith(field) for name in error["fields"]), (search, error["fields"])


async def test_guests_cannot_search(shop: Shop) -> None:
    status, _error = await shop.error("POST", PATH, json={})
    assert status == 401
