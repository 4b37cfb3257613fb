"""Tenders: amounts that add up to the order, states that follow the payment, and refunds."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import asyncpg
import pytest

from stallage.orders.rules import OrderStatus
from stallage.orders.rules.tenders import (
    Tender,
    TenderOffer,
    TenderState,
    allocate_tenders,
    split_refund,
)
from stallage.wallet.actions import credit
from stallage.wallet.rules import Reason
from tests.checkout.factory import ADDRESS
from tests.payments.factory import press
from tests.returns.factory import Bought, broken_invariants, buy, buy_and_pay, buy_and_receive
from tests.shop import Shop

# 3 × 9.99 and 25.00, taxed with 6.5 % and 3.85 % on each line, and 6.90 for delivery.
TOTAL = 2997 + 195 + 115 + 2500 + 163 + 96 + 690
BOWL = (2997 + 195 + 115) // 3
SECOND_BOWL = (2997 + 195 + 115) * 2 // 3 + 1 - BOWL
CREDIT = 1500
ROWS = """
    SELECT t.kind, t.amount, t.state, t.released, t.given_back
    FROM order_tenders t JOIN orders o ON o.id = t.order_id
    WHERE o.public_id = $1 ORDER BY t.position
"""


def tender(position: int, amount: int, **changes: int) -> Tender:
    parts = {"released": 0, "given_back": 0, **changes}
    return Tender(position, str(position), amount, TenderState.TAKEN, reference=None, **parts)


def test_the_first_tender_pays_first_and_is_refunded_last() -> None:
    offers = [("card", TenderOffer(300)), ("empty", TenderOffer(0)), ("wallet", TenderOffer(900))]
    paid = allocate_tenders(1000, offers)
    assert [(one.kind, one.amount) for one in paid] == [("card", 300), ("wallet", 700)]
    assert allocate_tenders(0, offers) == []
    first, last = tender(0, 300), tender(1, 700, released=100, given_back=50)
    assert split_refund(100, [first, last]) == ([(last, 100)], 0)
    assert split_refund(700, [first, last]) == ([(last, 550), (first, 150)], 0)
    assert split_refund(900, [first, last]) == ([(last, 550), (first, 300)], 50)


async def tenders(shop: Shop, order_id: str) -> list[tuple[Any, ...]]:
    """Kind, amount, state, released and given back, by tender."""
    async with shop.database.reading() as connection:
        return [tuple(row) for row in await connection.fetch(ROWS, order_id)]


async def mixed(shop: Shop, first: Bought, method: str = "walletAndPrepaid") -> Bought:
    """Place another order of a shopper that the wallet pays in part."""
    async with shop.database.transaction() as connection:
        await credit(connection, first.shopper.id, CREDIT, Reason.GOODWILL)
    small, _large, vase = first.skus
    body = {
        "skuIds": [small] * 3 + [vase],
        "address": ADDRESS,
        "shippingMethod": "standard",
        "paymentMethod": method,
        "useWallet": True,
    }
    headers = first.shopper.headers
    placed = await shop.output("POST", "/api/orders", json=body, headers=headers)
    return Bought(placed["orderId"], first.shopper, first.skus, placed["payment"]["redirectUrl"])


async def pay(shop: Shop, bought: Bought) -> Bought:
    assert bought.redirect_url is not None
    await press(shop, bought.redirect_url, "pay")
    await shop.work()
    return bought


async def cancel_bowls(shop: Shop, bought: Bought, quantity: int) -> None:
    bowls, _vase = await bought.line_ids(shop)
    lines = [{"lineId": bowls, "quantity": quantity}]
    await bought.post(shop, "cancel", json={"lines": lines})


async def test_tenders_follow_the_payment(shop: Shop) -> None:
    first = await buy_and_pay(shop)
    assert await tenders(shop, first.order_id) == [("online", TOTAL, "taken", 0, 0)]
    bought = await mixed(shop, first)
    wallet, online = ("wallet", CREDIT), ("online", TOTAL - CREDIT)
    assert await tenders(shop, bought.order_id) == [
        (*wallet, "held", 0, 0),
        (*online, "held", 0, 0),
    ]
    # Before payment, there is less to pay. After it, the last payment is refunded first.
    await cancel_bowls(shop, bought, 1)
    bought = await pay(shop, replace(bought, redirect_url=await page(shop, bought)))
    await cancel_bowls(shop, bought, 1)
    await shop.work()
    assert await tenders(shop, bought.order_id) == [
        (*wallet, "taken", 0, 0),
        (*online, "taken", BOWL, SECOND_BOWL),
    ]
    await bought.post(shop, "cancel")
    await shop.work()
    assert [row[2] for row in await tenders(shop, bought.order_id)] == ["given_back"] * 2
    assert await bought.balance(shop) == CREDIT
    assert await broken_invariants(shop) == []


async def page(shop: Shop, bought: Bought) -> str:
    """The current payment page of an order."""
    paying = await bought.post(shop, "pay")
    url: str = paying["payment"]["redirectUrl"]
    return url


async def order_histories(shop: Shop) -> list[Bought]:
    """Place orders with every kind of tender and give each another history."""
    first = await buy_and_receive(shop)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET stock = 100, supplied = supplied + 100 - stock")
    bowls, vase = await first.line_ids(shop)
    for line, refund_to in ((bowls, "source"), (vase, "wallet")):
        body = {"lines": [{"lineId": line, "quantity": 1}], "refundTo": refund_to}
        await first.post(shop, "return", json={**body, "resolution": "refund", "reason": "No"})
        await first.advance(shop, OrderStatus.RETURN_COMPLETED)
        await shop.work()
    part_paid = await mixed(shop, first)
    await cancel_bowls(shop, part_paid, 1)
    ended = await mixed(shop, first)
    await ended.post(shop, "cancel")
    courier = await mixed(shop, first, "cod")
    await cancel_bowls(shop, courier, 2)
    delivered = await mixed(shop, first, "cod")
    await delivered.advance(shop, OrderStatus.DELIVERED)
    paid = await pay(shop, await mixed(shop, first))
    # More than the online payment, so that the wallet is refunded in part.
    await paid.post(shop, "cancel", json={"lines": [{"lineId": (await paid.line_ids(shop))[0]}]})
    await cancel_last_but_delivery(shop, paid)
    cancelled = await pay(shop, await mixed(shop, first))
    await cancelled.post(shop, "cancel")
    await shop.work()
    return [first, part_paid, ended, courier, delivered, paid, cancelled]


async def cancel_last_but_delivery(shop: Shop, bought: Bought) -> None:
    _bowls, vase = await bought.line_ids(shop)
    await bought.post(shop, "cancel", json={"lines": [{"lineId": vase}]})


async def test_tenders_of_many_histories(shop: Shop) -> None:
    orders = await order_histories(shop)
    written = [await tenders(shop, one.order_id) for one in orders]
    assert {row[2] for rows in written for row in rows} == {
        "held",
        "taken",
        "released",
        "given_back",
    }
    assert await broken_invariants(shop) == []


async def test_the_database_refuses_tenders_that_do_not_add_up(shop: Shop) -> None:
    bought = await buy(shop)
    with pytest.raises(asyncpg.CheckViolationError, match="add up to 699"):
        await execute(shop, WITH_TENDER, bought.order_id, 699)
    await execute(shop, WITH_TENDER, bought.order_id, TOTAL)
    # An edit changes the amount of a held tender together with the order's total, and only so.
    with pytest.raises(asyncpg.CheckViolationError, match="no longer add up"):
        await execute(shop, "UPDATE order_tenders SET amount = amount - 1")
    with pytest.raises(asyncpg.CheckViolationError, match="add up to"):
        await execute(shop, "UPDATE orders SET total = total + 1")
    with pytest.raises(asyncpg.RaiseError, match="cannot change"):
        await execute(shop, "UPDATE order_tenders SET kind = 'wallet'")
    for change in ("amount = amount + 1", "kind = 'manual'"):
        with pytest.raises(asyncpg.RaiseError, match="cannot change once it is taken"):
            await execute(
                shop,
                "UPDATE order_tenders SET state = 'taken';"
                f" UPDATE order_tenders SET {change} WHERE kind <> 'manual'",
            )
    for change in ("released = amount + 1", "given_back = 1", "state = 'lost'"):
        with pytest.raises(asyncpg.CheckViolationError):
            await execute(shop, f"UPDATE order_tenders SET {change}")


async def execute(shop: Shop, statement: str, *values: object) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(statement, *values)


WITH_TENDER = """
    WITH written AS (
        INSERT INTO orders (public_id, owner_id, status, payment_status, payment_method, placed_at,
            first_name, last_name, currency, subtotal, discounts, shipping_total, taxes, total, payable)
        SELECT 'SO-COPY', owner_id, status, payment_status, payment_method, placed_at, first_name,
            last_name, currency, subtotal, discounts, shipping_total, taxes, total, payable
        FROM orders WHERE public_id = $1 RETURNING id, owner_id
    )
    INSERT INTO order_tenders (order_id, owner_id, position, kind, amount, state)
    SELECT id, owner_id, 0, 'online', $2, 'held' FROM written
"""


async def test_concurrent_cancellations_give_back_each_tender_once(shop: Shop) -> None:
    bought = await pay(shop, await mixed(shop, await buy(shop)))
    bowls, vase = await bought.line_ids(shop)
    acts = [{"lines": [{"lineId": bowls, "quantity": 1}]}] * 3 + [{"lines": [{"lineId": vase}]}, {}]
    await asyncio.gather(
        *(
            shop.client.post(f"{bought.path}/cancel", json=act, headers=bought.shopper.headers)
            for act in acts
        )
    )
    await shop.work()
    assert [row[2] for row in await tenders(shop, bought.order_id)] == ["given_back"] * 2
    assert await bought.balance(shop) == CREDIT
    assert await broken_invariants(shop) == []
