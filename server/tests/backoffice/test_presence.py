"""Operators see who else has a record open."""

from __future__ import annotations

from datetime import timedelta

from stallage.core import clock
from tests.admin import operator_client
from tests.shop import Shop

PATH = "/presence/order/SO-7K2M-9QXD"


async def test_others_at_a_record(shop: Shop) -> None:
    async with operator_client(shop) as admin, operator_client(shop, "orders") as other:
        assert (await admin.output("PUT", PATH, json={}))["others"] == []
        seen = await other.output("PUT", PATH.lower(), json={"mode": "editing"})
        assert [one["operatorId"] for one in seen["others"]] == [admin.operator_id]
        (present,) = (await admin.output("PUT", PATH, json={}))["others"]
        assert (present["operatorId"], present["mode"]) == (other.operator_id, "editing")
        await other.output("DELETE", PATH)
        assert (await admin.output("PUT", PATH, json={}))["others"] == []
        # A closed laptop sends nothing any more.
        await other.output("PUT", PATH, json={})
        with clock.shift(timedelta(minutes=2)):
            assert (await admin.output("PUT", PATH, json={}))["others"] == []
        with clock.shift(timedelta(minutes=11)):
            await other.output("PUT", "/presence/order/SO-0000-0000", json={})
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT key, operator_id FROM presences ORDER BY key")
    assert [tuple(row.values()) for row in rows] == [
        ("SO-0000-0000", other.operator_id),
        ("SO-7K2M-9QXD", admin.operator_id),
    ]


async def test_presence_needs_the_right_to_see_the_record(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        status, error = await admin.error("PUT", PATH, json={})
        assert (status, error["code"]) == (403, "forbidden")
        for record in ("page/shipping-terms", "article/1", "layout/home"):
            assert (await admin.output("PUT", f"/presence/{record}", json={}))["others"] == []
        for record in ("theme/1", "settings/taxes", "customer/1"):
            assert (await admin.error("PUT", f"/presence/{record}", json={}))[0] == 403
        status, _error = await admin.error("PUT", "/presence/wallet/1", json={})
        assert status == 422
