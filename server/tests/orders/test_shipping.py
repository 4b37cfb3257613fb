"""No more units are shipped than were ordered, even with concurrent operators."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from stallage.core.errors import ApiError, InvalidFields, NotFound
from stallage.orders.actions import lock_order, ship_parcel
from stallage.orders.errors import ParcelConflict, ShipRefused
from stallage.orders.gateway_calls.shipping import ship_order
from stallage.orders.rules import OrderStatus
from tests.orders.shipping import parcel, ship, shipped_of
from tests.returns.factory import broken_invariants, buy, buy_and_pay, buy_and_receive
from tests.returns.test_cancelling import lines
from tests.returns.test_emails import work
from tests.shop import Shop


async def test_the_same_number_again_is_the_same_parcel(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    first, _ = await ship(shop, bought, (bowls, 1), number="1z 999")
    for number, carrier in (("1Z999", "ups"), ("1z 9 99", "UPS")):
        again, _ = await ship(shop, bought, (bowls, 1), number=number, carrier=carrier)
        assert again == first
    # Repeating a shipment of everything left ships nothing more.
    assert (await ship(shop, bought, number="1Z999"))[0] == first
    with pytest.raises(ParcelConflict):
        await ship(shop, bought, (vase, 1), number="1Z999")
    assert shipped_of(await bought.seen(shop)) == {bowls: 1}
    other, _ = await ship(shop, bought, number="1Z999", carrier="FedEx")
    assert other != first
    await bought.advance(shop, OrderStatus.DELIVERED)
    assert (await ship(shop, bought, number="1Z999"))[0] == first
    await work(shop)
    mails = Counter(mail["kind"] for mail in shop.outbox())
    assert (mails["order_shipped"], mails["order_delivered"]) == (2, 1)


async def test_invalid_parcels_write_nothing(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    yesterday = (clock.now().date() - timedelta(days=2)).isoformat()
    invalid: list[tuple[tuple[tuple[int, int], ...], dict[str, Any], type[ApiError]]] = [
        (((bowls, 4),), {}, ShipRefused),
        (((bowls, 1), (vase, 2)), {}, ShipRefused),
        (((999_999, 1),), {}, InvalidFields),
        (((bowls, 1), (bowls, 1)), {}, InvalidFields),
        (((bowls, 1),), {"arrives_by": yesterday}, InvalidFields),
    ]
    for units, fields, error in invalid:
        with pytest.raises(error):
            await ship(shop, bought, *units, **fields)
    with pytest.raises(NotFound):
        await ship_order(shop.runtime, "SO-0000-0000", parcel())
    order = await bought.seen(shop)
    assert (order["status"], order["parcels"]) == (1, [])
    await ship(shop, bought)
    with pytest.raises(ShipRefused, match="Everything"):
        await ship(shop, bought, number="2")
    with pytest.raises(ShipRefused, match="0 can still be shipped"):
        await ship(shop, bought, (bowls, 1), number="2")


async def test_orders_that_cannot_be_shipped(shop: Shop) -> None:
    unpaid = await buy(shop)
    with pytest.raises(ShipRefused, match="not paid"):
        await ship(shop, unpaid)
    cancelled = await buy(shop, paymentMethod="cod")
    await cancelled.post(shop, "cancel")
    with pytest.raises(ShipRefused, match="cancelled"):
        await ship(shop, cancelled)
    received = await buy_and_receive(shop)
    with pytest.raises(ShipRefused, match="delivered"):
        await ship(shop, received)
    # The action itself requires a prepared order.
    confirmed = await buy(shop, paymentMethod="cod")
    async with shop.database.transaction() as connection:
        order = await lock_order(connection, confirmed.order_id)
        with pytest.raises(ShipRefused, match="confirmed"):
            await ship_parcel(connection, order, parcel(), clock.now().date())


async def test_cancelled_units_are_not_shipped(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    await bought.post(shop, "cancel", json=lines((bowls, 2), (vase, None)))
    with pytest.raises(ShipRefused):
        await ship(shop, bought, (bowls, 2))
    await ship(shop, bought)
    assert shipped_of(await bought.seen(shop)) == {bowls: 1}
    # What was shipped cannot be cancelled.
    status, error = await bought.refused(shop, "cancel", json=lines((bowls, 1)))
    assert (status, error["code"]) == (409, "cancel_refused")


async def test_two_operators_ship_the_same_line_once(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    answers = await asyncio.gather(
        *(ship(shop, bought, (bowls, 2), number=f"N{number}") for number in range(4)),
        *(ship(shop, bought, number=f"M{number}") for number in range(2)),
        return_exceptions=True,
    )
    assert all(isinstance(one, (tuple, ShipRefused)) for one in answers), answers
    done = sum(isinstance(one, tuple) for one in answers)
    order = await bought.seen(shop)
    assert (order["status"], len(order["parcels"])) == (4, done)
    shipped = shipped_of(order)
    assert shipped[bowls] <= 3
    assert shipped[vase] <= 1
    assert await bought.stocks(shop) == [7, 10, 9]
    assert await broken_invariants(shop) == []


async def test_the_same_request_four_times_is_one_parcel(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    answers = await asyncio.gather(*(ship(shop, bought) for _ in range(4)))
    assert len({parcel_id for parcel_id, _ in answers}) == 1
    await work(shop)
    assert Counter(mail["kind"] for mail in shop.outbox())["order_shipped"] == 1


@pytest.mark.parametrize("whole", [True, False])
async def test_shipping_against_cancelling(shop: Shop, whole: bool) -> None:
    for number in range(4):
        bought = await buy(shop, paymentMethod="cod")
        bowls, vase = await bought.line_ids(shop)
        body = None if whole else lines((bowls, None))
        shipped, cancelled = await asyncio.gather(
            ship(shop, bought, (bowls, 3), (vase, 1), number=str(number)),
            shop.client.post(f"{bought.path}/cancel", json=body, headers=bought.shopper.headers),
            return_exceptions=True,
        )
        assert not isinstance(cancelled, BaseException)
        order = await bought.seen(shop)
        if cancelled.status_code == 200:
            assert isinstance(shipped, ShipRefused)
            assert (order["status"], order["parcels"]) == (7 if whole else 1, [])
        else:
            assert isinstance(shipped, tuple)
            assert (cancelled.status_code, order["status"]) == (409, 4)
            assert shipped_of(order) == {bowls: 3, vase: 1}
    assert await broken_invariants(shop) == []


async def test_a_failed_transaction_ships_and_sends_nothing(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    await bought.advance(shop, OrderStatus.PREPARED)
    await work(shop)
    before = len(shop.outbox())

    async def fail() -> None:
        async with shop.database.transaction() as connection:
            order = await lock_order(connection, bought.order_id)
            await ship_parcel(connection, order, parcel(), clock.now().date())
            raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        await fail()
    await work(shop)
    order = await bought.seen(shop)
    assert (order["status"], order["parcels"], len(shop.outbox())) == (3, [], before)
