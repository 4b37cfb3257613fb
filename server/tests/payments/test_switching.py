"""A shop changes its payment provider while payments are open, and each is settled.

The old provider is still called while its keys are set. Without its keys an operator decides, and other
payments are not affected.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from pydantic import SecretStr

from stallage.core import clock
from stallage.doctor_payments import check_payments
from stallage.payments.gateway_calls.batches import FAILURES_IN_A_ROW
from stallage.payments.jobs import end_overdue, reconcile
from tests.checkout.factory import stock_of
from tests.command import run_stallage
from tests.conftest import OpenShop
from tests.payments.factory import (
    Prepaid,
    cancel,
    order_state,
    pay_again,
    place_prepaid,
    refunds,
)
from tests.payments.fake_gateways import (
    FakeGateway,
    RazorpayGateway,
    StripeGateway,
    open_gateway,
    send,
    server_of,
    session_of,
)
from tests.payments.test_faults import attempts, place_unstarted
from tests.shop import Shop

TOTAL = 3190
OVER = timedelta(seconds=901)
STUCK = timedelta(hours=2)

KEYS: dict[str, dict[str, Any]] = {
    "stripe": {"stripe_secret_key": SecretStr(""), "stripe_webhook_secret": SecretStr("")},
    "razorpay": {"razorpay_key_id": "", "razorpay_key_secret": SecretStr("")},
    "sandbox": {"payment_gateway_mode": 1},
}
"""Settings without each provider's keys."""


@pytest.fixture
async def gateways() -> AsyncIterator[dict[str, FakeGateway]]:
    """Stripe and Razorpay."""
    async with open_gateway("stripe") as stripe, open_gateway("razorpay") as razorpay:
        yield {"stripe": stripe, "razorpay": razorpay}


def settings_for(
    gateways: dict[str, FakeGateway], provider: str, *, without: str = ""
) -> dict[str, Any]:
    """Return the settings of a shop that uses `provider`, with the keys of both but `without`."""
    changes = {
        **gateways["stripe"].changes,
        **gateways["razorpay"].changes,
        "payment_provider": provider,
    }
    return {**changes, **KEYS.get(without, {})}


class PlacedOrders:
    """Orders whose payments are in every state that is possible when the provider changes."""

    started: Prepaid
    unstarted: Prepaid
    declined: Prepaid
    paid_unnotified: Prepaid
    paid: Prepaid
    cancelled: Prepaid
    ended: Prepaid


async def place_all(shop: Shop, gateway: FakeGateway) -> PlacedOrders:
    server, placed = server_of(gateway), PlacedOrders()
    placed.ended = await place_prepaid(shop)
    with clock.shift(OVER):
        await end_overdue(shop.runtime)
    placed.paid, placed.cancelled = await place_prepaid(shop), await place_prepaid(shop)
    for order in (placed.paid, placed.cancelled):
        session = await session_of(shop, order.order_id)
        await gateway.pay(shop, session)
        await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    placed.started = await place_prepaid(shop)
    placed.declined = await place_prepaid(shop)
    session = await session_of(shop, placed.declined.order_id)
    await gateway.decline(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "declined"))
    await shop.work()
    placed.paid_unnotified = await place_prepaid(shop)
    await gateway.pay(shop, await session_of(shop, placed.paid_unnotified.order_id))
    server.next("down", "down")
    placed.unstarted = await place_unstarted(shop)
    server.clear_faults()
    # Its refund is still to be sent.
    await cancel(shop, placed.cancelled)
    return placed


@pytest.mark.parametrize(
    ("old", "new"), [("stripe", "razorpay"), ("stripe", "none"), ("razorpay", "stripe")]
)
async def test_the_old_provider_is_used_while_its_keys_are_set(
    gateways: dict[str, FakeGateway], open_shop: OpenShop, old: str, new: str
) -> None:
    gateway = gateways[old]
    async with open_shop(**settings_for(gateways, old)) as shop:
        placed = await place_all(shop, gateway)
    async with open_shop(**settings_for(gateways, new)) as shop:
        # An open payment is paid with its own provider, and its webhook events are accepted.
        assert await pay_again(shop, placed.started) == placed.started.redirect_url
        session = await session_of(shop, placed.started.order_id)
        await gateway.pay(shop, session)
        answer = await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
        assert answer.status_code == 200
        await shop.work()
        assert await order_state(shop, placed.started) == (1, 1)
        with clock.shift(timedelta(seconds=90)):
            await reconcile(shop.runtime)
        await shop.work()
        assert await order_state(shop, placed.paid_unnotified) == (1, 1)
        assert await order_state(shop, placed.cancelled) == (7, 3)
        assert (
            await gateway.refunded_amount(shop, await session_of(shop, placed.cancelled.order_id))
            == TOTAL
        )
        with clock.shift(OVER):
            await end_overdue(shop.runtime)
        for order in (placed.declined, placed.unstarted):
            assert await order_state(shop, order) == (8, 2)
        # An order that was paid with the old provider is refunded there.
        await cancel(shop, placed.paid)
        await shop.work()
        assert (
            await gateway.refunded_amount(shop, await session_of(shop, placed.paid.order_id))
            == TOTAL
        )
        states = {state for state, _session in await attempts(shop)}
        assert states <= {"paid", "ended", "failed"}
        found = await check_payments(shop.runtime.settings, shop.runtime.settings.database_url)
        assert [one.state for one in found] == ["ok"]


@pytest.mark.parametrize(
    ("old", "new"), [("stripe", "razorpay"), ("stripe", "none"), ("razorpay", "stripe")]
)
async def test_without_its_keys_an_operator_decides(
    gateways: dict[str, FakeGateway], open_shop: OpenShop, old: str, new: str
) -> None:
    gateway = gateways[old]
    async with open_shop(**settings_for(gateways, old)) as shop:
        placed = await place_all(shop, gateway)
    async with open_shop(**settings_for(gateways, new, without=old)) as shop:
        settings = shop.runtime.settings
        answer = await send(shop, gateway, gateway.webhook_event(shop, "no_session", "paid"))
        assert answer.status_code == 404
        await shop.work()
        with clock.shift(STUCK):
            for timer in (reconcile, end_overdue):
                await timer(shop.runtime)
            await shop.work()
        # Nothing is released while it is unknown whether it was paid.
        for order in (placed.started, placed.paid_unnotified, placed.unstarted):
            assert await order_state(shop, order) == (0, 0)
            assert await stock_of(shop, order.sku_id) == 4
        path = f"/api/orders/{placed.started.order_id}/pay"
        status, error = await shop.error("POST", path, params={"key": placed.started.key})
        assert (status, error["code"]) == (503, "payment_unavailable")
        [found] = await check_payments(settings, settings.database_url)
        assert found.state == "wrong"
        assert f"4 payments and 1 refunds wait for {old}" in found.message
        listed = await run_stallage(settings, "payments", "list")
        names = {line.split("  ")[2]: line.split("  ")[0] for line in listed.output.splitlines()}
        assert set(names) == {
            one.order_id
            for one in (placed.started, placed.declined, placed.paid_unnotified, placed.unstarted)
        }
        settled = await run_stallage(
            settings, "payments", "settle", names[placed.paid_unnotified.order_id]
        )
        assert settled.status == 0, settled.errors
        unpaid = [
            names[one.order_id] for one in (placed.started, placed.declined, placed.unstarted)
        ]
        failed = await run_stallage(settings, "payments", "fail", *unpaid)
        assert failed.status == 0, failed.errors
        again = await run_stallage(settings, "payments", "settle", unpaid[0])
        assert (again.status, "does not wait for your decision" in again.errors) == (1, True)
        assert await order_state(shop, placed.paid_unnotified) == (1, 1)
        with clock.shift(OVER):
            await end_overdue(shop.runtime)
            await shop.work()
        for order in (placed.started, placed.declined, placed.unstarted):
            assert await order_state(shop, order) == (8, 2)
            assert await stock_of(shop, order.sku_id) == 5
        listed = await run_stallage(settings, "refunds", "list")
        [refund] = [line.split("  ")[0] for line in listed.output.splitlines()]
        sent = await run_stallage(settings, "refunds", "sent", refund)
        assert sent.status == 0, sent.errors
        assert await order_state(shop, placed.cancelled) == (7, 3)
        [found] = await check_payments(settings, settings.database_url)
        assert found.state == "ok"
    # The keys are set again later: the operator's decisions stand, and nothing is refunded twice.
    async with open_shop(**settings_for(gateways, new)) as shop:
        with clock.shift(STUCK):
            for timer in (reconcile, end_overdue):
                await timer(shop.runtime)
            await shop.work()
        assert await order_state(shop, placed.paid_unnotified) == (1, 1)
        assert (
            await gateway.refunded_amount(shop, await session_of(shop, placed.cancelled.order_id))
            == 0
        )


async def test_a_refund_waits_for_the_keys_of_its_provider(
    gateways: dict[str, FakeGateway], open_shop: OpenShop
) -> None:
    gateway = gateways["stripe"]
    async with open_shop(**settings_for(gateways, "stripe")) as shop:
        order = await place_prepaid(shop)
        session = await session_of(shop, order.order_id)
        await gateway.pay(shop, session)
        await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
        await shop.work()
    async with open_shop(**settings_for(gateways, "razorpay", without="stripe")) as shop:
        await cancel(shop, order)
        for _round in range(3):
            await shop.work()
        async with shop.database.reading() as connection:
            # No job is left that would be retried until it is given up.
            left = "SELECT count(*) FROM pgqueuer WHERE entrypoint LIKE '%refund%'"
            assert await connection.fetchval(left) == 0
        assert await refunds(shop) == [(TOTAL, "cancelled", "pending")]
    async with open_shop(**settings_for(gateways, "razorpay")) as shop:
        with clock.shift(timedelta(days=3)):
            await reconcile(shop.runtime)
        assert await order_state(shop, order) == (7, 3)
    assert await gateway.refunded_amount(shop, session) == TOTAL


MANY = 230
CLONE = """
    WITH copies AS (
        INSERT INTO orders (public_id, owner_id, status, payment_status, payment_method, placed_at,
            pay_until, email, first_name, last_name, currency, subtotal, discounts, shipping_total, taxes,
            total, payable)
        SELECT 'SO-OLD-' || n, owner_id, 0, 0, payment_method, placed_at, pay_until - interval '1 day', email,
            first_name, last_name, currency, subtotal, discounts, shipping_total, taxes, total, payable
        FROM orders, generate_series(1, $2) n WHERE public_id = $1
        RETURNING id, owner_id, total
    )
    INSERT INTO order_tenders (order_id, owner_id, position, kind, amount, state)
    SELECT id, owner_id, 0, 'online', total, 'held' FROM copies
"""
CLONE_ATTEMPTS = """
    INSERT INTO payment_attempts (public_id, order_id, owner_id, provider, state, amount, currency, session,
        created_at, expires_at, checked_at)
    SELECT 'pay_' || id, id, owner_id, $1, 'open', payable, currency, 'old_' || id, placed_at,
        pay_until, placed_at - interval '1 day'
    FROM orders WHERE public_id LIKE 'SO-OLD-%'
"""


async def test_a_provider_that_never_responds_does_not_delay_others(
    gateways: dict[str, FakeGateway], open_shop: OpenShop
) -> None:
    """More payments than a timer takes in one run, all older than those of another provider."""
    stripe, razorpay = gateways["stripe"], gateways["razorpay"]
    assert isinstance(stripe, StripeGateway)
    assert isinstance(razorpay, RazorpayGateway)
    async with open_shop(**settings_for(gateways, "stripe")) as shop:
        order = await place_prepaid(shop)
        paid = await place_prepaid(shop)
        await stripe.pay(shop, await session_of(shop, paid.order_id))
        async with shop.database.transaction() as connection:
            await connection.execute(CLONE, order.order_id, MANY)
            await connection.execute(CLONE_ATTEMPTS, "razorpay")
        # Razorpay does not know any of them, so it never returns an outcome.
        calls = []
        for minute in range(1, 5):
            calls_before = len(razorpay.server.calls)
            with clock.shift(OVER + timedelta(minutes=minute)):
                for timer in (reconcile, end_overdue):
                    await timer(shop.runtime)
            await shop.work()
            calls.append(len(razorpay.server.calls) - calls_before)
        assert await order_state(shop, order) == (8, 2)
        assert await order_state(shop, paid) == (1, 1)
        # After consecutive failures it is not called for each of them, each minute.
        assert 0 < max(calls) <= 4 * (FAILURES_IN_A_ROW + 5)
        with clock.shift(STUCK):
            [found] = await check_payments(
                shop.runtime.settings, shop.runtime.settings.database_url
            )
        assert f"{MANY} payments and 0 refunds wait for razorpay" in found.message
