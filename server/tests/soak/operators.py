"""Actions of operators, the worker and its timers."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

import asyncpg
import structlog

from stallage.core import clock
from stallage.core.errors import ApiError
from stallage.core.jobs import JOBS
from stallage.orders.gateway_calls.advancing import OperationRefused, advance_order
from stallage.orders.rules import OrderStatus
from stallage.payments.jobs import end_overdue, reconcile
from stallage.stock.actions import set_level
from stallage.wallet.actions import create_gift_code, credit
from stallage.wallet.jobs import expire_credit
from stallage.wallet.rules import Reason
from tests.soak.world import World
from tests.waiting import let_others_run

log = structlog.get_logger(__name__)

CONNECTION_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)
"""Errors of a connection that was cut."""
MAX_FAILURES = 40
"""How often a job may fail before the soak fails."""
LEFT_OUT = ("products.", "merchandising.", "search.")
"""Jobs that affect neither stock nor money."""

WAITING = """
    SELECT id, entrypoint, payload, extract(epoch FROM execute_after - created)::float AS delay
    FROM pgqueuer WHERE status = 'queued' ORDER BY id
"""


async def _advance(world: World, status: OrderStatus) -> None:
    placed = list(world.placed)[-15:]
    if status >= OrderStatus.RETURN_REQUESTED:
        placed = world.returning[-10:]
    if not placed:
        return
    order_id = world.draw.choice(placed)
    with suppress(OperationRefused):
        await advance_order(world.runtime, order_id, status)
        if status is OrderStatus.DELIVERED:
            world.delivered.append(order_id)
        world.seen[f"operator: {status.name.lower()}"] += 1


async def advance_orders(world: World) -> None:
    """Advance some orders and returns to another status."""
    for _ in range(5):
        await _advance(
            world,
            world.draw.choice(
                [
                    OrderStatus.PREPARED,
                    OrderStatus.SHIPPED,
                    OrderStatus.DELIVERED,
                    OrderStatus.DELIVERED,
                    OrderStatus.RETURN_APPROVED,
                    OrderStatus.BACK_AT_COMPANY,
                    OrderStatus.RETURN_COMPLETED,
                    OrderStatus.RETURN_COMPLETED,
                    OrderStatus.RETURN_REFUSED,
                    OrderStatus.CANCELLED_BY_COMPANY,
                ]
            ),
        )


async def take_inventory(world: World) -> None:
    """Set the stock levels of some SKUs."""
    chosen = world.draw.sample(world.sku_ids, 4)
    async with world.runtime.database.transaction() as connection:
        await set_level(connection, {sku_id: world.draw.randint(0, 30) for sku_id in chosen})


async def change_a_price(world: World) -> None:
    """Change a price."""
    async with world.runtime.database.transaction() as connection:
        await connection.execute(
            "UPDATE skus SET price = $2 WHERE id = $1",
            world.draw.choice(world.sku_ids),
            world.draw.randint(500, 12_000),
        )


async def give_credit(world: World) -> None:
    """Give a customer credit, some of which expires, and create a gift code."""
    customer, _ = world.draw.choice(world.customers)
    hours = world.draw.choice([None, 3, 30])
    ends = None if hours is None else clock.now() + timedelta(hours=hours)
    amount = world.draw.randint(100, 6000)
    async with world.runtime.database.transaction() as connection:
        await credit(connection, customer, amount, Reason.GOODWILL, expires_at=ends)
        code = await create_gift_code(connection, world.runtime.secret, amount)
    world.gift_codes.append(code)


ACTIONS = ((advance_orders, 18), (take_inventory, 5), (change_a_price, 2), (give_credit, 4))


async def run_timers(world: World) -> None:
    """Run the timers."""
    for timer in (end_overdue, reconcile, expire_credit):
        try:
            await timer(world.runtime)
        except CONNECTION_ERRORS:
            # A failed timer runs again later.
            if not world.cut:
                raise


class Jobs:
    """Runs background jobs under the frozen clock: late, in any order, a few of them twice."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._due: dict[int, datetime] = {}
        self._failed: dict[int, int] = {}

    async def _run(self, row: asyncpg.Record) -> None:
        world, declared = self._world, JOBS[row["entrypoint"]]
        payload = declared.payload.model_validate_json(row["payload"] or b"{}")
        times = 2 if world.draw.random() < 0.1 else 1
        try:
            for _ in range(times):
                await declared.run(world.runtime, payload)
        except Exception as error:
            # Retry after any error, as the worker does.
            failed = self._failed[row["id"]] = self._failed.get(row["id"], 0) + 1
            world.seen["jobs failed"] += 1
            if failed > MAX_FAILURES or not (
                world.cut or isinstance(error, ApiError) or failed < 10
            ):
                raise
            return
        world.seen["jobs done"] += 1
        await world.direct.fetch("DELETE FROM pgqueuer WHERE id = $1", row["id"])

    async def run_some(self, share: float) -> int:
        """Run about this share of the due jobs; return how many are waiting."""
        world = self._world
        rows = await world.direct.fetch(WAITING)
        now = clock.now()
        for row in rows:
            self._due.setdefault(row["id"], now + timedelta(seconds=row["delay"]))
        left_out = [row["id"] for row in rows if row["entrypoint"].startswith(LEFT_OUT)]
        await world.direct.fetch("DELETE FROM pgqueuer WHERE id = ANY($1)", left_out)
        due = [
            row
            for row in rows
            if row["id"] not in left_out
            and self._due[row["id"]] <= now
            and world.draw.random() < share
        ]
        world.draw.shuffle(due)
        for begin in range(0, len(due), 4):
            # Jobs run one after the other; tasks of the application run in between.
            for row in due[begin : begin + 4]:
                await self._run(row)
            await let_others_run()
        return len(rows) - len(left_out)
