"""Orders that operators mark as paid while a payment is open at a provider over a network."""

from __future__ import annotations

import pytest

from tests.admin import operator_client
from tests.manual_payments.factory import marking, rows
from tests.orders.money import sound
from tests.payments.conftest import OUTSIDE
from tests.payments.factory import order_state, place_prepaid, refunds
from tests.payments.fake_gateways import FakeGateway, send, server_of, session_of
from tests.payments.test_faults import TOTAL, failing
from tests.shop import Shop

outside = pytest.mark.parametrize("gateway", OUTSIDE, indirect=True)
MARKED = "SELECT count(*) FROM order_manual_payments"


@outside
async def test_nothing_is_marked_while_the_session_cannot_be_ended(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    async with operator_client(shop) as admin:
        server_of(gateway).next(*failing(gateway, "down"))
        response = await marking(admin, order.order_id, TOTAL)
        assert (response.status_code, response.json()["error"]["code"]) == (
            503,
            "payment_unavailable",
        )
        assert await order_state(shop, order) == (0, 0)
        assert await rows(shop, MARKED) == [(0,)]
        assert (await marking(admin, order.order_id, TOTAL)).status_code == 200
    assert not await gateway.is_payable(shop, session)
    assert await order_state(shop, order) == (1, 1)
    await sound(shop)


@outside
async def test_a_payment_that_is_not_reported_yet_counts(
    gateway: FakeGateway, gateway_shop: Shop
) -> None:
    shop = gateway_shop
    order = await place_prepaid(shop)
    session = await session_of(shop, order.order_id)
    await gateway.pay(shop, session)
    async with operator_client(shop) as admin:
        response = await marking(admin, order.order_id, TOTAL)
        assert (response.status_code, response.json()["error"]["code"]) == (409, "payment_not_due")
    await send(shop, gateway, gateway.webhook_event(shop, session, "paid"))
    await sound(shop)
    assert await order_state(shop, order) == (1, 1)
    assert await rows(shop, MARKED) == [(0,)]
    assert await refunds(shop) == []
