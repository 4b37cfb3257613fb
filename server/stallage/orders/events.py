"""News of orders."""

from __future__ import annotations

from stallage.core.events import Event


class OrderPlaced(Event):
    """An order has been written and its units are held."""

    order_id: int


class OrderPaid(Event):
    """An order's money is there, also when it is paid on delivery."""

    order_id: int


class OrderStatusChanged(Event):
    """An order stands elsewhere than before."""

    order_id: int
    status: int


class OrderCancelled(Event):
    """An order has ended before it was shipped; what was paid is to go back."""

    order_id: int


class RefundDue(Event):
    """Part of what was paid online is to go back to where it came from.

    `key` says what for, such as `lines:17` or `return:4`: the same one twice is one refund. Payments
    send it; money of a whole order that was cancelled they send by themselves.
    """

    order_id: int
    amount: int
    key: str


class LinesCancelled(Event):
    """Some units of an order were cancelled; the order goes on with the rest."""

    order_id: int
    cancellation_id: int


class OrderPaymentFailed(Event):
    """A payment was declined; the order still waits for another one."""

    order_id: int


class LatePaymentReturned(Event):
    """Money that came when the order had ended has gone back."""

    order_id: int


class ParcelShipped(Event):
    """A parcel of an order has been handed to its carrier."""

    order_id: int
    parcel_id: int
