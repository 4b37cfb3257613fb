"""Every report adds up to the ledger, to the cent: orders, refunds, cancellations, exchanges, gift cards."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from stallage.core import clock
from stallage.demo import filling
from stallage.demo.filling import fill
from stallage.demo.trade.running import write_trade
from stallage.orders.gateway_calls.cancelling import cancel_lines, cancel_order
from stallage.reports.jobs.figures import refresh_figures
from stallage.wallet.actions import create_gift_code
from tests.admin import operator_client
from tests.backoffice.test_today import deliver, order_id_of
from tests.checkout.factory import place
from tests.demo.small import small_demo
from tests.gift_cards.factory import card_order, details, make_gift_card
from tests.orders.additions import add_bowl, pay_difference
from tests.orders.edits import edit
from tests.orders.money import item, refund
from tests.payments.factory import press
from tests.reports.ledger import check_reports, read, values_of
from tests.returns.factory import broken_invariants, buy_and_pay, buy_and_receive
from tests.returns.test_exchange_cancelled import exchange, work
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

pytestmark = pytest.mark.slow


def period() -> tuple[date, date]:
    today = clock.now().date()
    return today - timedelta(days=60), today + timedelta(days=2)


async def check_live_and_stored(shop: Shop) -> dict[str, int]:
    """Check all reports while they are read from the orders, and once the days are stored."""
    await work(shop)
    assert await broken_invariants(shop) == []
    async with operator_client(shop) as admin:
        live = await check_reports(shop, admin, *period())
    with clock.shift(timedelta(days=2)):
        await refresh_figures(shop.runtime)
        async with operator_client(shop) as admin:
            assert await check_reports(shop, admin, *period()) == live
    async with shop.database.reading() as connection:
        stored = await connection.fetchval("SELECT sum(orders) FROM sales_days")
    assert (stored or 0) == live.get("orders", 0)
    return live


async def test_the_demo_trade(shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "SHOP", small_demo(tmp_path))
    await fill(shop.runtime)
    assert await write_trade(shop.runtime)
    sums = await check_live_and_stored(shop)
    assert sums["orders"] > 100
    assert sums["items"] == sums["gross"]
    assert min(sums[key] for key in ("discounts", "delivery", "tax", "refunds")) > 0


async def test_refunds_cancellations_and_exchanges(shop: Shop) -> None:
    refunded = await buy_and_receive(shop)
    bowls, _vase = await refunded.line_ids(shop)
    part_cancelled = await buy_and_pay(shop)
    exchanged = await buy_and_receive(shop)
    await exchange(shop, exchanged)
    await exchange(shop, await buy_and_receive(shop))
    async with operator_client(shop) as admin:
        await refund(admin, refunded.order_id, {"amount": 150, "reason": "late"})
        await refund(admin, refunded.order_id, {"lines": [item(bowls, 2)]})
        line, _other = await part_cancelled.line_ids(shop)
        await cancel_lines(
            shop.runtime,
            await order_id_of(shop, part_cancelled.order_id),
            {line: 1},
            "operator",
        )
    sums = await check_live_and_stored(shop)
    assert sums["orders"] == 4
    assert sums["items"] == sums["gross"]


async def test_cancelled_before_and_after_payment(shop: Shop) -> None:
    bowl, vase = await stock_shop(
        shop, spec(stock=50), spec("Vase", price=4000, stock=50), taxes=True
    )
    both = [bowl.sku_id, bowl.sku_id, vase.sku_id]
    paid = (await place(shop, both, promoCode="WELCOME10"))["orderId"]
    open_order = (await place(shop, both))["orderId"]
    gone = (await place(shop, both))["orderId"]
    await place(shop, both, paymentMethod="prepaid")
    await cancel_order(shop.runtime, await order_id_of(shop, gone), "operator")
    for public_id in (paid, open_order):
        order = await order_id_of(shop, public_id)
        async with shop.database.reading() as connection:
            line = await connection.fetchval(
                "SELECT id FROM order_lines WHERE order_id = $1 ORDER BY position", order
            )
        await cancel_lines(shop.runtime, order, {line: 1}, "operator")
    await deliver(shop, paid)
    sums = await check_live_and_stored(shop)
    assert (sums["orders"], sums["units"]) == (2, 4)
    assert sums["items"] == sums["gross"]
    assert sums["discounts"] == (2500 + 4000) // 10
    async with operator_client(shop) as admin:
        codes = await read(admin, "promo_codes", *period())
        values = values_of(codes, codes["rows"][0]["values"])
        assert codes["rows"][0]["names"] == ["WELCOME10"]
        assert values["orders"] == 1


async def test_items_added_to_a_paid_order(shop: Shop) -> None:
    """Removed items that were paid are set off against added ones, so they were never sold."""
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
        await edit(admin, bought.order_id, {"lines": [{"lineId": bowls, "quantity": 2}]})
    other = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, other)
    await pay_difference(shop, other)
    await check_live_and_stored(shop)


async def test_a_gift_card_counts_when_it_pays(shop: Shop) -> None:
    [bowl] = await stock_shop(shop, spec(stock=10), taxes=True)
    async with shop.database.transaction() as connection:
        sku = await make_gift_card(connection)
        code = await create_gift_code(connection, shop.runtime.secret, 1000)
    card = {"skuId": sku[5000], **details(amount=5000)}
    only = await shop.output("POST", "/api/orders", json=card_order(card))
    await press(shop, only["payment"]["redirectUrl"], "pay")
    await work(shop)
    async with operator_client(shop) as admin:
        assert (await check_reports(shop, admin, *period())).get("revenue", 0) == 0
    mixed = await place(
        shop,
        [bowl.sku_id],
        giftCards=[card],
        paymentMethod="prepaid",
        giftCardCodes=[code],
    )
    await press(shop, mixed["payment"]["redirectUrl"], "pay")
    sums = await check_live_and_stored(shop)
    assert (sums["orders"], sums["units"]) == (1, 1)
    async with operator_client(shop) as admin:
        tenders = await read(admin, "tenders", *period())
        rows = {tuple(row["names"]): values_of(tenders, row["values"]) for row in tenders["rows"]}
        assert rows["Gift card", ""]["revenue"] == 1000
        assert rows["Online", "sandbox"]["revenue"] == sums["revenue"] - 1000
        today = await admin.get("/today/sales", params={"days": 7})
    assert today["total"]["orders"] == 1
    assert today["total"]["revenue"]["amount"] == sums["revenue"]
