"""What is Razorpay's own: the page that leads to its checkout, the way back, and its event ids."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from pydantic import SecretStr

from stallage.core import clock
from stallage.payments.providers import trouble
from stallage.settings import Settings
from tests.checkout.factory import count
from tests.payments.factory import cancel, place_prepaid, refunds, standing
from tests.payments.stand_ins.razorpay import KEY_ID, KEY_SECRET
from tests.payments.tills import RazorpayTill, Signed, send, session_of
from tests.shop import Shop

till = pytest.mark.parametrize("till", ["razorpay"], indirect=True)


@till
async def test_the_page_leads_to_the_checkout_while_it_can_be_paid(
    till: RazorpayTill, till_shop: Shop
) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    [said] = till.server.texts
    assert (said["amount"], said["currency"]) == (3190, "USD")
    assert said["payment"]["capture"] == "automatic"
    # Captured by itself for as long as the order waits, and never later.
    assert said["payment"]["capture_options"]["automatic_expiry_period"] == 15
    attempt = said["receipt"]
    assert order.redirect_url == f"{shop.url}/payments/razorpay/{attempt}"
    page = await shop.client.get(order.redirect_url)
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', page.text))
    back = f"{shop.url}/order-detail/{order.order_id}?key={order.key}"
    assert fields["key_id"] == KEY_ID
    assert fields["order_id"] == session
    assert fields["callback_url"] == f"{order.redirect_url}/return"
    assert fields["cancel_url"] == back
    assert f'action="{till.server.url}/v1/checkout/embedded"' in page.text
    assert KEY_SECRET not in page.text
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert till.server.url in policy
    assert page.headers["cache-control"] == "no-store"
    with clock.shift(timedelta(seconds=901)):
        late = await shop.client.get(order.redirect_url)
    assert (late.status_code, late.headers["location"]) == (303, back)
    await cancel(shop, order)
    ended = await shop.client.get(order.redirect_url)
    assert (ended.status_code, ended.headers["location"]) == (303, back)
    for path in ("pay_0123", "pay_zz", "pay_%00", "../sandbox"):
        assert (await shop.client.get(f"/payments/razorpay/{path}")).status_code in (404, 422)


@till
async def test_the_way_back_proves_nothing_and_is_checked(
    till: RazorpayTill, till_shop: Shop
) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    way_back = f"{order.redirect_url}/return"
    payment = till.server.attempt(session, "failed")
    good = till.server.checkout_answer(session, payment)
    # Signed, and yet not paid: Razorpay is asked, and it says no.
    answer = await shop.client.post(way_back, data=good)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith(f"{shop.url}/order-detail/{order.order_id}?key=")
    await shop.work()
    assert await standing(shop, order) == (0, 2)
    payment = till.server.attempt(session, "captured")
    good = till.server.checkout_answer(session, payment)
    asked = len(till.server.asked)
    for forged in (
        {**good, "razorpay_signature": "0" * 64},
        {**good, "razorpay_signature": "\xe9"},
        {**good, "razorpay_payment_id": "pay_another"},
        {"razorpay_payment_id": payment},
    ):
        assert (await shop.client.post(way_back, data=forged)).status_code == 303
    await shop.work()
    assert len(till.server.asked) == asked, "nothing is asked for a forged way back"
    assert (await shop.client.post(way_back, data=good)).status_code == 303
    assert (await shop.client.post(way_back, data=good)).status_code == 303
    await shop.work()
    assert await standing(shop, order) == (1, 1)


@till
async def test_an_error_that_comes_back_is_looked_into(till: RazorpayTill, till_shop: Shop) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    till.server.attempt(await session_of(shop, order.order_id), "failed")
    error = {"error[code]": "BAD_REQUEST_ERROR", "error[description]": "<b>Declined</b>"}
    answer = await shop.client.post(f"{order.redirect_url}/return", data=error)
    assert answer.status_code == 303
    await shop.work()
    assert await standing(shop, order) == (0, 2)


@till
async def test_an_event_is_known_by_its_id_or_else_by_its_body(
    till: RazorpayTill, till_shop: Shop
) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    till.server.attempt(session, "captured")
    body = till.server.event("payment.captured", session)
    headers = till.server.sign(body, event_id="EvT1")
    other = till.server.event("order.paid", session)
    bare = {"X-Razorpay-Signature": till.server.sign(other)["X-Razorpay-Signature"]}
    strange = {**bare, "X-Razorpay-Event-Id": "'; --"}
    for notice in (
        Signed(headers, body),
        Signed(headers, body),
        Signed(bare, other),
        Signed(strange, other),
    ):
        assert (await send(shop, till, notice)).status_code == 200
    assert await count(shop, "payment_notices") == 2
    await shop.work()
    assert await standing(shop, order) == (1, 1)


@till
async def test_a_refund_that_failed_at_the_bank_is_left_to_an_operator(
    till: RazorpayTill, till_shop: Shop
) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await till.pay(shop, session)
    await send(shop, till, till.notice(shop, session, "paid"))
    await shop.work()
    await cancel(shop, order)
    await shop.work()
    assert await refunds(shop) == [(3190, "cancelled", "done")]
    [refund] = till.server.refunds.values()
    body = till.server.raw_event("refund.failed", {"refund": {"entity": refund}})
    await send(shop, till, Signed(till.server.sign(body), body))
    await shop.work()
    assert await refunds(shop) == [(3190, "cancelled", "refused")]


def test_the_keys_must_be_there_and_of_the_right_mode(settings: Settings) -> None:
    keys = {
        "payment_provider": "razorpay",
        "razorpay_key_id": "rzp_live_1",
        "razorpay_key_secret": SecretStr("secret"),
        "razorpay_webhook_secret": SecretStr("secret"),
    }
    said = trouble(settings.model_copy(update=keys))
    assert said is not None
    assert "no test key" in said
    assert trouble(settings.model_copy(update={**keys, "payment_gateway_mode": 1})) is None
    missing = trouble(
        settings.model_copy(update={**keys, "razorpay_webhook_secret": SecretStr("")})
    )
    assert missing is not None
    assert "STALLAGE_RAZORPAY_WEBHOOK_SECRET" in missing
