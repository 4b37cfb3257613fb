"""Locks are released if a process stops, or its host disappears, while it places an order.

The database sees neither the end of the connection nor another byte. Its own limits have to end the
transaction, so that others can buy the same product.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from stallage.core.db import Database
from stallage.core.db_limits import SILENT_PEER_SECONDS, SessionLimits
from stallage.process import open_runtime
from tests.checkout.factory import guest_order, stock_of
from tests.checkout.test_killed import KillableParent, killable_parent
from tests.conftest import OpenShop
from tests.database_proxy import DatabaseProxy, proxy_to
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

MAX_STATEMENTS = 80
LOCK_STOCK = "SELECT FROM skus WHERE id = $1 FOR UPDATE NOWAIT"


@asynccontextmanager
async def silent_order(
    proxy: DatabaseProxy, parent: KillableParent, sku_id: int, after: int, *, stop: bool
) -> AsyncIterator[None]:
    """An order whose process becomes silent after a number of statements."""
    silent, over = asyncio.Event(), asyncio.Event()
    body = guest_order([sku_id])
    call = {"method": "POST", "path": "/api/orders", "body": body, "headers": {}}
    await parent.send(json.dumps(call))
    child = (await parent.read())["ready"]

    async def become_silent() -> None:
        if stop:
            os.kill(child, signal.SIGSTOP)
        silent.set()
        await over.wait()

    proxy.arm(after, become_silent)
    await parent.send("go")
    async with asyncio.timeout(60):
        await silent.wait()
    try:
        yield
    finally:
        os.kill(child, signal.SIGKILL)
        over.set()
        while "ended" not in await parent.read():
            pass
        proxy.disarm()


async def is_locked(shop: Shop, sku_id: int) -> bool:
    """Whether the stock of the SKU is locked."""
    try:
        async with shop.database.transaction() as connection:
            await connection.execute(LOCK_STOCK, sku_id)
    except asyncpg.LockNotAvailableError:
        return True
    return False


@pytest.mark.parametrize("stop", [True, False], ids=["stopped process", "silent network"])
async def test_a_silent_transaction_releases_its_stock(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, *, stop: bool
) -> None:
    monkeypatch.setenv("STALLAGE_IDLE_TRANSACTION_SECONDS", "2")
    (bowl,) = await stock_shop(shop, spec(stock=1, price=2500))
    settings = shop.runtime.settings
    async with (
        proxy_to(settings.database_url) as proxy,
        killable_parent(proxy, settings.data_dir) as parent,
    ):
        for after in range(1, MAX_STATEMENTS):
            async with silent_order(proxy, parent, bowl.sku_id, after, stop=stop):
                if await is_locked(shop, bowl.sku_id):
                    # Waits for the lock until the database ends the silent transaction.
                    other = guest_order([bowl.sku_id])
                    await shop.output("POST", "/api/orders", json=other)
                    break
        else:
            raise AssertionError("no statement of an order locked its stock")
    assert await stock_of(shop, bowl.sku_id) == 0


async def test_sessions_have_time_limits(shop: Shop) -> None:
    async with shop.database.reading() as connection:
        shown = {
            row["name"]: row["setting"]
            for row in await connection.fetch("SELECT name, setting FROM pg_settings")
        }
    limits = SessionLimits()
    assert shown["statement_timeout"] == str(int(limits.statement_seconds * 1000))
    idle = shown["idle_in_transaction_session_timeout"]
    assert idle == str(int(limits.idle_transaction_seconds * 1000))
    # The locks of a host that loses power are released within a minute.
    assert limits.statement_seconds + limits.idle_transaction_seconds < 60
    assert SILENT_PEER_SECONDS < 60


async def test_dedicated_connections_have_no_limits(database: Database) -> None:
    connection = await database.connect_dedicated()
    try:
        for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
            assert await connection.fetchval(f"SHOW {name}") == "0"
    finally:
        await connection.close()
    for snapshot in (True, False):
        async with database.long_transaction(snapshot=snapshot) as one:
            assert await one.fetchval("SHOW statement_timeout") == "0"
            assert await one.fetchval("SHOW idle_in_transaction_session_timeout") == "0"
    async with database.reading() as one:
        assert await one.fetchval("SHOW statement_timeout") == "30s"


async def test_slow_statements_are_cancelled(open_shop: OpenShop) -> None:
    async with open_shop(statement_seconds=1) as shop:
        (bowl,) = await stock_shop(shop)
        async with shop.database.transaction() as connection:
            await connection.execute("SELECT FROM skus WHERE id = $1 FOR UPDATE", bowl.sku_id)
            order = guest_order([bowl.sku_id])
            status, error = await shop.error("POST", "/api/orders", json=order)
            assert (status, error["code"]) == (503, "not_ready")
        await shop.output("POST", "/api/orders", json=guest_order([bowl.sku_id]))


async def test_connections_detect_an_unreachable_database(shop: Shop) -> None:
    settings = shop.runtime.settings
    async with (
        proxy_to(settings.database_url) as proxy,
        open_runtime(settings, proxy.dsn) as runtime,
        runtime.database.reading() as connection,
    ):
        inner = connection._con  # type: ignore[union-attr]
        opened = inner._transport.get_extra_info("socket")
        assert opened.family == socket.AF_INET
        assert opened.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        expected = SILENT_PEER_SECONDS * 1000
        assert opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == expected
