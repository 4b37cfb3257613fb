"""A shop changes its payment provider while payments are open: each is brought to an end.

The former provider goes on to be asked while its keys are set. Where they are gone, an operator is told
and decides, and nothing of it stands in the way of anything else.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from pydantic import SecretStr

from stallage.core import clock
from stallage.doctor_payments import look_at_payments
from stallage.payments.gateway_calls.turns import FAILURES_IN_A_ROW
from stallage.payments.jobs import end_overdue, reconcile
from tests.checkout.factory import stock_of
from tests.command import run_stallage
from tests.conftest import OpenShop
from tests.payments.factory import (
    Prepaid,
    cancel,
    pay_again,
    place_prepaid,
    refunds,
    standing,
)
from tests.payments.test_faults import attempts, place_unstarted
from tests.payments.tills import (
    RazorpayTill,
    StripeTill,
    Till,
    open_till,
    send,
    server_of,
    session_of,
)
from tests.shop import Shop

TOTAL = 3190
OVER = timedelta(seconds=901)
STUCK = timedelta(hours=2)

KEYS: dict[str, dict[str, Any]] = {
    "stripe": {"stripe_secret_key": SecretStr(""), "stripe_webhook_secret": SecretStr("")},
    "razorpay": {"razorpay_key_id": "", "razorpay_key_secret": SecretStr("")},
    "sandbox": {"payment_gateway_mode": 1},
}
"""What takes each provider's keys away."""


@pytest.fixture
async def tills() -> AsyncIterator[dict[str, Till]]:
    """Stripe and Razorpay."""
    async with open_till("stripe") as stripe, open_till("razorpay") as razorpay:
        yield {"stripe": stripe, "razorpay": razorpay}


def taking(tills: dict[str, Till], provider: str, *, without: str = "") -> dict[str, Any]:
    """The settings of a shop with the keys of both, or of one, and another as its own."""
    changes = {**tills["stripe"].changes, **tills["razorpay"].changes, "payment_provider": provider}
    return {**changes, **KEYS.get(without, {})}


class Open:
    """Orders whose payments are in every state that one can be in when the provider changes."""

    started: Prepaid
    unstarted: Prepaid
    declined: Prepaid
    paid_unheard: Prepaid
    paid: Prepaid
    cancelled: Prepaid
    ended: Prepaid


async def place_all(shop: Shop, till: Till) -> Open:
    server, placed = server_of(till), Open()
    placed.ended = await place_prepaid(shop)
    with clock.shift(OVER):
        await end_overdue(shop.runtime)
    placed.paid, placed.cancelled = await place_prepaid(shop), await place_prepaid(shop)
    for order in (placed.paid, placed.cancelled):
        session = await session_of(shop, order.order_id)
        await till.pay(shop, session)
        await send(shop, till, till.notice(shop, session, "paid"))
    await shop.work()
    placed.started = await place_prepaid(shop)
    placed.declined = await place_prepaid(shop)
    session = await session_of(shop, placed.declined.order_id)
    await till.decline(shop, session)
    await send(shop, till, till.notice(shop, session, "declined"))
    await shop.work()
    placed.paid_unheard = await place_prepaid(shop)
    await till.pay(shop, await session_of(shop, placed.paid_unheard.order_id))
    server.next("down", "down")
    placed.unstarted = await place_unstarted(shop)
    server.calm()
    # The refund of this one is still to be sent.
    await cancel(shop, placed.cancelled)
    return placed


@pytest.mark.parametrize(
    ("former", "then"), [("stripe", "razorpay"), ("stripe", "none"), ("razorpay", "stripe")]
)
async def test_the_former_provider_is_asked_while_its_keys_are_there(
    tills: dict[str, Till], open_shop: OpenShop, former: str, then: str
) -> None:
    till = tills[former]
    async with open_shop(**taking(tills, former)) as shop:
        placed = await place_all(shop, till)
    async with open_shop(**taking(tills, then)) as shop:
        # A payment that is open is paid where it was opened, and its webhook is taken.
        assert await pay_again(shop, placed.started) == placed.started.redirect_url
        session = await session_of(shop, placed.started.order_id)
        await till.pay(shop, session)
        answer = await send(shop, till, till.notice(shop, session, "paid"))
        assert answer.status_code == 200
        await shop.work()
        assert await standing(shop, placed.started) == (1, 1)
        with clock.shift(timedelta(seconds=90)):
            await reconcile(shop.runtime)
        await shop.work()
        assert await standing(shop, placed.paid_unheard) == (1, 1)
        assert await standing(shop, placed.cancelled) == (7, 3)
        assert (
            await till.given_back(shop, await session_of(shop, placed.cancelled.order_id)) == TOTAL
        )
        with clock.shift(OVER):
            await end_overdue(shop.runtime)
        for order in (placed.declined, placed.unstarted):
            assert await standing(shop, order) == (8, 2)
        # Money for an order that had ended under the former provider is found, and it lives again.
        await cancel(shop, placed.paid)
        await shop.work()
        assert await till.given_back(shop, await session_of(shop, placed.paid.order_id)) == TOTAL
        states = {state for state, _session in await attempts(shop)}
        assert states <= {"paid", "ended", "failed"}
        found = await look_at_payments(shop.runtime.settings, shop.runtime.settings.database_url)
        assert [one.state for one in found] == ["ok"]


@pytest.mark.parametrize(
    ("former", "then"), [("stripe", "razorpay"), ("stripe", "none"), ("razorpay", "stripe")]
)
async def test_without_its_keys_an_operator_is_told_and_decides(
    tills: dict[str, Till], open_shop: OpenShop, former: str, then: str
) -> None:
    till = tills[former]
    async with open_shop(**taking(tills, former)) as shop:
        placed = await place_all(shop, till)
    async with open_shop(**taking(tills, then, without=former)) as shop:
        settings = shop.runtime.settings
        answer = await send(shop, till, till.notice(shop, "no_session", "paid"))
        assert answer.status_code == 404
        await shop.work()
        with clock.shift(STUCK):
            for timer in (reconcile, end_overdue):
                await timer(shop.runtime)
            await shop.work()
        # Nothing is given back while nobody knows whether it was paid.
        for order in (placed.started, placed.paid_unheard, placed.unstarted):
            assert await standing(shop, order) == (0, 0)
            assert await stock_of(shop, order.sku_id) == 4
        path = f"/api/orders/{placed.started.order_id}/pay"
        status, error = await shop.error("POST", path, params={"key": placed.started.key})
        assert (status, error["code"]) == (503, "payment_unavailable")
        [found] = await look_at_payments(settings, settings.database_url)
        assert found.state == "wrong"
        assert f"4 payments and 1 refunds wait for {former}" in found.said
        said = await run_stallage(settings, "payments", "list")
        names = {line.split("  ")[2]: line.split("  ")[0] for line in said.output.splitlines()}
        assert set(names) == {
            one.order_id
            for one in (placed.started, placed.declined, placed.paid_unheard, placed.unstarted)
        }
        settled = await run_stallage(
            settings, "payments", "settle", names[placed.paid_unheard.order_id]
        )
        assert settled.status == 0, settled.errors
        unpaid = [
            names[one.order_id] for one in (placed.started, placed.declined, placed.unstarted)
        ]
        failed = await run_stallage(settings, "payments", "fail", *unpaid)
        assert failed.status == 0, failed.errors
        again = await run_stallage(settings, "payments", "settle", unpaid[0])
        assert (again.status, "waits for you" in again.errors) == (1, True)
        assert await standing(shop, placed.paid_unheard) == (1, 1)
        with clock.shift(OVER):
            await end_overdue(shop.runtime)
            await shop.work()
        for order in (placed.started, placed.declined, placed.unstarted):
            assert await standing(shop, order) == (8, 2)
            assert await stock_of(shop, order.sku_id) == 5
        said = await run_stallage(settings, "refunds", "list")
        [refund] = [line.split("  ")[0] for line in said.output.splitlines()]
        sent = await run_stallage(settings, "refunds", "sent", refund)
        assert sent.status == 0, sent.errors
        assert await standing(shop, placed.cancelled) == (7, 3)
        [found] = await look_at_payments(settings, settings.database_url)
        assert found.state == "ok"
    # The keys are set again later: what an operator has decided stays, and no money goes twice.
    async with open_shop(**taking(tills, then)) as shop:
        with clock.shift(STUCK):
            for timer in (reconcile, end_overdue):
                await timer(shop.runtime)
            await shop.work()
        assert await standing(shop, placed.paid_unheard) == (1, 1)
        assert await till.given_back(shop, await session_of(shop, placed.cancelled.order_id)) == 0


async def test_a_refund_waits_for_the_keys_of_its_provider(
    tills: dict[str, Till], open_shop: OpenShop
) -> None:
    till = tills["stripe"]
    async with open_shop(**taking(tills, "stripe")) as shop:
        order = await place_prepaid(shop)
        session = await session_of(shop, order.order_id)
        await till.pay(shop, session)
        await send(shop, till, till.notice(shop, session, "paid"))
        await shop.work()
    async with open_shop(**taking(tills, "razorpay", without="stripe")) as shop:
        await cancel(shop, order)
        for _round in range(3):
            await shop.work()
        async with shop.database.reading() as connection:
            # No job is left to fail until it has failed too often.
            left = "SELECT count(*) FROM pgqueuer WHERE entrypoint LIKE '%refund%'"
            assert await connection.fetchval(left) == 0
        assert await refunds(shop) == [(TOTAL, "cancelled", "wanted")]
    async with open_shop(**taking(tills, "razorpay")) as shop:
        with clock.shift(timedelta(days=3)):
            await reconcile(shop.runtime)
        assert await standing(shop, order) == (7, 3)
    assert await till.given_back(shop, session) == TOTAL


MANY = 230
CLONE = """
    INSERT INTO orders (public_id, status, payment_status, payment_method, placed_at, pay_until, email,
        first_name, last_name, currency, subtotal, discounts, shipping_total, taxes, total, payable)
    SELECT 'SO-OLD-' || n, 0, 0, payment_method, placed_at, pay_until - interval '1 day', email,
        first_name, last_name, currency, subtotal, discounts, shipping_total, taxes, total, payable
    FROM orders, generate_series(1, $2) n WHERE public_id = $1
"""
CLONE_ATTEMPTS = """
    INSERT INTO payment_attempts (public_id, order_id, provider, state, amount, currency, session,
        created_at, expires_at, asked_at)
    SELECT 'pay_' || id, id, $1, 'open', payable, currency, 'old_' || id, placed_at,
        pay_until, placed_at - interval '1 day'
    FROM orders WHERE public_id LIKE 'SO-OLD-%'
"""


async def test_payments_whose_provider_never_answers_hold_up_no_others(
    tills: dict[str, Till], open_shop: OpenShop
) -> None:
    """More of them than a timer takes in a turn, all older than what another provider could settle."""
    stripe, razorpay = tills["stripe"], tills["razorpay"]
    assert isinstance(stripe, StripeTill)
    assert isinstance(razorpay, RazorpayTill)
    async with open_shop(**taking(tills, "stripe")) as shop:
        order = await place_prepaid(shop)
        paid = await place_prepaid(shop)
        await stripe.pay(shop, await session_of(shop, paid.order_id))
        async with shop.database.transaction() as connection:
            await connection.execute(CLONE, order.order_id, MANY)
            await connection.execute(CLONE_ATTEMPTS, "razorpay")
        # Razorpay knows none of them: it never says how they stand.
        calls = []
        for minute in range(1, 5):
            asked = len(razorpay.server.asked)
            with clock.shift(OVER + timedelta(minutes=minute)):
                for timer in (reconcile, end_overdue):
                    await timer(shop.runtime)
            await shop.work()
            calls.append(len(razorpay.server.asked) - asked)
        assert await standing(shop, order) == (8, 2)
        assert await standing(shop, paid) == (1, 1)
        # Its failures in a row keep it from being called for each of them, each minute.
        assert 0 < max(calls) <= 4 * (FAILURES_IN_A_ROW + 5)
        with clock.shift(STUCK):
            [found] = await look_at_payments(
                shop.runtime.settings, shop.runtime.settings.database_url
            )
        assert f"{MANY} payments and 0 refunds wait for razorpay" in found.said
