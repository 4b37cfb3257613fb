"""Two hosts are replaced by those of the next release and back, while shoppers order."""

from __future__ import annotations

import asyncio
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
from stallage.settings import Settings
from tests.checkout.factory import guest_order
from tests.conftest import OpenShop
from tests.invariants import INVARIANTS
from tests.rollout.hosts import Balancer, balanced, run_stallage_of
from tests.rollout.next_release import PACKAGE, make_next_release
from tests.stocked_shop import spec, stock_shop
from tests.waiting import until

pytestmark = pytest.mark.slow

SHOPPERS = 2
UNITS = 100_000


@dataclass
class Trade:
    """What shoppers were answered."""

    client: httpx.AsyncClient
    sku_id: int
    slug: str
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
            body = guest_order([self.sku_id], giftMessage=greeting)
            placed = await self._send("POST", "/api/orders", json=body, headers=headers)
            self.greetings[placed["orderId"]] = greeting
            path = f"/api/orders/{placed['orderId']}"
            seen = await self._send("GET", path, params={"key": placed["key"]})
            assert seen["giftMessage"] == greeting
            await self._send("GET", f"/api/products/{self.slug}")

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
async def trading(port: int, sku_id: int, slug: str) -> AsyncIterator[Trade]:
    """Let shoppers order through the balancer."""
    # Each request has a connection of its own, so that the balancer decides on its host.
    address, limits = f"http://127.0.0.1:{port}", httpx.Limits(max_keepalive_connections=0)
    async with httpx.AsyncClient(
        base_url=address, timeout=120, trust_env=False, limits=limits
    ) as client:
        trade = Trade(client, sku_id, slug)
        async with asyncio.TaskGroup() as shoppers:
            for number in range(SHOPPERS):
                shoppers.create_task(trade.order(number))
            yield trade
            trade.finished = True


async def test_a_release_replaces_another_without_a_failed_request(
    settings: Settings, open_shop: OpenShop, tmp_path: Path
) -> None:
    previous, following = PACKAGE.parent, tmp_path / "next"
    revisions = make_next_release(following)
    async with open_shop() as shop:
        [bowl] = await stock_shop(shop, spec(stock=UNITS))
        for _ in range(7):
            body = guest_order([bowl.sku_id], giftMessage="From before")
            await shop.output("POST", "/api/orders", json=body)
    environment = {
        "STALLAGE_DATABASE_URL": settings.database_url,
        "STALLAGE_DATA_DIR": str(settings.data_dir),
        "STALLAGE_SECRET_KEY": "the same key on both of the hosts",
        "STALLAGE_ABUSE_LIMITS": "false",
        "STALLAGE_RENDERERS": "0",
        "STALLAGE_LOG_LEVEL": "error",
    }
    async with (
        balanced(tmp_path, previous, environment) as balancer,
        trading(balancer.port, bowl.sku_id, bowl.slug) as trade,
    ):
        await trade.more()
        await _expand(environment, following, revisions)
        await trade.more()
        for release in (following, previous, following):
            await balancer.replace(release)
            await trade.more()
        await _contract(environment, balancer, following, previous)
        await trade.more()
    assert set(trade.statuses) <= {200, 201}, trade.statuses
    await _check_books(settings.database_url, trade)


async def _expand(environment: dict[str, str], following: Path, revisions: list[str]) -> None:
    """Migrate with the next release, while all hosts are of the previous one."""
    status, output = await run_stallage_of(environment, following, "migrate")
    assert status == 0, output
    assert (
        f"Waiting until no process of an earlier release is needed any more: {revisions[2]}."
        in output
    )
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
    assert {name: stored.pop(name) for name in trade.greetings} == trade.greetings
    assert list(stored.values()) == ["From before"] * 7
    assert stock == UNITS - len(rows)
    assert broken == []
