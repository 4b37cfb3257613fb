"""Locations, levels and movements: they always add up, whoever changes units at the same time."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

import asyncpg
import pytest

from stallage.core.db import Connection, Database
from stallage.core.invariants import check_invariants
from stallage.products.actions.put_products import put_products
from stallage.products.drafts import ProductDraft, SkuDraft
from stallage.stock.actions import (
    change_units,
    move_units,
    put_back,
    release,
    release_some,
    reserve,
    sell,
    set_level,
)
from stallage.stock.actions.locations import (
    add_location,
    change_location,
    main_location,
    remove_location,
)
from stallage.stock.drafts import LocationDraft
from stallage.stock.errors import LocationGone, LocationInUse, NotEnoughStock, StockTooLow
from stallage.stock.invariants import INVARIANTS
from stallage.stock.rules import ReservationState
from tests.products.factory import SkuSpec, make_product


async def broken(database: Database) -> list[str]:
    async with database.reading() as connection:
        found = await check_invariants(connection, INVARIANTS)
    return [f"{one.invariant.rule} {one.examples}" for one in found if one.count]


async def movements(connection: Connection, sku_id: int) -> list[tuple[str, int]]:
    rows = await connection.fetch(
        "SELECT kind, quantity FROM stock_movements WHERE sku_id = $1 ORDER BY id", sku_id
    )
    return [(row["kind"], row["quantity"]) for row in rows]


async def levels(connection: Connection, sku_id: int) -> dict[int, int]:
    rows = await connection.fetch(
        "SELECT location_id, on_hand FROM stock_levels WHERE sku_id = $1", sku_id
    )
    return {row["location_id"]: row["on_hand"] for row in rows}


async def test_every_change_leaves_a_movement(database: Database) -> None:
    async with database.transaction() as connection:
        main = await main_location(connection)
        store = await add_location(connection, LocationDraft(name="Store", priority=5))
        bowl = await make_product(connection, stock=10)
        sku = bowl.sku_id
        await set_level(connection, {sku: 12}, reason="count", note="Yearly count")
        await change_units(connection, {sku: -1}, reason="damage", location_id=main)
        await move_units(connection, {sku: 4}, source_id=main, target_id=store)
        assert await levels(connection, sku) == {main: 7, store: 4}
        await reserve(connection, {sku: 9}, 17)
        await release_some(connection, 17, {sku: 1})
        # The chosen location gives what it has, and the others the rest.
        await sell(connection, 17, store)
        await sell(connection, 17, store)
        assert await levels(connection, sku) == {main: 3, store: 0}
        await release_some(connection, 17, {sku: 2}, ReservationState.SOLD)
        await put_back(connection, {sku: 1}, 17)
        assert await movements(connection, sku) == [
            ("opening", 10),
            ("count", 2),
            ("damage", -1),
            ("transfer_out", -4),
            ("transfer_in", 4),
            ("sold", -4),
            ("sold", -4),
            ("not_shipped", 2),
            ("returned", 1),
        ]
        note = "SELECT note FROM stock_movements WHERE kind = 'count'"
        assert await connection.fetchval(note) == "Yearly count"
        of_order = "SELECT count(*) FROM stock_movements WHERE order_id = 17"
        assert await connection.fetchval(of_order) == 4
    assert await broken(database) == []


async def test_files_leave_movements_and_orders_leave_none(database: Database) -> None:
    draft = ProductDraft(slug="cup", title="Cup", skus=(SkuDraft(sku="CUP", price=900, stock=6),))
    async with database.transaction() as connection:
        await put_products(connection, [draft])
        sku = await connection.fetchval("SELECT id FROM skus WHERE sku = 'CUP'")
        await reserve(connection, {sku: 2}, 1)
        assert await movements(connection, sku) == [("opening", 6)]
        changed = ProductDraft(
            slug="cup", title="Cup", skus=(SkuDraft(sku="CUP", price=900, stock=1),)
        )
        await put_products(connection, [changed])
        await release(connection, 1)
        assert await movements(connection, sku) == [("opening", 6), ("import", -3)]
    assert await broken(database) == []


async def test_what_orders_hold_cannot_be_removed(database: Database) -> None:
    async with database.transaction() as connection:
        main = await main_location(connection)
        store = await add_location(connection, LocationDraft(name="Store"))
        bowl = await make_product(connection, stock=5)
        file = await make_product(connection, skus=[SkuSpec(stock=3, tracked=False)])
        await reserve(connection, {bowl.sku_id: 4, file.sku_id: 2}, 1)
    for sku_id, units, location, limit in (
        (bowl.sku_id, -2, main, 1),
        (bowl.sku_id, -1, store, 0),
        (file.sku_id, 1, main, 0),
        (987_654, 1, main, 0),
    ):
        with pytest.raises(StockTooLow) as refused:
            async with database.transaction() as connection:
                await change_units(
                    connection, {sku_id: units}, reason="found", location_id=location
                )
        assert refused.value.extra["limit"] == limit
    with pytest.raises(LocationGone):
        async with database.transaction() as connection:
            await change_units(connection, {bowl.sku_id: 1}, reason="found", location_id=store + 9)
    with pytest.raises(StockTooLow):
        async with database.transaction() as connection:
            await set_level(connection, {bowl.sku_id: 0}, location_id=store)
    with pytest.raises(StockTooLow):
        async with database.transaction() as connection:
            await move_units(connection, {bowl.sku_id: 6}, source_id=main, target_id=store)
    async with database.transaction() as connection:
        # A location may send away units that orders hold: they are still there to be shipped.
        await move_units(connection, {bowl.sku_id: 5}, source_id=main, target_id=store)
    assert await broken(database) == []


async def test_owed_units_that_have_arrived_leave_with_the_order(database: Database) -> None:
    async with database.transaction() as connection:
        main = await main_location(connection)
        made = await make_product(connection, skus=[SkuSpec(stock=3, backorder=True)])
        sku = made.sku_id
        await reserve(connection, {sku: 5}, 1)
        await reserve(connection, {sku: 1}, 2)
        await sell(connection, 2)
        await change_units(connection, {sku: 4}, reason="delivery", location_id=main)
        await sell(connection, 1)
        # The unit of the second order was sent before any had arrived.
        assert await connection.fetchval("SELECT stock FROM skus") == 2
        assert await levels(connection, sku) == {main: 2}
    assert await broken(database) == []


async def test_movements_are_immutable(database: Database) -> None:
    async with database.transaction() as connection:
        await make_product(connection, stock=5)
    for statement in ("UPDATE stock_movements SET quantity = 6", "DELETE FROM stock_movements"):
        with pytest.raises(asyncpg.CheckViolationError):
            async with database.transaction() as connection:
                await connection.execute(statement)


async def test_everybody_at_once(database: Database) -> None:
    """Orders, parcels, returns, counts, transfers and imports at the same time, in any order of SKUs."""
    async with database.transaction() as connection:
        main = await main_location(connection)
        store = await add_location(connection, LocationDraft(name="Store"))
        made = [await make_product(connection, stock=20) for _ in range(3)]
        made.append(await make_product(connection, skus=[SkuSpec(stock=4, backorder=True)]))
    skus = [one.sku_id for one in made]
    chance = random.Random(7)
    deadlocks: list[BaseException] = []

    async def act(number: int) -> None:
        order_id = chance.randint(0, number)
        picked = chance.sample(skus, 3)
        units = {sku: chance.randint(1, 3) for sku in picked}
        source, target = chance.sample([main, store], 2)
        steps: dict[int, Callable[[Connection], Awaitable[object]]] = {
            0: lambda c: reserve(c, units, number),
            1: lambda c: sell(c, order_id, source),
            2: lambda c: release(c, order_id),
            3: lambda c: move_units(c, units, source_id=source, target_id=target),
            4: lambda c: change_units(c, units, reason="delivery", location_id=target),
            5: lambda c: set_level(c, dict.fromkeys(picked, 9)),
            6: lambda c: put_back(c, units, 1),
            7: lambda c: change_units(
                c, dict.fromkeys(picked, -1), reason="damage", location_id=source
            ),
            8: lambda c: change_location(
                c, source, LocationDraft(name=f"Place {source}"), is_default=True
            ),
        }
        try:
            async with database.transaction() as connection:
                # As every caller locks the order's row.
                await connection.execute("SELECT pg_advisory_xact_lock($1)", order_id)
                await steps[number % 9](connection)
        except (NotEnoughStock, StockTooLow, LocationInUse):
            pass
        except asyncpg.DeadlockDetectedError as error:
            deadlocks.append(error)

    for start in (0, 80, 160):
        await asyncio.gather(*(act(number) for number in range(start, start + 80)))
    assert deadlocks == []
    assert await broken(database) == []


async def test_units_do_not_arrive_at_a_location_that_is_removed(database: Database) -> None:
    async with database.transaction() as connection:
        main = await main_location(connection)
        store = await add_location(connection, LocationDraft(name="Store"))
        bowl = await make_product(connection, stock=5)

    async def remove() -> None:
        async with database.transaction() as connection:
            await remove_location(connection, store)

    async def move() -> None:
        async with database.transaction() as connection:
            await move_units(connection, {bowl.sku_id: 2}, source_id=main, target_id=store)

    outcomes = await asyncio.gather(remove(), move(), return_exceptions=True)
    assert [type(one) for one in outcomes if one is not None] in (
        [LocationInUse],
        [LocationGone],
    )
    assert await broken(database) == []


async def test_a_sale_and_a_count_do_not_lose_units(database: Database) -> None:
    async with database.transaction() as connection:
        main = await main_location(connection)
        bowl = await make_product(connection, stock=1)

    async def damage() -> None:
        async with database.transaction() as connection:
            await change_units(connection, {bowl.sku_id: -1}, reason="damage", location_id=main)

    async def buy() -> None:
        async with database.transaction() as connection:
            await reserve(connection, {bowl.sku_id: 1}, 1)

    outcomes = await asyncio.gather(damage(), buy(), damage(), return_exceptions=True)
    assert sum(one is None for one in outcomes) == 1
    assert await broken(database) == []
