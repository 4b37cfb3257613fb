"""Emails to shoppers: one for each event, even if its job runs twice."""

from __future__ import annotations

from collections import Counter
from typing import Any

from stallage.invoices.events import InvoiceIssued
from stallage.invoices.jobs import send_refund_email
from stallage.orders.events import OrderPlaced, OrderStatusChanged
from stallage.orders.jobs import send_order_confirmation, send_status_email
from stallage.orders.rules import OrderStatus
from stallage.returns import actions
from stallage.returns.events import ReturnMoved
from stallage.returns.gateway_calls.operating import change_return
from stallage.returns.jobs import send_return_email
from tests.payments.factory import press
from tests.returns.factory import Bought, buy, buy_and_pay, buy_and_receive
from tests.returns.test_cancelling import lines
from tests.returns.test_returns import return_body
from tests.shop import Shop


def kinds(shop: Shop) -> Counter[str]:
    return Counter(mail["kind"] for mail in shop.outbox())


def email_of(shop: Shop, kind: str) -> dict[str, Any]:
    """The only email of a kind."""
    (mail,) = [mail for mail in shop.outbox() if mail["kind"] == kind]
    assert "order-detail" in mail["text"]
    assert mail["data"]["orderId"] in mail["text"]
    assert mail["html"].lstrip().startswith("<!doctype html>")
    return mail


async def work(shop: Shop) -> None:
    """Run jobs, and the jobs that they add."""
    for _round in range(3):
        await shop.work()


async def test_emails_of_an_order_and_its_return(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json=return_body((bowls, 1), reason="Too small"))
    for status, action in (
        (OrderStatus.RETURN_APPROVED, actions.approve_return),
        (OrderStatus.PICKED_UP, actions.pick_up_return),
        (OrderStatus.BACK_AT_COMPANY, actions.receive_return),
        (OrderStatus.RETURN_COMPLETED, actions.complete_return),
    ):
        await change_return(shop.runtime, bought.order_id, status, action)
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
    assert "1 × Moss bowl" in email_of(shop, "return_requested")["text"]
    assert "$11.02" in email_of(shop, "return_completed")["html"]
    refund = email_of(shop, "refund")
    assert "CN-000001" in refund["text"]
    assert "$11.02" in refund["text"]


async def test_emails_of_a_declined_payment_and_of_cancellations(shop: Shop) -> None:
    bought = await buy(shop)
    assert bought.redirect_url is not None
    await press(shop, bought.redirect_url, "decline")
    await work(shop)
    assert "pay again" in email_of(shop, "payment_failed")["text"]
    _bowls, vase = await bought.line_ids(shop)
    await bought.post(shop, "cancel", json=lines((vase, 1)))
    await work(shop)
    assert "1 × Ink vase" in email_of(shop, "order_lines_cancelled")["html"]
    await bought.post(shop, "cancel")
    await work(shop)
    assert kinds(shop) == Counter(
        ["order_placed", "payment_failed", "order_lines_cancelled", "order_cancelled"]
    )


async def test_the_email_of_a_refused_return_has_the_reason(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json=return_body((bowls, 1)))

    async def refuse(connection: Any, order: Any) -> None:
        await actions.refuse_return(connection, order, "It was <used>.")

    await change_return(shop.runtime, bought.order_id, OrderStatus.RETURN_REFUSED, refuse)
    await work(shop)
    mail = email_of(shop, "return_refused")
    assert "It was <used>." in mail["text"]
    assert "It was &lt;used&gt;." in mail["html"]


async def test_a_job_that_runs_twice_sends_once(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    await bought.advance(shop, OrderStatus.DELIVERED)
    bowls, _vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json=return_body((bowls, 3)))
    await bought.advance(shop, OrderStatus.RETURN_COMPLETED)
    await work(shop)
    before = kinds(shop)
    async with shop.database.reading() as connection:
        order_id = await connection.fetchval("SELECT id FROM orders")
        return_id = await connection.fetchval("SELECT id FROM returns")
        note_id = await connection.fetchval("SELECT id FROM invoices WHERE kind = 'credit_note'")
    runtime = shop.runtime
    await send_order_confirmation.run(runtime, OrderPlaced(order_id=order_id))
    await send_status_email.run(runtime, OrderStatusChanged(order_id=order_id, status=4))
    await send_return_email.run(
        runtime, ReturnMoved(return_id=return_id, order_id=order_id, status=12)
    )
    await send_refund_email.run(
        runtime, InvoiceIssued(invoice_id=note_id, order_id=order_id, kind="credit_note")
    )
    await send_order_confirmation.run(runtime, OrderPlaced(order_id=987_654))
    assert kinds(shop) == before


async def test_a_phone_gets_short_messages(shop: Shop) -> None:
    bought: Bought = await buy(shop, paymentMethod="cod")
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE orders SET email = NULL, phone = '+12065550143'")
    await bought.advance(shop, OrderStatus.SHIPPED)
    await work(shop)
    for mail in shop.outbox():
        assert (mail["to"], mail["html"]) == ("+12065550143", "")
        assert len(mail["text"]) < 200
