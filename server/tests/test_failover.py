"""The shop on a cluster of PostgreSQL, whose standby takes over while shoppers order."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx

from stallage.core.invariants import check_invariants
from stallage.migrations import migrate
from stallage.settings import Settings
from tests.cart.factory import Shopper, fill_cart, sign_in
from tests.checkout.factory import ADDRESS, count, stock_of
from tests.cluster import Cluster, postgresql_cluster
from tests.conftest import OpenShop
from tests.database_proxy import proxy_to
from tests.invariants import INVARIANTS
from tests.shop import Shop, running_shop
from tests.stocked_shop import spec, stock_shop
from tests.waiting import until

SHOPPERS = 6
UNITS = 100_000


@dataclass
class Shopping:
    """What shoppers were answered."""

    shop: Shop
    sku_id: int
    statuses: Counter[int] = field(default_factory=Counter)
    orders: list[str] = field(default_factory=list)
    """Acknowledged ones."""
    finished: bool = False

    async def order_again_and_again(self, shopper: Shopper) -> None:
        """Fill the cart and order until `finished`. What failed is sent again, an order with its key."""
        number = 0
        while not self.finished:
            number += 1
            await self._send("/api/carts", {"skuId": self.sku_id}, shopper.headers)
            order = await self._send(
                "/api/orders",
                {
                    "address": ADDRESS,
                    "paymentMethod": "cod",
                    "shippingMethod": "standard",
                },
                {**shopper.headers, "Idempotency-Key": f"order-{shopper.id}-{number}"},
            )
            self.orders.append(order.json()["output"]["orderId"])

    async def browse(self, shopper: Shopper) -> None:
        """Look at the own cart and orders until `finished`."""
        while not self.finished:
            for path in ("/api/carts", "/api/orders"):
                self._note(await self.shop.client.get(path, headers=shopper.headers))

    async def _send(
        self, path: str, body: dict[str, Any], headers: dict[str, str]
    ) -> httpx.Response:
        async def send() -> httpx.Response | None:
            response = await self.shop.client.post(path, json=body, headers=headers)
            return self._note(response)

        response: httpx.Response = await until(send)
        return response

    def _note(self, response: httpx.Response) -> httpx.Response | None:
        """Count a response and return it, unless it asks to come back."""
        self.statuses[response.status_code] += 1
        assert response.status_code in (200, 201, 503), response.text
        if response.status_code != 503:
            return response
        assert "retry-after" in response.headers
        return None


@asynccontextmanager
async def shopping(settings: Settings, cluster: Cluster) -> AsyncIterator[Shopping]:
    """Open a shop on the cluster, in which shoppers order and browse."""
    await asyncio.to_thread(migrate, cluster.primary.dsn)
    # A commit waits for a standby that is gone until the shop gives up. After a pause of the machine, idle
    # connections would be closed at the moment in which shoppers use them again.
    changes = {"database_url": cluster.dsn, "statement_seconds": 3, "keep_alive_seconds": 60}
    chosen = Settings(**{**settings.model_dump(exclude_unset=True), **changes})
    async with running_shop(chosen) as shop:
        [bowl] = await stock_shop(shop, spec(stock=UNITS), taxes=True)
        shoppers = [await sign_in(shop) for _ in range(SHOPPERS)]
        state = Shopping(shop, bowl.sku_id)
        async with asyncio.TaskGroup() as group:
            for shopper in shoppers:
                group.create_task(state.order_again_and_again(shopper))
                group.create_task(state.browse(shopper))
            await until(lambda: len(state.orders) > 2 * SHOPPERS)
            yield state
            ordered = len(state.orders)
            await until(lambda: len(state.orders) > ordered + 2 * SHOPPERS)
            state.finished = True
        await check_books(state)


async def check_books(state: Shopping) -> None:
    """Check that each acknowledged order is there once, and that stock and books are exact."""
    shop = state.shop
    assert len(set(state.orders)) == len(state.orders) == await count(shop, "orders")
    async with shop.database.reading() as connection:
        stored = await connection.fetch("SELECT public_id FROM orders")
        units = await connection.fetchval("SELECT sum(quantity) FROM order_lines")
        broken = [one for one in await check_invariants(connection, INVARIANTS) if one.count]
    assert {row["public_id"] for row in stored} == set(state.orders)
    assert await stock_of(shop, state.sku_id) == UNITS - units
    assert broken == []
    await shop.work()
    mails = [one for one in shop.outbox() if one["kind"] == "order_placed"]
    assert len(mails) == len(state.orders)


async def test_the_primary_dies(settings: Settings) -> None:
    async with postgresql_cluster() as cluster, shopping(settings, cluster) as state:
        cluster.primary.kill()
        await until(lambda: state.statuses[503])
        await cluster.promote()


async def test_the_primary_no_longer_accepts_writes(settings: Settings) -> None:
    """Connections to a server that has become a standby are closed, although they work."""
    async with postgresql_cluster() as cluster, shopping(settings, cluster) as state:
        await cluster.primary.execute("ALTER SYSTEM SET default_transaction_read_only = on")
        await cluster.primary.execute("SELECT pg_reload_conf()")
        await cluster.promote()
        await until(lambda: state.statuses[503])


async def test_a_read_that_loses_its_connection_is_repeated(
    settings: Settings, open_shop: OpenShop
) -> None:
    async with (
        proxy_to(settings.database_url) as proxy,
        open_shop(database_url=proxy.dsn) as shop,
    ):
        [bowl] = await stock_shop(shop)
        shopper = await sign_in(shop)
        await fill_cart(shop, shopper, bowl.sku_id)
        # The connection for notifications may be the one that is lost, so more than once.
        for _ in range(5):
            proxy.arm(fail_after=1)
            [line] = await shop.output("GET", "/api/carts", headers=shopper.headers)
            assert line["quantity"] == 1

        async def add() -> httpx.Response | None:
            proxy.arm(fail_after=1)
            body = {"skuId": bowl.sku_id}
            response = await shop.client.post("/api/carts", json=body, headers=shopper.headers)
            return response if response.status_code == 503 else None

        # What was written may be there or not, so only the caller can know whether to send it again.
        response: httpx.Response = await until(add)
        assert response.headers["retry-after"] == "2"
