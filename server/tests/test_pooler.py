"""The shop behind PgBouncer in transaction mode, which gives each transaction any server connection."""

from __future__ import annotations

import asyncio
from typing import Any

from stallage.core.db import Database
from stallage.core.invariants import Invariant, check_invariants
from stallage.features import parts
from tests.cart.factory import Shopper, fill_cart, sign_in
from tests.checkout.factory import ADDRESS, count, stock_of
from tests.conftest import OpenShop
from tests.pooler import SERVER_CONNECTIONS, pooler_before
from tests.stocked_shop import spec, stock_shop

INVARIANTS: list[Invariant] = [one for module in parts("invariants") for one in module.INVARIANTS]
SHOPPERS = 12
UNITS = 1_000


async def test_shoppers_share_server_connections(dsn: str, open_shop: OpenShop) -> None:
    async with pooler_before(dsn) as pooler, open_shop(database_pooler_url=pooler) as shop:
        [bowl] = await stock_shop(shop, spec(stock=UNITS), taxes=True)
        shoppers = [await sign_in(shop) for _ in range(SHOPPERS)]

        async def buy(shopper: Shopper) -> Any:
            await fill_cart(shop, shopper, bowl.sku_id)
            await shop.output("GET", "/api/carts", headers=shopper.headers)
            return await shop.output(
                "POST",
                "/api/orders",
                headers={**shopper.headers, "Idempotency-Key": f"order-of-{shopper.id}"},
                json={
                    "address": ADDRESS,
                    "paymentMethod": "cod",
                    "shippingMethod": "standard",
                },
            )

        orders = await asyncio.gather(*map(buy, shoppers))
        assert len({order["orderId"] for order in orders}) == SHOPPERS
        for shopper, order in zip(shoppers, orders, strict=True):
            # Each shopper sees the own order: no statement ran with the values of another one.
            own = await shop.output(
                "GET", f"/api/orders/{order['orderId']}", headers=shopper.headers
            )
            assert own["lines"][0]["quantity"] == 1
        await shop.work()
        assert await count(shop, "orders") == SHOPPERS
        assert await stock_of(shop, bowl.sku_id) == UNITS - SHOPPERS
        async with shop.database.reading() as connection:
            assert not [one for one in await check_invariants(connection, INVARIANTS) if one.count]


async def test_each_statement_stays_whole(dsn: str) -> None:
    """Values and rows of statements that run at once are never mixed up."""
    async with pooler_before(dsn) as pooler:
        database = await Database.connect(dsn, pooler_dsn=pooler, size=20)
        try:

            async def ask(number: int) -> tuple[int, int]:
                # Different texts, so that each server connection has other statements before this one.
                async with database.reading() as connection:
                    row = await connection.fetchrow(
                        f"SELECT $1::int AS value, pg_backend_pid() AS pid, {number} AS own", number
                    )
                    assert row is not None
                    assert row["own"] == number
                    return row["value"], row["pid"]

            answers = await asyncio.gather(*(ask(number) for number in range(2_000)))
            assert [value for value, _ in answers] == list(range(2_000))
            assert 1 < len({pid for _, pid in answers}) <= SERVER_CONNECTIONS
        finally:
            await database.close()


async def test_settings_of_the_session_do_not_reach_the_pooler(dsn: str) -> None:
    """PgBouncer refuses startup parameters that it does not know."""
    async with pooler_before(dsn) as pooler:
        database = await Database.connect(dsn, pooler_dsn=pooler)
        try:
            async with database.reading() as connection:
                assert await connection.fetchval("SHOW timezone") == "UTC"
            dedicated = await database.connect_dedicated()
            try:
                # It leads past the pooler, so it may hold what belongs to a session.
                assert await dedicated.fetchval("SHOW application_name") == "stallage-work"
                await dedicated.execute("LISTEN anything")
            finally:
                await dedicated.close()
        finally:
            await database.close()
