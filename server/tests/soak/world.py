"""The shop of a soak, and the driver's record of what happened."""

from __future__ import annotations

import os
import random
import signal
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx

from stallage.app import create
from stallage.core import access, clock
from stallage.core.db import Connection
from stallage.core.runtime import Runtime
from stallage.pricing.actions.terms import put_promo_code, put_shipping_method, put_tax_rate
from stallage.process import open_runtime
from stallage.settings import Settings
from tests.cart.factory import make_customer
from tests.database_proxy import DatabaseProxy, proxy_to
from tests.products.factory import SkuSpec, make_product, make_sale
from tests.soak.direct_connection import DirectConnection

PRODUCTS = 12
CUSTOMERS = 30
ADDRESSES: tuple[dict[str, Any], ...] = (
    {"city": "Seattle", "state": "WA", "postalCode": "98101", "country": "US"},
    {"city": "Portland", "state": "OR", "postalCode": "97201", "country": "US"},
    {"city": "Berlin", "state": "", "postalCode": "10115", "country": "DE"},
)
PERSON = {"firstName": "Ada", "lastName": "Miller", "line1": "12 Kiln Lane", "phone": "2065550143"}
DEADLOCKS = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
TOKEN_SECONDS = 10 * 365 * 24 * 3600


@dataclass(slots=True)
class Placed:
    """An acknowledged order."""

    order_id: str
    headers: dict[str, str]
    key: str | None
    redirect_url: str | None
    total: int
    lines: dict[int, int]

    @property
    def params(self) -> dict[str, str]:
        """Query parameters that let a guest view the order."""
        return {} if self.key is None else {"key": self.key}


@dataclass(slots=True)
class LostCall:
    """A request without a response; its shopper retries with the same key."""

    body: dict[str, Any]
    headers: dict[str, str]
    lost_at: Any


class ServerError(AssertionError):
    """The shop answered 5xx although no connection had been cut."""


@dataclass
class World:
    """The running shop and the driver's state."""

    runtime: Runtime
    client: httpx.AsyncClient
    proxy: DatabaseProxy
    direct: DirectConnection
    draw: random.Random
    sku_ids: list[int] = field(default_factory=list)
    customers: list[tuple[int, dict[str, str]]] = field(default_factory=list)
    placed: dict[str, Placed] = field(default_factory=dict)
    delivered: list[str] = field(default_factory=list)
    returning: list[str] = field(default_factory=list)
    """Orders with a return request."""
    lost: list[LostCall] = field(default_factory=list)
    gift_codes: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)
    """Number of occurrences by event."""
    cut: bool = False
    """Whether a connection may have been cut in this or the previous round."""
    cuts: bool = False
    """Whether this round cuts connections."""
    deadlocks: int = 0

    async def count_deadlocks(self) -> None:
        """Add PostgreSQL's count, which a crash resets."""
        self.deadlocks += await self.direct.fetchval(DEADLOCKS)

    async def crash_database(self) -> None:
        """Kill the backend that has just executed a statement, like the out-of-memory killer.

        PostgreSQL then ends all other backends and recovers what was committed.
        """
        await self.count_deadlocks()
        await self.direct.expect_crash()
        os.kill(self.proxy.server_pid, signal.SIGKILL)
        self.seen["crashes of the database"] += 1

    async def call(self, method: str, path: str, **arguments: Any) -> httpx.Response | None:
        """Send a request; None if the shop is not ready, which only a cut connection may cause.

        Whatever happens to the database, there is a response, and it says to try again.
        """
        response = await self.client.request(method, path, **arguments)
        if response.status_code >= 500:
            code = response.json()["error"]["code"]
            if not self.cut or code != "not_ready":
                raise ServerError(f"{method} {path}: {response.text}")
            self.seen["answers lost"] += 1
            return None
        if response.status_code >= 400:
            self.seen[f"refused: {response.json()['error']['code']}"] += 1
        return response


async def _fill_shop(connection: Connection, world: World) -> None:
    await put_shipping_method(
        connection,
        code="standard",
        name="Standard",
        price=690,
        free_over=15_000,
        min_days=2,
        max_days=4,
    )
    await put_shipping_method(
        connection, code="express", name="Express", price=1800, min_days=1, max_days=1, position=1
    )
    for name, city, millionths in (("State tax", "", 65_000), ("City tax", "Seattle", 38_500)):
        await put_tax_rate(
            connection,
            name=name,
            country="US",
            state="WA",
            city=city,
            millionths=millionths,
            included=False,
        )
    await put_tax_rate(connection, name="MwSt.", country="DE", millionths=190_000, included=True)
    now = clock.now()
    await put_promo_code(connection, code="TENTH", title="A tenth off", percent=10, starts_at=now)
    await put_promo_code(
        connection,
        code="FIVE",
        title="Five off",
        amount=500,
        minimum_purchase=3000,
        starts_at=now,
        total_uses=40,
        uses_per_customer=3,
    )
    for number in range(PRODUCTS):
        made = await make_product(
            connection,
            f"Product {number}",
            option_names=["Size"],
            skus=[
                SkuSpec(options=("S",), price=999 + 731 * number, stock=20 + number),
                SkuSpec(
                    options=("L",),
                    price=1333 + 977 * number,
                    stock=12,
                    tracked=number % 6 != 5,
                    backorder=number % 5 == 4,
                ),
            ],
        )
        world.sku_ids += made.sku_ids
        if number % 4 == 0:
            begins = now + timedelta(days=number / 4 + 1)
            await make_sale(
                connection,
                [made.id],
                percent=15 + number,
                starts_at=begins,
                ends_at=begins + timedelta(days=2),
            )


@asynccontextmanager
async def open_world(dsn: str, data_dir: Path, seed: int) -> AsyncIterator[World]:
    """Open a shop with products and customers. It uses the database through the proxy."""
    async with proxy_to(dsn) as proxy:
        settings = Settings(
            data_dir=data_dir,
            database_url=proxy.dsn,
            public_url="http://shop.test",
            log_level="error",
            database_pool_size=8,
            gift_wrap=True,
            gift_wrap_price=455,
        )
        app = create(settings, with_worker=False)
        async with (
            open_runtime(settings, settings.database_url) as begun,
            httpx.AsyncClient(
                transport=httpx.ASGITransport(app=app), base_url="http://shop.test", timeout=30
            ) as client,
        ):
            # The provider's webhooks are sent to this application.
            runtime = replace(begun, http_client=client)
            app.state.runtime = runtime
            direct = DirectConnection(dsn)
            try:
                world = World(runtime, client, proxy, direct, random.Random(seed))
                async with runtime.database.transaction() as connection:
                    await _fill_shop(connection, world)
                    for _ in range(CUSTOMERS):
                        customer = await make_customer(connection)
                        token = access.sign(runtime.secret, customer, "soak", TOKEN_SECONDS)
                        world.customers.append((customer, {"Authorization": f"Bearer {token}"}))
                yield world
            finally:
                await direct.close()
