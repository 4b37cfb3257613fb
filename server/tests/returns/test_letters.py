"""What shoppers are told: one letter for each thing that happens, also where its job runs twice."""

from __future__ import annotations

from collections import Counter
from typing import Any

from stallage.invoices.events import InvoiceIssued
from stallage.invoices.jobs import tell_of_refund
from stallage.orders.events import OrderPlaced, OrderStatusChanged
from stallage.orders.jobs import tell_of_new_order, tell_of_new_status
from stallage.orders.rules import OrderStatus
from stallage.returns import actions
from stallage.returns.events import ReturnMoved
from stallage.returns.gateway_calls.operating import act_on_return
from stallage.returns.jobs import tell_of_return
from tests.payments.factory import press
from tests.returns.factory import Bought, buy, buy_and_pay, buy_and_receive
from tests.returns.test_cancelling import lines
from tests.returns.test_returns import wish
from tests.shop import Shop


def kinds(shop: Shop) -> Counter[str]:
    return Counter(mail["kind"] for mail in shop.outbox())


def the(shop: Shop, kind: str) -> dict[str, Any]:
    (mail,) = [mail for mail in shop.outbox() if mail["kind"] == kind]
    assert "order-detail" in mail["text"]
    assert mail["data"]["orderId"] in mail["text"]
    assert mail["html"].lstrip().startswith("<!doctype html>")
    return mail


async def work(shop: Shop) -> None:
    """Letters follow from jobs that follow from jobs."""
    for _round in range(3):
        await shop.work()


async def test_from_the_order_to_its_return(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json=wish((bowls, 1), reason="Too small"))
    for status, act in (
        (OrderStatus.RETURN_APPROVED, actions.approve_return),
        (OrderStatus.PICKED_UP, actions.pick_up_return),
        (OrderStatus.BACK_AT_COMPANY, actions.receive_return),
        (OrderStatus.RETURN_COMPLETED, actions.complete_return),
    ):
        await act_on_return(shop.runtime, bought.order_id, status, act)
    await work(shop)
    assert kinds(shop) == Counter(
        [
            "order_placed",
            "order_paid",
            "order_shipped",
            "order_delivered",
            "return_requested",
            "return_approved",
            "return_picked_up",
            "return_received",
            "return_completed",
            "refund",
        ]
    )
    assert "1 × Moss bowl" in the(shop, "return_requested")["text"]
    assert "$11.02" in the(shop, "return_completed")["html"]
    refund = the(shop, "refund")
    assert "CN-000001" in refund["text"]
    assert "$11.02" in refund["text"]


async def test_declined_cancelled_in_part_and_whole(shop: Shop) -> None:
    bought = await buy(shop)
    assert bought.redirect_url is not None
    await press(shop, bought.redirect_url, "decline")
    await work(shop)
    assert "pay again" in the(shop, "payment_failed")["text"]
    _bowls, vase = await bought.line_ids(shop)
    await bought.post(shop, "cancel", json=lines((vase, 1)))
    await work(shop)
    assert "1 × Ink vase" in the(shop, "order_lines_cancelled")["html"]
    await bought.post(shop, "cancel")
    await work(shop)
    assert kinds(shop) == Counter(
        ["order_placed", "payment_failed", "order_lines_cancelled", "order_cancelled"]
    )


async def test_a_refusal_says_why(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json=wish((bowls, 1)))

    async def refuse(connection: Any, order: Any) -> None:
        await actions.refuse_return(connection, order, "It was <used>.")

    await act_on_return(shop.runtime, bought.order_id, OrderStatus.RETURN_REFUSED, refuse)
    await work(shop)
    mail = the(shop, "return_refused")
    assert "It was <used>." in mail["text"]
    assert "It was &lt;used&gt;." in mail["html"]


async def test_a_job_that_runs_twice_sends_once(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    await bought.advance(shop, OrderStatus.DELIVERED)
    bowls, _vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json=wish((bowls, 3)))
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await work(shop)
    before = kinds(shop)
    async with shop.database.reading() as connection:
        order_id = await connection.fetchval("SELECT id FROM orders")
        return_id = await connection.fetchval("SELECT id FROM returns")
        note_id = await connection.fetchval("SELECT id FROM invoices WHERE kind = 'credit_note'")
    runtime = shop.runtime
    await tell_of_new_order.run(runtime, OrderPlaced(order_id=order_id))
    await tell_of_new_status.run(runtime, OrderStatusChanged(order_id=order_id, status=4))
    await tell_of_return.run(
        runtime, ReturnMoved(return_id=return_id, order_id=order_id, status=12)
    )
    await tell_of_refund.run(
        runtime, InvoiceIssued(invoice_id=note_id, order_id=order_id, kind="credit_note")
    )
    for gone in (tell_of_new_order.run(runtime, OrderPlaced(order_id=987_654)),):
        await gone
    assert kinds(shop) == before


async def test_a_phone_gets_a_line(shop: Shop) -> None:
    bought: Bought = await buy(shop, paymentMethod="cod")
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE orders SET email = NULL, phone = '+12065550143'")
    await bought.advance(shop, OrderStatus.SHIPPED)
    await work(shop)
    for mail in shop.outbox():
        assert (mail["to"], mail["html"]) == ("+12065550143", "")
        assert len(mail["text"]) < 200
