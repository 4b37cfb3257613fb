"""Operators settle payments that the shop cannot settle by itself."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from stallage.core import clock
from stallage.payments.jobs import end_overdue
from tests.admin import Admin, operator_client
from tests.payments.conftest import OUTSIDE
from tests.payments.factory import Prepaid, order_state, place_prepaid
from tests.payments.fake_gateways import FakeGateway, send, session_of
from tests.payments.test_other_money import STRANGE, event_with
from tests.shop import Shop

outside = pytest.mark.parametrize("gateway", OUTSIDE[:1], indirect=True)
NOTE = "Seen in the provider's dashboard."


async def _paid_less(shop: Shop, gateway: FakeGateway) -> Prepaid:
    """Place an order of which the provider reports another amount."""
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    good = gateway.webhook_event(shop, session, "paid")
    await send(shop, gateway, event_with(gateway, good.body, STRANGE["less"]))
    await shop.work()
    return order


async def _stuck(admin: Admin) -> str:
    (payment,) = (await admin.get("/health/payments"))["payments"]
    name: str = payment["id"]
    return f"/gateway-payments/{name}/decision"


@outside
async def test_money_that_arrived_pays_the_order_once(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    order = await _paid_less(gateway_shop, gateway)
    async with operator_client(gateway_shop) as admin:
        path = await _stuck(admin)
        body = {"outcome": "paid", "note": NOTE}
        first, again = await asyncio.gather(
            *(admin.post(path, json=body, key="one", audited=False) for _ in range(2))
        )
        assert first == again == {"decision": "confirm"}
        assert await order_state(gateway_shop, order) == (1, 1)
        status, error = await admin.error("POST", path, json=body, key="two")
        assert (status, error["code"]) == (409, "payment_not_waiting")
        assert (await admin.get("/health/payments"))["payments"] == []
        entry = (await admin.get("/audit"))["items"][0]
        assert entry["action"] == "payment.settled_by_hand"
        details = await admin.get(f"/audit/{entry['id']}")
        assert details["after"] == {"outcome": "paid", "decision": "confirm", "note": NOTE}


@outside
async def test_without_money_the_order_ends(gateway: FakeGateway, gateway_shop: Shop) -> None:
    order = await _paid_less(gateway_shop, gateway)
    async with operator_client(gateway_shop) as admin:
        path = await _stuck(admin)
        body = {"outcome": "ended", "note": NOTE}
        assert await admin.post(path, json=body, key="one") == {"decision": "close"}
    with clock.shift(timedelta(hours=2)):
        await end_overdue(gateway_shop.runtime)
    assert await order_state(gateway_shop, order) == (8, 2)


@outside
async def test_decisions_need_a_note_and_the_right(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    order = await _paid_less(gateway_shop, gateway)
    async with operator_client(gateway_shop) as admin:
        path = await _stuck(admin)
        for body in ({"outcome": "paid", "note": ""}, {"outcome": "lost", "note": NOTE}):
            assert (await admin.error("POST", path, json=body, key="one"))[0] == 422
        unknown = "/gateway-payments/pay_unknown/decision"
        body = {"outcome": "paid", "note": NOTE}
        assert (await admin.error("POST", unknown, json=body, key="two"))[0] == 409
    async with operator_client(gateway_shop, "support") as support:
        assert (await support.error("POST", path, json=body, key="three"))[0] == 403
    assert await order_state(gateway_shop, order) == (0, 0)
