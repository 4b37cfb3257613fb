"""Taking pieces and giving them back, by the law of stock."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from stallage.core.db import Database
from stallage.products.actions import refresh_cards
from stallage.stock.actions import put_back, release, release_some, reserve, sell, set_level
from stallage.stock.errors import NotEnoughStock
from tests.products.factory import SkuOf, card_of, make_product


async def test_two_transactions_want_the_last_piece(database: Database) -> None:
    async with database.transaction() as connection:
        bowl = await make_product(connection, stock=1)
    got = asyncio.Event()

    async def first() -> None:
        async with database.transaction() as connection:
            await reserve(connection, {bowl.sku_id: 1}, 1)
            got.set()
            waiting = False
            while not waiting:
                waiting = await connection.fetchval(
                    "SELECT count(*) > 0 FROM pg_locks WHERE NOT granted"
                )

    async def second() -> None:
        await got.wait()
        async with database.transaction() as connection:
            await reserve(connection, {bowl.sku_id: 1}, 2)

    outcome = await asyncio.gather(first(), second(), return_exceptions=True)
    assert outcome[0] is None
    assert isinstance(outcome[1], NotEnoughStock)


async def test_pieces_are_given_back_once(database: Database) -> None:
    async with database.transaction() as connection:
        made = await make_product(
            connection,
            option_names=["Size"],
            skus=[
                SkuOf(options=("S",), stock=5),
                SkuOf(options=("M",), stock=3, backorder=True),
                SkuOf(options=("L",), stock=7, tracked=False),
            ],
        )
        await reserve(connection, dict.fromkeys(made.sku_ids, 5), 17)

    async def levels() -> list[int]:
        async with database.reading() as connection:
            rows = await connection.fetch("SELECT stock FROM skus ORDER BY id")
        return [row["stock"] for row in rows]

    assert await levels() == [0, 0, 7]

    async def give_back() -> None:
        async with database.transaction() as connection:
            await release(connection, 17)

    await asyncio.gather(*(give_back() for _ in range(5)))
    assert await levels() == [5, 3, 7]


async def test_all_pieces_or_none(database: Database) -> None:
    async with database.transaction() as connection:
        bowl = await make_product(connection, stock=5)
        vase = await make_product(connection, stock=1)
    with pytest.raises(NotEnoughStock):
        async with database.transaction() as connection:
            await reserve(connection, {bowl.sku_id: 2, vase.sku_id: 2}, 1)
    async with database.reading() as connection:
        assert await connection.fetchval("SELECT sum(stock) FROM skus") == 6
        assert await connection.fetchval("SELECT count(*) FROM reservations") == 0


async def test_the_database_itself_refuses_less_than_nothing(database: Database) -> None:
    async with database.transaction() as connection:
        bowl = await make_product(connection, stock=1)
    with pytest.raises(asyncpg.CheckViolationError):
        async with database.transaction() as connection:
            await connection.execute("UPDATE skus SET stock = stock - 2 WHERE id = $1", bowl.sku_id)


async def test_cards_follow_where_shoppers_see_a_difference(database: Database) -> None:
    async with database.transaction() as connection:
        bowl = await make_product(connection, stock=30)

    async def note() -> object:
        async with database.reading() as connection:
            return (await card_of(connection, bowl.id))["stockNote"]

    async with database.transaction() as connection:
        await refresh_cards(connection, await reserve(connection, {bowl.sku_id: 27}, 1))
    assert await note() == "Only 3 left"
    async with database.transaction() as connection:
        await refresh_cards(connection, await release(connection, 1))
    assert await note() is None
    async with database.transaction() as connection:
        assert await reserve(connection, {bowl.sku_id: 1}, 2) == set()


async def test_a_level_is_set_as_counted(database: Database) -> None:
    async with database.transaction() as connection:
        bowl = await make_product(connection, stock=0)
        await set_level(connection, {bowl.sku_id: 4})
        card = await card_of(connection, bowl.id)
        assert (card["inStock"], card["stockNote"]) == (True, "Only 4 left")
        await set_level(connection, {bowl.sku_id: 4, 987_654: 3})
        assert await connection.fetchval("SELECT sum(stock) FROM skus") == 4


async def test_a_part_is_given_back_and_the_rest_with_the_end(database: Database) -> None:
    async with database.transaction() as connection:
        made = await make_product(
            connection,
            option_names=["Size"],
            skus=[SkuOf(options=("S",), stock=5), SkuOf(options=("M",), stock=3, backorder=True)],
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
    # The two pieces that were owed are let go before those that were there.
    assert await levels() == [(2, 5), (0, 3)]
    async with database.transaction() as connection:
        await release_some(connection, 17, {small: 3})
    assert await levels() == [(5, 5), (0, 3)]
    for wrong in ({small: 1}, {medium: 4}):
        with pytest.raises(ValueError, match="does not hold"):
            async with database.transaction() as connection:
                await release_some(connection, 17, wrong)
    async with database.transaction() as connection:
        await release(connection, 17)
    assert await levels() == [(5, 5), (3, 3)]


async def test_what_comes_back_from_a_buyer_is_put_in_anew(database: Database) -> None:
    async with database.transaction() as connection:
        bowl = await make_product(connection, stock=1)
        file = await make_product(connection, skus=[SkuOf(stock=0, tracked=False)])
        await reserve(connection, {bowl.sku_id: 1, file.sku_id: 1}, 17)
        await sell(connection, 17)
    async with database.transaction() as connection:
        assert await put_back(connection, {bowl.sku_id: 1, file.sku_id: 1}) == {bowl.id}
    async with database.reading() as connection:
        rows = await connection.fetch("SELECT stock, supplied FROM skus ORDER BY id")
    assert [tuple(row) for row in rows] == [(1, 2), (0, 0)]
