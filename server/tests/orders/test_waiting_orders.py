"""In a rush, one job compares all new orders with those before them, as if each had been compared alone."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from stallage.core.db import Connection
from stallage.orders import jobs
from stallage.orders.actions import find_hints
from stallage.orders.events import OrderPlaced
from stallage.orders.rules.hints import LOOKED_AT
from tests.checkout.factory import ADDRESS
from tests.orders.test_admin_details import guest_order
from tests.shop import Shop

HINTS = "SELECT order_id, kind, figures FROM order_hints ORDER BY order_id, kind"
WAITING = "SELECT count(*) FROM pgqueuer WHERE entrypoint = $1"


async def place(shop: Shop, name: str, **address: Any) -> None:
    contact = {"email": f"{name}@example.com", "firstName": "A", "lastName": name, "phone": ""}
    await guest_order(shop, "", contact=contact, address={**ADDRESS, **address})


async def order_ids(shop: Shop) -> list[int]:
    rows = await shop.database.pool.fetch("SELECT id FROM orders ORDER BY id")
    return [row["id"] for row in rows]


async def hints_found(connection: Connection, *groups: Collection[int]) -> list[tuple[Any, ...]]:
    """Find the hints of orders from scratch, one group of orders after the other."""
    await connection.execute("DELETE FROM order_hints")
    for group in groups:
        await find_hints(connection, group)
    return [tuple(row) for row in await connection.fetch(HINTS)]


async def test_orders_compared_together_have_the_hints_of_each_alone(shop: Shop) -> None:
    for name in ("ada", "ADA", "bob", "ada"):
        await place(shop, name, phone="2065550143")
    await place(shop, "eve", line1="1 Other Street", phone="2065550144")
    await place(shop, "mallory", line1="1 other  street", phone="2065550145")
    await place(shop, "mallory", line1="1 Other Street", postalCode="98102", phone="2065550146")
    pool = shop.database.pool
    # Too far away to be compared with those before it.
    await pool.execute(
        "SELECT setval('orders_id_seq', (SELECT max(id) FROM orders) + $1)", LOOKED_AT
    )
    await place(shop, "ada", phone="2065550143")
    await place(shop, "ada", phone="2065550143")
    ids = await order_ids(shop)
    async with shop.database.reading() as connection:
        alone = await hints_found(connection, *([one] for one in ids))
        together = await hints_found(connection, ids)
    assert together == alone
    assert {kind for _, kind, _ in alone} >= {"duplicate", "many_from_contact", "shared_address"}
    assert {order_id for order_id, _, _ in alone} >= {ids[1], ids[5], ids[-1]}
    assert ids[-2] not in {order_id for order_id, _, _ in alone}


async def test_a_job_compares_the_orders_whose_jobs_wait(shop: Shop) -> None:
    for _ in range(3):
        await place(shop, "ada")
    ids = await order_ids(shop)
    pool, name = shop.database.pool, jobs.prepare_placed_order.name
    await pool.execute(
        "UPDATE pgqueuer SET attempts = 1 WHERE entrypoint = $1 AND payload = $2",
        name,
        OrderPlaced(order_id=ids[1]).model_dump_json().encode(),
    )
    await jobs.prepare_placed_order.run(shop.runtime, OrderPlaced(order_id=ids[0]))
    # The one that has failed before runs by itself.
    assert await pool.fetchval(WAITING, name) == 1
    assert {row["order_id"] for row in await pool.fetch(HINTS)} == {ids[2]}
    await shop.work()
    assert {row["order_id"] for row in await pool.fetch(HINTS)} == {ids[1], ids[2]}


async def test_an_order_that_cannot_be_compared_stops_no_other(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(2):
        await place(shop, "ada")
    ids = await order_ids(shop)

    async def fail(connection: Connection, order_ids: Collection[int]) -> None:
        if ids[0] in order_ids:
            raise ValueError
        await find_hints(connection, order_ids)

    monkeypatch.setattr(jobs, "find_hints", fail)
    await jobs.prepare_placed_order.run(shop.runtime, OrderPlaced(order_id=ids[1]))
    pool = shop.database.pool
    assert {row["order_id"] for row in await pool.fetch(HINTS)} == {ids[1]}
    assert await pool.fetchval(WAITING, jobs.prepare_placed_order.name) == 2
