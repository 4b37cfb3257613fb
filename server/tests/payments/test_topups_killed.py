"""A top-up whose process dies, or loses its database connection, after each statement."""

from __future__ import annotations

import pytest

from stallage.payments.gateway_calls.polling import poll_attempt
from stallage.process import open_runtime
from tests.checkout.factory import count
from tests.checkout.test_killed import killable_parent
from tests.customers.factory import someone
from tests.database_proxy import proxy_to
from tests.payments.factory import press
from tests.payments.topups import TOPUPS, add_money, assert_invariants, attempt_of, topup_state
from tests.shop import Shop

pytestmark = pytest.mark.slow

MAX_STATEMENTS = 60


async def test_killed_after_every_statement_of_beginning(shop: Shop) -> None:
    ada = await someone(shop)
    settings = shop.runtime.settings
    died = 0
    async with (
        proxy_to(settings.database_url) as proxy,
        killable_parent(proxy, settings.data_dir) as parent,
    ):
        for number in range(1, MAX_STATEMENTS):
            before = await count(shop, "wallet_topups")
            # Each amount is different, so that no top-up is reused.
            body = {"amount": 500 + number}
            headers = {**ada.headers, "Idempotency-Key": f"dies-after-{number}"}
            call = {"method": "POST", "path": TOPUPS, "body": body, "headers": headers}
            answer = await parent.request(proxy, call, dies_after=number)
            await assert_invariants(shop)
            if answer is not None:
                assert answer["status"] == 201, answer
                break
            died += 1
            # The hourly rate limit has its own test.
            async with shop.database.transaction() as connection:
                await connection.execute("DELETE FROM limits")
            again = await shop.output("POST", TOPUPS, json=body, headers=headers)
            assert again["redirectUrl"]
            assert await count(shop, "wallet_topups") == before + 1
            assert await count(shop, "sandbox_sessions") == before + 1
        else:
            raise AssertionError("a top-up does not take so many statements")
    assert died >= 10


async def test_disconnected_after_every_statement_of_crediting(shop: Shop) -> None:
    ada = await someone(shop)
    settings = shop.runtime.settings
    disconnects = credited = 0
    async with proxy_to(settings.database_url) as proxy:
        for number in range(1, MAX_STATEMENTS):
            topup = await add_money(shop, ada, 500 + number)
            async with shop.database.transaction() as connection:
                await connection.execute("DELETE FROM limits")
            await press(shop, topup["redirectUrl"], "pay-unheard")
            attempt_id = await attempt_of(shop, topup["id"])
            was_disconnected = False

            async def disconnect() -> None:
                nonlocal was_disconnected
                was_disconnected = True
                proxy.close()

            async with open_runtime(settings, proxy.dsn) as broken:
                proxy.arm(number, disconnect)
                try:
                    await poll_attempt(broken, attempt_id)
                except Exception:
                    # A lost connection may raise anything.
                    assert was_disconnected
                proxy.disarm()
            await assert_invariants(shop)
            state, balance = await topup_state(shop, ada, topup["id"])
            credited += 500 + number
            assert balance in (credited, credited - 500 - number)
            assert (state == "paid") == (balance == credited)
            if not was_disconnected:
                assert state == "paid"
                break
            disconnects += 1
            await poll_attempt(shop.runtime, attempt_id)
            assert await topup_state(shop, ada, topup["id"]) == ("paid", credited)
        else:
            raise AssertionError("crediting does not take so many statements")
    # Before the transaction, within it, and after the commit.
    assert disconnects >= 4
