"""Untrusted proxies are stored, and reported by `stallage doctor`."""

from __future__ import annotations

import asyncio

from stallage.core.proxies import recent_untrusted_proxies
from stallage.doctor_safety import check_safety
from tests.shop import Shop


async def test_an_untrusted_proxy_is_reported(shop: Shop) -> None:
    for _ in range(3):
        response = await shop.client.get("/healthz", headers={"X-Forwarded-For": "203.0.113.9"})
        assert response.status_code == 200
    async with asyncio.timeout(30):
        while True:
            async with shop.database.reading() as connection:
                if proxies := await recent_untrusted_proxies(connection):
                    break
    assert proxies == [("127.0.0.1", True)]

    async def problems(*trusted: str) -> list[str]:
        settings = shop.runtime.settings.model_copy(update={"trusted_proxies": trusted})
        results = await check_safety(settings, settings.database_url)
        return [
            result.message
            for result in results
            if result.about == "Proxy" and result.state == "wrong"
        ]

    assert ["STALLAGE_TRUSTED_PROXIES" in problem for problem in await problems()] == [True]
    assert await problems("127.0.0.0/8") == []
