"""Rehearsals: every case on the shop as it is set up, and nothing of it is stored but the report."""

from __future__ import annotations

from typing import Any

from stallage.payment_rehearsals.rules import CASES
from tests.admin import operator_client
from tests.checkout.factory import count, stock_of
from tests.payments.factory import place_prepaid
from tests.payments.fake_gateways import FakeGateway
from tests.shop import Shop

ORDERS_TABLES = ("orders", "order_states", "payment_attempts", "payment_webhook_events", "refunds")
TABLES = (
    *ORDERS_TABLES,
    "payment_disputes",
    "sandbox_sessions",
    "products",
    "skus",
    "pgqueuer",
    "invoices",
    "webhook_events",
    "audit_entries",
)


def failures(report: dict[str, Any]) -> list[tuple[str, str | None, list[Any]]]:
    return [
        (case["key"], case["error"], [one for one in case["checks"] if not one["passed"]])
        for case in report["cases"]
        if case["verdict"] != "passed"
    ]


async def test_every_case_passes_and_nothing_is_stored(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    await shop.work()
    emails = len(shop.outbox())
    async with operator_client(shop) as admin:
        before = {table: await count(shop, table) for table in TABLES}
        report = await admin.output("POST", "/payment-rehearsals")
        assert failures(report) == []
        assert [case["key"] for case in report["cases"]] == [case.key for case in CASES]
        after = {table: await count(shop, table) for table in TABLES}
        assert after == before | {"audit_entries": before["audit_entries"] + 1}
    assert len(shop.outbox()) == emails
    assert await stock_of(shop, order.sku_id) == 4
    played = {case["played"] for case in report["cases"]}
    assert played == {"provider" if gateway.name == "sandbox" else "shop"}
    assert (report["limits"] is None) is (gateway.name == "sandbox")
    assert report["trial"]["succeeded"], report["trial"]
    paid = report["cases"][0]["evidence"]
    assert paid["notices"] == ["paid: confirm"]
    assert paid["order"].endswith(" TEST")
    assert {one["kind"] for one in paid["emails"]} >= {"order_placed", "order_paid"}
