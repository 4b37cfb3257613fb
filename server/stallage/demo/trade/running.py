"""Runs the steps of the sample orders in time order, each with the clock stopped at its time."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from itertools import count
from pathlib import Path
from zoneinfo import ZoneInfo

import structlog
from pydantic import BaseModel

from stallage.core import clock
from stallage.core.errors import ApiError
from stallage.core.jobs import JOBS
from stallage.core.mail import Message, MessageSender, Outbox
from stallage.core.queue import load_lag
from stallage.core.runtime import Runtime
from stallage.core.states import InvalidTransition
from stallage.core.undelivered import store_undelivered
from stallage.demo.trade.conversations import schedule_conversations
from stallage.demo.trade.plan import (
    DAYS,
    Offer,
    leave_waiting,
    plan_orders,
    read_file,
    visits_of,
)
from stallage.demo.trade.steps import OrderStory, Person, Step
from stallage.orders.gateway_calls.advancing import OperationRefused
from stallage.payments.jobs import end_overdue
from stallage.search.actions import count_failed_searches
from stallage.shop.actions import put_milestone
from stallage.shop.queries import milestone
from stallage.visits.actions import add_visits

log = structlog.get_logger(__name__)

MILESTONE = "demo-orders"
WORKER_SILENT_SECONDS = 60
SWEEP = timedelta(hours=1)
"""How often orders that nobody paid are ended."""

PAYS_WITHIN = timedelta(minutes=15)

OFFERS = """
    SELECT s.id AS sku_id, p.slug, s.price FROM skus s JOIN products p ON p.id = s.product_id
    WHERE p.status = 'active' AND s.active AND s.price IS NOT NULL AND p.gift_card IS NULL AND s.stock > 2
    ORDER BY s.sku
"""
# Jobs are taken by hand instead of by a worker, so that they see the time of their step.
TAKE_DUE = """
    DELETE FROM pgqueuer WHERE id = (
        SELECT min(id) FROM pgqueuer WHERE id > $1 AND status = 'queued' AND execute_after <= now()
            AND split_part(entrypoint, '.', 1) <> ALL($2))
    RETURNING id, entrypoint, payload
"""
LAST_JOB = "SELECT coalesce(max(id), 0) FROM pgqueuer"
# These only check whether an order was paid in time, which `end_overdue` has done.
FORGET_ENDS = "DELETE FROM pgqueuer WHERE id > $1 AND entrypoint = 'payments.end_when_unpaid'"
LATER = ["products", "search", "recommendations"]
"""Features whose jobs the shop runs when it is served. They send nothing."""


class TradeRefused(Exception):
    """The sample orders cannot be written. The text says why."""


@dataclass(frozen=True)
class _NoOutbox(Outbox):
    """Discards messages."""

    async def send(self, message: Message) -> None:
        """Do nothing."""


@dataclass
class Simulation:
    """Steps to run, by time."""

    runtime: Runtime
    until: datetime
    _steps: list[tuple[datetime, int, Step]] = field(default_factory=list)
    _numbers: count[int] = field(default_factory=count)
    _last_job: int = 0
    skipped: list[str] = field(default_factory=list)

    def schedule(self, at: datetime, step: Step) -> None:
        """Run a step at a time; never, if that is in the future."""
        heapq.heappush(self._steps, (at, next(self._numbers), step))

    async def run(self) -> None:
        """Run all steps up to now, and the jobs that they cause, without sending messages."""
        pool = self.runtime.database.pool
        self._last_job = first_job = await pool.fetchval(LAST_JOB)
        while self._steps and self._steps[0][0] <= self.until:
            at, _, step = heapq.heappop(self._steps)
            with clock.freeze(at):
                try:
                    await step()
                except (ApiError, OperationRefused, InvalidTransition) as error:
                    # As in a real shop: sold out meanwhile, cancelled by the shopper, not paid.
                    self.skipped.append(f"{type(error).__name__}: {error}")
                await self._run_jobs()
        await pool.execute(FORGET_ENDS, first_job)

    async def _run_jobs(self) -> None:
        pool = self.runtime.database.pool
        while (row := await pool.fetchrow(TAKE_DUE, self._last_job, LATER)) is not None:
            self._last_job = row["id"]
            job = JOBS[row["entrypoint"]]
            await job.run(self.runtime, job.payload.model_validate_json(row["payload"] or b"{}"))


async def write_trade(runtime: Runtime) -> int | None:
    """Fill the demo shop with two weeks of orders; return how many, or None if it has them already.

    Raises TradeRefused.
    """
    async with runtime.database.transaction() as connection:
        if await milestone(connection, MILESTONE) is not None:
            return None
        if await milestone(connection, "demo") is None:
            raise TradeRefused("Sample orders are only for the demo shop. Run: stallage demo")
        seen = (await load_lag(connection, list(JOBS))).last_seen_seconds_ago
        if seen is not None and seen < WORKER_SILENT_SECONDS:
            raise TradeRefused("The shop is being served and would send emails. Stop it first.")
        offers = [Offer(**row) for row in await connection.fetch(OFFERS)]
        await put_milestone(connection, MILESTONE, {})
    silent = replace(runtime, mailer=MessageSender(_NoOutbox(Path())))
    return await _simulate(silent, offers)


async def _simulate(runtime: Runtime, offers: list[Offer]) -> int:
    file = read_file()
    now = clock.now()
    zone = ZoneInfo(runtime.settings.time_zone)
    people = [Person.of(entry) for entry in file["person"]]
    today = now.astimezone(zone).date()
    planned = plan_orders(offers, len(people), file["popular"], today, zone)
    plans = leave_waiting([plan for plan in planned if plan.placed_at < now - PAYS_WITHIN], now)
    simulation = Simulation(runtime, now)
    for plan in plans:
        story = OrderStory(runtime, people[plan.person], plan, simulation.schedule, file["review"])
        simulation.schedule(plan.placed_at, story.place)
    sweep = plans[0].placed_at
    while (sweep := sweep + SWEEP) < now:
        simulation.schedule(sweep, lambda: end_overdue(runtime))
    schedule_conversations(runtime, simulation.schedule, file, now)
    await simulation.run()
    log.debug("sample_orders_written", skipped=simulation.skipped)
    orders = Counter(plan.placed_at.date() for plan in plans)
    await _write_sums(runtime, orders, file["searches"], today)
    await _refuse_emails(runtime)
    return len(plans)


async def _write_sums(
    runtime: Runtime, orders: Mapping[date, int], searches: Mapping[str, int], today: date
) -> None:
    """Write visits of all days, and the searches of a week spread over its days."""
    async with runtime.database.transaction() as connection:
        visits = {day: visits_of(day, count, today) for day, count in orders.items()}
        await add_visits(connection, visits)
        for ago in range(DAYS):
            times = {query: (times + ago % 7) // 7 for query, times in searches.items()}
            found = {query: count for query, count in times.items() if count}
            await count_failed_searches(connection, today - timedelta(days=ago), found)


# Guests mistype their address, and the mail server refuses it.
REFUSED_ORDERS = """
    SELECT id, public_id, email FROM orders WHERE customer_id IS NULL AND status > 0
    ORDER BY id DESC LIMIT 2
"""


class _OfOrder(BaseModel):
    order_id: int


async def _refuse_emails(runtime: Runtime) -> None:
    """Store two confirmations as refused, so that the health page has something to mend."""
    async with runtime.database.transaction() as connection:
        for row in await connection.fetch(REFUSED_ORDERS):
            message = Message(
                to=row["email"].replace("@example.com", "@exmaple.com"),
                subject=f"Your order {row['public_id']}",
                text=f"Thank you for your order {row['public_id']}.",
                html="",
                kind="order",
            )
            await store_undelivered(
                connection,
                "orders.send_order_confirmation",
                _OfOrder(order_id=row["id"]),
                message,
                "The mail server answered [550]",
            )
