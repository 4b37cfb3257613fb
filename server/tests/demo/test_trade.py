"""`stallage demo --orders`: two weeks of trade by the real actions, the same each time, without emails."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from stallage.core.invariants import check_invariants
from stallage.core.queue import RECORD_HEARTBEAT
from stallage.core.runtime import Runtime
from stallage.demo import filling
from stallage.demo.filling import fill
from stallage.demo.trade.plan import WAITING, Offer, leave_waiting, plan_orders, read_file
from stallage.demo.trade.running import TradeRefused, write_trade
from stallage.features import parts
from tests.demo.small import small_demo

ZONE = ZoneInfo("America/New_York")
OFFERS = [Offer(number, f"product-{number}", 1000 * number) for number in range(1, 30)]

STATES = "SELECT fulfilment, count(*) FROM order_states GROUP BY fulfilment"
TICKETS = read_file()["ticket"]
TENDERS = "SELECT DISTINCT kind FROM order_tenders"


@pytest.mark.fast
def test_the_plan_comes_from_its_seed() -> None:
    popular = read_file()["popular"]
    plans = plan_orders(OFFERS, 40, popular, date(2026, 11, 23), ZONE)
    assert plans == plan_orders(OFFERS, 40, popular, date(2026, 11, 23), ZONE)
    assert 120 < len(plans) < 220
    assert {plan.placed_at.date() for plan in plans} == {
        date(2026, 11, day) for day in range(9, 24)
    }


@pytest.mark.fast
def test_the_newest_orders_wait_at_every_hour() -> None:
    now = datetime(2026, 11, 22, 5, tzinfo=UTC)
    plans = plan_orders(OFFERS, 40, {}, date(2026, 11, 22), ZONE)
    left = leave_waiting([plan for plan in plans if plan.placed_at < now], now)
    assert sum(plan.delivered_at > now and plan.shipped_at > now for plan in left) >= len(WAITING)
    assert sum(plan.confirmed_at > now for plan in left) >= WAITING.count("confirm")


@pytest.mark.long
async def test_the_shop_has_traded(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filling, "SHOP", small_demo(tmp_path))
    with pytest.raises(TradeRefused, match="only for the demo shop"):
        await write_trade(runtime)
    await fill(runtime)
    assert (await write_trade(runtime) or 0) > 100
    assert await write_trade(runtime) is None
    assert not list((runtime.settings.data_dir / "outbox").glob("*"))
    invariants = [one for module in parts("invariants") for one in module.INVARIANTS]
    async with runtime.database.reading() as connection:
        states = {row["fulfilment"]: row["count"] for row in await connection.fetch(STATES)}
        tenders = {row["kind"] for row in await connection.fetch(TENDERS)}
        for table in ("returns", "refunds", "parcels", "tickets", "invoices", "order_refunds"):
            assert await connection.fetchval(f"SELECT count(*) FROM {table}") > 1, table
        about = "SELECT count(order_id) FROM tickets"
        assert await connection.fetchval(about) == sum("order" in one for one in TICKETS)
        waiting = "SELECT count(*) FROM reviews WHERE status = 'waiting'"
        assert await connection.fetchval(waiting) > 2
        assert await connection.fetchval("SELECT sum(visits) FROM visit_days") > 3000
        results = await check_invariants(connection, invariants)
        broken = [one.invariant.rule for one in results if one.count]
    assert broken == []
    assert {0, 1, 2, 4, 5, 7} <= states.keys()
    assert tenders == {"online", "on_delivery", "wallet", "gift_card"}


async def test_a_served_shop_is_not_filled(
    runtime: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filling, "SHOP", small_demo(tmp_path))
    await fill(runtime)
    async with runtime.database.transaction() as connection:
        await connection.execute(
            RECORD_HEARTBEAT, "7b0c6f1e-8a4f-4f0c-9d2c-1a2b3c4d5e6f", "host", 1
        )
    with pytest.raises(TradeRefused, match="is being served"):
        await write_trade(runtime)
