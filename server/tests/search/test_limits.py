"""Rate limits of searches. Cached responses and other networks are not limited."""

from __future__ import annotations

from typing import Any

import pytest

from stallage.core.rate_limits import RateLimit
from stallage.search import dependencies
from tests.conftest import OpenShop

PROXY: dict[str, Any] = {"trusted_proxies": ("127.0.0.0/8",)}


async def test_searches_are_limited_per_network(
    open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dependencies, "SEARCHES", RateLimit("search", 5, 60))
    async with open_shop(**PROXY) as shop:

        async def search(words: str, address: str = "203.0.113.9") -> int:
            response = await shop.client.get(
                "/api/products", params={"q": words}, headers={"X-Forwarded-For": address}
            )
            return int(response.status_code)

        assert [await search(f"bowl {number}") for number in range(7)] == [200] * 5 + [429] * 2
        assert await search("bowl 0") == 200
        assert await search("vase", "203.0.113.10") == 200
        listed = await shop.client.get("/api/products", headers={"X-Forwarded-For": "203.0.113.9"})
        assert listed.status_code == 200


async def test_searches_by_criteria_have_their_own_limit(
    open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dependencies, "CRITERIA_SEARCHES", RateLimit("criteria-search", 4, 60))
    async with open_shop(**PROXY) as shop:

        async def search(path: str) -> int:
            response = await shop.client.post(
                path, json={}, headers={"X-Forwarded-For": "203.0.113.9"}
            )
            return int(response.status_code)

        paths = ["/api/products/search", "/api/productcomment/search"] * 3
        assert [await search(path) for path in paths] == [200] * 4 + [429] * 2


async def test_a_search_with_many_values_counts_as_several(
    open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dependencies, "CRITERIA_SEARCHES", RateLimit("criteria-search", 12, 60))
    async with open_shop(**PROXY) as shop:

        async def search(values: int, address: str) -> int:
            criterion = {"key": "title", "operation": "cn"}
            criteria = [criterion | {"value": [f"bowl {count}"]} for count in range(values)]
            response = await shop.client.post(
                "/api/products/search",
                json={"criteria": criteria},
                headers={"X-Forwarded-For": address},
            )
            return int(response.status_code)

        assert [await search(1, "203.0.113.9") for _ in range(13)] == [200] * 12 + [429]
        assert [await search(20, "203.0.113.10") for _ in range(5)] == [200] * 4 + [429]


async def test_limits_can_be_disabled(open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dependencies, "SEARCHES", RateLimit("search", 1, 60))
    async with open_shop(abuse_limits=False) as shop:
        for number in range(3):
            response = await shop.client.get("/api/products", params={"q": f"bowl {number}"})
            assert response.status_code == 200
