"""A proxy that nobody named is noticed: in the log once, and by `stallage doctor`."""

from __future__ import annotations

import asyncio

from stallage.core.proxies import noticed_lately
from stallage.doctor_safety import look_at_safety
from tests.shop import Shop


async def test_a_proxy_that_is_not_trusted_is_told(shop: Shop) -> None:
    for _ in range(3):
        response = await shop.client.get("/healthz", headers={"X-Forwarded-For": "203.0.113.9"})
        assert response.status_code == 200
    async with asyncio.timeout(30):
        while True:
            async with shop.database.reading() as connection:
                if noticed := await noticed_lately(connection):
                    break
    assert noticed == [("127.0.0.1", True)]

    async def said(*trusted: str) -> list[str]:
        settings = shop.runtime.settings.model_copy(update={"trusted_proxies": trusted})
        found = await look_at_safety(settings, settings.database_url)
        return [one.said for one in found if one.about == "Proxy" and one.state == "wrong"]

    assert ["STALLAGE_TRUSTED_PROXIES" in one for one in await said()] == [True]
    assert await said("127.0.0.0/8") == []
