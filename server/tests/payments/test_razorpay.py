"""Razorpay: the page that leads to its checkout, the return from it, and its event ids."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from pydantic import SecretStr

from stallage.core import clock
from stallage.settings import Settings
from stallage.shop.rules.capabilities import payment_problem
from tests.checkout.factory import count
from tests.payments.factory import cancel, order_state, place_prepaid, refunds
from tests.payments.fake_gateways import RazorpayGateway, SignedEvent, send, session_of
from tests.payments.stand_ins.razorpay import KEY_ID, KEY_SECRET
from tests.shop import Shop

gateway = pytest.mark.parametrize("gateway", ["razorpay"], indirect=True)


@gateway
async def test_the_page_leads_to_the_checkout_while_the_order_is_payable(
    gateway: RazorpayGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    [parameters] = gateway.server.opened
    assert (parameters["amount"], parameters["currency"]) == (3190, "USD")
    assert parameters["payment"]["capture"] == "automatic"
    # Captured automatically while the order waits, and never later.
    assert parameters["payment"]["capture_options"]["automatic_expiry_period"] == 15
    attempt = parameters["receipt"]
    assert order.redirect_url == f"{shop.url}/payments/razorpay/{attempt}"
    page = await shop.client.get(order.redirect_url)
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', page.text))
    back = f"{shop.url}/order-detail/{order.order_id}?key={order.key}"
    assert fields["key_id"] == KEY_ID
    assert fields["order_id"] == session
    assert fields["callback_url"] == f"{order.redirect_url}/return"
    assert fields["cancel_url"] == back
    assert f'action="{gateway.server.url}/v1/checkout/embedded"' in page.text
    assert KEY_SECRET not in page.text
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert gateway.server.url in policy
    assert page.headers["cache-control"] == "no-store"
    with clock.shift(timedelta(seconds=901)):
        late = await shop.client.get(order.redirect_url)
    assert (late.status_code, late.headers["location"]) == (303, back)
    await cancel(shop, order)
    ended = await shop.client.get(order.redirect_url)
    assert (ended.status_code, ended.headers["location"]) == (303, back)
    for path in ("pay_0123", "pay_zz", "pay_%00", "../sandbox"):
        assert (await shop.client.get(f"/payments/razorpay/{path}")).status_code in (404, 422)


@gateway
async def test_the_return_from_the_checkout_is_verified_and_proves_nothing(
    gateway: RazorpayGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    return_url = f"{order.redirect_url}/return"
    payment = gateway.server.attempt(session, "failed")
    good = gateway.server.checkout_response(session, payment)
    # SignedEvent, and yet not paid: Razorpay is asked, and it says no.
    answer = await shop.client.post(return_url, data=good)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"{shop.url}/order-detail/{order.order_id}?key=")
    await shop.work()
    assert await order_state(shop, order) == (0, 2)
    payment = gateway.server.attempt(session, "captured")
    good = gateway.server.checkout_response(session, payment)
    calls = len(gateway.server.calls)
    for forged in (
        {**good, "razorpay_signature": "0" * 64},
        {**good, "razorpay_signature": "\xe9"},
        {**good, "razorpay_payment_id": "pay_another"},
        {"razorpay_payment_id": payment},
    ):
        assert (await shop.client.post(return_url, data=forged)).status_code == 303
    await shop.work()
    assert len(gateway.server.calls) == calls, "nothing is polled for a forged signature"
    assert (await shop.client.post(return_url, data=good)).status_code == 303
    assert (await shop.client.post(return_url, data=good)).status_code == 303
    await shop.work()
    assert await order_state(shop, order) == (1, 1)


@gateway
async def test_an_error_from_the_checkout_is_polled(
    gateway: RazorpayGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    gateway.server.attempt(await session_of(shop, order.order_id), "failed")
    error = {"error[code]": "BAD_REQUEST_ERROR", "error[description]": "<b>Declined</b>"}
    answer = await shop.client.post(f"{order.redirect_url}/return", data=error)
    assert answer.status_code == 303
    await shop.work()
    assert await order_state(shop, order) == (0, 2)


@gateway
async def test_an_event_is_identified_by_its_id_or_its_body(
    gateway: RazorpayGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    gateway.server.attempt(session, "captured")
    body = gateway.server.event("payment.captured", session)
    headers = gateway.server.sign(body, event_id="EvT1")
    other = gateway.server.event("order.paid", session)
    bare = {"X-Razorpay-Signature": gateway.server.sign(other)["X-Razorpay-Signature"]}
    strange = {**bare, "X-Razorpay-Event-Id": "'; --"}
    for event in (
        SignedEvent(headers, body),
        SignedEvent(headers, body),
        SignedEvent(bare, other),
        SignedEvent(strange, other),
    ):
        assert (await send(shop, gateway, event)).status_code == 200
    assert await count(shop, "payment_webhook_events") == 2
    await shop.work()
    assert await order_state(shop, order) == (1, 1)


@gateway
async def test_a_refund_that_failed_at_the_bank_is_left_to_an_operator(
    gateway: RazorpayGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await gateway.pay(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    await cancel(shop, order)
    await shop.work()
    assert await refunds(shop) == [(3190, "cancelled", "done")]
    [refund] = gateway.server.refunds.values()
    body = gateway.server.raw_event("refund.failed", {"refund": {"entity": refund}})
    await send(shop, gateway, SignedEvent(gateway.server.sign(body), body))
    await shop.work()
    assert await refunds(shop) == [(3190, "cancelled", "refused")]


def test_keys_must_be_set_and_of_the_right_mode(settings: Settings) -> None:
    keys = {
        "payment_provider": "razorpay",
        "razorpay_key_id": "rzp_live_1",
        "razorpay_key_secret": SecretStr("secret"),
        "razorpay_webhook_secret": SecretStr("secret"),
    }
    problem = payment_problem(settings.model_copy(update=keys), "razorpay")
    assert problem is not None
    assert "not a test key" in problem
    live = settings.model_copy(update={**keys, "payment_gateway_mode": 1})
    assert payment_problem(live, "razorpay") is None
    without_secret = settings.model_copy(update={**keys, "razorpay_webhook_secret": SecretStr("")})
    missing = payment_problem(without_secret, "razorpay")
    assert missing is not None
    assert "STALLAGE_RAZORPAY_WEBHOOK_SECRET" in missing
