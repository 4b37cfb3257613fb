"""Money that customers add to their wallet: with every provider, whatever comes twice, late or never."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.core.proofs import Proof, examine
from stallage.customers.actions.forgetting import forget_customer
from stallage.features import parts
from stallage.payments.actions.settling import settle
from stallage.payments.jobs import end_overdue, reconcile
from stallage.payments.outside.asking import ask_about
from stallage.payments.rules import Decision
from stallage.process import runtime_of
from tests.blocked import until_blocked
from tests.checkout.factory import count
from tests.checkout.test_killed import mortal
from tests.conftest import OpenShop
from tests.customers.factory import Someone, someone
from tests.payments.conftest import OUTSIDE
from tests.payments.factory import press, refunds
from tests.payments.tills import Till, send, server_of
from tests.shop import Shop
from tests.wallet.factory import fill_wallet
from tests.wire import wire_to

PROOFS: list[Proof] = [one for module in parts("proofs") for one in module.PROOFS]
TOPUPS = "/api/wallet/topups"
AMOUNT = 2500
MOST_STATEMENTS = 60


async def add_money(shop: Shop, who: Someone, amount: int = AMOUNT, key: str | None = None) -> Any:
    headers = {} if key is None else {"Idempotency-Key": key}
    return await shop.output(
        "POST", TOPUPS, json={"amount": amount}, headers={**who.headers, **headers}
    )


async def topup_of(shop: Shop, who: Someone, topup_id: str) -> Any:
    return await shop.output("GET", f"{TOPUPS}/{topup_id}", headers=who.headers)


async def wallet_of(shop: Shop, who: Someone) -> Any:
    return await shop.output("GET", "/api/wallet", headers=who.headers)


async def standing(shop: Shop, who: Someone, topup_id: str) -> tuple[str, int]:
    """The state of a top-up, and the balance."""
    topup = await topup_of(shop, who, topup_id)
    return topup["state"], (await wallet_of(shop, who))["balance"]["amount"]


async def session_of(shop: Shop, topup_id: str) -> str:
    async with shop.database.reading() as connection:
        session: str = await connection.fetchval(
            "SELECT a.session FROM payment_attempts a JOIN wallet_topups t ON t.id = a.topup_id"
            " WHERE t.public_id = $1",
            topup_id,
        )
    return session


async def attempt_of(shop: Shop, topup_id: str) -> int:
    async with shop.database.reading() as connection:
        return int(
            await connection.fetchval(
                "SELECT a.id FROM payment_attempts a JOIN wallet_topups t ON t.id = a.topup_id"
                " WHERE t.public_id = $1",
                topup_id,
            )
        )


async def everything_holds(shop: Shop) -> None:
    async with shop.database.reading() as connection:
        broken = [one for one in await examine(connection, PROOFS) if one.count]
    assert broken == []


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
    with clock.moved_by(timedelta(minutes=5)):
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
        await until_blocked(shop, 2)
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
    with clock.moved_by(timedelta(seconds=61)):
        await reconcile(shop.runtime)
    assert await standing(shop, ada, topup["id"]) == ("paid", AMOUNT)


async def test_never_paid_it_ends_and_can_be_paid_no_more(till: Till, till_shop: Shop) -> None:
    shop = till_shop
    ada = await someone(shop)
    topup = await add_money(shop, ada)
    session = await session_of(shop, topup["id"])
    await end_overdue(shop.runtime)
    assert await standing(shop, ada, topup["id"]) == ("pending", 0)
    with clock.moved_by(timedelta(seconds=901)):
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
    with clock.moved_by(timedelta(seconds=901)):
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
    assert (await shop.refusal("POST", cancel, headers=eve.headers))[0] == 404
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
    status, error = await shop.refusal(
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
    status, error = await shop.refusal(
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
    status, error = await shop.refusal("POST", TOPUPS, json={"amount": amount}, headers=ada.headers)
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
        _status, full = await shop.refusal(
            "POST", TOPUPS, json={"amount": 500}, headers=ada.headers
        )
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
        status, error = await shop.refusal(
            "POST", TOPUPS, json={"amount": AMOUNT}, headers=ada.headers
        )
        assert (status, error["code"]) == (409, "topups_unavailable")


async def test_strangers_and_guests(shop: Shop) -> None:
    ada, eve = await someone(shop), await someone(shop)
    topup = await add_money(shop, ada)
    assert (await shop.refusal("GET", f"{TOPUPS}/{topup['id']}", headers=eve.headers))[0] == 404
    assert (await shop.refusal("GET", f"{TOPUPS}/%00", headers=ada.headers))[0] in (404, 422)
    assert await shop.output("GET", TOPUPS, headers=eve.headers) == []
    for method, path in (("POST", TOPUPS), ("GET", TOPUPS), ("GET", f"{TOPUPS}/{topup['id']}")):
        body = {"amount": AMOUNT} if method == "POST" else None
        assert (await shop.refusal(method, path, json=body))[0] == 401


async def test_killed_after_every_statement_of_beginning(shop: Shop) -> None:
    ada = await someone(shop)
    settings = shop.runtime.settings
    died = 0
    async with wire_to(settings.database_url) as wire, mortal(wire, settings.data_dir) as parent:
        for number in range(1, MOST_STATEMENTS):
            before = await count(shop, "wallet_topups")
            # Each has an amount of its own, so that none is taken for the one before.
            body = {"amount": 500 + number}
            headers = {**ada.headers, "Idempotency-Key": f"dies-after-{number}"}
            call = {"method": "POST", "path": TOPUPS, "body": body, "headers": headers}
            answer = await parent.ask(wire, call, dies_after=number)
            await everything_holds(shop)
            if answer is not None:
                assert answer["status"] == 201
                break
            died += 1
            # The limit on tries by the hour is another test's.
            async with shop.database.transaction() as connection:
                await connection.execute("DELETE FROM limits")
            again = await shop.output("POST", TOPUPS, json=body, headers=headers)
            assert again["redirectUrl"]
            assert await count(shop, "wallet_topups") == before + 1
            assert await count(shop, "sandbox_sessions") == before + 1
        else:
            raise AssertionError("a top-up takes more statements than it can")
    assert died >= 10


async def test_cut_off_after_every_statement_of_crediting(shop: Shop) -> None:
    ada = await someone(shop)
    settings = shop.runtime.settings
    cut = credited = 0
    async with wire_to(settings.database_url) as wire:
        for number in range(1, MOST_STATEMENTS):
            topup = await add_money(shop, ada, 500 + number)
            async with shop.database.transaction() as connection:
                await connection.execute("DELETE FROM limits")
            await press(shop, topup["redirectUrl"], "pay-unheard")
            attempt_id = await attempt_of(shop, topup["id"])
            was_cut = False

            async def go_dark() -> None:
                nonlocal was_cut
                was_cut = True
                wire.close()

            async with runtime_of(settings, wire.dsn) as doomed:
                wire.arm(number, go_dark)
                try:
                    await ask_about(doomed, attempt_id)
                except Exception:
                    # Whatever a lost database raises.
                    assert was_cut
                wire.disarm()
            await everything_holds(shop)
            state, balance = await standing(shop, ada, topup["id"])
            credited += 500 + number
            assert balance in (credited, credited - 500 - number)
            assert (state == "paid") == (balance == credited)
            if not was_cut:
                assert state == "paid"
                break
            cut += 1
            await ask_about(shop.runtime, attempt_id)
            assert await standing(shop, ada, topup["id"]) == ("paid", credited)
        else:
            raise AssertionError("crediting takes more statements than it can")
    # Before its transaction, in it, and when it had committed and nobody heard of it.
    assert cut >= 5
