"""Prepaid orders with the sandbox: paid, declined, late, twice, never; cancelled and refunded."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import orjson
import pytest

from stallage.core import clock
from stallage.payments.gateway_calls.ending import OrderToEnd, end_when_unpaid
from stallage.payments.jobs import end_overdue, reconcile
from stallage.payments.providers import provider_of
from stallage.payments.providers.sandbox import webhooks
from stallage.payments.rules.amounts import AmountDue
from tests.checkout.factory import count, guest_order, place, stock_of
from tests.conftest import OpenShop
from tests.payments.factory import (
    end_now,
    order_of,
    place_prepaid,
    press,
    refunds,
    work_until,
)
from tests.shop import Shop
from tests.stocked_shop import stock_shop

BUTTONS = (
    "Pay",
    "Decline",
    "Pay later than allowed",
    "Pay and notify twice",
    "Pay and never notify",
    "Close without paying",
)


async def test_paying_and_the_webhook_event_confirms(shop: Shop) -> None:
    order = await place_prepaid(shop)
    assert order.redirect_url.startswith(f"{shop.url}/payments/sandbox/")
    before = await order_of(shop, order)
    assert (before["status"], before["paymentStatus"]) == (0, 0)
    assert before["allows"] == {
        "cancel": True,
        "pay": True,
        "reorder": True,
        "editBilling": True,
    }
    assert await stock_of(shop, order.sku_id) == 4
    page = await shop.client.get(order.redirect_url)
    assert page.headers["content-type"].startswith("text/html")
    for button in BUTTONS:
        assert f">{button}</button>" in page.text
    assert order.order_id in page.text
    assert "$31.90" in page.text
    assert f"form-action 'self' {shop.url}" in page.headers["content-security-policy"]
    back = await press(shop, order.redirect_url, "pay")
    assert back.status_code == 303
    assert back.headers["location"] == f"{shop.url}/order-detail/{order.order_id}?key={order.key}"
    # The browser's return proves nothing; only the webhook event does.
    assert (await order_of(shop, order))["paymentStatus"] == 0
    await shop.work()
    paid = await order_of(shop, order)
    assert (paid["status"], paid["paymentStatus"]) == (1, 1)
    assert not paid["allows"]["pay"]
    assert "This has been paid." in (await shop.client.get(order.redirect_url)).text
    await end_now(shop, order.order_id)
    assert (await order_of(shop, order))["status"] == 1


async def test_a_repeated_webhook_event_counts_once(shop: Shop) -> None:
    order = await place_prepaid(shop)
    await press(shop, order.redirect_url, "pay-twice")
    await shop.work()
    paid = await order_of(shop, order)
    assert (paid["status"], paid["paymentStatus"]) == (1, 1)
    assert [entry["status"] for entry in paid["timeline"]] == [0, 1]
    assert await count(shop, "payment_webhook_events") == 1
    assert await refunds(shop) == []


async def test_a_declined_payment_can_be_retried(shop: Shop) -> None:
    order = await place_prepaid(shop)
    await press(shop, order.redirect_url, "decline")
    await shop.work()
    declined = await order_of(shop, order)
    assert (declined["status"], declined["paymentStatus"]) == (0, 2)
    assert declined["allows"]["pay"]
    path = f"/api/orders/{order.order_id}/pay"
    again = await shop.output("POST", path, params={"key": order.key})
    assert again["payment"]["status"] == 0
    url = again["payment"]["redirectUrl"]
    assert url != order.redirect_url
    twice = await asyncio.gather(
        *(shop.output("POST", path, params={"key": order.key}) for _ in range(3))
    )
    assert {one["payment"]["redirectUrl"] for one in twice} == {url}
    await press(shop, url, "pay")
    await shop.work()
    assert (await order_of(shop, order))["status"] == 1
    status, error = await shop.error("POST", path, params={"key": order.key})
    assert (status, error["code"]) == (409, "payment_not_due")


async def test_an_unpaid_order_ends_and_releases_stock_once(open_shop: OpenShop) -> None:
    async with open_shop(payment_hold_seconds=0) as shop:
        order = await place_prepaid(shop)
        assert await stock_of(shop, order.sku_id) == 4
        await press(shop, order.redirect_url, "close")
        await shop.work()
        ended = await order_of(shop, order)
        assert (ended["status"], ended["paymentStatus"]) == (8, 2)
        assert ended["timeline"][-1]["by"] == "system"
        assert await stock_of(shop, order.sku_id) == 5
        await asyncio.gather(*(end_now(shop, order.order_id) for _ in range(3)))
        await end_overdue(shop.runtime)
        assert await stock_of(shop, order.sku_id) == 5
        page = await shop.client.get(order.redirect_url)
        assert "Nothing was charged" in page.text
        await press(shop, order.redirect_url, "pay")
        await shop.work()
        assert (await order_of(shop, order))["status"] == 8
        status, error = await shop.error(
            "POST", f"/api/orders/{order.order_id}/pay", params={"key": order.key}
        )
        assert (status, error["code"]) == (409, "payment_not_due")


async def test_a_job_that_runs_too_early_is_enqueued_again(shop: Shop) -> None:
    order = await place_prepaid(shop)
    pool = shop.database.pool
    waiting = "SELECT execute_after FROM pgqueuer WHERE entrypoint = $1"
    name = end_when_unpaid.name
    first = await pool.fetchval(waiting, name)
    to_end = OrderToEnd(order_id=await pool.fetchval("SELECT id FROM orders"))
    await pool.execute("DELETE FROM pgqueuer WHERE entrypoint = $1", name)
    await end_when_unpaid.run(shop.runtime, to_end)
    assert (await order_of(shop, order))["status"] == 0
    again = await pool.fetchval(waiting, name)
    assert abs(again - first) < timedelta(seconds=60), "when the order's time to pay is over"
    with clock.shift(timedelta(seconds=901)):
        await end_when_unpaid.run(shop.runtime, to_end)
    assert (await order_of(shop, order))["status"] == 8
    assert await pool.fetchval(waiting, name) == again


async def test_the_timer_ends_an_order_whose_job_failed(shop: Shop) -> None:
    order = await place_prepaid(shop)
    await end_overdue(shop.runtime)
    assert (await order_of(shop, order))["status"] == 0
    with clock.shift(timedelta(seconds=901)):
        await end_overdue(shop.runtime)
    assert (await order_of(shop, order))["status"] == 8


async def test_a_late_payment_revives_the_order_if_its_units_are_available(shop: Shop) -> None:
    order = await place_prepaid(shop, promoCode="WELCOME10")
    await press(shop, order.redirect_url, "pay-late")
    await end_now(shop, order.order_id)
    assert (await order_of(shop, order))["status"] == 8
    assert await stock_of(shop, order.sku_id) == 5
    revived = await work_until(shop, order, payment_status=1)
    assert revived["status"] == 1
    assert [entry["status"] for entry in revived["timeline"]] == [0, 8, 1]
    assert await stock_of(shop, order.sku_id) == 4
    assert await refunds(shop) == []
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT used FROM promo_codes") == 1


async def test_a_late_payment_is_refunded_if_the_units_are_gone(shop: Shop) -> None:
    order = await place_prepaid(shop, stock=1)
    await press(shop, order.redirect_url, "pay-late")
    await end_now(shop, order.order_id)
    await place(shop, [order.sku_id])
    ended = await work_until(shop, order, payment_status=3)
    assert ended["status"] == 8
    assert await refunds(shop) == [(3190, "late", "done")]
    assert await stock_of(shop, order.sku_id) == 0


async def test_a_payment_just_before_the_end_counts(shop: Shop) -> None:
    order = await place_prepaid(shop)
    await press(shop, order.redirect_url, "pay")
    await end_now(shop, order.order_id)
    assert (await order_of(shop, order))["status"] == 1
    await shop.work()
    assert (await order_of(shop, order))["paymentStatus"] == 1
    assert await refunds(shop) == []


async def test_polling_replaces_a_lost_event(shop: Shop) -> None:
    order = await place_prepaid(shop)
    await press(shop, order.redirect_url, "pay-unheard")
    await shop.work()
    await reconcile(shop.runtime)
    assert (await order_of(shop, order))["paymentStatus"] == 0
    with clock.shift(timedelta(seconds=61)):
        await reconcile(shop.runtime)
    assert (await order_of(shop, order))["paymentStatus"] == 1


async def test_cancelling_ends_the_session_first(shop: Shop) -> None:
    order = await place_prepaid(shop)
    path = f"/api/orders/{order.order_id}/cancel"
    cancelled = await shop.output("POST", path, params={"key": order.key})
    assert (cancelled["status"], cancelled["paymentStatus"]) == (7, 2)
    assert await stock_of(shop, order.sku_id) == 5
    await press(shop, order.redirect_url, "pay")
    await shop.work()
    assert (await order_of(shop, order))["paymentStatus"] == 2
    status, error = await shop.error("POST", path, params={"key": order.key})
    assert (status, error["code"]) == (409, "cancel_refused")
    assert await stock_of(shop, order.sku_id) == 5


async def test_a_cancelled_order_is_refunded(shop: Shop) -> None:
    order = await place_prepaid(shop)
    await press(shop, order.redirect_url, "pay")
    await shop.work()
    cancelled = await shop.output(
        "POST", f"/api/orders/{order.order_id}/cancel", params={"key": order.key}
    )
    assert (cancelled["status"], cancelled["paymentStatus"]) == (7, 1)
    await shop.work()
    assert (await order_of(shop, order))["paymentStatus"] == 3
    assert await refunds(shop) == [(3190, "cancelled", "done")]
    await shop.work()
    assert await refunds(shop) == [(3190, "cancelled", "done")]


async def test_a_payment_during_cancellation_is_refunded(shop: Shop) -> None:
    order = await place_prepaid(shop)
    await press(shop, order.redirect_url, "pay")
    cancelled = await shop.output(
        "POST", f"/api/orders/{order.order_id}/cancel", params={"key": order.key}
    )
    assert cancelled["status"] == 7
    await work_until(shop, order, payment_status=3)
    assert await refunds(shop) == [(3190, "cancelled", "done")]


async def test_a_late_payment_of_an_order_cancelled_by_its_customer_is_refunded(shop: Shop) -> None:
    order = await place_prepaid(shop)
    await press(shop, order.redirect_url, "pay-late")
    await shop.output("POST", f"/api/orders/{order.order_id}/cancel", params={"key": order.key})
    ended = await work_until(shop, order, payment_status=3)
    assert ended["status"] == 7
    assert await refunds(shop) == [(3190, "late", "done")]


async def test_forged_and_old_webhook_events_are_refused(shop: Shop) -> None:
    order = await place_prepaid(shop)
    session = order.redirect_url.rsplit("/", 1)[1]
    body = webhooks.body_of("ntc_1", session, "payment.paid")
    good = webhooks.sign(shop.runtime.secret, body)
    with clock.shift(timedelta(seconds=-301)):
        old = webhooks.sign(shop.runtime.secret, body)
    url = "/payments/notices/sandbox"
    for signature, sent in (
        ("", body),
        ("t=1,v1=" + "0" * 64, body),
        (webhooks.sign(b"another secret", body), body),
        (good, body.replace(b"ntc_1", b"ntc_2")),
        (old, body),
    ):
        status, error = await shop.error(
            "POST", url, content=sent, headers={webhooks.HEADER: signature}
        )
        assert (status, error["code"]) == (400, "notice_refused")
    assert (await order_of(shop, order))["paymentStatus"] == 0
    assert await count(shop, "payment_webhook_events") == 0
    answer = await shop.client.post(url, content=body, headers={webhooks.HEADER: good})
    assert orjson.loads(answer.content) == {"status": True, "output": None, "error": None}
    # The event is stored and answered; a job processes it.
    await shop.work()
    assert (await order_of(shop, order))["paymentStatus"] == 1


async def test_late_and_unknown_webhook_events_change_nothing(shop: Shop) -> None:
    order = await place_prepaid(shop)
    session = order.redirect_url.rsplit("/", 1)[1]

    async def notify(event_id: str, about: str, kind: str) -> None:
        body = webhooks.body_of(event_id, about, kind)
        signature = webhooks.sign(shop.runtime.secret, body)
        await shop.output(
            "POST",
            "/payments/notices/sandbox",
            content=body,
            headers={webhooks.HEADER: signature},
        )

    await notify("ntc_a", "ps_unknown", "payment.paid")
    await asyncio.gather(
        notify("ntc_b", session, "payment.paid"), notify("ntc_c", session, "payment.paid")
    )
    await notify("ntc_d", session, "payment.declined")
    await shop.work()
    paid = await order_of(shop, order)
    assert (paid["status"], paid["paymentStatus"]) == (1, 1)
    assert await refunds(shop) == []


async def test_no_online_payment_if_the_provider_is_not_set_up(open_shop: OpenShop) -> None:
    async with open_shop(payment_gateway_mode=1) as shop:
        order = await place(shop, [(await place_prepaid_refused(shop))])
        assert order["payment"]["redirectUrl"] is None
        response = await shop.client.get("/payments/sandbox/ps_123")
        assert response.status_code == 404
        status, _error = await shop.error("POST", "/payments/notices/sandbox", content=b"{}")
        assert status == 404


async def place_prepaid_refused(shop: Shop) -> int:
    """Check that a prepaid order is refused, and return its SKU."""
    (bowl,) = await stock_shop(shop)
    status, error = await shop.error(
        "POST", "/api/orders", json=guest_order([bowl.sku_id], paymentMethod="prepaid")
    )
    assert (status, error["code"]) == (409, "payment_method_unavailable")
    return bowl.sku_id


@pytest.mark.parametrize("choice", ["", "nonsense"])
async def test_an_unknown_choice_leads_back_to_the_page(shop: Shop, choice: str) -> None:
    order = await place_prepaid(shop)
    back = await press(shop, order.redirect_url, choice)
    assert back.status_code == 303
    assert back.headers["location"].startswith("/payments/sandbox/")


async def test_nobody_else_can_pay_or_cancel(shop: Shop) -> None:
    order = await place_prepaid(shop)
    for act in ("pay", "cancel"):
        for key in (None, "", "wrong", order.key[:-1]):
            params = {} if key is None else {"key": key}
            status, _error = await shop.error(
                "POST", f"/api/orders/{order.order_id}/{act}", params=params
            )
            assert status == 404


async def test_a_start_whose_response_was_lost_is_retried(shop: Shop) -> None:
    order = await place_prepaid(shop)
    async with shop.database.transaction() as connection:
        await connection.execute(
            "UPDATE payment_attempts SET state = 'starting', session = NULL, redirect_url = NULL"
        )
    with clock.shift(timedelta(seconds=61)):
        await reconcile(shop.runtime)
    async with shop.database.reading() as connection:
        row = await connection.fetchrow("SELECT state, redirect_url FROM payment_attempts")
    assert row is not None
    assert tuple(row) == ("open", order.redirect_url)


async def test_an_interrupted_end_is_retried(shop: Shop) -> None:
    order = await place_prepaid(shop)
    session = order.redirect_url.rsplit("/", 1)[1]
    await provider_of(shop.runtime).end(session, AmountDue(3190, "USD"))
    with clock.shift(timedelta(seconds=901)):
        await end_overdue(shop.runtime)
    assert (await order_of(shop, order))["status"] == 8
    assert await stock_of(shop, order.sku_id) == 5


async def test_the_same_idempotency_key_returns_the_same_payment_page(shop: Shop) -> None:
    order = await place_prepaid(shop)
    call = {"params": {"key": order.key}, "headers": {"Idempotency-Key": "pay"}}
    path = f"/api/orders/{order.order_id}/pay"
    first = await shop.output("POST", path, **call)
    assert first["payment"]["redirectUrl"] == order.redirect_url
    assert await shop.output("POST", path, **call) == first
    assert await count(shop, "payment_attempts") == 1
