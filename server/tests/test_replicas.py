"""The shop with a replica whose replay stops and goes on: nobody reads less than they have written."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from stallage import doctor_connection
from stallage.core import db_replicas
from stallage.core.db import Database
from stallage.core.db_replicas import Replica, ReplicatedDatabase
from stallage.doctor import check_database
from stallage.migrations import migrate
from stallage.settings import Settings
from tests.cart.factory import Shopper, fill_cart, sign_in
from tests.checkout.factory import ADDRESS
from tests.cluster import Cluster, Node, postgresql_cluster
from tests.customers.factory import HOME
from tests.shop import Shop, running_shop
from tests.stocked_shop import spec, stock_shop
from tests.waiting import until

POSITION = "data-position"
TOKEN = "a-token-for-the-monitoring"
STEPS = 150
OLD = f"{1:016x}"
"""The position of somebody who has written nothing for a long time."""


def replicated(shop: Shop) -> ReplicatedDatabase:
    """Return the database of a shop with replicas."""
    assert isinstance(shop.database, ReplicatedDatabase)
    return shop.database


def replica_of(shop: Shop) -> Replica:
    """Return the only replica of a shop."""
    [replica] = replicated(shop).replicas
    return replica


@dataclass
class Replicated:
    """Two hosts of a shop, and the servers of its database."""

    hosts: tuple[Shop, Shop]
    cluster: Cluster

    @property
    def standby(self) -> Node:
        """The replica."""
        return self.cluster.standby

    async def pause(self) -> None:
        """Let the replica receive what is written, and show none of it."""
        await self.standby.execute("SELECT pg_wal_replay_pause()")

    async def resume(self) -> None:
        """Let the replica catch up."""
        await self.standby.execute("SELECT pg_wal_replay_resume()")

    async def wait_until_used(self) -> None:
        """Wait until all hosts read from the replica."""
        await until(lambda: all(replica_of(host).is_ready for host in self.hosts))

    async def wait_until_left(self) -> None:
        """Wait until no host reads from the replica."""
        await until(lambda: not any(replica_of(host).is_ready for host in self.hosts))


@asynccontextmanager
async def replicated_shop(settings: Settings, folder: Path) -> AsyncIterator[Replicated]:
    """Open two hosts whose primary does not wait for the replica."""
    async with postgresql_cluster() as cluster:
        await cluster.primary.execute("ALTER SYSTEM SET synchronous_standby_names = ''")
        await cluster.primary.execute("SELECT pg_reload_conf()")
        await asyncio.to_thread(migrate, cluster.primary.dsn)
        changes = {
            "database_url": cluster.dsn,
            "database_replica_url": cluster.standby.dsn,
            "secret_key": "the same key on both of the hosts",
            "metrics_token": TOKEN,
        }
        chosen = Settings(**settings.model_dump(exclude_unset=True) | changes)
        async with (
            running_shop(chosen.model_copy(update={"data_dir": folder / "one"})) as one,
            running_shop(chosen.model_copy(update={"data_dir": folder / "two"})) as two,
        ):
            found = Replicated((one, two), cluster)
            await found.wait_until_used()
            yield found


@pytest.fixture
async def shops(settings: Settings, tmp_path: Path) -> AsyncIterator[Replicated]:
    """A shop with a replica that it uses."""
    async with replicated_shop(settings, tmp_path) as opened:
        yield opened


@dataclass
class Visitor:
    """A customer with a browser, which has cookies, or an app, which has the header."""

    urls: list[str]
    client: httpx.AsyncClient
    has_cookies: bool
    position: str = ""
    wishlist: list[int] = field(default_factory=list)
    """The SKUs in it, the newest first."""
    addresses: set[int] = field(default_factory=set)

    async def send(self, url: str, method: str, path: str, body: Any = None) -> Any:
        """Send a request to a host and return its output."""
        headers = {POSITION: self.position} if self.position and not self.has_cookies else {}
        response = await self.client.request(method, url + path, json=body, headers=headers)
        assert response.status_code in (200, 201), response.text
        if not self.has_cookies:
            self.client.cookies.clear()
            self.position = max(self.position, response.headers.get(POSITION, ""))
        return response.json()["output"]

    async def check(self, url: str) -> None:
        """Check that a host shows all that this visitor has written."""
        cards = await self.send(url, "GET", "/wishlist")
        assert [card["skuId"] for card in cards] == self.wishlist
        own = await self.send(url, "GET", "/customer")
        assert {one["id"] for one in own["addresses"]} == self.addresses


@asynccontextmanager
async def visitor_of(shops: Replicated, *, has_cookies: bool) -> AsyncIterator[Visitor]:
    """Sign a customer in."""
    one, _ = shops.hosts
    shopper = await sign_in(one)
    urls = [host.url for host in shops.hosts]
    async with httpx.AsyncClient(headers=shopper.headers, timeout=60, trust_env=False) as client:
        visitor = Visitor(urls, client, has_cookies)
        # As signing in does, this gives the first position.
        added = await visitor.send(urls[0], "POST", "/customer/address", HOME)
        visitor.addresses.add(added["id"])
        yield visitor


async def write(visitor: Visitor, chance: random.Random, skus: list[int]) -> None:
    """Change something of the visitor's own at one of the hosts."""
    url = chance.choice(visitor.urls)
    if len(visitor.addresses) < 15 and chance.random() < 0.4:
        added = await visitor.send(url, "POST", "/customer/address", HOME)
        visitor.addresses.add(added["id"])
        return
    sku = chance.choice(skus)
    if sku in visitor.wishlist:
        await visitor.send(url, "DELETE", f"/wishlist/{sku}")
        visitor.wishlist.remove(sku)
    else:
        await visitor.send(url, "POST", "/wishlist", {"sku": sku})
        visitor.wishlist.insert(0, sku)


async def write_twice_at_once(visitor: Visitor) -> None:
    """Add two addresses at once, whose responses may overtake each other."""
    answers = await asyncio.gather(
        *(visitor.send(url, "POST", "/customer/address", HOME) for url in visitor.urls)
    )
    visitor.addresses |= {one["id"] for one in answers}


@pytest.mark.parametrize("seed", [1, 2])
async def test_visitors_read_what_they_have_written(shops: Replicated, seed: int) -> None:
    chance = random.Random(seed)
    products = await stock_shop(shops.hosts[0], *(spec(f"Bowl {number}") for number in range(5)))
    skus = [one.sku_id for one in products]
    async with (
        visitor_of(shops, has_cookies=True) as browser,
        visitor_of(shops, has_cookies=False) as app,
    ):
        for _ in range(STEPS):
            visitor = chance.choice([browser, app])
            roll = chance.random()
            if roll < 0.1:
                await shops.pause()
            elif roll < 0.2:
                await shops.resume()
            elif roll < 0.25 and len(visitor.addresses) < 15:
                await write_twice_at_once(visitor)
            elif roll < 0.5:
                await write(visitor, chance, skus)
            await visitor.check(chance.choice(visitor.urls))
        await shops.resume()
    # Both took part.
    for host in shops.hosts:
        assert replica_of(host).reads > STEPS / 10
        assert replicated(host).primary_reads > STEPS / 10


async def count_addresses(shop: Shop, shopper: Shopper, **headers: str) -> int:
    """Return how many addresses a customer sees who sends these headers."""
    sent = {**shopper.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
    # The cookies of other requests are not sent.
    shop.client.cookies.clear()
    return len((await shop.output("GET", "/customer", headers=sent))["addresses"])


async def add_address(shop: Shop, shopper: Shopper) -> httpx.Response:
    """Add an address as a device that sends no position."""
    shop.client.cookies.clear()
    response = await shop.client.post("/customer/address", json=HOME, headers=shopper.headers)
    assert response.status_code == 201
    return response


async def test_who_reads_from_the_replica(shops: Replicated) -> None:
    one, two = shops.hosts
    shopper = await sign_in(one)
    before = (await add_address(one, shopper)).headers[POSITION]
    await until(lambda: count_addresses(two, shopper, data_position=OLD))
    await shops.pause()
    after = (await add_address(one, shopper)).headers[POSITION]
    assert before < after
    for behind in (OLD, before):
        assert await count_addresses(two, shopper, data_position=behind) == 1
        cookie = f"other=1; stallage_position_{behind}=1; more=2"
        assert await count_addresses(two, shopper, cookie=cookie) == 1
    # Nothing is waited for, and what is no position leads to the primary.
    for other in (after, "f" * 16, "unknown", "0", "", "-1", f"{before}{before}"):
        assert await count_addresses(two, shopper, data_position=other) == 2
    both = f"stallage_position_{after}=1; stallage_position_{before}=1"
    for cookie in (both, "", "stallage_position_unknown=1", f"x_stallage_position_{before}=1"):
        assert await count_addresses(two, shopper, cookie=cookie) == 2
    await shops.resume()
    replica = replica_of(two)
    reads = replica.reads

    async def replica_shows_it() -> bool:
        return await count_addresses(two, shopper, data_position=after) == 2 and (
            replica.reads > reads
        )

    await until(replica_shows_it)


async def test_cookies_of_older_positions_are_deleted(shops: Replicated) -> None:
    one, _ = shops.hosts
    shopper = await sign_in(one)
    for _ in range(3):
        await one.output("POST", "/customer/address", json=HOME, headers=shopper.headers)
    names = [cookie.name for cookie in one.client.cookies.jar]
    assert len(names) == 1
    # Visitors who only look around have none, and no response that a CDN may store sets one.
    one.client.cookies.clear()
    for path in ("/api/products", "/api/faqs", "/", "/readyz"):
        response = await one.client.get(path)
        assert {"set-cookie", POSITION}.isdisjoint(response.headers), path


async def test_what_a_replica_lacks_is_looked_for_on_the_primary(shops: Replicated) -> None:
    """Such as an order that was placed with another device."""
    one, two = shops.hosts
    [bowl] = await stock_shop(one, taxes=True)
    shopper = await sign_in(one)
    await fill_cart(one, shopper, bowl.sku_id)
    await add_address(one, shopper)
    await until(lambda: count_addresses(two, shopper, data_position=OLD))
    await shops.pause()
    order = await one.output(
        "POST",
        "/api/orders",
        headers={**shopper.headers, "Idempotency-Key": "order"},
        json={"address": ADDRESS, "paymentMethod": "cod", "shippingMethod": "standard"},
    )
    headers = {**shopper.headers, POSITION: OLD}
    found = await two.output("GET", f"/api/orders/{order['orderId']}", headers=headers)
    assert found["orderId"] == order["orderId"]
    assert replica_of(two).reads > 0
    status, _ = await two.error("GET", "/api/orders/SO-0000-0000", headers=headers)
    assert status == 404
    await shops.resume()


async def test_a_replica_that_hangs_or_dies_fails_no_request(shops: Replicated) -> None:
    one, two = shops.hosts
    shopper = await sign_in(one)
    await add_address(one, shopper)
    await until(lambda: count_addresses(two, shopper, data_position=OLD))
    await shops.wait_until_used()

    async def read_until_left() -> None:
        while any(replica_of(host).is_ready for host in shops.hosts):
            for host in shops.hosts:
                assert await count_addresses(host, shopper, data_position=OLD) == 1

    shops.standby.freeze()
    await read_until_left()
    shops.standby.kill()
    await shops.cluster.restart_standby()
    await shops.wait_until_used()
    reads = replica_of(one).reads
    assert await count_addresses(one, shopper, data_position=OLD) == 1
    assert replica_of(one).reads == reads + 1
    shops.standby.kill()
    await read_until_left()
    assert await count_addresses(one, shopper, data_position=OLD) == 1


async def test_a_promoted_replica_is_read_from(shops: Replicated) -> None:
    one, two = shops.hosts
    shopper = await sign_in(one)
    position = (await add_address(one, shopper)).headers[POSITION]
    await until(lambda: count_addresses(two, shopper, data_position=OLD))
    shops.cluster.primary.kill()
    # What replicas have is still shown.
    assert await count_addresses(two, shopper, data_position=OLD) == 1
    await shops.cluster.promote()

    async def is_added() -> str | None:
        response = await one.client.post("/customer/address", json=HOME, headers=shopper.headers)
        return response.headers[POSITION] if response.status_code == 201 else None

    later = await until(is_added)
    assert position < later
    reads = replica_of(two).reads

    async def replica_shows_it() -> bool:
        return await count_addresses(two, shopper, data_position=later) == 2 and (
            replica_of(two).reads > reads
        )

    await until(replica_shows_it)


async def test_a_replica_that_is_too_far_behind_is_left(
    shops: Replicated, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = shops.hosts
    shopper = await sign_in(one)
    await add_address(one, shopper)
    await until(lambda: count_addresses(two, shopper, data_position=OLD))
    await shops.pause()
    await add_address(one, shopper)
    assert await count_addresses(two, shopper, data_position=OLD) == 1
    # More than the pause between two looks.
    monkeypatch.setattr(db_replicas, "MAX_BEHIND_SECONDS", 3)
    await shops.wait_until_left()
    assert await count_addresses(two, shopper, data_position=OLD) == 2
    await shops.resume()
    await shops.wait_until_used()


async def test_doctor_and_metrics_show_replicas(
    shops: Replicated, dsn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = shops.hosts
    shopper = await sign_in(one)
    await add_address(one, shopper)
    await until(lambda: count_addresses(one, shopper, data_position=OLD))
    standby = f"127.0.0.1:{shops.standby.port}"

    async def metrics() -> str:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        return (await one.client.get("/metrics", headers=headers)).text

    reads = replica_of(one).reads
    text = await metrics()
    assert f'stallage_database_reads_total{{server="{standby}"}} {float(reads)}' in text
    assert 'stallage_database_reads_total{server="primary"} ' in text
    assert f'stallage_replica_behind_seconds{{server="{standby}"}} ' in text

    async def findings(address: str) -> list[tuple[str, str]]:
        found = await check_database(shops.cluster.primary.dsn, "", address)
        return [(each.state, each.message) for each in found if each.about == "Replicas"]

    assert await findings(shops.standby.dsn) == [("ok", f"{standby} follows the primary.")]
    [(state, message)] = await findings(dsn)
    assert (state, "no copy" in message) == ("wrong", True)
    await shops.pause()
    await add_address(one, shopper)
    monkeypatch.setattr(doctor_connection, "MAX_BEHIND_SECONDS", 0)
    [(state, message)] = await findings(shops.standby.dsn)
    assert (state, "behind" in message) == ("note", True)
    shops.standby.kill()
    [(state, message)] = await findings(shops.standby.dsn)
    assert (state, "cannot be reached" in message) == ("note", True)
    await shops.wait_until_left()
    assert "stallage_replica_behind_seconds{" not in await metrics()


async def test_without_replicas_nothing_is_added(shop: Shop) -> None:
    shopper = await sign_in(shop)
    response = await shop.client.post("/customer/address", json=HOME, headers=shopper.headers)
    assert {POSITION, "set-cookie"}.isdisjoint(response.headers)
    assert type(shop.database) is Database
