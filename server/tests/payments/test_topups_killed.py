"""A top-up whose process dies, or loses its database, after each statement."""

from __future__ import annotations

from stallage.payments.gateway_calls.polling import ask_about
from stallage.process import open_runtime
from tests.checkout.factory import count
from tests.checkout.test_killed import mortal
from tests.customers.factory import someone
from tests.database_proxy import proxy_to
from tests.payments.factory import press
from tests.payments.topups import TOPUPS, add_money, attempt_of, everything_holds, standing
from tests.shop import Shop

MOST_STATEMENTS = 60


async def test_killed_after_every_statement_of_beginning(shop: Shop) -> None:
    ada = await someone(shop)
    settings = shop.runtime.settings
    died = 0
    async with proxy_to(settings.database_url) as proxy, mortal(proxy, settings.data_dir) as parent:
        for number in range(1, MOST_STATEMENTS):
            before = await count(shop, "wallet_topups")
            # Each has an amount of its own, so that none is taken for the one before.
            body = {"amount": 500 + number}
            headers = {**ada.headers, "Idempotency-Key": f"dies-after-{number}"}
            call = {"method": "POST", "path": TOPUPS, "body": body, "headers": headers}
            answer = await parent.ask(proxy, call, dies_after=number)
            await everything_holds(shop)
            if answer is not None:
                assert answer["status"] == 201, answer
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
    async with proxy_to(settings.database_url) as proxy:
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
                proxy.close()

            async with open_runtime(settings, proxy.dsn) as doomed:
                proxy.arm(number, go_dark)
                try:
                    await ask_about(doomed, attempt_id)
                except Exception:
                    # Whatever a lost database raises.
                    assert was_cut
                proxy.disarm()
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
