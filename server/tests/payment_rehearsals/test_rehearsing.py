"""Rehearsals: every case on the shop as it is set up, and nothing of it is stored but the report."""

from __future__ import annotations

import asyncio
import csv
import io
from typing import Any

import pytest
from pydantic import SecretStr

from stallage.checkout.errors import DeliveryUnavailable
from stallage.payment_rehearsals.actions import lock_rehearsals
from stallage.payment_rehearsals.operations import play
from stallage.payment_rehearsals.rules import CASES
from stallage.payments.actions import webhook_events
from tests.admin import operator_client
from tests.checkout.factory import count, place, stock_of
from tests.command import run_stallage
from tests.conftest import OpenShop
from tests.payments.factory import place_prepaid
from tests.payments.fake_gateways import FakeGateway, StripeGateway, open_gateway
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
    (event,) = paid["events"]
    assert event.endswith(": confirms the order")
    assert paid["order"].endswith(" TEST")
    assert {one["kind"] for one in paid["emails"]} >= {"order_placed", "order_paid"}


async def test_reports_are_listed_compared_and_downloaded(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        assert (await admin.output("GET", "/payment-rehearsals"))["items"] == []
        first = await admin.output("POST", "/payment-rehearsals")
        assert (first["comparedWith"], first["changes"]) == (None, [])
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE payment_rehearsals SET cases = jsonb_set(cases, '{0,verdict}', '\"failed\"')"
            )
        second = await admin.output("POST", "/payment-rehearsals")
        assert second["comparedWith"] == first["id"]
        assert [(one["key"], one["before"], one["now"]) for one in second["changes"]] == [
            ("paid", "failed", "passed")
        ]
        listed = (await admin.output("GET", "/payment-rehearsals"))["items"]
        assert [one["id"] for one in listed] == [second["id"], first["id"]]
        path = f"/payment-rehearsals/{second['id']}"
        assert await admin.output("GET", path) == second
        as_json = (await admin.request("GET", f"{path}/file?format=json")).json()
        assert as_json["cases"] == second["cases"]
        as_csv = (await admin.request("GET", f"{path}/file?format=csv")).content
        rows = list(csv.reader(io.StringIO(as_csv.decode("utf-8-sig"))))
        assert len(rows) == 1 + len(CASES)
        assert (await admin.error("GET", "/payment-rehearsals/999"))[0] == 404
        assert (await admin.error("GET", f"{path}/file?format=pdf"))[0] == 422


async def test_a_rehearsal_finds_what_is_wrong(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_arguments: object) -> bool:
        return False

    monkeypatch.setattr(webhook_events, "record_dispute", nothing)
    async with operator_client(shop) as admin:
        report = await admin.output("POST", "/payment-rehearsals")
    wrong = {key: {one["name"] for one in checks} for key, _error, checks in failures(report)}
    assert wrong == {
        "dispute_opened": {"dispute", "withdrawn"},
        "dispute_lost": {"dispute", "withdrawn"},
        "dispute_won": {"dispute", "withdrawn", "returned"},
    }
    assert (report["passed"], report["failed"]) == (len(CASES) - 3, 3)


async def test_a_case_that_cannot_be_played_says_why(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_arguments: object, **_others: object) -> None:
        raise DeliveryUnavailable

    monkeypatch.setattr(play, "place_order", refuse)
    async with operator_client(shop) as admin:
        report = await admin.output("POST", "/payment-rehearsals")
    assert report["passed"] == 0
    assert report["cases"][0]["error"] == DeliveryUnavailable.message
    assert report["cases"][0]["evidence"] is None


async def test_only_who_may_edit_settings_rehearses(shop: Shop) -> None:
    async with operator_client(shop, role="manager") as manager:
        assert (await manager.error("POST", "/payment-rehearsals"))[0] == 403
        assert (await manager.output("GET", "/payment-rehearsals"))["items"] == []


async def test_a_shop_without_online_payments_has_nothing_to_rehearse(open_shop: OpenShop) -> None:
    async with open_shop(payment_provider="none") as shop, operator_client(shop) as admin:
        status, error = await admin.error("POST", "/payment-rehearsals")
        assert (status, error["code"]) == (409, "rehearsal_impossible")
        assert "none" in error["message"]


async def test_live_keys_send_nothing_to_the_provider(open_shop: OpenShop) -> None:
    async with open_gateway("stripe") as gateway:
        live: dict[str, Any] = {
            "payment_gateway_mode": 1,
            "stripe_secret_key": SecretStr("sk_live_0123456789abcdefghijkl"),
        }
        async with (
            open_shop(**gateway.changes | live) as shop,
            operator_client(shop) as admin,
        ):
            report = await admin.output("POST", "/payment-rehearsals")
            steps = [(one["name"], one["state"]) for one in report["trial"]["steps"]]
        assert isinstance(gateway, StripeGateway)
        assert gateway.server.opened == []
    assert failures(report) == []
    assert (report["mode"], report["trial"]["succeeded"]) == ("live", False)
    assert steps == [("settings", "passed"), ("open", "skipped"), ("event", "passed")]
    assert "nothing was sent" in report["limits"]


async def test_two_rehearsals_do_not_run_at_once(shop: Shop) -> None:
    async with operator_client(shop) as admin, shop.database.transaction() as connection:
        assert await lock_rehearsals(connection)
        status, error = await admin.error("POST", "/payment-rehearsals")
        assert (status, error["code"]) == (409, "rehearsal_interrupted")
    async with operator_client(shop) as admin:
        assert failures(await admin.output("POST", "/payment-rehearsals")) == []


async def test_a_shopper_buys_while_a_rehearsal_runs(shop: Shop) -> None:
    order = await place_prepaid(shop)
    async with operator_client(shop) as admin:
        report, placed = await asyncio.gather(
            admin.output("POST", "/payment-rehearsals"), place(shop, [order.sku_id])
        )
    assert failures(report) == []
    assert placed["orderId"]
    assert await count(shop, "orders") == 2


async def test_the_command_prints_the_report(shop: Shop) -> None:
    result = await run_stallage(shop.runtime.settings, "rehearse-payments")
    assert result.status == 0, result
    assert f"{len(CASES)} passed, 0 failed." in result.output
    result = await run_stallage(shop.runtime.settings, "rehearse-payments", "--json")
    assert '"verdict": "passed"' in result.output
    assert await count(shop, "payment_rehearsals") == 2
