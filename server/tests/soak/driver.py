"""Lets the time of a shop go by, and compares all books at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from stallage.core import clock
from stallage.core.invariants import Invariant, check_invariants
from stallage.features import parts
from tests.soak import exchanges, shop_acts, shoppers
from tests.soak.world import World, opened

INVARIANTS: list[Invariant] = [one for module in parts("invariants") for one in module.INVARIANTS]
BEGINS = datetime(2026, 3, 2, 6, tzinfo=UTC)
WEEK = timedelta(days=7)
AT_ONCE = 6
CRASH_EVERY = 50
"""Rounds from one crash of the database to the next."""
Act = Callable[[World], Awaitable[None]]
ACTS: tuple[tuple[Act, int], ...] = (*shoppers.ACTS, (exchanges.cancel_exchange, 8))
"""What shoppers do, each act and how often it is drawn."""


async def _do(world: World, act: Act) -> None:
    try:
        await act(world)
    except shop_acts.CUT:
        # The shop's own people work without a browser: what was cut fails in their hands.
        if not world.cut:
            raise


def _drawn(world: World, acts: Sequence[tuple[Act, int]]) -> Act:
    (act,) = world.draw.choices([act for act, _ in acts], [weight for _, weight in acts])
    return act


async def _round(world: World, jobs: shop_acts.Jobs) -> int:
    """Some acts at once, then some of what follows from them; how many acts."""
    draw = world.draw
    world.seen["rounds"] += 1
    crashes = world.seen["rounds"] % CRASH_EVERY == CRASH_EVERY // 2
    cuts = crashes or draw.random() < 0.25
    # What is cut when a round ends is found dead by whoever uses it next.
    world.cut, world.cuts = cuts or world.cuts, cuts
    if crashes:
        world.proxy.arm(draw.randint(1, 20), world.crash_database)
    elif cuts:
        world.seen["connections cut"] += 1
        world.proxy.arm(draw.randint(1, 60))
    acts = [_drawn(world, ACTS) for _ in range(draw.randint(1, AT_ONCE))]
    if draw.random() < 0.4:
        acts.append(_drawn(world, shop_acts.ACTS))
    await asyncio.gather(*(_do(world, act) for act in acts))
    if draw.random() < 0.5:
        await jobs.run_some(0.7)
    if draw.random() < 0.25:
        await shop_acts.run_timers(world)
    world.proxy.disarm()
    # Nobody forgives the shop for longer than PostgreSQL takes to recover.
    await world.books.see_crash_through()
    return len(acts)


async def _settle(world: World, jobs: shop_acts.Jobs, moment: datetime) -> None:
    """Nobody comes any more: what was begun is brought to its end."""
    world.cut = False
    world.lost.clear()
    for hour in range(1, 8):
        with clock.freeze(moment + timedelta(hours=hour)):
            for _ in range(20):
                if await jobs.run_some(1.0) == 0:
                    break
            await shop_acts.run_timers(world)
    with clock.freeze(moment + timedelta(hours=8)):
        await _compare(world)


PROVIDER = """
    SELECT coalesce(sum(amount) FILTER (WHERE state = 'paid'), 0)::bigint AS paid,
        coalesce(sum(refunded), 0)::bigint AS refunded
    FROM sandbox_sessions
"""
SHOP = """
    SELECT (SELECT coalesce(sum(amount), 0)::bigint FROM payment_attempts WHERE state = 'paid') AS paid,
        (SELECT coalesce(sum(amount), 0)::bigint FROM refunds WHERE state = 'done') AS refunded
"""
UNFINISHED = """
    SELECT (SELECT count(*) FROM refunds WHERE state = 'wanted') AS refunds,
        (SELECT count(*) FROM payment_attempts WHERE state IN ('starting', 'open')) AS attempts,
        (SELECT count(*) FROM orders WHERE status = 0) AS unpaid
"""
TOLD = "SELECT public_id FROM orders WHERE public_id = ANY($1::text[])"


async def _compare(world: World) -> None:
    """The shop's books against their laws, the provider's books, and what shoppers were told."""
    broken = [
        one
        for one in await check_invariants(await world.books.connection(), INVARIANTS)
        if one.count
    ]
    assert not broken, "\n".join(f"{one.invariant.rule} {one.examples}" for one in broken)
    provider, shop = await world.books.fetchrow(PROVIDER), await world.books.fetchrow(SHOP)
    assert tuple(shop) == tuple(provider), f"the shop says {shop}, the provider {provider}"
    unfinished = await world.books.fetchrow(UNFINISHED)
    assert tuple(unfinished) == (0, 0, 0), unfinished
    await world.count_deadlocks()
    assert world.deadlocks == 0, "somebody waited in a circle"
    told = await world.books.fetch(TOLD, list(world.placed))
    assert {row["public_id"] for row in told} == set(world.placed)


async def trade(dsn: str, data_dir: Path, *, seed: int, acts: int) -> World:
    """A week of so many acts. Raises AssertionError where a book does not agree."""
    with clock.freeze(BEGINS):
        async with opened(dsn, data_dir, seed) as world:
            jobs = shop_acts.Jobs(world)
            moment, done = BEGINS, 0
            while done < acts:
                moment += WEEK / acts * (AT_ONCE / 2 + 0.5)
                with clock.freeze(moment):
                    done += await _round(world, jobs)
            world.seen["acts"] = done
            await _settle(world, jobs, moment)
            return world
