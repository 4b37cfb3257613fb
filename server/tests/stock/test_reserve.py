"""Reserving and releasing units by the rules of stock."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from stallage.core.db import Database
from stallage.products.actions import refresh_cards
from stallage.stock.actions import put_back, release, release_some, reserve, sell, set_level
from stallage.stock.errors import NotEnoughStock
from tests.products.factory import SkuSpec, make_product, read_card


async def test_two_transactions_compete_for_the_last_unit(database: Database) -> None:
    async with database.transaction() as connection:
        bowl = await make_product(connection, stock=1)
    reserved = asyncio.Event()

    async def first() -> None:
        async with database.transaction() as connection:
            await reserve(connection, {bowl.sku_id: 1}, 1)
            reserved.set()
            waiting = False
            while not waiting:
                waiting = await connection.fetchval(
                    "SELECT count(*) > 0 FROM pg_locks WHERE NOT granted"
                )

    async def second() -> None:
        await reserved.wait()
        async with database.transaction() as connection:
            await reserve(connection, {bowl.sku_id: 1}, 2)

    outcome = await asyncio.gather(first(), second(), return_exceptions=True)
    assert outcome[0] is None
    assert isinstance(outcome[1], NotEnoughStock)


async def test_units_are_released_once(database: Database) -> None:
    async with database.transaction() as connection:
        made = await make_product(
            connection,
            option_names=["Size"],
            skus=[
                SkuSpec(options=("S",), stock=5),
                SkuSpec(options=("M",), stock=3, backorder=True),
                SkuSpec(options=("L",), stock=7, tracked=False),
            ],
        )
        await reserve(connection, dict.fromkeys(made.sku_ids, 5), 17)

    async def levels() -> list[int]:
        async with database.reading() as connection:
            rows = await connection.fetch("SELECT stock FROM skus ORDER BY id")
        return [row["stock"] for row in rows]

    assert await levels() == [0, 0, 7]

    async def release_units() -> None:
        async with database.transaction() as connection:
            await release(connection, 17)

    await asyncio.gather(*(release_units() for _ in range(5)))
    assert await levels() == [5, 3, 7]


async def test_all_units_or_none(database: Database) -> None:
    async with database.transaction() as connection:
        bowl = await make_product(connection, stock=5)
        vase = await make_product(connection, stock=1)
    with pytest.raises(NotEnoughStock):
        async with database.transaction() as connection:
            await reserve(connection, {bowl.sku_id: 2, vase.sku_id: 2}, 1)
    async with database.reading() as connection:
        assert await connection.fetchval("SELECT sum(stock) FROM skus") == 6
        assert await connection.fetchval("SELECT count(*) FROM reservations") == 0


async def test_the_database_rejects_negative_stock(database: Database) -> None:
    async with database.transaction() as connection:
        bowl = await make_product(connection, stock=1)
    with pytest.raises(asyncpg.CheckViolationError):
        async with database.transaction() as connection:
            await connection.execute("UPDATE skus SET stock = stock - 2 WHERE id = $1", bowl.sku_id)


async def test_cards_change_only_where_shoppers_see_a_difference(database: Database) -> None:
    async with database.transaction() as connection:
        bowl = await make_product(connection, stock=30)

    async def note() -> object:
        async with database.reading() as connection:
            return (await read_card(connection, bowl.id))["stockNote"]

    async with database.transaction() as connection:
        await refresh_cards(connection, await reserve(connection, {bowl.sku_id: 27}, 1))
    assert await note() == "Only 3 left"
    async with database.transaction() as connection:
        await refresh_cards(connection, await release(connection, 1))
    assert await note() is None
    async with database.transaction() as connection:
        assert await reserve(connection, {bowl.sku_id: 1}, 2) == set()


async def test_a_stock_count_sets_the_level(database: Database) -> None:
    async with database.transaction() as connection:
        bowl = await make_product(connection, stock=0)
        await set_level(connection, {bowl.sku_id: 4})
        card = await read_card(connection, bowl.id)
        assert (card["inStock"], card["stockNote"]) == (True, "Only 4 left")
        await set_level(connection, {bowl.sku_id: 4, 987_654: 3})
        assert await connection.fetchval("SELECT sum(stock) FROM skus") == 4


async def test_part_of_a_reservation_is_released_and_the_rest_later(database: Database) -> None:
    async with database.transaction() as connection:
        made = await make_product(
            connection,
            option_names=["Size"],
            skus=[
                SkuSpec(options=("S",), stock=5),
                SkuSpec(options=("M",), stock=3, backorder=True),
            ],
        )
        small, medium = made.sku_ids
        await reserve(connection, {small: 4, medium: 5}, 17)

    async def levels() -> list[tuple[int, int]]:
        async with database.reading() as connection:
            rows = await connection.fetch("SELECT stock, supplied FROM skus ORDER BY id")
        return [tuple(row) for row in rows]

    assert await levels() == [(1, 5), (0, 3)]
    async with database.transaction() as connection:
        await release_some(connection, 17, {small: 1, medium: 2})
    # The two backordered units are released before those that were in stock.
    assert await levels() == [(2, 5), (0, 3)]
    async with database.transaction() as connection:
        await release_some(connection, 17, {small: 3})
    assert await levels() == [(5, 5), (0, 3)]
    for units in ({small: 1}, {medium: 4}):
        with pytest.raises(ValueError, match="does not hold"):
            async with database.transaction() as connection:
                await release_some(connection, 17, units)
    async with database.transaction() as connection:
        await release(connection, 17)
    assert await levels() == [(5, 5), (3, 3)]


async def test_returned_units_are_restocked(database: Database) -> None:
    async with database.transaction() as connection:
        bowl = await make_product(connection, stock=1)
        file = await make_product(connection, skus=[SkuSpec(stock=0, tracked=False)])
        await reserve(connection, {bowl.sku_id: 1, file.sku_id: 1}, 17)
        await sell(connection, 17)
    async with database.transaction() as connection:
        assert await put_back(connection, {bowl.sku_id: 1, file.sku_id: 1}) == {bowl.id}
    async with database.reading() as connection:
        rows = await connection.fetch("SELECT stock, supplied FROM skus ORDER BY id")
    assert [tuple(row) for row in rows] == [(1, 2), (0, 0)]
