"""What each event of the shop means for webhooks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stallage.core.events import Event
from stallage.customers.events import CustomerCreated, CustomerForgotten
from stallage.invoices.events import InvoiceIssued
from stallage.orders.events import (
    DifferencePaid,
    LinesCancelled,
    OrderCancelled,
    OrderEdited,
    OrderPaid,
    OrderPaymentFailed,
    OrderPlaced,
    OrderRefunded,
    OrderStatusChanged,
    ParcelShipped,
)
from stallage.payments.events import PaymentDisputed
from stallage.products.events import ProductsChanged
from stallage.questions.events import QuestionAnswered
from stallage.returns.events import ReturnMoved
from stallage.stock.events import StockPutBack
from stallage.support.events import TicketAnswered, TicketOpened
from stallage.webhooks.drafts import Happening

PRODUCTS_PER_MESSAGE = 100


def _about_order(topic: str) -> Callable[[Any], list[Happening]]:
    def happenings(event: Any) -> list[Happening]:
        order_id = event.order_id
        return [Happening(topic, f"order:{order_id}", {"order_id": order_id})]

    return happenings


def _with_stock(topic: str) -> Callable[[Any], list[Happening]]:
    def happenings(event: Any) -> list[Happening]:
        reference = {"order_id": event.order_id}
        return [
            *_about_order(topic)(event),
            Happening("stock.changed", f"stock:{event.order_id}", reference),
        ]

    return happenings


def _shipped(event: ParcelShipped) -> list[Happening]:
    reference = {"order_id": event.order_id}
    return [Happening("order.shipped", f"order:{event.order_id}", reference)]


def _refunded(event: OrderRefunded) -> list[Happening]:
    reference = {"order_id": event.order_id, "amount": event.amount, "key": event.key}
    return [Happening("order.refunded", f"order:{event.order_id}", reference)]


def _disputed(event: PaymentDisputed) -> list[Happening]:
    if event.order_id is None:
        return []
    reference = {"order_id": event.order_id, "dispute_id": event.dispute_id, "state": event.state}
    return [Happening("order.disputed", f"order:{event.order_id}", reference)]


def _return_changed(event: ReturnMoved) -> list[Happening]:
    reference = {"return_id": event.return_id, "status": event.status}
    return [Happening("return.changed", f"order:{event.order_id}", reference)]


def _invoice_issued(event: InvoiceIssued) -> list[Happening]:
    reference = {"invoice_id": event.invoice_id}
    return [Happening("invoice.issued", f"order:{event.order_id}", reference)]


def _products_changed(event: ProductsChanged) -> list[Happening]:
    ids = event.product_ids
    chunks = [
        {"product_ids": ids[start : start + PRODUCTS_PER_MESSAGE]}
        for start in range(0, len(ids), PRODUCTS_PER_MESSAGE)
    ]
    return [
        Happening(topic, "products", chunk)
        for chunk in chunks
        for topic in ("product.changed", "stock.changed")
    ]


def _stock_put_back(event: StockPutBack) -> list[Happening]:
    return [
        Happening("stock.changed", f"sku:{sku_id}", {"sku_ids": [sku_id]})
        for sku_id in event.sku_ids
    ]


def _customer(topic: str) -> Callable[[Any], list[Happening]]:
    def happenings(event: Any) -> list[Happening]:
        customer_id = event.customer_id
        return [Happening(topic, f"customer:{customer_id}", {"customer_id": customer_id})]

    return happenings


def _ticket_opened(event: TicketOpened) -> list[Happening]:
    reference = {"ticket_id": event.ticket_id}
    return [Happening("ticket.opened", f"ticket:{event.ticket_id}", reference)]


def _ticket_answered(event: TicketAnswered) -> list[Happening]:
    reference = {"message_id": event.message_id}
    return [Happening("ticket.answered", f"ticket:{event.ticket_id}", reference)]


def _question_answered(event: QuestionAnswered) -> list[Happening]:
    reference = {"answer_id": event.answer_id}
    return [Happening("question.answered", f"answer:{event.answer_id}", reference)]


HAPPENINGS: Mapping[type[Event], Callable[[Any], list[Happening]]] = {
    OrderPlaced: _with_stock("order.placed"),
    OrderPaid: _about_order("order.paid"),
    DifferencePaid: _about_order("order.difference_paid"),
    OrderPaymentFailed: _about_order("order.payment_failed"),
    OrderStatusChanged: _about_order("order.status_changed"),
    ParcelShipped: _shipped,
    LinesCancelled: _with_stock("order.lines_cancelled"),
    OrderCancelled: _with_stock("order.cancelled"),
    OrderEdited: _with_stock("order.edited"),
    OrderRefunded: _refunded,
    PaymentDisputed: _disputed,
    ReturnMoved: _return_changed,
    InvoiceIssued: _invoice_issued,
    ProductsChanged: _products_changed,
    StockPutBack: _stock_put_back,
    CustomerCreated: _customer("customer.created"),
    CustomerForgotten: _customer("customer.erased"),
    TicketOpened: _ticket_opened,
    TicketAnswered: _ticket_answered,
    QuestionAnswered: _question_answered,
}
"""What each event means for webhooks."""
