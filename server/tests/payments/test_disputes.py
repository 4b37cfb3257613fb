"""Disputes of payments: recorded once whatever the order of the events, and emailed to the team."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from stallage.payments.rules.disputes import entries_to_add, state_after
from tests.admin import operator_client
from tests.checkout.factory import count
from tests.payments.factory import Prepaid, order_state, place_prepaid
from tests.payments.fake_gateways import (
    DisputeKind,
    FakeGateway,
    SignedEvent,
    send,
    session_of,
)
from tests.payments.topups import assert_invariants
from tests.shop import Shop


async def place_paid(shop: Shop, gateway: FakeGateway) -> tuple[Prepaid, str]:
    """Place an order and pay it."""
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await gateway.pay(shop, session)
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await shop.work()
    assert await order_state(shop, order) == (1, 1)
    return order, session


def events_of(
    gateway: FakeGateway, shop: Shop, session: str, *kinds: DisputeKind
) -> list[SignedEvent]:
    return [event for kind in kinds for event in gateway.dispute_events(shop, session, kind)]


async def deliver(shop: Shop, gateway: FakeGateway, *events: SignedEvent) -> None:
    for event in events:
        assert (await send(shop, gateway, event)).status_code == 200
        await shop.work()


async def recorded(shop: Shop) -> tuple[str, list[tuple[str, int]]]:
    """Return the state of the only dispute, and its ledger entries."""
    async with shop.database.reading() as connection:
        state = await connection.fetchval("SELECT state FROM payment_disputes")
        rows = await connection.fetch(
            "SELECT kind, amount FROM payment_dispute_entries ORDER BY kind DESC"
        )
    assert await count(shop, "payment_disputes") == 1
    return state, [tuple(row) for row in rows]


async def test_a_dispute_is_opened_once_and_flagged(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order, session = await place_paid(shop, gateway)
    async with operator_client(shop) as admin:
        opened = events_of(gateway, shop, session, "opened")
        answers = await asyncio.gather(
            *(send(shop, gateway, one) for one in [*opened, *opened, *opened])
        )
        assert {one.status_code for one in answers} == {200}
        await shop.work()
        assert await recorded(shop) == ("open", [("withdrawn", 2500)])
        seen = await admin.output("GET", f"/orders/{order.order_id}")
        (dispute,) = seen["disputes"]
        assert (dispute["state"], dispute["withdrawn"]["amount"]) == ("open", 2500)
        problems = await admin.output("GET", "/today/problems")
        (problem,) = [one for one in problems["items"] if one["kind"] == "payments_disputed"]
        assert problem["names"] == [order.order_id]
        timeline = await admin.output("GET", f"/orders/{order.order_id}/timeline")
        steps = {one["state"] for one in timeline["items"] if one["type"] == "dispute"}
        assert steps == {"opened", "withdrawn"}
        emails = [one for one in shop.outbox() if one["kind"] == "payment_dispute"]
        assert [one["data"]["state"] for one in emails] == ["open"]
        # The order itself goes on; a dispute does not change what was paid.
        assert await order_state(shop, order) == (1, 1)
    await assert_invariants(shop)


@pytest.mark.parametrize("end", ["won", "lost"])
async def test_a_dispute_ends(gateway: FakeGateway, gateway_shop: Shop, end: DisputeKind) -> None:
    shop = gateway_shop
    order, session = await place_paid(shop, gateway)
    async with operator_client(shop) as admin:
        await deliver(shop, gateway, *events_of(gateway, shop, session, "opened", end))
        returned = [("returned", 2500)] if end == "won" else []
        assert await recorded(shop) == (end, [("withdrawn", 2500), *returned])
        problems = await admin.output("GET", "/today/problems")
        assert not [one for one in problems["items"] if one["kind"] == "payments_disputed"]
        emails = [one for one in shop.outbox() if one["kind"] == "payment_dispute"]
        assert {one["data"]["state"] for one in emails} == {"open", end}
        seen = await admin.output("GET", f"/orders/{order.order_id}")
        withdrawn = 0 if end == "won" else 2500
        assert seen["disputes"][0]["withdrawn"]["amount"] == withdrawn
    await assert_invariants(shop)


@pytest.mark.parametrize("end", ["won", "lost"])
async def test_events_of_a_dispute_out_of_order_and_twice(
    gateway: FakeGateway, gateway_shop: Shop, end: DisputeKind
) -> None:
    shop = gateway_shop
    _order, session = await place_paid(shop, gateway)
    events = events_of(gateway, shop, session, "opened", end)
    await deliver(shop, gateway, *reversed(events), *events)
    state, entries = await recorded(shop)
    assert state == end
    assert dict(entries) == {"withdrawn": 2500} | ({"returned": 2500} if end == "won" else {})
    await assert_invariants(shop)


@pytest.mark.parametrize("gateway", ["stripe"], indirect=True)
async def test_a_dispute_of_another_systems_payment_changes_nothing(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    _order, session = await place_paid(shop, gateway)
    events = events_of(gateway, shop, session, "opened")
    unknown = events[0].body.replace(b'"pi_', b'"pi_of_another_')
    server = gateway.server  # type: ignore[attr-defined] # Stripe's stand-in
    await deliver(shop, gateway, SignedEvent(server.sign(unknown), unknown))
    assert await count(shop, "payment_disputes") == 0
    await deliver(shop, gateway, *events)
    assert await recorded(shop) == ("open", [("withdrawn", 2500)])


@pytest.mark.fast
def test_every_order_of_events_leads_to_the_same_dispute() -> None:
    steps = [("open", None), ("open", "withdrawn"), ("under_review", None), ("won", "returned")]
    for order in itertools.permutations(steps):
        state, entries = "open", list[str]()
        for reported, funds in order:
            state = state_after(state, reported)  # type: ignore[arg-type] # literals
            entries += entries_to_add(entries, funds)  # type: ignore[arg-type] # literals
        assert (state, sorted(entries)) == ("won", ["returned", "withdrawn"])
