"""GET /api/wallet and POST /api/wallet/redeem."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

from stallage.core import clock
from stallage.wallet.actions import create_gift_code, debit
from tests.customers.factory import Someone, someone
from tests.shop import Shop
from tests.wallet.factory import fill_wallet
from tests.wallet.test_ledger import assert_ledger_invariants

REDEEM = "/api/wallet/redeem"


async def gift_code(shop: Shop, amount: int, **more: Any) -> str:
    async with shop.database.transaction() as connection:
        return await create_gift_code(connection, shop.runtime.secret, amount, **more)


async def wallet_of(shop: Shop, who: Someone, query: str = "") -> dict[str, Any]:
    wallet: dict[str, Any] = await shop.output("GET", f"/api/wallet{query}", headers=who.headers)
    return wallet


def usd(amount: int) -> dict[str, Any]:
    return {"amount": amount, "currency": "USD"}


async def test_an_empty_wallet(shop: Shop) -> None:
    ada = await someone(shop)
    assert await wallet_of(shop, ada) == {
        "balance": usd(0),
        "expiring": [],
        "transactions": {"items": [], "page": 1, "pageSize": 24, "total": 0},
        "topups": {"minimum": usd(500), "maximum": usd(50_000), "limit": usd(100_000)},
    }
    assert (await shop.error("GET", "/api/wallet"))[0] == 401


async def test_the_statement_shows_each_movement_newest_first(shop: Shop) -> None:
    ada, eve = await someone(shop), await someone(shop)
    ends = clock.now() + timedelta(days=5)
    async with shop.database.transaction() as connection:
        await fill_wallet(connection, ada.id, 1000)
        await fill_wallet(connection, ada.id, 500, expires_at=ends)
        await debit(connection, ada.id, 700, order_id="SO-7K2M-9QXD")
        await fill_wallet(connection, eve.id, 9900)
    wallet = await wallet_of(shop, ada)
    assert wallet["balance"] == usd(800)
    assert wallet["expiring"] == []
    assert [
        (one["type"], one["amount"], one["reason"], one["orderId"], one["balanceAfter"])
        for one in wallet["transactions"]["items"]
    ] == [
        ("sub", usd(700), "order", "SO-7K2M-9QXD", usd(800)),
        ("add", usd(500), "goodwill", None, usd(1500)),
        ("add", usd(1000), "goodwill", None, usd(1000)),
    ]
    page = await wallet_of(shop, ada, "?page=2&pageSize=2")
    assert page["transactions"]["total"] == 3
    assert [one["balanceAfter"] for one in page["transactions"]["items"]] == [usd(1000)]
    past = await wallet_of(shop, ada, "?page=1000000")
    assert past["transactions"]["items"] == []


async def test_expired_credit_is_in_the_statement_at_once(shop: Shop) -> None:
    ada = await someone(shop)
    async with shop.database.transaction() as connection:
        ends = clock.now() + timedelta(minutes=5)
        await fill_wallet(connection, ada.id, 500, expires_at=ends)
        await fill_wallet(connection, ada.id, 300)
    before = await wallet_of(shop, ada)
    assert [one["amount"] for one in before["expiring"]] == [usd(500)]
    with clock.shift(timedelta(minutes=6)):
        after = await wallet_of(shop, ada)
    assert (after["balance"], after["expiring"]) == (usd(300), [])
    newest = after["transactions"]["items"][0]
    assert (newest["reason"], newest["type"], newest["balanceAfter"]) == (
        "expired",
        "sub",
        usd(300),
    )


async def test_a_gift_code_is_redeemed_once_in_any_format(shop: Shop) -> None:
    ada, eve = await someone(shop), await someone(shop)
    code = await gift_code(shop, 2500)
    typed = f" {code.lower().replace('-', ' ')} "
    redeemed = await shop.client.post(REDEEM, headers=ada.headers, json={"code": typed})
    assert redeemed.status_code == 201
    assert redeemed.json()["output"] == {"amount": usd(2500), "balance": usd(2500)}
    for who in (ada, eve):
        status, error = await shop.error("POST", REDEEM, headers=who.headers, json={"code": code})
        assert (status, error["code"]) == (409, "gift_code_used")
    assert (await wallet_of(shop, eve))["balance"] == usd(0)


async def test_concurrent_redemptions_count_once(shop: Shop) -> None:
    customers = [await someone(shop) for _ in range(8)]
    code = await gift_code(shop, 2500)
    responses = await asyncio.gather(
        *(shop.client.post(REDEEM, headers=who.headers, json={"code": code}) for who in customers)
    )
    assert sorted(response.status_code for response in responses) == [201] + [409] * 7
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT sum(balance) FROM wallets") == 2500
        await assert_ledger_invariants(connection)


async def test_the_same_idempotency_key_gives_the_same_response(shop: Shop) -> None:
    ada = await someone(shop)
    code, other = await gift_code(shop, 2500), await gift_code(shop, 100)
    headers = ada.headers | {"Idempotency-Key": "the-tap"}
    responses = await asyncio.gather(
        *(shop.client.post(REDEEM, headers=headers, json={"code": code}) for _ in range(5))
    )
    assert {response.status_code for response in responses} == {201}
    assert len({response.text for response in responses}) == 1
    status, error = await shop.error("POST", REDEEM, headers=headers, json={"code": other})
    assert (status, error["code"]) == (409, "idempotency_key_reused")
    assert (await wallet_of(shop, ada))["balance"] == usd(2500)


async def test_unknown_and_expired_codes_are_refused(shop: Shop) -> None:
    ada = await someone(shop)
    late = await gift_code(shop, 2500, expires_at=clock.now() - timedelta(seconds=1))
    for code, expected in (("AAAA-BBBB-CCCC", "gift_code_invalid"), (late, "gift_code_expired")):
        status, error = await shop.error("POST", REDEEM, headers=ada.headers, json={"code": code})
        assert (status, error["code"], list(error["fields"])) == (422, expected, ["code"])
    for nonsense in ("", "x" * 41, "a\x00b", None, 5):
        status, error = await shop.error(
            "POST", REDEEM, headers=ada.headers, json={"code": nonsense}
        )
        assert (status, error["code"]) == (422, "invalid_fields")
    assert (await shop.error("POST", REDEEM, json={"code": late}))[0] == 401


async def test_attempts_to_guess_codes_are_limited(shop: Shop) -> None:
    ada = await someone(shop)
    responses = await asyncio.gather(
        *(
            shop.client.post(REDEEM, headers=ada.headers, json={"code": f"GUESS{number}"})
            for number in range(15)
        )
    )
    assert sorted(response.status_code for response in responses) == [422] * 10 + [429] * 5
    assert all(
        int(response.headers["retry-after"]) > 3000
        for response in responses
        if response.status_code == 429
    )
    with clock.shift(timedelta(minutes=61)):
        later = (await someone(shop, ada.email)).headers
        code = await gift_code(shop, 100)
        await shop.output("POST", REDEEM, headers=later, json={"code": code})


async def test_gift_codes_are_not_stored(shop: Shop) -> None:
    code = await gift_code(shop, 2500)
    async with shop.database.reading() as connection:
        rows = str(await connection.fetch("SELECT * FROM gift_codes"))
    assert code not in rows
    assert code.replace("-", "") not in rows
