"""Bulk operations: previews, fixed selections, permissions, results and interruptions."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from stallage.bulk import actions, rules
from stallage.bulk.invariants import INVARIANTS
from stallage.bulk.operations import running, starting
from stallage.core.invariants import check_invariants
from stallage.orders.gateway_calls import bulk as order_operations
from stallage.orders.rules import OrderStatus
from tests.admin import Admin, operator_client
from tests.returns.factory import Bought, buy, buy_and_pay
from tests.shop import Shop


async def ids_of(shop: Shop, *orders: Bought) -> list[int]:
    async with shop.database.reading() as connection:
        return [
            await connection.fetchval("SELECT id FROM orders WHERE public_id = $1", one.order_id)
            for one in orders
        ]


async def status_of(shop: Shop, order: Bought) -> int:
    async with shop.database.reading() as connection:
        status: int = await connection.fetchval(
            "SELECT status FROM orders WHERE public_id = $1", order.order_id
        )
    return status


def by_ids(operation: str, ids: list[int]) -> dict[str, Any]:
    return {"operation": operation, "scope": {"kind": "ids", "ids": ids}}


def by_filter(operation: str, **filters: Any) -> dict[str, Any]:
    return {"operation": operation, "scope": {"kind": "filter", "filter": filters}}


async def start(admin: Admin, body: dict[str, Any], key: str = "k1") -> Any:
    preview = await admin.post("/bulk/preview", json=body)
    return await admin.post("/bulk", key=key, json={**body, "version": preview["version"]})


async def file_of(admin: Admin, job_id: int) -> list[list[str]]:
    response = await admin.request("GET", f"/bulk/{job_id}/file")
    assert response.status_code == 200, response.text
    assert response.headers["content-disposition"].startswith("attachment")
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))


async def check(shop: Shop) -> None:
    async with shop.database.reading() as connection:
        for result in await check_invariants(connection, INVARIANTS):
            assert result.count == 0, result.examples


async def test_confirm_some_of_the_selected(shop: Shop) -> None:
    paid, unpaid, packed = await buy_and_pay(shop), await buy(shop), await buy_and_pay(shop)
    await packed.advance(shop, OrderStatus.PREPARED)
    ids = await ids_of(shop, paid, unpaid, packed)
    async with operator_client(shop, "orders") as admin:
        body = by_ids("orders.confirm", ids)
        preview = await admin.post("/bulk/preview", json=body)
        assert (preview["total"], preview["toDo"]) == (3, 1)
        assert {one["reason"]: one["examples"] for one in preview["reasons"]} == {
            "Not paid yet": [unpaid.order_id],
            "Already packed": [packed.order_id],
        }
        job = await start(admin, body)
        assert (job["state"], job["total"], job["isOwn"]) == ("waiting", 3, True)
        assert await status_of(shop, paid) == OrderStatus.CONFIRMED
        await shop.work()
        job = await admin.get(f"/bulk/{job['id']}")
        figures = [job[name] for name in ("state", "done", "refused", "failed")]
        assert figures == ["finished", 1, 2, 0]
        assert [one["label"] for one in job["problems"]] == [unpaid.order_id, packed.order_id]
        assert await status_of(shop, paid) == OrderStatus.PROCESSING
        assert await status_of(shop, unpaid) == OrderStatus.PENDING
        assert await file_of(admin, job["id"]) == [
            ["Number", "Record", "Result", "Reason"],
            ["1", paid.order_id, "done", ""],
            ["2", unpaid.order_id, "refused", "Not paid yet"],
            ["3", packed.order_id, "refused", "Already packed"],
        ]
        listed = await admin.get("/bulk")
        assert [one["id"] for one in listed["items"]] == [job["id"]]
    await check(shop)


async def test_the_operator_is_the_actor(shop: Shop) -> None:
    paid = await buy_and_pay(shop)
    async with operator_client(shop, "orders") as admin:
        await start(admin, by_ids("orders.pack", await ids_of(shop, paid)))
        await shop.work()
        async with shop.database.reading() as connection:
            rows = await connection.fetch(
                "SELECT action, actor_id FROM audit_entries"
                " WHERE subject_kind IN ('order', 'bulk') ORDER BY id"
            )
        assert {row["actor_id"] for row in rows} == {admin.operator_id}
        assert [row["action"] for row in rows] == [
            "bulk.started",
            "order.confirmed",
            "order.packed",
        ]


async def test_all_matches_are_fixed_at_the_start(shop: Shop) -> None:
    first = await buy_and_pay(shop)
    async with operator_client(shop, "orders") as admin:
        body = by_filter("orders.confirm", payment=["paid"])
        preview = await admin.post("/bulk/preview", json=body)
        second = await buy_and_pay(shop)
        status, error = await admin.error(
            "POST", "/bulk", key="k", json={**body, "version": preview["version"]}
        )
        assert (status, error["code"]) == (409, "selection_changed")
        assert error["preview"]["total"] == 2
        version = error["preview"]["version"]
        job = await admin.post("/bulk", key="k", json={**body, "version": version})
        third = await buy_and_pay(shop)
        assert job["total"] == 2
        assert await status_of(shop, first) == OrderStatus.PROCESSING
        assert await status_of(shop, second) == OrderStatus.PROCESSING
        assert await status_of(shop, third) == OrderStatus.CONFIRMED


async def test_a_repeated_request_starts_one_operation(shop: Shop) -> None:
    paid = await buy_and_pay(shop)
    async with operator_client(shop, "orders") as admin:
        body = by_ids("orders.confirm", await ids_of(shop, paid))
        preview = await admin.post("/bulk/preview", json=body)
        body["version"] = preview["version"]
        first = await admin.post("/bulk", key="same", json=body)
        await shop.work()
        again = await admin.post("/bulk", key="same", json=body)
        assert again["id"] == first["id"]
        status, error = await admin.error("POST", "/bulk", json=body)
        assert (status, list(error["fields"])) == (422, ["Idempotency-Key"])


async def test_the_permission_is_checked_for_each_record(shop: Shop) -> None:
    paid = await buy_and_pay(shop)
    async with operator_client(shop, "orders") as admin:
        job = await start(admin, by_ids("orders.confirm", await ids_of(shop, paid)))
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE operators SET role = 'content' WHERE id = $1", admin.operator_id
            )
        await shop.work()
        assert await status_of(shop, paid) == OrderStatus.CONFIRMED
        status, _error = await admin.error("GET", f"/bulk/{job['id']}")
        assert status == 404
    async with operator_client(shop) as owner:
        job = await owner.get(f"/bulk/{job['id']}")
        assert job["problems"][0]["message"] == rules.NO_PERMISSION
        assert not job["isOwn"]


@pytest.mark.parametrize("role", ["content", "read-only", "support"])
async def test_roles_without_the_permission_are_refused(shop: Shop, role: str) -> None:
    async with operator_client(shop, role) as admin:
        for operation in ("orders.confirm", "orders.cancel", "orders.export"):
            body = by_ids(operation, [1])
            for path in ("/bulk/preview", "/bulk"):
                response = await admin.request("POST", path, key="k", json={**body, "version": "v"})
                assert response.status_code in (403, 422)
                if path == "/bulk":
                    assert response.status_code == 403


@pytest.mark.parametrize(
    "body",
    [
        {"operation": "orders.confirm"},
        by_ids("orders.fly", [1]),
        by_ids("orders.confirm", []),
        by_ids("orders.confirm", [0]),
        by_filter("orders.confirm", payment=["stolen"]),
        by_filter("orders.confirm", unknown=1),
        {**by_ids("orders.confirm", [1]), "parameters": {"a": 1}},
    ],
)
async def test_bad_requests(shop: Shop, body: dict[str, Any]) -> None:
    async with operator_client(shop) as admin:
        status, _error = await admin.error("POST", "/bulk/preview", json=body)
        assert status == 422


async def test_nothing_to_do_and_too_much(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    unpaid, other = await buy(shop), await buy(shop)
    async with operator_client(shop) as admin:
        body = by_ids("orders.confirm", await ids_of(shop, unpaid))
        preview = await admin.post("/bulk/preview", json=body)
        status, error = await admin.error(
            "POST", "/bulk", key="k", json={**body, "version": preview["version"]}
        )
        assert (status, error["code"]) == (409, "nothing_to_do")
        monkeypatch.setattr(starting, "MAX_ITEMS", 1)
        status, error = await admin.error("POST", "/bulk/preview", json=by_filter("orders.confirm"))
        assert (status, error["code"]) == (409, "selection_too_large")
        # An export of more records reads them when it runs.
        job = await start(admin, by_filter("orders.export"))
        await shop.work()
        file = await file_of(admin, job["id"])
        assert {row[0] for row in file[1:]} == {unpaid.order_id, other.order_id}


async def test_cancel_orders(shop: Shop) -> None:
    paid, unpaid = await buy_and_pay(shop), await buy(shop)
    ids = await ids_of(shop, paid, unpaid)
    async with operator_client(shop) as admin:
        job = await start(admin, by_ids("orders.cancel", ids))
        await shop.work()
        assert (await admin.get(f"/bulk/{job['id']}"))["done"] == 2
        assert await status_of(shop, paid) == OrderStatus.CANCELLED_BY_COMPANY
        # A run that was interrupted after the order was cancelled is repeated.
        await order_operations._cancel(shop.runtime, ids[0], None)
        preview = await admin.post("/bulk/preview", json=by_ids("orders.cancel", ids))
        assert (preview["toDo"], preview["reasons"][0]["reason"]) == (0, "Cancelled")


async def test_cancel_an_operation(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    orders = [await buy_and_pay(shop) for _ in range(3)]
    monkeypatch.setattr(running, "SLICE", 1)
    async with operator_client(shop) as admin:
        job = await start(admin, by_ids("orders.confirm", await ids_of(shop, *orders)))
        await running.run_slice(shop.runtime, job["id"])
        job = await admin.get(f"/bulk/{job['id']}")
        assert (job["state"], job["done"]) == ("running", 1)
        await admin.post(f"/bulk/{job['id']}/cancel")
        await shop.work()
        statuses = [await status_of(shop, order) for order in orders]
        assert sorted(statuses) == [1, 1, 2]
        rows = await file_of(admin, job["id"])
        assert [row[2] for row in rows[1:]] == ["done", "not run", "not run"]
        status, error = await admin.error("POST", f"/bulk/{job['id']}/cancel")
        assert (status, error["code"]) == (409, "bulk_finished")
    await check(shop)


async def test_a_crash_neither_loses_nor_repeats_a_record(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    orders = [await buy_and_pay(shop) for _ in range(3)]
    crashed: list[bool] = []
    finish = actions.finish_item

    async def crash_once(*arguments: Any) -> None:
        if not crashed:
            crashed.append(True)
            raise SystemExit
        await finish(*arguments)

    async with operator_client(shop) as admin:
        job = await start(admin, by_ids("orders.confirm", await ids_of(shop, *orders)))
        monkeypatch.setattr(running, "finish_item", crash_once)
        with pytest.raises(SystemExit):
            await running.run_slice(shop.runtime, job["id"])
        # The change and its record are one transaction, so neither was committed.
        assert [await status_of(shop, order) for order in orders] == [1, 1, 1]
        await shop.work()
        assert (await admin.get(f"/bulk/{job['id']}"))["done"] == 3
    await check(shop)


async def test_an_unexpected_error_fails_one_record(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await buy_and_pay(shop), await buy_and_pay(shop)
    ids = await ids_of(shop, first, second)
    advance = order_operations._advance

    async def break_first(connection: Any, order_id: int, target: OrderStatus) -> None:
        await advance(connection, order_id, target)
        if order_id == ids[0]:
            raise RuntimeError("unexpected")

    monkeypatch.setattr(order_operations, "_advance", break_first)
    async with operator_client(shop) as admin:
        job = await start(admin, by_ids("orders.confirm", ids))
        await shop.work()
        job = await admin.get(f"/bulk/{job['id']}")
        assert (job["done"], job["failed"]) == (1, 1)
        assert "unexpected" not in str(job)
        assert await status_of(shop, first) == OrderStatus.CONFIRMED
    await check(shop)


async def test_an_export_is_safe_in_spreadsheets(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE orders SET first_name = '=HYPERLINK(\"http://evil\")', last_name = '@SUM(1)'"
        )
    async with operator_client(shop) as admin:
        job = await start(admin, by_filter("orders.export"))
        await shop.work()
        job = await admin.get(f"/bulk/{job['id']}")
        assert (job["state"], job["done"], job["isExport"]) == ("finished", 1, True)
        assert job["fileName"].endswith(".csv")
        head, row = await file_of(admin, job["id"])
        found = dict(zip(head, row, strict=True))
        assert found["Order"] == bought.order_id
        assert found["First name"].startswith("'=")
        assert found["Last name"].startswith("'@")
        assert (found["Payment"], found["Country"]) == ("paid", "US")
        async with shop.database.transaction() as connection:
            await connection.execute("UPDATE bulk_jobs SET created_at = now() - interval '8 days'")
            assert await actions.delete_old_files(connection, 10) == 1
        status, error = await admin.error("GET", f"/bulk/{job['id']}/file")
        assert (status, error["code"]) == (404, "no_file")


async def test_a_download_of_an_export_needs_a_proof_of_identity_and_is_recorded(
    shop: Shop,
) -> None:
    await buy_and_pay(shop)
    async with operator_client(shop) as admin, operator_client(shop, "finance") as other:
        export = (await start(admin, by_filter("orders.export")))["id"]
        results = (await start(admin, by_filter("orders.pack"), "k2"))["id"]
        await shop.work()
        await file_of(other, export)
        newest = (await admin.get("/audit"))["items"][0]
        assert newest["action"] == "bulk.downloaded"
        assert (newest["actor"]["id"], newest["subject"]["id"]) == (other.operator_id, str(export))
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE operator_sessions SET verified_at = now() - interval '1 day'"
            )
        status, error = await admin.error("GET", f"/bulk/{export}/file")
        assert (status, error["code"]) == (403, "step_up_required")
        # The results of other operations name orders only.
        assert len(await file_of(admin, results)) == 2


async def test_an_export_needs_a_proof_of_identity(shop: Shop) -> None:
    await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        body = by_filter("orders.export")
        preview = await admin.post("/bulk/preview", json=body)
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE operator_sessions SET verified_at = now() - interval '1 day'"
            )
        status, error = await admin.error(
            "POST", "/bulk", key="k", json={**body, "version": preview["version"]}
        )
        assert (status, error["code"]) == (403, "step_up_required")
