"""Two hosts are replaced by those of the next release and back, while shoppers order.

Both releases are wheels, installed into folders of their own.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from stallage.core.invariants import check_invariants
from tests.checkout.factory import ADDRESS, guest_order
from tests.conftest import run_on, with_database
from tests.invariants import INVARIANTS
from tests.rollout.hosts import Balancer, balanced, run_stallage_of
from tests.rollout.next_release import NEXT_VERSION
from tests.rollout.wheels import install_releases
from tests.waiting import until

pytestmark = pytest.mark.slow

SHOPPERS = 2
UNITS = 100_000
EARLIER_ORDERS = 7
CATALOGUE = f"""\
Handle,Title,Variant SKU,Variant Price,Variant Inventory Qty,Published
bowl,Everyday bowl,BOWL-1,25.00,{UNITS},true
"""


@dataclass
class Trade:
    """What shoppers were answered."""

    client: httpx.AsyncClient
    sku_id: int
    method: str
    """The code of the delivery method."""
    statuses: Counter[int] = field(default_factory=Counter)
    greetings: dict[str, str] = field(default_factory=dict)
    """Acknowledged order → its gift message."""
    finished: bool = False

    async def order(self, shopper: int) -> None:
        """Order as a guest and look at the order and the product, until `finished`."""
        number = 0
        while not self.finished:
            number += 1
            greeting = f"Order {number} of shopper {shopper}"
            headers = {"Idempotency-Key": f"{shopper}-{number}"}
            body = guest_order([self.sku_id], giftMessage=greeting, shippingMethod=self.method)
            placed = await self._send("POST", "/api/orders", json=body, headers=headers)
            self.greetings[placed["orderId"]] = greeting
            path = f"/api/orders/{placed['orderId']}"
            seen = await self._send("GET", path, params={"key": placed["key"]})
            assert seen["giftMessage"] == greeting
            await self._send("GET", "/api/products/bowl")

    async def order_before(self) -> None:
        """Order once, before the next release is there."""
        body = guest_order([self.sku_id], giftMessage="From before", shippingMethod=self.method)
        placed = await self._send("POST", "/api/orders", json=body)
        self.greetings[placed["orderId"]] = "From before"

    async def _send(self, method: str, path: str, **arguments: Any) -> Any:
        response = await self.client.request(method, path, **arguments)
        self.statuses[response.status_code] += 1
        assert response.is_success, response.text
        return response.json()["output"]

    async def more(self) -> None:
        """Wait for further orders."""
        before = len(self.greetings)
        await until(lambda: len(self.greetings) >= before + 2 * SHOPPERS)


@asynccontextmanager
async def trading(port: int) -> AsyncIterator[Trade]:
    """Let shoppers order through the balancer, after some earlier orders."""
    # Each request has a connection of its own, so that the balancer decides on its host.
    address, limits = f"http://127.0.0.1:{port}", httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(
        base_url=address, timeout=120, trust_env=False, limits=limits
    ) as client:
        product = (await client.get("/api/products/bowl")).json()["output"]
        sku_id = product["skus"][0]["skuId"]
        place = {name: ADDRESS[name] for name in ("city", "state", "postalCode", "country")}
        request = {"skuIds": [sku_id], "address": place}
        quote = (await client.post("/api/checkout/quote", json=request)).json()["output"]
        trade = Trade(client, sku_id, quote["shippingMethod"])
        for _ in range(EARLIER_ORDERS):
            await trade.order_before()
        async with asyncio.TaskGroup() as shoppers:
            for number in range(SHOPPERS):
                shoppers.create_task(trade.order(number))
            yield trade
            trade.finished = True


@pytest.fixture
async def empty_database(cluster: str) -> AsyncIterator[str]:
    """The address of a database without a schema: the previous release creates its own."""
    name = f"rollout_{secrets.token_hex(6)}"
    await run_on(cluster, f"CREATE DATABASE {name}")
    yield with_database(cluster, name)
    await run_on(cluster, f"DROP DATABASE {name} WITH (FORCE)")


async def test_a_release_replaces_another_without_a_failed_request(
    empty_database: str, tmp_path: Path
) -> None:
    releases = await asyncio.to_thread(install_releases, tmp_path)
    previous, following = releases.previous, releases.following
    environment = {
        "STALLAGE_DATABASE_URL": empty_database,
        "STALLAGE_DATA_DIR": str(tmp_path / "data"),
        "STALLAGE_SECRET_KEY": "the same key on both of the hosts",
        "STALLAGE_ABUSE_LIMITS": "false",
        "STALLAGE_RENDERERS": "0",
        "STALLAGE_LOG_LEVEL": "error",
    }
    await _set_up(environment, previous, tmp_path / "catalogue.csv")
    _, output = await run_stallage_of(environment, following, "--version")
    assert NEXT_VERSION in output
    async with (
        balanced(tmp_path, previous, environment) as balancer,
        trading(balancer.port) as trade,
    ):
        await trade.more()
        await _expand(environment, following, releases.revisions)
        await trade.more()
        for release in (following, previous, following):
            await balancer.replace(release)
            await trade.more()
        await _contract(environment, balancer, following, previous)
        await trade.more()
    assert set(trade.statuses) <= {200, 201}, trade.statuses
    await _check_books(empty_database, trade)


async def _set_up(environment: dict[str, str], previous: Path, catalogue: Path) -> None:
    """Set up a shop with one product, by commands of the previous release."""
    await asyncio.to_thread(catalogue.write_text, CATALOGUE)
    terms = ("--delivery", "Standard delivery=5.00", "--cash-on-delivery")
    shop = ("--name", "Bowls", "--country", "US", "--currency", "USD")
    for words in (
        ("migrate",),
        ("init", *shop, *terms, "--yes"),
        ("import", str(catalogue)),
    ):
        status, output = await run_stallage_of(environment, previous, *words)
        assert status == 0, output


async def _expand(environment: dict[str, str], following: Path, revisions: list[str]) -> None:
    """Migrate with the next release, while all hosts are of the previous one."""
    status, output = await run_stallage_of(environment, following, "migrate")
    assert status == 0, output
    assert "Waiting until no process of an earlier release is needed any more: " in output
    assert f"{revisions[2]}." in output
    status, output = await run_stallage_of(environment, following, "migrate", "--contract")
    assert (status, "Processes of an earlier release still run on" in output) == (1, True), output


async def _contract(
    environment: dict[str, str], balancer: Balancer, following: Path, previous: Path
) -> None:
    """Take away what the previous release needs, which then refuses to run."""
    status, output = await run_stallage_of(environment, following, "migrate", "--contract")
    assert (status, output.strip()) == (0, "The schema is current."), output
    status, output = await run_stallage_of(environment, previous, "worker")
    assert (status, "A later release has migrated the database" in output) == (1, True), output
    assert all(host.process is not None for host in balancer.hosts)


async def _check_books(dsn: str, trade: Trade) -> None:
    connection = await asyncpg.connect(dsn)
    try:
        rows = await connection.fetch("SELECT public_id, greeting FROM orders")
        stock = await connection.fetchval("SELECT stock FROM skus")
        broken = [one for one in await check_invariants(connection, INVARIANTS) if one.count]
    finally:
        await connection.close()
    stored = {row["public_id"]: row["greeting"] for row in rows}
    assert stored == trade.greetings
    assert stock == UNITS - len(rows)
    assert broken == []
