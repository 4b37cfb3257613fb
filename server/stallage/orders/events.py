"""Events of orders."""

from __future__ import annotations

from stallage.core.events import Event


class OrderPlaced(Event):
    """An order was placed and its units are reserved."""

    order_id: int


class OrderPaid(Event):
    """An order was paid, online or on delivery."""

    order_id: int


class OrderStatusChanged(Event):
    """The status of an order changed."""

    order_id: int
    status: int


class OrderCancelled(Event):
    """An order was cancelled before it was shipped. What was paid is to be refunded."""

    order_id: int


class RefundDue(Event):
    """Part of what was paid online is to be refunded to its source.

    `key` says what for, such as `lines:17` or `return:4`; the same key twice is one refund. The
    `payments` feature sends it. It refunds a cancelled order on its own.
    """

    order_id: int
    amount: int
    key: str


class OrderRefunded(Event):
    """Money that was paid for an order goes back: to its source, as wallet credit or to gift cards.

    `key` says what for, such as `cancelled`, `lines:17` or `refund:4:wallet`. A provider still has to
    send its part, and may refuse to.
    """

    order_id: int
    amount: int
    key: str


class LinesCancelled(Event):
    """Some units of an order were cancelled, but not all."""

    order_id: int
    cancellation_id: int
    by_edit: bool = False
    """Whether the email about an edit lists them."""


class OrderEdited(Event):
    """An operator changed the items, prices or address of an order."""

    order_id: int
    entry_id: int
    """Of `order_events`: what changed."""


class DifferencePaid(Event):
    """Items that were added to a paid order are paid. `position` is that of their tender."""

    order_id: int
    position: int


class OrderPaymentFailed(Event):
    """A payment was declined. The order can still be paid."""

    order_id: int


class LatePaymentReturned(Event):
    """A payment that arrived after the order was cancelled has been refunded."""

    order_id: int


class ParcelShipped(Event):
    """A parcel of an order was handed to its carrier."""

    order_id: int
    parcel_id: int


class RefundPaid(Event):
    """An operator paid a refund. `refund_id` is of `order_refunds`."""

    order_id: int
    refund_id: int


class OrderEmailRequested(Event):
    """An operator asked to send an email about an order again."""

    order_id: int
    key: str
    """Of the email, as in `order_emails.message`."""
    request: str
    """Tells one request from the next."""
