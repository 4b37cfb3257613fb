"""Endpoints of webhooks are changed safely, and reach public addresses only."""

from __future__ import annotations

import re
from typing import Any

from tests.admin import operator_client
from tests.shop import Shop

PRIVATE = (
    "http://127.0.0.1/hook",
    "http://[::1]/hook",
    "http://10.0.0.8/hook",
    "http://169.254.169.254/latest/meta-data",
    "http://[::ffff:127.0.0.1]/hook",
    "http://localhost/hook",
    "http://2130706433/hook",
)


async def test_private_addresses_get_nothing(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        for url in PRIVATE:
            created = await admin.post("/webhooks", json={"url": url, "topics": ["order.paid"]})
            test = await admin.post(f"/webhooks/{created['endpoint']['id']}/test")
            await shop.work()
            details = await admin.get(f"/webhook-deliveries/{test['deliveryId']}")
            (attempt,) = details["attempts"]
            assert attempt["status"] is None, url
            assert re.search("not a public address|has no address", attempt["error"]), url


INVALID: tuple[tuple[dict[str, Any], str], ...] = (
    ({"url": "ftp://books.example/hook"}, "url"),
    ({"url": "https://user:secret@books.example/"}, "url"),
    ({"url": "https:///hook"}, "url"),
    ({"url": "https://books.example:0/"}, "url"),
    ({"url": "https://books.example/a b"}, "url"),
    ({"url": "javascript:alert(1)"}, "url"),
    ({"url": "https://books.example:99999/"}, "url"),
    ({"topics": []}, "topics"),
    ({"topics": ["order.unknown"]}, "topics"),
    ({"topics": ["*"] * 101}, "topics"),
    ({"description": "x" * 201}, "description"),
)


async def test_invalid_webhooks_are_refused(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        for changes, field in INVALID:
            body = {"url": "https://books.example/", "topics": ["*"], **changes}
            status, error = await admin.error("POST", "/webhooks", json=body)
            assert status == 422, changes
            assert any(name.startswith(field) for name in error["fields"]), error


async def test_a_concurrent_edit_is_a_conflict(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        body = {"url": "https://books.example/", "topics": ["*"]}
        created: Any = await admin.post("/webhooks", json=body)
        path = f"/webhooks/{created['endpoint']['id']}"
        seen = {"If-Match": created["endpoint"]["etag"]}
        changed = await admin.output("PATCH", path, json={"enabled": False}, headers=seen)
        assert changed["enabled"] is False
        status, error = await admin.error(
            "PATCH", path, json={"description": "Parcels"}, headers=seen
        )
        assert (status, error["code"], error["current"]["enabled"]) == (412, "edit_conflict", False)
        assert (await admin.error("PATCH", path, json={"enabled": True}))[0] == 428


async def test_secrets_are_shown_once_and_stored_encrypted(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        body = {"url": "https://books.example/", "topics": ["*"]}
        created = await admin.post("/webhooks", json=body)
        listed = await admin.get("/webhooks")
        assert created["secret"] not in str(listed)
    async with shop.database.reading() as connection:
        row = await connection.fetchrow("SELECT secret FROM webhook_endpoints")
        audit = await connection.fetch("SELECT after::text FROM audit_entries")
    assert row is not None
    assert created["secret"].removeprefix("whsec_").encode() not in row["secret"]
    assert created["secret"] not in str(audit)


async def test_a_shop_has_a_limited_number_of_webhooks(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        body = {"url": "https://books.example/", "topics": ["*"]}
        for _ in range(50):
            await admin.post("/webhooks", json=body)
        status, error = await admin.error("POST", "/webhooks", json=body)
    assert (status, error["code"]) == (409, "too_many_endpoints")
