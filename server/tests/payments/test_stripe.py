"""What is Stripe's own: what it is told, what its sessions mean, whose keys are taken."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from pydantic import SecretStr

from stallage.core import clock
from stallage.payments.providers import provider_of, trouble
from stallage.payments.providers.port import (
    AmountDue,
    PaymentToStart,
    ProviderFailed,
    ProviderRefused,
)
from stallage.settings import Settings
from tests.conftest import OpenShop
from tests.payments.factory import order_of, place_prepaid, standing
from tests.payments.stand_ins.stripe import stripe_on_loopback
from tests.payments.tills import StripeTill, session_of
from tests.shop import Shop

till = pytest.mark.parametrize("till", ["stripe"], indirect=True)
DUE = AmountDue(3190, "USD")


def payment(amount: int, currency: str, created_at: datetime | None = None) -> PaymentToStart:
    """A payment that is to be started."""
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


@till
async def test_what_stripe_is_told(till: StripeTill, till_shop: Shop) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    assert order.redirect_url == f"{till.server.url}/c/pay/{session}"
    [said] = till.server.texts
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
    assert {name: said[name] for name in expected} == expected
    assert said["client_reference_id"].startswith("pay_")
    assert "sepa_debit" in {
        value for name, value in said.items() if name.startswith("excluded_payment_method_types")
    }


@pytest.mark.parametrize(
    ("amount", "currency", "told"),
    [(1290, "JPY", "1290"), (1290, "ISK", "129000"), (12_340, "KWD", "12340"), (500, "EUR", "500")],
)
async def test_amounts_are_in_stripes_unit(
    open_shop: OpenShop, amount: int, currency: str, told: str
) -> None:
    async with stripe_on_loopback() as server:
        till = StripeTill(server)
        async with open_shop(**till.changes, currency=currency) as shop:
            stripe = provider_of(shop.runtime)
            started = await stripe.start(payment(amount, currency))
            assert server.texts[0]["line_items[0][price_data][unit_amount]"] == told
            assert server.sessions[started.session]["currency"] == currency.lower()


@till
async def test_a_start_is_repeatable_for_as_long_as_it_may_be_needed(
    till: StripeTill, till_shop: Shop
) -> None:
    stripe = provider_of(till_shop.runtime)
    asked = payment(3190, "USD")
    started = await stripe.start(asked)
    with clock.shift(timedelta(hours=3)):
        assert await stripe.start(asked) == started
    # One that never reached Stripe and is too old for a session is refused, not tried for ever.
    with clock.shift(timedelta(hours=3)), pytest.raises(ProviderRefused):
        await stripe.start(payment(3191, "USD", clock.now() - timedelta(hours=3)))
    with pytest.raises(ProviderRefused, match="amount_too_small"):
        await stripe.start(payment(10, "USD"))
    # Somebody paid between two starts: there is no page any more, the order's page will tell.
    till.server.pay(started.session)
    asked = payment(3192, "USD")
    again = await stripe.start(asked)
    assert again.redirect_url.startswith(till.server.url)
    assert "idempotency-key" in till.server.headers
    assert "x-stripe-client-telemetry" not in till.server.headers


@till
async def test_money_that_waits_for_a_bank_is_not_there_yet(
    till: StripeTill, till_shop: Shop
) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    till.server.wait_for_bank(session)
    stripe = provider_of(shop.runtime)
    assert await stripe.ask(session, DUE) == "open"
    assert await stripe.end(session, DUE) == "ended"
    for kind, expected in (
        ("checkout.session.completed", (0, 0)),
        ("checkout.session.async_payment_failed", (0, 2)),
    ):
        body = till.server.event(kind, session)
        await shop.client.post(
            "/payments/notices/stripe", content=body, headers=till.server.sign(body)
        )
        await shop.work()
        assert await standing(shop, order) == expected


@till
async def test_a_refund_that_failed_at_the_bank_is_left_to_an_operator(
    till: StripeTill, till_shop: Shop
) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    till.server.pay(session)
    body = till.server.event("checkout.session.completed", session)
    await shop.client.post("/payments/notices/stripe", content=body, headers=till.server.sign(body))
    await shop.work()
    await shop.output("POST", f"/api/orders/{order.order_id}/cancel", params={"key": order.key})
    await shop.work()
    assert await standing(shop, order) == (7, 3)
    [refund] = till.server.refunds.values()
    body = till.server.raw_event("refund.failed", {**refund, "status": "failed"})
    await shop.client.post("/payments/notices/stripe", content=body, headers=till.server.sign(body))
    await shop.work()
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT state FROM refunds") == "refused"


@till
async def test_a_key_that_was_changed_may_be_mended(till: StripeTill, till_shop: Shop) -> None:
    shop = till_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    changed = {"stripe_secret_key": SecretStr("sk_test_another")}
    settings = shop.runtime.settings.model_copy(update=changed)
    stripe = provider_of(replace(shop.runtime, settings=settings))
    with pytest.raises(ProviderFailed, match="401"):
        await stripe.ask(session, DUE)


@till
async def test_signed_nonsense_is_refused(till: StripeTill, till_shop: Shop) -> None:
    for body in (
        b"",
        b"[]",
        b"{}",
        b'{"id": 1, "type": null}',
        b'{"id":"evt_1","type":"x","data":1}',
    ):
        status, error = await till_shop.error(
            "POST", "/payments/notices/stripe", content=body, headers=till.server.sign(body)
        )
        assert (status, error["code"]) == (400, "notice_refused")


def test_the_keys_must_be_there_and_of_the_right_mode(settings: Settings) -> None:
    said = trouble(settings.model_copy(update={"payment_provider": "stripe"}))
    assert said is not None
    assert "STALLAGE_STRIPE_SECRET_KEY, STALLAGE_STRIPE_WEBHOOK_SECRET" in said
    keys = {
        "payment_provider": "stripe",
        "stripe_secret_key": SecretStr("sk_test_1"),
        "stripe_webhook_secret": SecretStr("whsec_1"),
    }
    assert trouble(settings.model_copy(update=keys)) is None
    live = trouble(settings.model_copy(update={**keys, "payment_gateway_mode": 1}))
    assert live is not None
    assert "no live key" in live
    assert "sk_test_1" not in live
    keys["stripe_secret_key"] = SecretStr("rk_live_1")
    assert trouble(settings.model_copy(update={**keys, "payment_gateway_mode": 1})) is None
