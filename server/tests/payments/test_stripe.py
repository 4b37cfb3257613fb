"""Stripe: parameters of its sessions, their outcomes, and which keys are accepted."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from pydantic import SecretStr

from stallage.core import clock
from stallage.payments.errors import ProviderFailed, ProviderRefused
from stallage.payments.providers import provider_of
from stallage.payments.providers.port import PaymentToStart
from stallage.payments.rules.amounts import AmountDue
from stallage.settings import Settings
from stallage.shop.rules.capabilities import payment_problem
from tests.conftest import OpenShop
from tests.payments.factory import order_of, order_state, place_prepaid
from tests.payments.fake_gateways import StripeGateway, session_of
from tests.payments.stand_ins.stripe import stripe_on_loopback
from tests.shop import Shop

gateway = pytest.mark.parametrize("gateway", ["stripe"], indirect=True)
DUE = AmountDue(3190, "USD")


def payment(amount: int, currency: str, created_at: datetime | None = None) -> PaymentToStart:
    """Return a payment to start."""
    now = created_at or clock.now()
    return PaymentToStart(
        attempt=f"pay_{amount}{currency}",
        title="Order SO-1",
        amount=amount,
        currency=currency,
        return_url="http://127.0.0.1/order-detail/SO-1",
        created_at=now,
        expires_at=now + timedelta(minutes=15),
        email=None,
    )


@gateway
async def test_parameters_of_a_checkout_session(gateway: StripeGateway, gateway_shop: Shop) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    assert order.redirect_url == f"{gateway.server.url}/c/pay/{session}"
    [parameters] = gateway.server.opened
    price = "line_items[0][price_data]"
    back = f"{shop.url}/order-detail/{order.order_id}?key={order.key}"
    expected = {
        "mode": "payment",
        f"{price}[currency]": "usd",
        f"{price}[unit_amount]": "3190",
        f"{price}[product_data][name]": f"Order {order.order_id}",
        "success_url": back,
        "cancel_url": back,
        "customer_email": (await order_of(shop, order))["contact"]["email"],
    }
    assert {name: parameters[name] for name in expected} == expected
    assert parameters["client_reference_id"].startswith("pay_")
    assert "sepa_debit" in {
        value
        for name, value in parameters.items()
        if name.startswith("excluded_payment_method_types")
    }


@pytest.mark.parametrize(
    ("amount", "currency", "unit_amount"),
    [(1290, "JPY", "1290"), (1290, "ISK", "129000"), (12_340, "KWD", "12340"), (500, "EUR", "500")],
)
async def test_amounts_are_in_stripes_unit(
    open_shop: OpenShop, amount: int, currency: str, unit_amount: str
) -> None:
    async with stripe_on_loopback() as server:
        gateway = StripeGateway(server)
        async with open_shop(**gateway.changes, currency=currency) as shop:
            stripe = provider_of(shop.runtime)
            started = await stripe.start(payment(amount, currency))
            assert server.opened[0]["line_items[0][price_data][unit_amount]"] == unit_amount
            assert server.sessions[started.session]["currency"] == currency.lower()


@gateway
async def test_a_start_can_be_repeated_for_hours(
    gateway: StripeGateway, gateway_shop: Shop
) -> None:
    stripe = provider_of(gateway_shop.runtime)
    request = payment(3190, "USD")
    started = await stripe.start(request)
    with clock.shift(timedelta(hours=3)):
        assert await stripe.start(request) == started
    # A start that never reached Stripe and is too old for a session is refused, not retried forever.
    with clock.shift(timedelta(hours=3)), pytest.raises(ProviderRefused):
        await stripe.start(payment(3191, "USD", clock.now() - timedelta(hours=3)))
    with pytest.raises(ProviderRefused, match="amount_too_small"):
        await stripe.start(payment(10, "USD"))
    # The session was paid between two starts, so it has no page any more.
    gateway.server.pay(started.session)
    request = payment(3192, "USD")
    again = await stripe.start(request)
    assert again.redirect_url.startswith(gateway.server.url)
    assert "idempotency-key" in gateway.server.headers
    assert "x-stripe-client-telemetry" not in gateway.server.headers


@gateway
async def test_a_payment_that_waits_for_a_bank_is_not_paid_yet(
    gateway: StripeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    gateway.server.wait_for_bank(session)
    stripe = provider_of(shop.runtime)
    assert await stripe.fetch_outcome(session, DUE) == "open"
    assert await stripe.end(session, DUE) == "ended"
    for kind, expected in (
        ("checkout.session.completed", (0, 0)),
        ("checkout.session.async_payment_failed", (0, 2)),
    ):
        body = gateway.server.event(kind, session)
        await shop.client.post(
            "/payments/notices/stripe", content=body, headers=gateway.server.sign(body)
        )
        await shop.work()
        assert await order_state(shop, order) == expected


@gateway
async def test_the_card_of_a_payment(gateway: StripeGateway, gateway_shop: Shop) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    stripe = provider_of(shop.runtime)
    assert await stripe.fetch_card(session) is None
    gateway.server.pay(session)
    assert await stripe.fetch_card(session) is None
    gateway.server.cards[session] = "Xt5EWLLDS7FJjR1c"
    assert await stripe.fetch_card(session) == "Xt5EWLLDS7FJjR1c"
    body = gateway.server.event("checkout.session.completed", session)
    await shop.client.post(
        "/payments/notices/stripe", content=body, headers=gateway.server.sign(body)
    )
    await shop.work()
    async with shop.database.reading() as connection:
        stored = await connection.fetchval("SELECT card FROM orders")
    assert stored
    assert "Xt5E" not in stored


@gateway
async def test_a_refund_that_failed_at_the_bank_is_left_to_an_operator(
    gateway: StripeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    gateway.server.pay(session)
    body = gateway.server.event("checkout.session.completed", session)
    await shop.client.post(
        "/payments/notices/stripe", content=body, headers=gateway.server.sign(body)
    )
    await shop.work()
    await shop.output("POST", f"/api/orders/{order.order_id}/cancel", params={"key": order.key})
    await shop.work()
    assert await order_state(shop, order) == (7, 3)
    [refund] = gateway.server.refunds.values()
    body = gateway.server.raw_event("refund.failed", {**refund, "status": "failed"})
    await shop.client.post(
        "/payments/notices/stripe", content=body, headers=gateway.server.sign(body)
    )
    await shop.work()
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT state FROM refunds") == "refused"


@gateway
async def test_a_changed_key_is_a_temporary_failure(
    gateway: StripeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    changed = {"stripe_secret_key": SecretStr("sk_test_another")}
    settings = shop.runtime.settings.model_copy(update=changed)
    stripe = provider_of(replace(shop.runtime, settings=settings))
    with pytest.raises(ProviderFailed, match="401"):
        await stripe.fetch_outcome(session, DUE)


@gateway
async def test_malformed_events_with_a_valid_signature_are_refused(
    gateway: StripeGateway, gateway_shop: Shop
) -> None:
    for body in (
        b"",
        b"[]",
        b"{}",
        b'{"id": 1, "type": null}',
        b'{"id":"evt_1","type":"x","data":1}',
    ):
        status, error = await gateway_shop.error(
            "POST", "/payments/notices/stripe", content=body, headers=gateway.server.sign(body)
        )
        assert (status, error["code"]) == (400, "notice_refused")


def test_keys_must_be_set_and_of_the_right_mode(settings: Settings) -> None:
    problem = payment_problem(settings, "stripe")
    assert problem is not None
    assert "STALLAGE_STRIPE_SECRET_KEY, STALLAGE_STRIPE_WEBHOOK_SECRET" in problem
    keys = {
        "payment_provider": "stripe",
        "stripe_secret_key": SecretStr("sk_test_1"),
        "stripe_webhook_secret": SecretStr("whsec_1"),
    }
    assert payment_problem(settings.model_copy(update=keys), "stripe") is None
    live_mode = settings.model_copy(update={**keys, "payment_gateway_mode": 1})
    live = payment_problem(live_mode, "stripe")
    assert live is not None
    assert "not a live key" in live
    assert "sk_test_1" not in live
    keys["stripe_secret_key"] = SecretStr("rk_live_1")
    live_key = settings.model_copy(update={**keys, "payment_gateway_mode": 1})
    assert payment_problem(live_key, "stripe") is None
