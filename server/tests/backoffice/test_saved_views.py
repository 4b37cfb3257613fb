"""Saved views of lists: own and shared ones."""

from __future__ import annotations

from typing import Any

from tests.admin import operator_client
from tests.shop import Shop

VIEW: dict[str, Any] = {
    "name": "Over $500",
    "shared": False,
    "params": {"total": "50000..", "sort": "-total"},
    "columns": ["number", "total"],
}


async def test_own_and_shared_views(shop: Shop) -> None:
    async with operator_client(shop) as ada, operator_client(shop, "read-only") as ben:
        own = await ada.post("/views/orders", json=VIEW)
        assert (own["name"], own["params"], own["isOwn"]) == (VIEW["name"], VIEW["params"], True)
        assert await ben.get("/views/orders") == []
        assert await ada.get("/views/customers") == []
        path = f"/views/orders/{own['id']}"
        shared = await ada.output(
            "PUT", path, json={**VIEW, "shared": True}, headers={"If-Match": own["etag"]}
        )
        (seen,) = await ben.get("/views/orders")
        assert (seen["isOwn"], seen["operator"]) == (False, shared["operator"])
        # Others can neither change nor delete it.
        for method, body in (("PUT", VIEW), ("DELETE", None)):
            status, _error = await ben.error(
                method, path, json=body, headers={"If-Match": shared["etag"]}
            )
            assert status == 404
        await ada.output("DELETE", path)
        assert await ben.get("/views/orders") == []


async def test_a_second_change_is_refused_with_the_current_view(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        view = await admin.post("/views/orders", json=VIEW)
        path = f"/views/orders/{view['id']}"
        status, _error = await admin.error("PUT", path, json=VIEW)
        assert status == 428
        headers = {"If-Match": view["etag"]}
        await admin.output("PUT", path, json={**VIEW, "name": "First"}, headers=headers)
        status, error = await admin.error(
            "PUT", path, json={**VIEW, "name": "Second"}, headers=headers
        )
        assert (status, error["current"]["name"]) == (412, "First")


async def test_bad_views_are_refused(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        for change in (
            {"name": ""},
            {"name": "x" * 61},
            {"params": {"a": 1}},
            {"params": {"a": "x" * 501}},
            {"columns": ["x"] * 41},
            {"operator_id": 1},
        ):
            status, _error = await admin.error("POST", "/views/orders", json={**VIEW, **change})
            assert status == 422
        for name in ("No%20list", "prices"):
            status, _error = await admin.error("GET", f"/views/{name}")
            assert status == 422
