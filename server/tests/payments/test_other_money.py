"""Webhook events of another amount, currency or mode are not payments; an operator decides."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import orjson
import pytest
from pydantic import SecretStr
from structlog.testing import capture_logs

from stallage.core import clock
from stallage.doctor_payments import check_payments
from stallage.payments.jobs import end_overdue, reconcile
from stallage.payments.rules.amounts import AmountDue, is_due
from tests.checkout.factory import stock_of
from tests.command import run_stallage
from tests.conftest import OpenShop
from tests.payments.conftest import OUTSIDE
from tests.payments.factory import Prepaid, order_state, place_prepaid
from tests.payments.fake_gateways import (
    FakeGateway,
    RazorpayGateway,
    SignedEvent,
    StripeGateway,
    send,
    session_of,
)
from tests.payments.stand_ins.stripe import stripe_on_loopback
from tests.payments.test_faults import attempts
from tests.shop import Shop

outside = pytest.mark.parametrize("gateway", OUTSIDE, indirect=True)

STRANGE: dict[str, dict[str, Any]] = {
    "less": {"amount": 1},
    "more": {"amount": 319_000},
    "currency": {"currency": "jpy"},
    "nothing": {"amount": 0},
}


def event_with(gateway: FakeGateway, body: bytes, changes: dict[str, Any]) -> SignedEvent:
    """Return a signed webhook event with another amount or currency."""
    event = orjson.loads(body)
    if isinstance(gateway, StripeGateway):
        names = {"amount": "amount_total", "currency": "currency"}
        about = event["data"]["object"]
        about |= {"payment_status": "paid", "status": "complete"}
        about |= {names[name]: value for name, value in changes.items()}
        changed = orjson.dumps(event)
        return SignedEvent(gateway.server.sign(changed), changed)
    assert isinstance(gateway, RazorpayGateway)
    order = event["payload"]["order"]["entity"]
    names = {"amount": "amount_paid", "currency": "currency"}
    order |= {names[name]: value for name, value in changes.items()}
    changed = orjson.dumps(event)
    return SignedEvent(gateway.server.sign(changed), changed)


def pay_with(gateway: FakeGateway, session: str, changes: dict[str, Any]) -> None:
    """Make the provider report another amount or currency for a session."""
    if isinstance(gateway, StripeGateway):
        names = {"amount": "amount_total", "currency": "currency"}
        gateway.server.sessions[session] |= {names[one]: value for one, value in changes.items()}
    else:
        assert isinstance(gateway, RazorpayGateway)
        names = {"amount": "amount_paid", "currency": "currency"}
        gateway.server.orders[session] |= {names[one]: value for one, value in changes.items()}


@outside
@pytest.mark.parametrize("strange", list(STRANGE))
async def test_an_event_of_another_amount_is_not_a_payment(
    gateway: FakeGateway, gateway_shop: Shop, strange: str
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    good = gateway.webhook_event(shop, session, "paid")
    with capture_logs() as logs:
        answer = await send(shop, gateway, event_with(gateway, good.body, STRANGE[strange]))
        await shop.work()
    assert answer.status_code == 200
    assert await order_state(shop, order) == (0, 0)
    [line] = [one for one in logs if one["event"] == "payment_of_another_amount"]
    assert (line["log_level"], line["security"]) == ("error", True)
    settings = shop.runtime.settings
    [found] = await check_payments(settings, settings.database_url)
    assert found.state == "wrong"
    listed = await run_stallage(settings, "payments", "list")
    assert order.order_id in listed.output
    assert "in the provider's unit" in listed.output
    # The provider's API still counts: it reports no payment.
    with clock.shift(timedelta(seconds=901)):
        await end_overdue(shop.runtime)
    assert await order_state(shop, order) == (8, 2)
    name = listed.output.split("  ")[0]
    assert (await run_stallage(settings, "payments", "fail", name)).status == 0
    [found] = await check_payments(settings, settings.database_url)
    assert found.state == "ok"


@outside
@pytest.mark.parametrize("outcome", ["settle", "fail"])
async def test_money_of_another_amount_waits_for_an_operator(
    gateway: FakeGateway, gateway_shop: Shop, outcome: str
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await gateway.pay(shop, session)
    pay_with(gateway, session, STRANGE["less"])
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    with clock.shift(timedelta(hours=2)):
        for timer in (reconcile, end_overdue):
            await timer(shop.runtime)
        await shop.work()
    # Something was paid, so nothing is released before an operator has decided.
    assert await order_state(shop, order) == (0, 0)
    assert await stock_of(shop, order.sku_id) == 4
    settings = shop.runtime.settings
    name = (await run_stallage(settings, "payments", "list")).output.split("  ")[0]
    assert (await run_stallage(settings, "payments", outcome, name)).status == 0
    with clock.shift(timedelta(hours=2)):
        await end_overdue(shop.runtime)
    assert await order_state(shop, order) == ((1, 1) if outcome == "settle" else (8, 2))


async def _live(open_shop: OpenShop, gateway: StripeGateway, mode: int) -> Any:
    key = "sk_live_0123456789abcdefghijkl" if mode else gateway.changes["stripe_secret_key"]
    secret = SecretStr(key) if isinstance(key, str) else key
    changes = {**gateway.changes, "payment_gateway_mode": mode, "stripe_secret_key": secret}
    return open_shop(**changes)


@pytest.mark.parametrize("mode", [0, 1])
async def test_an_event_of_the_other_mode_is_refused_and_reported(
    open_shop: OpenShop, mode: int
) -> None:
    async with stripe_on_loopback() as server:
        gateway = StripeGateway(server)
        async with open_shop(**gateway.changes) as test_shop:
            order: Prepaid = await place_prepaid(test_shop)
            session = await session_of(test_shop, order.order_id)
            await gateway.pay(test_shop, session)
        async with await _live(open_shop, gateway, mode) as shop:
            event = orjson.loads(gateway.webhook_event(shop, session, "paid").body)
            body = orjson.dumps({**event, "livemode": not mode})
            with capture_logs() as logs:
                answer = await send(shop, gateway, SignedEvent(server.sign(body), body))
                again = await send(shop, gateway, SignedEvent(server.sign(body), body))
                await shop.work()
            assert (answer.status_code, again.status_code) == (400, 400)
            assert await order_state(shop, order) == (0, 0)
            lines = [one for one in logs if one["event"] == "webhook_of_other_mode"]
            assert [one["security"] for one in lines] == [True, True]
            settings = shop.runtime.settings
            found = await check_payments(settings, settings.database_url)
            [line] = [one.message for one in found if "mode" in one.message]
            assert line.startswith("1 webhook events of")


def test_amounts_are_compared_in_the_providers_unit() -> None:
    assert is_due("stripe", 3190, "usd", AmountDue(3190, "USD"))
    assert is_due("stripe", 3190, "jpy", AmountDue(3190, "JPY"))
    assert not is_due("stripe", 3190, "eur", AmountDue(3190, "USD"))
    assert not is_due("stripe", 3189, "usd", AmountDue(3190, "USD"))
    due = AmountDue(3190, "ISK")
    assert is_due("stripe", 319_000, "isk", due)
    assert not is_due("razorpay", 3190, "USD", replace(due, amount=31))


@outside
async def test_a_refund_whose_response_was_lost_is_found_after_days(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    """By then the provider has forgotten the idempotency key, but not the refund."""
    assert isinstance(gateway, StripeGateway | RazorpayGateway)
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await gateway.pay(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    path = f"/api/orders/{order.order_id}/cancel"
    await shop.client.post(path, params={"key": order.key})
    before_it = 2
    gateway.server.next(*[None] * before_it, "lost", "lost", "lost")
    await shop.work()
    assert len(gateway.server.refunds) == 1
    assert await order_state(shop, order) == (7, 1)
    gateway.server.clear_faults()
    gateway.server.forget_keys()
    with clock.shift(timedelta(days=3)):
        await reconcile(shop.runtime)
    assert len(gateway.server.refunds) == 1
    assert await gateway.refunded_amount(shop, session) == 3190
    assert await order_state(shop, order) == (7, 3)


@outside
async def test_a_refund_is_found_among_many(gateway: FakeGateway, gateway_shop: Shop) -> None:
    """A payment with so many partial refunds that their list has several pages."""
    assert isinstance(gateway, StripeGateway | RazorpayGateway)
    shop, server = gateway_shop, gateway.server
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await gateway.pay(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    await shop.client.post(f"/api/orders/{order.order_id}/cancel", params={"key": order.key})
    server.next(None, None, "lost", "lost", "lost")
    await shop.work()
    server.clear_faults()
    server.forget_keys()
    [refund] = server.refunds.values()
    others = 150 if isinstance(gateway, StripeGateway) else 40
    for number in range(others):
        other = {**refund, "id": f"re_other_{number}", "amount": 0, "receipt": f"other_{number}"}
        server.refunds[other["id"]] = {**other, "metadata": {}}
    with clock.shift(timedelta(days=3)):
        await reconcile(shop.runtime)
    assert len(server.refunds) == 1 + others
    assert await order_state(shop, order) == (7, 3)
    assert {state for state, _session in await attempts(shop)} == {"paid"}
