"""Runs rounds of actions at advancing times, and checks consistency at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from stallage.core import clock
from stallage.core.invariants import check_invariants
from tests.invariants import INVARIANTS
from tests.soak import exchanges, operators, shoppers
from tests.soak.world import World, open_world

BEGINS = datetime(2026, 3, 2, 6, tzinfo=UTC)
WEEK = timedelta(days=7)
MAX_CONCURRENT = 6
CRASH_EVERY = 50
"""Rounds from one crash of the database to the next."""
Action = Callable[[World], Awaitable[None]]
ACTIONS: tuple[tuple[Action, int], ...] = (*shoppers.ACTIONS, (exchanges.cancel_exchange, 8))
"""Actions of shoppers with their weights."""


async def _perform(world: World, action: Action) -> None:
    try:
        await action(world)
    except operators.CONNECTION_ERRORS:
        # Operators use no HTTP API, so a cut connection raises an error here.
        if not world.cut:
            raise


def _choose(world: World, actions: Sequence[tuple[Action, int]]) -> Action:
    (action,) = world.draw.choices(
        [action for action, _ in actions], [weight for _, weight in actions]
    )
    return action


async def _round(world: World, jobs: operators.Jobs) -> int:
    """Run some concurrent actions, then some jobs and timers; return the number of actions."""
    draw = world.draw
    world.seen["rounds"] += 1
    crashes = world.seen["rounds"] % CRASH_EVERY == CRASH_EVERY // 2
    cuts = crashes or draw.random() < 0.25
    # A connection that is cut at the end of a round fails in the next one.
    world.cut, world.cuts = cuts or world.cuts, cuts
    if crashes:
        world.proxy.arm(draw.randint(1, 20), world.crash_database)
    elif cuts:
        world.seen["connections cut"] += 1
        world.proxy.arm(draw.randint(1, 60))
    actions = [_choose(world, ACTIONS) for _ in range(draw.randint(1, MAX_CONCURRENT))]
    if draw.random() < 0.4:
        actions.append(_choose(world, operators.ACTIONS))
    await asyncio.gather(*(_perform(world, action) for action in actions))
    if draw.random() < 0.5:
        await jobs.run_some(0.7)
    if draw.random() < 0.25:
        await operators.run_timers(world)
    world.proxy.disarm()
    # The next round needs a working database.
    await world.direct.wait_for_recovery()
    return len(actions)


async def _settle(world: World, jobs: operators.Jobs, moment: datetime) -> None:
    """Finish all jobs and timers without new actions, then check consistency."""
    world.cut = False
    world.lost.clear()
    for hour in range(1, 8):
        with clock.freeze(moment + timedelta(hours=hour)):
            for _ in range(20):
                if await jobs.run_some(1.0) == 0:
                    break
            await operators.run_timers(world)
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
    SELECT (SELECT count(*) FROM refunds WHERE state = 'pending') AS refunds,
        (SELECT count(*) FROM payment_attempts WHERE state IN ('starting', 'open')) AS attempts,
        (SELECT count(*) FROM orders WHERE status = 0) AS unpaid
"""
ACKNOWLEDGED = "SELECT public_id FROM orders WHERE public_id = ANY($1::text[])"


async def _compare(world: World) -> None:
    """Check the invariants, the provider's sums and the acknowledged orders."""
    broken = [
        one
        for one in await check_invariants(await world.direct.connection(), INVARIANTS)
        if one.count
    ]
    assert not broken, "\n".join(f"{one.invariant.rule} {one.examples}" for one in broken)
    provider, shop = await world.direct.fetchrow(PROVIDER), await world.direct.fetchrow(SHOP)
    assert tuple(shop) == tuple(provider), f"shop: {shop}, provider: {provider}"
    unfinished = await world.direct.fetchrow(UNFINISHED)
    assert tuple(unfinished) == (0, 0, 0), unfinished
    await world.count_deadlocks()
    assert world.deadlocks == 0, "there were deadlocks"
    stored = await world.direct.fetch(ACKNOWLEDGED, list(world.placed))
    assert {row["public_id"] for row in stored} == set(world.placed)


async def trade(dsn: str, data_dir: Path, *, seed: int, actions: int) -> World:
    """Simulate a week of this many actions. Raises AssertionError if sums are inconsistent."""
    with clock.freeze(BEGINS):
        async with open_world(dsn, data_dir, seed) as world:
            jobs = operators.Jobs(world)
            moment, done = BEGINS, 0
            while done < actions:
                moment += WEEK / actions * (MAX_CONCURRENT / 2 + 0.5)
                with clock.freeze(moment):
                    done += await _round(world, jobs)
            world.seen["actions"] = done
            await _settle(world, jobs, moment)
            return world
