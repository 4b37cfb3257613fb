"""What pays an order: amounts that add up, and orders of the release that knew no tenders."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from importlib import import_module
from typing import Any

import asyncpg
import pytest

from stallage.orders.jobs import restate_tenders
from stallage.orders.rules import OrderStatus
from stallage.orders.rules.tenders import Tender, TenderOffer, TenderState, divided, paid_by
from stallage.wallet.actions import credit
from stallage.wallet.rules import Reason
from tests.checkout.factory import ADDRESS
from tests.conftest import run_on, with_database
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


def test_what_comes_first_pays_first_and_gets_money_back_last() -> None:
    offers = [("card", TenderOffer(300)), ("empty", TenderOffer(0)), ("wallet", TenderOffer(900))]
    paid = paid_by(1000, offers)
    assert [(one.kind, one.amount) for one in paid] == [("card", 300), ("wallet", 700)]
    assert paid_by(0, offers) == []
    first, last = tender(0, 300), tender(1, 700, released=100, given_back=50)
    assert divided(100, [first, last]) == ([(last, 100)], 0)
    assert divided(700, [first, last]) == ([(last, 550), (first, 150)], 0)
    assert divided(900, [first, last]) == ([(last, 550), (first, 300)], 50)


async def tenders(shop: Shop, order_id: str) -> list[tuple[Any, ...]]:
    """Kind, amount, state, and what was released and given back."""
    async with shop.database.reading() as connection:
        return [tuple(row) for row in await connection.fetch(ROWS, order_id)]


async def mixed(shop: Shop, first: Bought, method: str = "walletAndPrepaid") -> Bought:
    """Another order of a shopper, of which the wallet pays a part."""
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
    # What is not paid yet is less to pay; after that, what was paid last goes back first.
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
    """Where an order is paid now."""
    paying = await bought.post(shop, "pay")
    url: str = paying["payment"]["redirectUrl"]
    return url


async def lives(shop: Shop) -> list[Bought]:
    """Orders of the tenders that the release before knew, each with another history."""
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
    # More than what was paid online, so that the wallet gets some of it back.
    await paid.post(shop, "cancel", json={"lines": [{"lineId": (await paid.line_ids(shop))[0]}]})
    await cancel_last_but_delivery(shop, paid)
    cancelled = await pay(shop, await mixed(shop, first))
    await cancelled.post(shop, "cancel")
    await shop.work()
    return [first, part_paid, ended, courier, delivered, paid, cancelled]


async def cancel_last_but_delivery(shop: Shop, bought: Bought) -> None:
    _bowls, vase = await bought.line_ids(shop)
    await bought.post(shop, "cancel", json={"lines": [{"lineId": vase}]})


async def test_earlier_orders_get_the_tenders_that_they_would_have(shop: Shop) -> None:
    orders = await lives(shop)
    written = [await tenders(shop, one.order_id) for one in orders]
    assert {row[2] for rows in written for row in rows} == {
        "held",
        "taken",
        "released",
        "given_back",
    }
    assert await broken_invariants(shop) == []
    async with shop.database.transaction() as connection:
        await connection.execute("DELETE FROM order_tenders")
        await connection.execute("SELECT restate_order_tenders(array_agg(id)) FROM orders")
    assert [await tenders(shop, one.order_id) for one in orders] == written


async def test_orders_of_the_release_before_while_both_run(shop: Shop) -> None:
    first = await buy(shop)
    async with shop.database.transaction() as connection:
        await connection.execute(COPY, first.order_id, "SO-FORMER", 1000)
    assert await tenders(shop, "SO-FORMER") == [
        ("wallet", 1000, "held", 0, 0),
        ("online", TOTAL - 1000, "held", 0, 0),
    ]
    # It reads this of our orders, and cancels them without knowing of tenders.
    bought = await mixed(shop, first)
    async with shop.database.transaction() as connection:
        used = "SELECT wallet_used FROM orders WHERE public_id = $1"
        assert await connection.fetchval(used, bought.order_id) == CREDIT
        await connection.execute(CANCEL, bought.order_id)
    await restate_tenders(shop.runtime)
    assert [row[2] for row in await tenders(shop, bought.order_id)] == ["released"] * 2
    assert [row[2] for row in await tenders(shop, first.order_id)] == ["held"]


COPY = """
    INSERT INTO orders (public_id, status, payment_status, payment_method, placed_at, first_name,
        last_name, currency, subtotal, discounts, shipping_total, taxes, total, wallet_used, payable)
    SELECT $2, status, payment_status, payment_method, placed_at, first_name, last_name, currency,
        subtotal, discounts, shipping_total, taxes, total, $3::bigint, total - $3
    FROM orders WHERE public_id = $1
"""
CANCEL = """
    WITH ended AS (UPDATE orders SET status = 7, payment_status = 2 WHERE public_id = $1 RETURNING id)
    INSERT INTO order_events (order_id, status, by, happened_at)
    SELECT id, 7, 'customer', now() FROM ended
"""


async def test_the_upgrade_fills_tenders_while_the_shop_is_open(cluster: str) -> None:
    name = f"upgrade_{secrets.token_hex(4)}"
    await run_on(cluster, f"CREATE DATABASE {name}")
    dsn = with_database(cluster, name)
    upgrading = import_module("stallage.migrations.upgrading")
    command = import_module("alembic.command")
    try:
        await asyncio.to_thread(command.upgrade, upgrading.config_for(dsn), "0034")
        connection = await asyncpg.connect(dsn)
        await connection.execute(MANY, 2500)
        await asyncio.to_thread(upgrading.upgrade, dsn)
        rows = await connection.fetch(BY_ORDER)
        assert {tuple(row) for row in rows} == {
            (0, "on_delivery 700 held"),
            (1, "wallet 200 held, online 500 held"),
            (2, "wallet 700 taken"),
        }
        assert len(rows) == 2500
        await connection.close()
    finally:
        await run_on(cluster, f"DROP DATABASE {name} WITH (FORCE)")


MANY = """
    INSERT INTO orders (public_id, status, payment_status, payment_method, placed_at, first_name,
        last_name, currency, subtotal, discounts, shipping_total, taxes, total, wallet_used, payable)
    SELECT 'SO-' || n, (n % 3 <> 1)::int, (n % 3 = 2)::int,
        (ARRAY['cod', 'walletAndPrepaid', 'wallet'])[n % 3 + 1], now(), '', '', 'USD', 700, '[]', 0,
        '[]', 700, (ARRAY[0, 200, 700])[n % 3 + 1], (ARRAY[700, 500, 0])[n % 3 + 1]
    FROM generate_series(1, $1::int) n
"""
BY_ORDER = """
    SELECT substr(o.public_id, 4)::int % 3,
        string_agg(concat_ws(' ', t.kind, t.amount, t.state), ', ' ORDER BY t.position)
    FROM orders o JOIN order_tenders t ON t.order_id = o.id GROUP BY o.id
"""


async def test_the_database_refuses_tenders_that_do_not_add_up(shop: Shop) -> None:
    bought = await buy(shop)
    with pytest.raises(asyncpg.CheckViolationError, match="add up to 699"):
        await execute(shop, WITH_TENDER, bought.order_id, 699)
    await execute(shop, WITH_TENDER, bought.order_id, TOTAL)
    for change in ("amount = amount - 1", "kind = 'wallet'"):
        with pytest.raises(asyncpg.RaiseError, match="stays what it was"):
            await execute(shop, f"UPDATE order_tenders SET {change}")
    for change in ("released = amount + 1", "given_back = 1", "state = 'lost'"):
        with pytest.raises(asyncpg.CheckViolationError):
            await execute(shop, f"UPDATE order_tenders SET {change}")


async def execute(shop: Shop, statement: str, *values: object) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(statement, *values)


WITH_TENDER = """
    WITH written AS (
        INSERT INTO orders (public_id, status, payment_status, payment_method, placed_at, first_name,
            last_name, currency, subtotal, discounts, shipping_total, taxes, total, payable)
        SELECT 'SO-COPY', status, payment_status, payment_method, placed_at, first_name, last_name,
            currency, subtotal, discounts, shipping_total, taxes, total, payable
        FROM orders WHERE public_id = $1 RETURNING id
    )
    INSERT INTO order_tenders (order_id, position, kind, amount, state)
    SELECT id, 0, 'online', $2, 'held' FROM written
"""


async def test_cancelled_by_line_and_whole_at_once_every_tender_goes_back_once(shop: Shop) -> None:
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
