"""Test orders: marked while the shop is in test mode, and set apart once it is live."""

from __future__ import annotations

from typing import Any

from pydantic import SecretStr

from stallage.orders.jobs import leave_out_test_orders
from stallage.reports.jobs.figures import refresh_figures
from tests.admin import Admin, operator_client
from tests.checkout.factory import place
from tests.conftest import OpenShop
from tests.payments.factory import place_prepaid, press
from tests.payments.topups import assert_invariants
from tests.shop import Shop

LIVE: dict[str, Any] = {
    "payment_gateway_mode": 1,
    "payment_provider": "stripe",
    "stripe_secret_key": SecretStr("sk_live_0123456789abcdefghijkl"),
    "stripe_webhook_secret": SecretStr("whsec_0123456789abcdefghijkl"),
}


async def listed(admin: Admin, query: str = "") -> list[tuple[str, bool]]:
    page = await admin.output("GET", f"/orders{query}")
    return [(one["orderId"], one["isTest"]) for one in page["items"]]


async def place_both(shop: Shop) -> tuple[str, str]:
    """Place an order that is paid in test mode, and one on delivery; return their numbers."""
    test = await place_prepaid(shop)
    await press(shop, test.redirect_url, "pay")
    await shop.work()
    real = await place(shop, [test.sku_id])
    await shop.work()
    return test.order_id, real["orderId"]


async def test_orders_paid_in_test_mode_are_marked(shop: Shop) -> None:
    test, real = await place_both(shop)
    async with operator_client(shop) as admin:
        assert await listed(admin) == [(real, False), (test, True)]
        assert await listed(admin, "?test=true") == [(test, True)]
        assert await listed(admin, "?test=false") == [(real, False)]
        assert (await admin.output("GET", f"/orders/{test}"))["isTest"] is True
        counts = await admin.output("GET", "/orders/counts")
        assert (counts["all"]["value"], counts["test"]["value"]) == (2, 1)
        # A shop in test mode works with its test orders.
        await leave_out_test_orders(shop.runtime)
        assert len(await listed(admin)) == 2


async def test_test_orders_are_set_apart_once_the_shop_is_live(
    shop: Shop, open_shop: OpenShop
) -> None:
    test, real = await place_both(shop)
    waiting = await place_prepaid(shop)
    async with (
        open_shop(**LIVE) as live,
        operator_client(live) as admin,
    ):
        await leave_out_test_orders(live.runtime)
        await refresh_figures(live.runtime)
        # One that still waits for its payment keeps its place until it has ended.
        assert [number for number, _ in await listed(admin)] == [waiting.order_id, real]
        assert test in [number for number, _ in await listed(admin, "?test=true")]
        counts = await admin.output("GET", "/orders/counts")
        assert (counts["all"]["value"], counts["test"]["value"]) == (2, 2)
        queues = await admin.output("GET", "/today/queues")
        assert queues["toConfirm"]["count"]["value"] == 1
        assert (await admin.output("GET", f"/orders/{test}"))["isTest"] is True
        timeline = await admin.output("GET", f"/orders/{test}/timeline")
        assert "Set apart as a test order" in [one["label"] for one in timeline["items"]]
        sales = await admin.output("GET", "/reports/sales")
        assert sales["total"][0] == 1, sales
        await leave_out_test_orders(live.runtime)
        await assert_invariants(live)
