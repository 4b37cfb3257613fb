"""Top-ups of wallets with every provider: repeated, late and lost payments."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.customers.actions.forgetting import forget_customer
from stallage.payments.actions.settling import settle
from stallage.payments.gateway_calls.polling import poll_attempt
from stallage.payments.jobs import end_overdue, reconcile
from stallage.payments.rules.decisions import Decision
from tests.blocked import wait_until_blocked
from tests.checkout.factory import count
from tests.conftest import OpenShop
from tests.customers.factory import someone
from tests.payments.conftest import OUTSIDE
from tests.payments.factory import press, refunds
from tests.payments.fake_gateways import FakeGateway, send, server_of
from tests.payments.topups import (
    AMOUNT,
    TOPUPS,
    add_money,
    assert_invariants,
    attempt_of,
    session_of,
    topup_of,
    topup_state,
    wallet_of,
)
from tests.shop import Shop
from tests.wallet.factory import fill_wallet


async def test_repeated_webhook_events_credit_the_wallet_once(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    assert topup["state"] == "pending"
    assert topup["amount"] == {"amount": AMOUNT, "currency": "USD"}
    assert topup["redirectUrl"].startswith("http")
    session = await session_of(shop, topup["id"])
    await gateway.pay(shop, session)
    # Only the provider knows of the payment.
    assert await topup_state(shop, ada, topup["id"]) == ("pending", 0)
    event = gateway.webhook_event(shop, session, "paid")
    answers = await asyncio.gather(*(send(shop, gateway, event) for _ in range(3)))
    assert {answer.status_code for answer in answers} == {200}
    await shop.work()
    assert await topup_state(shop, ada, topup["id"]) == ("paid", AMOUNT)
    # Again with another event id, out of order, and by polling.
    for kind in ("paid", "declined", "other"):
        await send(shop, gateway, gateway.webhook_event(shop, session, kind))
    await shop.work()
    with clock.shift(timedelta(minutes=5)):
        await reconcile(shop.runtime)
        await end_overdue(shop.runtime)
    assert await topup_state(shop, ada, topup["id"]) == ("paid", AMOUNT)
    (movement,) = (await wallet_of(shop, ada))["transactions"]["items"]
    assert (movement["reason"], movement["type"], movement["orderId"]) == ("top_up", "add", None)
    assert (await topup_of(shop, ada, topup["id"]))["redirectUrl"] is None
    assert await refunds(shop) == []
    await assert_invariants(shop)


async def test_a_webhook_event_and_a_poll_at_once_credit_once(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    session = await session_of(shop, topup["id"])
    attempt_id = await attempt_of(shop, topup["id"])
    await gateway.pay(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    async with shop.database.transaction() as connection:
        assert await settle(connection, attempt_id, "paid") is Decision.CREDIT
        # Both wait for the lock, and then find that it is credited.
        processing = asyncio.create_task(shop.work())
        poll = asyncio.create_task(poll_attempt(shop.runtime, attempt_id))
        await wait_until_blocked(shop, 2)
    await asyncio.gather(processing, poll)
    assert await topup_state(shop, ada, topup["id"]) == ("paid", AMOUNT)
    assert await count(shop, "wallet_movements") == 1
    await assert_invariants(shop)


async def test_polling_replaces_a_lost_webhook_event(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    await gateway.pay(shop, await session_of(shop, topup["id"]))
    with clock.shift(timedelta(seconds=61)):
        await reconcile(shop.runtime)
    assert await topup_state(shop, ada, topup["id"]) == ("paid", AMOUNT)


async def test_an_unpaid_topup_ends_and_can_no_longer_be_paid(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    session = await session_of(shop, topup["id"])
    await end_overdue(shop.runtime)
    assert await topup_state(shop, ada, topup["id"]) == ("pending", 0)
    with clock.shift(timedelta(seconds=901)):
        await end_overdue(shop.runtime)
        assert not await gateway.is_payable(shop, session)
    assert await topup_state(shop, ada, topup["id"]) == ("ended", 0)
    assert await shop.output("GET", TOPUPS, headers=ada.headers) == []
    await assert_invariants(shop)


async def test_a_late_payment_is_credited(gateway: FakeGateway, gateway_shop: Shop) -> None:
    shop = gateway_shop
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    session = await session_of(shop, topup["id"])
    await gateway.pay_late(shop, session)
    with clock.shift(timedelta(seconds=901)):
        await end_overdue(shop.runtime)
    assert await topup_state(shop, ada, topup["id"]) == ("ended", 0)
    await gateway.complete_late_payment(shop, session)
    for _ in range(2):
        await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    assert await topup_state(shop, ada, topup["id"]) == ("paid", AMOUNT)
    assert await refunds(shop) == []
    await assert_invariants(shop)


async def test_either_payment_or_cancellation_wins(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    ada, eve = await someone(shop), await someone(shop)
    topup = await add_money(shop, ada)
    cancel = f"{TOPUPS}/{topup['id']}/cancel"
    assert (await shop.error("POST", cancel, headers=eve.headers))[0] == 404
    ended = await shop.output("POST", cancel, headers=ada.headers)
    assert (ended["state"], ended["redirectUrl"]) == ("ended", None)
    assert not await gateway.is_payable(shop, await session_of(shop, topup["id"]))
    again = await shop.output("POST", cancel, headers=ada.headers)
    assert again["state"] == "ended"
    other = await add_money(shop, ada)
    assert other["id"] != topup["id"]
    await gateway.pay(shop, await session_of(shop, other["id"]))
    quicker = await shop.output("POST", f"{TOPUPS}/{other['id']}/cancel", headers=ada.headers)
    assert quicker["state"] == "paid"
    assert await topup_state(shop, ada, other["id"]) == ("paid", AMOUNT)
    await assert_invariants(shop)


async def test_a_payment_for_a_deleted_account_is_refunded(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    session = await session_of(shop, topup["id"])
    async with shop.database.transaction() as connection:
        await forget_customer(connection, ada.id)
    await gateway.pay(shop, session)
    for _ in range(2):
        await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    async with asyncio.timeout(30):
        while await refunds(shop) != [(AMOUNT, "late", "done")]:
            await shop.work()
    assert await gateway.refunded_amount(shop, session) == AMOUNT
    assert await count(shop, "wallet_movements") == 0
    await assert_invariants(shop)


@pytest.mark.parametrize("gateway", OUTSIDE, indirect=True)
async def test_a_failed_start_is_retried(gateway: FakeGateway, gateway_shop: Shop) -> None:
    shop, server = gateway_shop, server_of(gateway)
    ada = await someone(shop)
    server.next("busy")
    status, error = await shop.error(
        "POST", TOPUPS, json={"amount": AMOUNT}, headers={**ada.headers, "Idempotency-Key": "one"}
    )
    assert (status, error["code"]) == (503, "payment_unavailable")
    topup = await add_money(shop, ada, key="one")
    assert await count(shop, "wallet_topups") == 1
    opened = getattr(server, "sessions", None) or getattr(server, "orders", None)
    assert len(opened or {}) == 1
    assert topup["redirectUrl"]


async def test_repeated_topups_are_one_payment(shop: Shop) -> None:
    ada = await someone(shop)
    both = await asyncio.gather(
        *(add_money(shop, ada, key="same") for _ in range(2)),
        # And clicks in other tabs, with other keys.
        *(add_money(shop, ada, key=f"other-{n}") for n in range(2)),
    )
    assert len({one["id"] for one in both}) == 1
    assert len({one["redirectUrl"] for one in both}) == 1
    assert await count(shop, "payment_attempts") == 1
    status, error = await shop.error(
        "POST", TOPUPS, json={"amount": 700}, headers={**ada.headers, "Idempotency-Key": "same"}
    )
    assert (status, error["code"]) == (409, "idempotency_key_reused")
    pending = await shop.output("GET", TOPUPS, headers=ada.headers)
    assert [one["id"] for one in pending] == [both[0]["id"]]


async def test_a_declined_payment_charges_nothing_and_can_be_retried(shop: Shop) -> None:
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    answer = await press(shop, topup["redirectUrl"], "decline")
    # The browser returns to the wallet, which shows this top-up.
    assert answer.headers["location"] == f"{shop.url}/user-profile/wallet?topup={topup['id']}"
    await shop.work()
    assert await topup_state(shop, ada, topup["id"]) == ("declined", 0)
    other = await add_money(shop, ada)
    assert other["id"] != topup["id"]
    await press(shop, other["redirectUrl"], "pay-twice")
    await shop.work()
    assert await topup_state(shop, ada, other["id"]) == ("paid", AMOUNT)
    await assert_invariants(shop)


@pytest.mark.parametrize(
    ("amount", "sentence"),
    [
        (499, "Amount must range from $5.00 - $500.00."),
        (50_001, "Amount must range from $5.00 - $500.00."),
        (0, "Amount must range from $5.00 - $500.00."),
        (-AMOUNT, "Amount must range from $5.00 - $500.00."),
        (10**40, "Amount must range from $5.00 - $500.00."),
        ("2500", "Amount must be an integer."),
        (25.5, "Amount must be an integer."),
        (True, "Amount must be an integer."),
        (None, "Amount must be an integer."),
    ],
)
async def test_invalid_amounts_are_refused(shop: Shop, amount: object, sentence: str) -> None:
    ada = await someone(shop)
    status, error = await shop.error("POST", TOPUPS, json={"amount": amount}, headers=ada.headers)
    assert (status, error["fields"]) == (422, {"amount": [sentence]})
    assert await count(shop, "wallet_topups") == 0


async def test_the_wallet_limit_counts_pending_topups(open_shop: OpenShop) -> None:
    async with open_shop(wallet_limit=10_000) as shop:
        ada = await someone(shop)
        async with shop.database.transaction() as connection:
            await fill_wallet(connection, ada.id, 4_000)
        wallet = await wallet_of(shop, ada)
        assert {name: one["amount"] for name, one in wallet["topups"].items()} == {
            "minimum": 500,
            "maximum": 50_000,
            "limit": 10_000,
        }
        answers = await asyncio.gather(
            *(
                shop.client.post(TOPUPS, json={"amount": amount}, headers=ada.headers)
                for amount in (4_000, 4_001)
            )
        )
        assert sorted(answer.status_code for answer in answers) == [201, 409]
        (refused,) = (answer for answer in answers if answer.status_code == 409)
        error = refused.json()["error"]
        assert error["code"] == "wallet_limit_reached"
        assert error["message"].startswith("Your wallet can hold at most $100.00. You can add up")
        assert error["fields"]["amount"] == [error["message"]]
        await add_money(shop, ada, 1_900)
        _status, full = await shop.error("POST", TOPUPS, json={"amount": 500}, headers=ada.headers)
        assert full["message"].endswith("so nothing can be added now.")


@pytest.mark.parametrize(
    "changes",
    [
        {"payment_provider": "none"},
        {"wallet_topups": False},
        {"topup_min": 600, "topup_max": 500},
        {"payment_provider": "stripe"},
    ],
)
async def test_topups_are_offered_only_where_possible(
    open_shop: OpenShop, changes: dict[str, Any]
) -> None:
    async with open_shop(**changes) as shop:
        ada = await someone(shop)
        assert (await wallet_of(shop, ada))["topups"] is None
        status, error = await shop.error(
            "POST", TOPUPS, json={"amount": AMOUNT}, headers=ada.headers
        )
        assert (status, error["code"]) == (409, "topups_unavailable")


async def test_other_customers_and_guests_see_no_topups(shop: Shop) -> None:
    ada, eve = await someone(shop), await someone(shop)
    topup = await add_money(shop, ada)
    assert (await shop.error("GET", f"{TOPUPS}/{topup['id']}", headers=eve.headers))[0] == 404
    assert (await shop.error("GET", f"{TOPUPS}/%00", headers=ada.headers))[0] in (404, 422)
    assert await shop.output("GET", TOPUPS, headers=eve.headers) == []
    for method, path in (("POST", TOPUPS), ("GET", TOPUPS), ("GET", f"{TOPUPS}/{topup['id']}")):
        body = {"amount": AMOUNT} if method == "POST" else None
        assert (await shop.error(method, path, json=body))[0] == 401
