"""Money that customers add to their wallet: with every provider, whatever comes twice, late or never."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.customers.actions.forgetting import forget_customer
from stallage.payments.actions.settling import settle
from stallage.payments.gateway_calls.polling import ask_about
from stallage.payments.jobs import end_overdue, reconcile
from stallage.payments.rules import Decision
from tests.blocked import wait_until_blocked
from tests.checkout.factory import count
from tests.conftest import OpenShop
from tests.customers.factory import someone
from tests.payments.conftest import OUTSIDE
from tests.payments.factory import press, refunds
from tests.payments.tills import Till, send, server_of
from tests.payments.topups import (
    AMOUNT,
    TOPUPS,
    add_money,
    attempt_of,
    everything_holds,
    session_of,
    standing,
    topup_of,
    wallet_of,
)
from tests.shop import Shop
from tests.wallet.factory import fill_wallet


async def test_a_notice_credits_the_wallet_and_twice_is_once(till: Till, till_shop: Shop) -> None:
    shop = till_shop
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    assert topup["state"] == "pending"
    assert topup["amount"] == {"amount": AMOUNT, "currency": "USD"}
    assert topup["redirectUrl"].startswith("http")
    session = await session_of(shop, topup["id"])
    await till.pay(shop, session)
    # That somebody paid is known from the provider alone.
    assert await standing(shop, ada, topup["id"]) == ("pending", 0)
    notice = till.notice(shop, session, "paid")
    answers = await asyncio.gather(*(send(shop, till, notice) for _ in range(3)))
    assert {answer.status_code for answer in answers} == {200}
    await shop.work()
    assert await standing(shop, ada, topup["id"]) == ("paid", AMOUNT)
    # Once more under another id, out of order, and by asking.
    for word in ("paid", "declined", "other"):
        await send(shop, till, till.notice(shop, session, word))
    await shop.work()
    with clock.shift(timedelta(minutes=5)):
        await reconcile(shop.runtime)
        await end_overdue(shop.runtime)
    assert await standing(shop, ada, topup["id"]) == ("paid", AMOUNT)
    (movement,) = (await wallet_of(shop, ada))["transactions"]["items"]
    assert (movement["reason"], movement["type"], movement["orderId"]) == ("top_up", "add", None)
    assert (await topup_of(shop, ada, topup["id"]))["redirectUrl"] is None
    assert await refunds(shop) == []
    await everything_holds(shop)


async def test_a_notice_and_an_answer_at_once_credit_once(till: Till, till_shop: Shop) -> None:
    shop = till_shop
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    session = await session_of(shop, topup["id"])
    attempt_id = await attempt_of(shop, topup["id"])
    await till.pay(shop, session)
    await send(shop, till, till.notice(shop, session, "paid"))
    async with shop.database.transaction() as connection:
        assert await settle(connection, attempt_id, "paid") is Decision.CREDIT
        # The notice waits for the one who is at it, and then finds it done.
        noticed = asyncio.create_task(shop.work())
        asked = asyncio.create_task(ask_about(shop.runtime, attempt_id))
        await wait_until_blocked(shop, 2)
    await asyncio.gather(noticed, asked)
    assert await standing(shop, ada, topup["id"]) == ("paid", AMOUNT)
    assert await count(shop, "wallet_movements") == 1
    await everything_holds(shop)


async def test_a_notice_that_never_comes_is_made_good_by_asking(
    till: Till, till_shop: Shop
) -> None:
    shop = till_shop
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    await till.pay(shop, await session_of(shop, topup["id"]))
    with clock.shift(timedelta(seconds=61)):
        await reconcile(shop.runtime)
    assert await standing(shop, ada, topup["id"]) == ("paid", AMOUNT)


async def test_never_paid_it_ends_and_can_be_paid_no_more(till: Till, till_shop: Shop) -> None:
    shop = till_shop
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    session = await session_of(shop, topup["id"])
    await end_overdue(shop.runtime)
    assert await standing(shop, ada, topup["id"]) == ("pending", 0)
    with clock.shift(timedelta(seconds=901)):
        await end_overdue(shop.runtime)
        assert not await till.takes_money(shop, session)
    assert await standing(shop, ada, topup["id"]) == ("ended", 0)
    assert await shop.output("GET", TOPUPS, headers=ada.headers) == []
    await everything_holds(shop)


async def test_money_that_comes_late_is_credited_all_the_same(till: Till, till_shop: Shop) -> None:
    shop = till_shop
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    session = await session_of(shop, topup["id"])
    await till.promise(shop, session)
    with clock.shift(timedelta(seconds=901)):
        await end_overdue(shop.runtime)
    assert await standing(shop, ada, topup["id"]) == ("ended", 0)
    await till.arrive(shop, session)
    for _ in range(2):
        await send(shop, till, till.notice(shop, session, "paid"))
    await shop.work()
    assert await standing(shop, ada, topup["id"]) == ("paid", AMOUNT)
    assert await refunds(shop) == []
    await everything_holds(shop)


async def test_of_a_payment_and_a_cancellation_one_counts(till: Till, till_shop: Shop) -> None:
    shop = till_shop
    ada, eve = await someone(shop), await someone(shop)
    topup = await add_money(shop, ada)
    cancel = f"{TOPUPS}/{topup['id']}/cancel"
    assert (await shop.error("POST", cancel, headers=eve.headers))[0] == 404
    ended = await shop.output("POST", cancel, headers=ada.headers)
    assert (ended["state"], ended["redirectUrl"]) == ("ended", None)
    assert not await till.takes_money(shop, await session_of(shop, topup["id"]))
    again = await shop.output("POST", cancel, headers=ada.headers)
    assert again["state"] == "ended"
    other = await add_money(shop, ada)
    assert other["id"] != topup["id"]
    await till.pay(shop, await session_of(shop, other["id"]))
    quicker = await shop.output("POST", f"{TOPUPS}/{other['id']}/cancel", headers=ada.headers)
    assert quicker["state"] == "paid"
    assert await standing(shop, ada, other["id"]) == ("paid", AMOUNT)
    await everything_holds(shop)


async def test_money_for_who_has_left_goes_back(till: Till, till_shop: Shop) -> None:
    shop = till_shop
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    session = await session_of(shop, topup["id"])
    async with shop.database.transaction() as connection:
        await forget_customer(connection, ada.id)
    await till.pay(shop, session)
    for _ in range(2):
        await send(shop, till, till.notice(shop, session, "paid"))
    async with asyncio.timeout(30):
        while await refunds(shop) != [(AMOUNT, "late", "done")]:
            await shop.work()
    assert await till.given_back(shop, session) == AMOUNT
    assert await count(shop, "wallet_movements") == 0
    await everything_holds(shop)


@pytest.mark.parametrize("till", OUTSIDE, indirect=True)
async def test_a_start_that_fails_is_taken_up_again(till: Till, till_shop: Shop) -> None:
    shop, server = till_shop, server_of(till)
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


async def test_twice_the_same_is_one_payment(shop: Shop) -> None:
    ada = await someone(shop)
    both = await asyncio.gather(
        *(add_money(shop, ada, key="same") for _ in range(2)),
        # And by a click in another tab, with a key of its own.
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


async def test_a_declined_payment_charges_nothing_and_can_be_tried_again(shop: Shop) -> None:
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    answer = await press(shop, topup["redirectUrl"], "decline")
    # The browser comes back to the wallet, which shows this top-up.
    assert answer.headers["location"] == f"{shop.url}/user-profile/wallet?topup={topup['id']}"
    await shop.work()
    assert await standing(shop, ada, topup["id"]) == ("declined", 0)
    other = await add_money(shop, ada)
    assert other["id"] != topup["id"]
    await press(shop, other["redirectUrl"], "pay-twice")
    await shop.work()
    assert await standing(shop, ada, other["id"]) == ("paid", AMOUNT)
    await everything_holds(shop)


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
async def test_an_amount_that_is_none(shop: Shop, amount: object, sentence: str) -> None:
    ada = await someone(shop)
    status, error = await shop.error("POST", TOPUPS, json={"amount": amount}, headers=ada.headers)
    assert (status, error["fields"]) == (422, {"amount": [sentence]})
    assert await count(shop, "wallet_topups") == 0


async def test_the_wallet_has_a_limit_that_counts_what_is_under_way(open_shop: OpenShop) -> None:
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
async def test_where_it_cannot_be_done_it_is_not_offered(
    open_shop: OpenShop, changes: dict[str, Any]
) -> None:
    async with open_shop(**changes) as shop:
        ada = await someone(shop)
        assert (await wallet_of(shop, ada))["topups"] is None
        status, error = await shop.error(
            "POST", TOPUPS, json={"amount": AMOUNT}, headers=ada.headers
        )
        assert (status, error["code"]) == (409, "topups_unavailable")


async def test_strangers_and_guests(shop: Shop) -> None:
    ada, eve = await someone(shop), await someone(shop)
    topup = await add_money(shop, ada)
    assert (await shop.error("GET", f"{TOPUPS}/{topup['id']}", headers=eve.headers))[0] == 404
    assert (await shop.error("GET", f"{TOPUPS}/%00", headers=ada.headers))[0] in (404, 422)
    assert await shop.output("GET", TOPUPS, headers=eve.headers) == []
    for method, path in (("POST", TOPUPS), ("GET", TOPUPS), ("GET", f"{TOPUPS}/{topup['id']}")):
        body = {"amount": AMOUNT} if method == "POST" else None
        assert (await shop.error(method, path, json=body))[0] == 401
