"""Helpers for tests of top-ups."""

from __future__ import annotations

from typing import Any

from stallage.core.invariants import check_invariants
from tests.customers.factory import Someone
from tests.invariants import INVARIANTS
from tests.shop import Shop

TOPUPS = "/api/wallet/topups"
AMOUNT = 2500


async def add_money(shop: Shop, who: Someone, amount: int = AMOUNT, key: str | None = None) -> Any:
    headers = {} if key is None else {"Idempotency-Key": key}
    return await shop.output(
        "POST", TOPUPS, json={"amount": amount}, headers={**who.headers, **headers}
    )


async def topup_of(shop: Shop, who: Someone, topup_id: str) -> Any:
    return await shop.output("GET", f"{TOPUPS}/{topup_id}", headers=who.headers)


async def wallet_of(shop: Shop, who: Someone) -> Any:
    return await shop.output("GET", "/api/wallet", headers=who.headers)


async def topup_state(shop: Shop, who: Someone, topup_id: str) -> tuple[str, int]:
    """Return the state of a top-up and the balance."""
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


async def assert_invariants(shop: Shop) -> None:
    async with shop.database.reading() as connection:
        broken = [one for one in await check_invariants(connection, INVARIANTS) if one.count]
    assert broken == []
