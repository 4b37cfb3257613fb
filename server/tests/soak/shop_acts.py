"""What the shop's own people and machines do: operators, the worker and its timers."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

import asyncpg
import structlog

from stallage.core import clock
from stallage.core.errors import ApiError
from stallage.core.jobs import JOBS
from stallage.orders.gateway_calls.advancing import ActRefused, advance_order
from stallage.orders.rules import OrderStatus
from stallage.payments.jobs import end_overdue, reconcile
from stallage.stock.actions import set_level
from stallage.wallet.actions import credit, make_gift_code
from stallage.wallet.jobs import expire_credit
from stallage.wallet.rules import Reason
from tests.soak.world import World
from tests.waiting import let_others_run

log = structlog.get_logger(__name__)

CUT = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)
"""What is raised where the connection was cut."""
PATIENCE = 40
"""How often a job may fail before it is taken for broken."""
LEFT_OUT = ("products.", "merchandising.", "search.")
"""Jobs that have no part in pieces and money."""

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
    with suppress(ActRefused):
        await advance_order(world.runtime, order_id, status)
        if status is OrderStatus.DELIVERED:
            world.delivered.append(order_id)
        world.seen[f"operator: {status.name.lower()}"] += 1


async def move_on(world: World) -> None:
    """An operator moves orders and returns on."""
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


async def count_shelves(world: World) -> None:
    """An operator counts some shelves and sets what is there."""
    chosen = world.draw.sample(world.sku_ids, 4)
    async with world.runtime.database.transaction() as connection:
        await set_level(connection, {sku_id: world.draw.randint(0, 30) for sku_id in chosen})


async def change_a_price(world: World) -> None:
    """An operator changes a price."""
    async with world.runtime.database.transaction() as connection:
        await connection.execute(
            "UPDATE skus SET price = $2 WHERE id = $1",
            world.draw.choice(world.sku_ids),
            world.draw.randint(500, 12_000),
        )


async def give(world: World) -> None:
    """An operator gives credit, some of which expires, and prints gift codes."""
    customer, _ = world.draw.choice(world.customers)
    hours = world.draw.choice([None, 3, 30])
    ends = None if hours is None else clock.now() + timedelta(hours=hours)
    amount = world.draw.randint(100, 6000)
    async with world.runtime.database.transaction() as connection:
        await credit(connection, customer, amount, Reason.GOODWILL, expires_at=ends)
        code = await make_gift_code(connection, world.runtime.secret, amount)
    world.gift_codes.append(code)


ACTS = ((move_on, 18), (count_shelves, 5), (change_a_price, 2), (give, 4))


async def run_timers(world: World) -> None:
    """What is due every minute, and what every hour."""
    for timer in (end_overdue, reconcile, expire_credit):
        try:
            await timer(world.runtime)
        except CUT:
            # A timer that fails comes round again.
            if not world.cut:
                raise


class Jobs:
    """Runs background jobs under the held clock: late, in any order, a few of them twice."""

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
            # As the worker does: what failed is tried again, whatever the reason.
            failed = self._failed[row["id"]] = self._failed.get(row["id"], 0) + 1
            world.seen["jobs failed"] += 1
            if failed > PATIENCE or not (world.cut or isinstance(error, ApiError) or failed < 10):
                raise
            return
        world.seen["jobs done"] += 1
        await world.books.fetch("DELETE FROM pgqueuer WHERE id = $1", row["id"])

    async def run_some(self, share: float) -> int:
        """Runs about this share of what is due; how many rows are still waiting."""
        world = self._world
        rows = await world.books.fetch(WAITING)
        now = clock.now()
        for row in rows:
            self._due.setdefault(row["id"], now + timedelta(seconds=row["delay"]))
        left_out = [row["id"] for row in rows if row["entrypoint"].startswith(LEFT_OUT)]
        await world.books.fetch("DELETE FROM pgqueuer WHERE id = ANY($1)", left_out)
        due = [
            row
            for row in rows
            if row["id"] not in left_out
            and self._due[row["id"]] <= now
            and world.draw.random() < share
        ]
        world.draw.shuffle(due)
        for begin in range(0, len(due), 4):
            # One after the other on the driver's connection, together on the shop's.
            for row in due[begin : begin + 4]:
                await self._run(row)
            await let_others_run()
        return len(rows) - len(left_out)
