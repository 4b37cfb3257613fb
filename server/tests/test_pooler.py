"""The shop behind PgBouncer in transaction mode, which gives each transaction any server connection."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from pydantic import ValidationError

from stallage.core.db import Database, required
from stallage.core.invariants import check_invariants
from stallage.doctor import check_database
from stallage.settings import Settings
from tests.cart.factory import Shopper, fill_cart, sign_in
from tests.checkout.factory import ADDRESS, count, stock_of
from tests.conftest import run_on, with_database
from tests.invariants import INVARIANTS
from tests.pooler import SERVER_CONNECTIONS, running_pooler
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

SHOPPERS = 12
UNITS = 1_000


@pytest.fixture(scope="module")
def pooler(cluster: str) -> Iterator[str]:
    """A pooler that the shop of these tests goes through."""
    with running_pooler(cluster) as address:
        yield address


async def test_shoppers_share_server_connections(shop: Shop) -> None:
    [bowl] = await stock_shop(shop, spec(stock=UNITS), taxes=True)
    shoppers = [await sign_in(shop) for _ in range(SHOPPERS)]

    async def buy(shopper: Shopper) -> Any:
        await fill_cart(shop, shopper, bowl.sku_id)
        await shop.output("GET", "/api/carts", headers=shopper.headers)
        return await shop.output(
            "POST",
            "/api/orders",
            headers={**shopper.headers, "Idempotency-Key": f"order-of-{shopper.id}"},
            json={"address": ADDRESS, "paymentMethod": "cod", "shippingMethod": "standard"},
        )

    orders = await asyncio.gather(*map(buy, shoppers))
    assert len({order["orderId"] for order in orders}) == SHOPPERS
    for shopper, order in zip(shoppers, orders, strict=True):
        # Each shopper sees the own order: no statement ran with the values of another one.
        path = f"/api/orders/{order['orderId']}"
        own = await shop.output("GET", path, headers=shopper.headers)
        assert own["lines"][0]["quantity"] == 1
    await shop.work()
    assert await count(shop, "orders") == SHOPPERS
    assert await stock_of(shop, bowl.sku_id) == UNITS - SHOPPERS
    async with shop.database.reading() as connection:
        assert not [one for one in await check_invariants(connection, INVARIANTS) if one.count]


async def test_each_statement_stays_whole(database: Database) -> None:
    """Values and rows of statements that run at once are never mixed up."""

    async def ask(number: int) -> tuple[int, int]:
        # Different texts, so that each server connection has other statements before this one.
        query = f"SELECT $1::int AS value, pg_backend_pid() AS pid, {number} AS own"
        async with database.reading() as connection:
            row = required(await connection.fetchrow(query, number))
        assert row["own"] == number
        return row["value"], row["pid"]

    answers = await asyncio.gather(*(ask(number) for number in range(2_000)))
    assert [value for value, _ in answers] == list(range(2_000))
    assert 1 < len({pid for _, pid in answers}) <= SERVER_CONNECTIONS


async def test_a_dedicated_connection_leads_past_the_pooler(database: Database) -> None:
    """It may hold what belongs to a session, such as the settings of its start."""
    async with database.reading() as pooled:
        assert await pooled.fetchval("SHOW timezone") == "UTC"
        assert await pooled.fetchval("SHOW jit") == "on"
    dedicated = await database.connect_dedicated()
    try:
        assert await dedicated.fetchval("SHOW statement_timeout") == "0"
        await dedicated.execute("LISTEN anything")
        assert await dedicated.fetch("SELECT pg_listening_channels()")
    finally:
        await dedicated.close()


async def test_doctor_looks_through_the_pooler(settings: Settings, pooler: str) -> None:
    async def findings(address: str) -> list[tuple[str, str]]:
        found = await check_database(settings.database_url, address)
        return [(one.state, one.message) for one in found if one.about == "Pooler"]

    address, name = settings.database_pooler_url, urlsplit(settings.database_url).path[1:]
    [(state, message)] = await findings(address)
    assert state == "note"
    assert "drops idle_in_transaction_session_timeout, jit, statement_timeout" in message
    in_database = f"ALTER ROLE stallage IN DATABASE {name} SET"
    await run_on(
        settings.database_url,
        f"{in_database} statement_timeout = '30s'",
        f"{in_database} idle_in_transaction_session_timeout = '20s'",
        f"{in_database} jit = off",
        # The pooler's connections have the settings of their start.
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )
    assert await findings(address) == [("ok", "It leads to the database.")]
    [(state, message)] = await findings(with_database(pooler, "nowhere"))
    assert (state, "nowhere" in message) == ("wrong", True)


async def test_doctor_finds_a_pooler_of_another_database(
    settings: Settings, pooler: str, cluster: str, template: str
) -> None:
    other = f"other_{secrets.token_hex(4)}"
    await run_on(cluster, f"CREATE DATABASE {other} TEMPLATE {template} STRATEGY FILE_COPY")
    await run_on(
        with_database(cluster, other), "UPDATE catalogue_state SET database_key = 'another'"
    )
    found = await check_database(settings.database_url, with_database(pooler, other))
    assert [one.message for one in found if one.about == "Pooler"] == [
        "It leads to another database than STALLAGE_DATABASE_URL."
    ]
    await run_on(cluster, f"DROP DATABASE {other} WITH (FORCE)")


def test_a_pooler_needs_the_address_of_the_server() -> None:
    with pytest.raises(ValidationError, match="the address of the primary"):
        Settings(database_pooler_url="postgresql://u:p@localhost:6432/shop", database_url="")
