"""Orders that are marked as paid while somebody else pays, marks or cancels them."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from stallage.core import clock
from stallage.payments.actions.settling import settle
from stallage.payments.gateway_calls.ending import end_open_attempt, end_unpaid_order
from tests.admin import Admin, operator_client
from tests.checkout.factory import count, stock_of
from tests.draft_orders.factory import create, place, total_of
from tests.manual_payments.factory import marking, place_link, rows, transfer
from tests.orders.money import sound
from tests.payments.factory import press
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

PAYMENTS = "SELECT count(*) FROM order_manual_payments"
PAID_ONLINE = "SELECT count(*) FROM payment_attempts WHERE state = 'paid'"
NOT_REFUNDED = """
    SELECT count(*) FROM payment_attempts a WHERE state = 'paid' AND NOT EXISTS (
        SELECT FROM refunds r WHERE r.attempt_id = a.id AND r.amount = a.amount)
"""
PAID_EMAILS = "SELECT count(*) FROM order_emails WHERE message = 'paid'"


async def _to_pay(admin: Admin, order_id: str) -> int:
    order = await admin.get(f"/orders/{order_id}")
    return int(order["toPay"]["amount"])


async def test_two_operators_mark_an_order_at_the_same_time(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=5), taxes=True)
    async with operator_client(shop) as one, operator_client(shop, "finance") as other:
        order_id = await place_link(one, bowl.sku_id)
        amount = await _to_pay(one, order_id)
        answers = await asyncio.gather(
            *(marking(admin, order_id, amount) for admin in (one, other, one, other))
        )
        assert sorted(response.status_code for response in answers) == [200, 409, 409, 409]
        refused = [response.json()["error"]["code"] for response in answers if response.is_error]
        assert set(refused) == {"payment_not_due"}
    await sound(shop)
    assert await rows(shop, PAYMENTS) == [(1,)]
    assert await count(shop, "invoices") == 1
    assert await rows(shop, PAID_EMAILS) == [(1,)]
    assert await stock_of(shop, bowl.sku_id) == 3


async def test_a_repeated_request_marks_once(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        order_id = await place_link(admin, bowl.sku_id)
        amount = await _to_pay(admin, order_id)
        answers = [await marking(admin, order_id, amount, key="same") for _ in range(2)]
        assert [response.status_code for response in answers] == [200, 200]
        other = await marking(admin, order_id, amount, key="same", method="cash")
        assert other.json()["error"]["code"] == "idempotency_key_reused"
    assert await rows(shop, PAYMENTS) == [(1,)]
    await sound(shop)


async def _pay_page(shop: Shop, pay_link: str, order_id: str) -> Any:
    key = parse_qs(urlsplit(pay_link).query)["key"][0]
    step = await shop.output("POST", f"/api/orders/{order_id}/pay", params={"key": key})
    return step["payment"]["redirectUrl"]


@pytest.mark.parametrize("attempt", range(3))
async def test_the_shopper_pays_by_the_link_at_the_same_time(shop: Shop, attempt: int) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=5))
    async with operator_client(shop) as admin:
        draft = await create(admin, (bowl.sku_id, 2))
        placed = await place(admin, draft)
        order_id = placed["orderId"]
        page = await _pay_page(shop, placed["payLink"], order_id)
        amount = await _to_pay(admin, order_id)
        response, _ = await asyncio.gather(
            marking(admin, order_id, amount), press(shop, page, "pay")
        )
        await sound(shop)
        order = await admin.get(f"/orders/{order_id}")
        assert (order["payment"], order["received"]["amount"]) == ("paid", amount)
        ((manual,),) = await rows(shop, PAYMENTS)
        assert (manual == 1) == (response.status_code == 200)
        # What was paid at the provider is the one payment, or was refunded.
        assert await rows(shop, NOT_REFUNDED) == [(1 - manual,)]
    assert await count(shop, "invoices") == 1
    assert await rows(shop, PAID_EMAILS) == [(1,)]
    assert await stock_of(shop, bowl.sku_id) == 3


async def test_the_link_no_longer_works_once_it_is_marked(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        draft = await create(admin, (bowl.sku_id, 1))
        placed = await place(admin, draft)
        order_id = placed["orderId"]
        page = await _pay_page(shop, placed["payLink"], order_id)
        response = await marking(admin, order_id, await _to_pay(admin, order_id))
        assert response.status_code == 200
        await press(shop, page, "pay")
        key = parse_qs(urlsplit(placed["payLink"]).query)["key"][0]
        path = f"/api/orders/{order_id}/pay"
        _, error = await shop.error("POST", path, params={"key": key})
        assert error["code"] == "payment_not_due"
        order = await shop.output("GET", f"/api/orders/{order_id}", params={"key": key})
        assert (order["paymentStatus"], order["paymentMethod"]) == (1, "prepaid")
        assert order["allows"]["pay"] is False
    await sound(shop)
    assert await rows(shop, PAID_ONLINE) == [(0,)]


async def test_money_that_arrives_at_the_provider_later_is_refunded(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        draft = await create(admin, (bowl.sku_id, 1))
        placed = await place(admin, draft)
        order_id = placed["orderId"]
        await _pay_page(shop, placed["payLink"], order_id)
        amount = await _to_pay(admin, order_id)
        assert (await marking(admin, order_id, amount)).status_code == 200
        # The provider had taken the money although it ended the session.
        async with shop.database.transaction() as connection:
            attempt_id = await connection.fetchval("SELECT id FROM payment_attempts")
            await connection.execute("UPDATE sandbox_sessions SET state = 'paid'")
            await settle(connection, attempt_id, "paid")
        await sound(shop)
        assert await rows(shop, "SELECT amount, reason, state FROM refunds") == [
            (amount, "late", "done")
        ]
        order = await admin.get(f"/orders/{order_id}")
        assert (order["payment"], order["received"]["amount"]) == ("paid", amount)


async def test_a_crash_after_the_session_was_ended(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=5))
    async with operator_client(shop) as admin:
        draft = await create(admin, (bowl.sku_id, 2))
        placed = await place(admin, draft)
        order_id = placed["orderId"]
        await _pay_page(shop, placed["payLink"], order_id)
        amount = await _to_pay(admin, order_id)
        ((row_id,),) = await rows(shop, "SELECT id FROM orders")
        # All that a process has done that dies between the provider's answer and its own transaction.
        await end_open_attempt(shop.runtime, row_id)
        await sound(shop)
        order = await admin.get(f"/orders/{order_id}")
        assert (order["payment"], order["toPay"]["amount"]) == ("in_progress", amount)
        # The shopper can pay, and the operator can repeat the request.
        page = await _pay_page(shop, placed["payLink"], order_id)
        assert (await marking(admin, order_id, amount)).status_code == 200
        await press(shop, page, "pay")
    await sound(shop)
    assert await rows(shop, PAID_ONLINE) == [(0,)]
    assert await stock_of(shop, bowl.sku_id) == 3


async def test_the_deadline_ends_the_order_at_the_same_time(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=9))
    async with operator_client(shop) as admin:
        for _ in range(3):
            order_id = await place_link(admin, bowl.sku_id, 1)
            amount = await _to_pay(admin, order_id)
            before = await stock_of(shop, bowl.sku_id)
            ((row_id,),) = await rows(shop, "SELECT max(id) FROM orders")
            with clock.shift(timedelta(hours=48, minutes=1)):
                async with operator_client(shop) as later:
                    response, _ = await asyncio.gather(
                        marking(later, order_id, amount), end_unpaid_order(shop.runtime, row_id)
                    )
            order = await admin.get(f"/orders/{order_id}")
            is_paid = response.status_code == 200
            assert order["payment"] == ("paid" if is_paid else "failed")
            assert (order["fulfilment"] == "cancelled") != is_paid
            assert await stock_of(shop, bowl.sku_id) == before + (0 if is_paid else 1)
            if not is_paid:
                assert response.json()["error"]["code"] == "payment_not_due"
    await sound(shop)


async def test_a_draft_is_placed_as_paid_once(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=9))
    async with operator_client(shop) as one, operator_client(shop, "manager") as other:
        draft = await create(one, (bowl.sku_id, 2))
        total = await total_of(one, draft, "manual")
        answers = await asyncio.gather(
            *(
                admin.request(
                    "POST",
                    f"/drafts/{draft['id']}/order",
                    key=f"{n}",
                    json={"payment": payment, "expectedTotal": total, "manual": transfer()},
                    headers={"If-Match": draft["version"]},
                )
                for n, (admin, payment) in enumerate(
                    [(one, "manual"), (other, "manual"), (one, "link"), (other, "manual")]
                )
            )
        )
        assert sorted(response.status_code for response in answers) == [201, 409, 409, 409]
    await sound(shop)
    assert await count(shop, "orders") == 1
    assert await stock_of(shop, bowl.sku_id) == 7


async def test_two_operators_pay_the_same_money_back(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as one, operator_client(shop, "finance") as other:
        order_id = await place_link(one, bowl.sku_id)
        await marking(one, order_id, await _to_pay(one, order_id))
        path = f"/orders/{order_id}/cancellations"
        seen = await one.post(f"{path}/preview", json={})
        await one.post(path, key="cancel", json={"version": seen["version"]})
        ((refund_id,),) = await rows(shop, "SELECT id FROM order_manual_refunds")
        answers = await asyncio.gather(
            *(
                admin.request(
                    "POST",
                    f"/orders/{order_id}/manual-refunds/{refund_id}/paid",
                    key=str(admin.operator_id),
                    json=transfer("paidOn"),
                )
                for admin in (one, other)
            )
        )
        assert sorted(response.status_code for response in answers) == [200, 409]
    await sound(shop)
