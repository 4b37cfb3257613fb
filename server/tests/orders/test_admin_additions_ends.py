"""How items added to paid orders end: not paid in time, taken off, cancelled, returned or refunded."""

from __future__ import annotations

from datetime import timedelta

import pytest

from stallage.core import clock
from stallage.orders.rules import OrderStatus
from stallage.payments.jobs import end_overdue
from tests.admin import operator_client
from tests.orders.additions import (
    BOWL,
    add_bowl,
    added_line,
    due,
    emails,
    end_time_to_pay,
    invoices,
    pay_difference,
    payment_page,
    tenders,
    work_until_refunded,
)
from tests.orders.edits import edit
from tests.orders.money import amount_of, credited, sound
from tests.payments.factory import press
from tests.returns.factory import buy_and_pay, money_back
from tests.returns.test_cancelling import BOWLS, TOTAL, VASE
from tests.shop import Shop


async def test_unpaid_items_are_cancelled_and_the_rest_stays(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
    # The shopper pays a moment too late: that is refunded.
    await press(shop, await payment_page(shop, bought), "pay-late")
    await end_time_to_pay(shop, bought)
    await work_until_refunded(shop)
    await sound(shop)
    own = await bought.seen(shop)
    assert (own["status"], own["paymentStatus"], amount_of(own["amountDue"])) == (1, 1, 0)
    assert own["timeline"][-1]["label"] == "Not paid in time: 1 × Moss bowl"
    assert await bought.stocks(shop) == [7, 10, 9]
    assert await tenders(shop, bought) == [("online", TOTAL, "taken"), ("online", 0, "released")]
    (email,) = await emails(shop, "order_lines_cancelled")
    assert "not paid in time" in email["text"]
    assert await money_back(shop) == [(BOWL, "done")]
    assert sum(left for _kind, left, _state in await tenders(shop, bought)) == TOTAL
    assert await invoices(shop) == [("invoice", "order", TOTAL)]
    # The rest goes on as if nothing had happened.
    await bought.advance(shop, OrderStatus.DELIVERED)
    await sound(shop)


async def test_what_was_set_off_is_given_back_if_the_rest_is_not_paid(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        await edit(
            admin,
            bought.order_id,
            {
                "lines": [{"lineId": bowls, "quantity": 2}],
                "added": [{"skuId": bought.skus[2], "quantity": 1}],
            },
        )
        expected = await due(shop, bought)
        assert 0 < expected < VASE
        # What a cancelled bowl has paid of the vase cannot be refunded as well.
        refunds = await admin.get(f"/orders/{bought.order_id}/refunds")
        assert amount_of(refunds["available"]) == TOTAL - (VASE - expected)
        await sound(shop)
    await end_time_to_pay(shop, bought)
    await sound(shop)
    assert await money_back(shop) == [(VASE - expected, "done")]
    assert await bought.stocks(shop) == [8, 10, 9]


async def test_an_order_of_which_nothing_paid_is_left_ends_with_what_is_unpaid(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        await edit(
            admin,
            bought.order_id,
            {
                "lines": [{"lineId": bowls, "quantity": 0}, {"lineId": vase, "quantity": 0}],
                "added": [{"skuId": bought.skus[2], "quantity": 3}],
            },
        )
        await sound(shop)
    assert await due(shop, bought) > 0
    await end_time_to_pay(shop, bought)
    await sound(shop)
    own = await bought.seen(shop)
    assert (own["status"], own["paymentStatus"]) == (8, 3)
    assert await bought.stocks(shop) == [10, 10, 10]
    assert sum(amount for amount, _state in await money_back(shop)) == TOTAL


async def test_an_operator_takes_the_items_off_again(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
        url = await payment_page(shop, bought)
        line = await added_line(shop, bought)
        seen = await edit(admin, bought.order_id, {"lines": [{"lineId": line, "quantity": 0}]})
        assert (amount_of(seen["toPayBefore"]), amount_of(seen["toPayAfter"])) == (BOWL, 0)
        assert (amount_of(seen["toGiveBack"]), seen["creditNote"], seen["needs"]) == (0, None, [])
    await press(shop, url, "pay")
    await sound(shop)
    own = await bought.seen(shop)
    assert (own["paymentStatus"], amount_of(own["amountDue"])) == (1, 0)
    assert (await bought.stocks(shop))[1] == 10


async def test_everything_is_refunded_by_item_to_both_payments(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
        await pay_difference(shop, bought)
        added = await added_line(shop, bought)
        # One cancellation takes from both payments.
        both = [{"lineId": added, "quantity": 1}, {"lineId": vase, "quantity": 1}]
        await bought.post(shop, "cancel", json={"lines": both})
        await sound(shop)
        assert sorted(amount for amount, _state in await money_back(shop)) == sorted([BOWL, VASE])
        assert await credited(shop) == [VASE + BOWL]
        await bought.post(shop, "cancel", json={"lines": [{"lineId": bowls, "quantity": 3}]})
        await sound(shop)
    assert sum(amount for amount, _state in await money_back(shop)) == TOTAL + BOWL
    async with shop.database.reading() as connection:
        rows = await connection.fetch(
            "SELECT a.amount, sum(r.amount)::bigint AS back FROM payment_attempts a"
            " JOIN refunds r ON r.attempt_id = a.id WHERE r.state = 'done'"
            " GROUP BY a.id, a.amount ORDER BY a.id"
        )
    assert [(row["amount"], row["back"]) for row in rows] == [(TOTAL, TOTAL), (BOWL, BOWL)]


async def test_a_return_of_items_from_both_invoices_has_one_credit_note(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    _bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
    await pay_difference(shop, bought)
    added = await added_line(shop, bought)
    await bought.advance(shop, OrderStatus.DELIVERED)
    returned = [{"lineId": line, "quantity": 1, "reason": "changed_mind"} for line in (added, vase)]
    await bought.post(shop, "return", json={"lines": returned, "method": "refund"})
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await sound(shop)
    assert await credited(shop) == [VASE + BOWL]
    response = await shop.client.get(
        f"{bought.path}/documents/CN-000001", headers=bought.shopper.headers
    )
    assert response.status_code == 200


@pytest.mark.parametrize("paid", [True, False])
async def test_cancelling_the_whole_order(shop: Shop, *, paid: bool) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
    url = await payment_page(shop, bought)
    if paid:
        await press(shop, url, "pay")
        await shop.work()
    await bought.post(shop, "cancel")
    await sound(shop)
    # A payment that arrives after that is refunded.
    await press(shop, url, "pay")
    await sound(shop)
    own = await bought.seen(shop)
    assert (own["status"], own["paymentStatus"], amount_of(own["amountDue"])) == (7, 3, 0)
    assert await bought.stocks(shop) == [10, 10, 10]
    payments = TOTAL + (BOWL if paid else 0)
    assert sum(amount for amount, _state in await money_back(shop)) == payments
    assert await credited(shop) == [payments]
    states = [state for _kind, _left, state in await tenders(shop, bought)]
    assert states == ["given_back", "given_back" if paid else "released"]


async def test_the_bowls_are_what_the_invoice_says(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
        await pay_difference(shop, bought)
        await bought.post(shop, "cancel", json={"lines": [{"lineId": bowls, "quantity": 3}]})
    await sound(shop)
    assert await credited(shop) == [BOWLS]


async def test_a_free_item_is_added_without_asking_for_anything(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET price = 0 WHERE id = $1", bought.skus[1])
    async with operator_client(shop) as admin:
        seen = await add_bowl(admin, bought)
    assert (amount_of(seen["toAskFor"]), seen["payUntil"]) == (0, None)
    assert await due(shop, bought) == 0
    await sound(shop)
    await bought.advance(shop, OrderStatus.DELIVERED)
    await sound(shop)


@pytest.mark.parametrize("opens_page", [True, False])
async def test_the_timer_ends_items_whose_job_was_lost(shop: Shop, *, opens_page: bool) -> None:
    bought = await buy_and_pay(shop)
    async with operator_client(shop) as admin:
        await add_bowl(admin, bought)
    if opens_page:
        await payment_page(shop, bought)
    with clock.shift(timedelta(hours=47)):
        await end_overdue(shop.runtime)
    assert await due(shop, bought) == BOWL
    with clock.shift(timedelta(hours=48, minutes=1)):
        await end_overdue(shop.runtime)
    assert await due(shop, bought) == 0
    assert (await bought.stocks(shop))[1] == 10
    await sound(shop)
