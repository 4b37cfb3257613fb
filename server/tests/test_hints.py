"""Orders send no notification in their transactions, and nobody depends on the hints that they send after."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg

from stallage.checkout.actions.place_order import place_order
from stallage.checkout.queries.shoppers import guest_shopper
from stallage.checkout.schemas import OrderInput
from stallage.checkout.tenders import CheckoutTenders
from stallage.core.db import Connection, Database
from stallage.core.hints import Hint, Hints, add_hint, hints_of
from stallage.core.jobs import NEW_JOBS
from stallage.core.worker import Worker
from stallage.products.actions.stock_levels import (
    STOCK_CHANGED,
    change_supply,
    forget_stock_changes,
)
from stallage.search.cache.catalog_cache import CatalogCache
from tests.checkout.factory import guest_order
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop
from tests.waiting import until

LAST = Hint("stallage_catalogue", "last")
COLUMNS_WITHOUT_NOTIFICATION = {"id", "cost", "stock", "supplied", "created_at"}


@asynccontextmanager
async def notifications(dsn: str) -> AsyncIterator[list[Hint]]:
    """Collect what the database sends."""
    received: list[Hint] = []
    connection = await asyncpg.connect(dsn)

    def receive(*message: object) -> None:
        received.append(Hint(str(message[2]), str(message[3])))

    for channel in (NEW_JOBS.channel, STOCK_CHANGED.channel):
        await connection.add_listener(channel, receive)
    try:
        yield received
    finally:
        await connection.close()


async def order(shop: Shop, connection: Connection, sku_id: int) -> None:
    """Place an order in a transaction of the caller."""
    body = OrderInput.model_validate(guest_order([sku_id]))
    shopper = guest_shopper(body.contact, body.address, shop.runtime.settings)
    tenders = CheckoutTenders(shop.runtime)
    await place_order(connection, shop.runtime.settings, tenders, shopper, body)


async def test_an_order_notifies_nobody_before_its_commit(shop: Shop) -> None:
    [bowl] = await stock_shop(shop)
    await shop.work()
    async with notifications(shop.runtime.settings.database_url) as received:
        async with shop.database.transaction() as connection:
            await order(shop, connection, bowl.sku_id)
            hints = hints_of(connection)
            assert hints == {NEW_JOBS, STOCK_CHANGED}
            hints.clear()
        async with shop.database.transaction() as connection:
            await add_hint(connection, LAST)
        await until(lambda: LAST in received)
    assert received == [LAST]


async def test_hints_follow_the_commit(shop: Shop) -> None:
    [bowl] = await stock_shop(shop)
    await shop.work()
    async with notifications(shop.runtime.settings.database_url) as received:
        async with shop.database.transaction() as connection:
            await order(shop, connection, bowl.sku_id)
            await shop.database.pool.execute("SELECT pg_notify($1, $2)", *LAST)
            await until(lambda: LAST in received)
            assert received == [LAST]
        await until(lambda: len(received) == 3)
    assert set(received) == {LAST, NEW_JOBS, STOCK_CHANGED}


async def test_equal_hints_are_sent_once(database: Database) -> None:
    async with notifications(database.dsn) as received:
        hints = Hints(database.pool)
        hints.send({LAST, NEW_JOBS})
        hints.send({LAST})
        await hints.close()
        await until(lambda: len(received) == 2)
    assert set(received) == {LAST, NEW_JOBS}


async def test_a_connection_of_its_own_notifies_with_its_transaction(shop: Shop) -> None:
    connection = await asyncpg.connect(shop.runtime.settings.database_url)
    async with notifications(shop.runtime.settings.database_url) as received:
        async with connection.transaction():
            await add_hint(connection, LAST)
        await until(lambda: received == [LAST])
    await connection.close()


async def test_hints_of_a_process_that_ends_are_sent(database: Database) -> None:
    async with notifications(database.dsn) as received:
        async with database.transaction() as connection:
            await add_hint(connection, LAST)
        await database.close()
        await until(lambda: received == [LAST])


async def test_lost_hints_delay_what_caches_and_workers_see(shop: Shop) -> None:
    """Caches and workers look by themselves."""
    [bowl] = await stock_shop(shop, spec(stock=5))
    await shop.work()
    worker = Worker(shop.runtime)
    working = asyncio.create_task(worker.run())
    path = f"/api/products/{bowl.slug}"

    async def stock() -> int:
        return int((await shop.output("GET", path))["skus"][0]["stock"])

    assert await stock() == 5
    async with shop.database.transaction() as connection:
        await order(shop, connection, bowl.sku_id)
        hints = hints_of(connection)
        assert hints
        hints.clear()

    async def seen() -> bool:
        return await stock() == 4 and bool(shop.outbox())

    await until(seen)
    worker.stop()
    await working


async def test_changes_of_overlapping_transactions_are_read_once(shop: Shop) -> None:
    first, second = await stock_shop(shop, spec(), spec("Vase"))
    await shop.work()
    cache: CatalogCache = shop.runtime.services["catalog"]

    async def changed() -> list[bool]:
        await shop.see_changes(cache)
        tags = [f"page:{one}" for one in (first.id, second.id)]
        return [cache.changes.has_changed([tag], since) for tag in tags]

    since = cache.changes.number
    async with shop.database.transaction() as slow:
        await change_supply(slow, {first.sku_id: 1})
        async with shop.database.transaction() as quick:
            await change_supply(quick, {second.sku_id: 1})
        assert await changed() == [False, True]
        since = cache.changes.number
        assert await changed() == [False, False]
    # The slow transaction began before what has been read.
    assert await changed() == [True, False]
    since = cache.changes.number
    assert await changed() == [False, False]


async def test_the_log_covers_ten_minutes(shop: Shop) -> None:
    [bowl] = await stock_shop(shop)
    age = "UPDATE changed_stock SET changed_at = now() - interval '11 minutes'"
    count = "SELECT count(*) FROM changed_stock"
    async with shop.database.transaction() as connection:
        await change_supply(connection, {bowl.sku_id: 1})
        await forget_stock_changes(connection)
        assert await connection.fetchval(count) == 1
        await connection.execute(age)
        await forget_stock_changes(connection)
        assert await connection.fetchval(count) == 0


async def test_each_column_that_pages_show_is_compared(connection: Connection) -> None:
    """A new column of SKUs is either compared by the trigger or named here."""
    columns = {
        row["attname"]
        for row in await connection.fetch(
            "SELECT attname FROM pg_attribute"
            " WHERE attrelid = 'skus'::regclass AND attnum > 0 AND NOT attisdropped"
        )
    }
    body = await connection.fetchval(
        "SELECT prosrc FROM pg_proc WHERE proname = 'record_changed_skus'"
    )
    listed = body[body.index("WHERE (c.") :]
    assert {one for one in columns if f"c.{one}," not in listed and f"c.{one})" not in listed} == (
        COLUMNS_WITHOUT_NOTIFICATION
    )
